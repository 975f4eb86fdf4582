package gpu

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// selfTest runs every kernel on a small request and compares with plain Go. Drivers have been seen to compile a
// shader into a wrong one without a word; such a device must not answer a pivot.
func (d *device) selfTest() error {
	kept := d.resident.budget
	d.resident.budget = max(kept, 1<<20) // the test must fit the smallest budget a person may set
	defer func() {
		d.resident.clear()
		d.resident.budget = kept
	}()
	for _, strategy := range strategies {
		slots := 3000 // more than one span of a small workgroup
		if strategy == Private {
			slots = 7
		}
		r := testRequest(slots)
		r.Aggregates = r.Aggregates[3:6] // a sum and a minimum with nulls, a maximum: a column of every width
		r.Tuning.Strategy = strategy
		got, high, err := d.local(r)
		if err != nil {
			return fmt.Errorf("self-test of the %s kernel: %w", strategy, err)
		}
		want, wantHigh := reference(r)
		for i := range want {
			if !slices.Equal(got[i], want[i]) || !slices.Equal(high[i], wantHigh[i]) {
				return fmt.Errorf("self-test of the %s kernel: wrong %s over %d slots", strategy, r.Aggregates[i].Op, slots)
			}
		}
	}
	return nil
}

// testRequest uses everything a request can have: two keys, a selection, nulls, values that carry, and columns of every width.
func testRequest(slots int) Request {
	const rows = 5000
	rng := rand.New(rand.NewPCG(1, uint64(slots)))
	width := uint32(math.Sqrt(float64(slots)))
	a, b := make([]uint8, rows), make([]uint16, rows)
	words, halves, bytes := make([]uint32, rows), make([]uint16, rows), make([]uint8, rows)
	selected, valid := make([]uint64, (rows+63)/64), make([]uint64, (rows+63)/64)
	for i := range rows {
		a[i], b[i] = uint8(rng.Uint32N(width)), uint16(rng.Uint32N(width))
		words[i] = math.MaxUint32 - rng.Uint32N(1000)
		halves[i], bytes[i] = uint16(words[i]), uint8(words[i])
	}
	for i := range selected {
		selected[i], valid[i] = rng.Uint64()|rng.Uint64(), rng.Uint64()|rng.Uint64()
	}
	name := func(s string) string { return fmt.Sprintf("self-test %s %d", s, slots) }
	bitmap := func(s string, v []uint64) *Bits { return &Bits{name(s), func() []uint64 { return v }} }
	v, ok := NewColumn(name("words"), func() []uint32 { return words }), bitmap("valid", valid)
	h, n := NewColumn(name("halves"), func() []uint16 { return halves }), NewColumn(name("bytes"), func() []uint8 { return bytes })
	return Request{
		Rows: rows, Slots: slots,
		Keys: []Key{
			{NewColumn(name("a"), func() []uint8 { return a }), 1}, {NewColumn(name("b"), func() []uint16 { return b }), width},
		},
		Select: bitmap("selected", selected),
		Aggregates: []Aggregate{
			{Op: Count}, {Op: Count, Valid: ok}, {Op: Sum, Values: &v}, {Op: Sum, Values: &v, Valid: ok},
			{Op: Min, Values: &n, Valid: ok}, {Op: Max, Values: &h, Valid: ok}, {Op: Product, Values: &v, With: &h},
			{Op: First}, {Op: Last, Valid: ok},
		},
	}
}

// supplyOf supplies the columns of a request that are at hand.
func supplyOf(r Request) supplier {
	sources := r.sources()
	return func(id string, _, _ int) (pieceReader, int64, error) {
		data, err := sources[id].load()
		return &pipePieces{from: bytes.NewReader(data), left: int64(len(data))}, int64(len(data)), err
	}
}

// local runs a request whose columns are at hand.
func (d *device) local(r Request) (values, high [][]uint64, err error) {
	err = d.execute(r.job(), supplyOf(r), func(_ outcome, parts [][]byte) error {
		for i, a := range r.Aggregates {
			v, h := figures(a.Op, r.Slots, asWords(parts[i]))
			values, high = append(values, v), append(high, h)
		}
		return nil
	})
	return values, high, err
}
