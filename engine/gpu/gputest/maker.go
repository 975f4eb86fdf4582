package gputest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/internal/each"
)

// Maker makes random requests. Name returns a new column ID with every call.
type Maker struct {
	*rand.Rand
	Name func() string
}

// New returns a maker of random requests. Makers with equal seeds make equal requests.
func New(seed uint64) Maker {
	n := 0
	return Maker{rand.New(rand.NewPCG(seed, 99)), func() string { n++; return fmt.Sprintf("%d/%d", seed, n) }}
}

// Column returns a column of the values, in a random width that holds them.
func (m Maker) Column(values []uint32) gpu.Column {
	widths := []int{4}
	if top := slices.Max(append(values, 0)); top <= math.MaxUint8 {
		widths = []int{1, 2, 4}
	} else if top <= math.MaxUint16 {
		widths = []int{2, 4}
	}
	return ColumnOf(widths[m.IntN(len(widths))], m.Name(), values)
}

// ColumnOf returns a column of the values, with `bytes` bytes each.
func ColumnOf(bytes int, id string, values []uint32) gpu.Column {
	switch bytes {
	case 1:
		return gpu.NewColumn(id, func() []uint8 { return narrowed[uint8](values) })
	case 2:
		return gpu.NewColumn(id, func() []uint16 { return narrowed[uint16](values) })
	}
	return gpu.ColumnOf(id, values)
}

func narrowed[C uint8 | uint16](values []uint32) []C {
	return each.Of(values, func(v uint32) C { return C(v) })
}

// Bits returns a bitmap that is random, empty or full.
func (m Maker) Bits(rows int) *gpu.Bits {
	w := make([]uint64, (rows+63)/64+m.IntN(2)) // a bitmap may be longer than its rows
	mask := []func() uint64{m.Uint64, func() uint64 { return 0 }, func() uint64 { return math.MaxUint64 }}[m.IntN(3)]
	for i := range w {
		w[i] = mask()
	}
	return &gpu.Bits{ID: m.Name(), Load: func() []uint64 { return w }}
}

// Codes returns key codes below width, in one of the shapes that stress the kernels differently.
func (m Maker) Codes(rows int, width uint32) []uint32 {
	return m.ShapedCodes([]string{"uniform", "sorted", "hot", "last"}[m.IntN(4)], rows, width)
}

// Values returns values of one, two or four bytes.
func (m Maker) Values(rows int) gpu.Column { return m.ValuesOf([]int{1, 2, 4}[m.IntN(3)], rows) }

// ValuesOf returns values of `bytes` bytes each. They are random, close to the greatest value, or small.
func (m Maker) ValuesOf(bytes, rows int) gpu.Column {
	out := make([]uint32, rows)
	shape, most := m.IntN(3), uint32(math.MaxUint32)>>(32-8*bytes)
	for i := range out {
		switch shape {
		case 0:
			out[i] = m.Uint32() & most
		case 1: // with four bytes, every second addition carries
			out[i] = most - m.Uint32N(3)
		case 2:
			out[i] = m.Uint32N(100)
		}
	}
	return ColumnOf(bytes, m.Name(), out)
}

// Request returns a Dense request over at most `slots` slots, sometimes with a filter.
func (m Maker) Request(rows, slots, keys int) gpu.Request {
	r := gpu.Request{Rows: rows, Slots: 1}
	left := slots
	for k := range keys {
		width := left
		if k < keys-1 {
			width = max(1, int(math.Pow(float64(slots), 1/float64(keys))))
		}
		left = max(1, left/width)
		r.Keys = append(r.Keys, gpu.Key{Codes: m.Column(m.Codes(rows, uint32(width))), Stride: uint32(r.Slots)})
		r.Slots *= width
	}
	if keys == 0 {
		r.Slots = slots
	}
	if m.IntN(3) == 0 {
		r.Select = m.Bits(rows)
	}
	r.Aggregates = m.Aggregates(rows)
	return r
}

// Aggregates returns one of a few lists of aggregates that a pass can have. The lists are few since a kernel takes
// longer to compile than to run.
func (m Maker) Aggregates(rows int) []gpu.Aggregate {
	u, v, w := m.Values(rows), m.Values(rows), m.Values(rows)
	a, b := m.Bits(rows), m.Bits(rows)
	return [][]gpu.Aggregate{
		{{Op: gpu.Count}},
		{{Op: gpu.Sum, Values: &u}},
		{{Op: gpu.Count, Valid: a}, {Op: gpu.Sum, Values: &u, Valid: a}, {Op: gpu.Min, Values: &u, Valid: a},
			{Op: gpu.Max, Values: &u}},
		{{Op: gpu.Sum, Values: &u, Valid: a}, {Op: gpu.Sum, Values: &v, Valid: b}, {Op: gpu.Sum, Values: &w}},
		{{Op: gpu.Product, Values: &u}, {Op: gpu.Product, Values: &u, With: &v, Valid: a}, {Op: gpu.Sum, Values: &u},
			{Op: gpu.Sum, Values: &v}},
		{{Op: gpu.First}, {Op: gpu.Last, Valid: a}},
		m.Ties(rows),
	}[m.IntN(7)]
}

// Ties returns aggregates of which some take only the rows with the result of the aggregate before.
func (m Maker) Ties(rows int) []gpu.Aggregate {
	u, v, w, a := m.Values(rows), m.Values(rows), m.Values(rows), m.Bits(rows)
	return []gpu.Aggregate{
		{Op: gpu.Min, Values: &u, Valid: a}, {Op: gpu.Min, Values: &v, Valid: a, Ties: true}, {Op: gpu.Max, Values: &w},
		{Op: gpu.Max, Values: &v, Ties: true}, {Op: gpu.Sum, Values: &u},
	}
}

// ShapedCodes returns key codes below width, in a shape that stresses partitions: uniform, unique, sorted, hot,
// skewed, periodic, or the last slot alone.
func (m Maker) ShapedCodes(shape string, rows int, width uint32) []uint32 {
	out := make([]uint32, rows)
	for i := range out {
		switch shape {
		case "uniform":
			out[i] = m.Uint32N(width)
		case "unique":
			out[i] = uint32(uint64(i) * 2654435761 % uint64(width))
		case "sorted":
			out[i] = uint32(uint64(i) * uint64(width) / uint64(rows))
		case "hot": // nine rows in ten have the same key
			if m.IntN(10) == 0 {
				out[i] = m.Uint32N(width)
			}
		case "skewed":
			out[i] = uint32(float64(width-1) / float64(1+m.IntN(int(width))))
		case "last": // all rows have the last slot
			out[i] = width - 1
		case "periodic":
			out[i] = uint32(i) % min(width, 97)
		}
	}
	return out
}

// halfOfAll returns one half of all aggregates, with and without nulls.
func (m Maker) halfOfAll(rows int) []gpu.Aggregate {
	u, v := m.Values(rows), m.Values(rows)
	ok, few := m.Bits(rows), m.Bits(rows)
	all := []gpu.Aggregate{
		{Op: gpu.Count}, {Op: gpu.Count, Valid: ok}, {Op: gpu.Sum, Values: &u}, {Op: gpu.Sum, Values: &v, Valid: few},
		{Op: gpu.Min, Values: &u, Valid: ok},
		{Op: gpu.Max, Values: &v, Valid: few}, {Op: gpu.Product, Values: &u, With: &v, Valid: ok},
		{Op: gpu.Product, Values: &v},
		{Op: gpu.First, Valid: few}, {Op: gpu.Last}, {Op: gpu.Last, Valid: ok}, {Op: gpu.First},
	}
	if m.IntN(2) == 0 {
		return all[:6]
	}
	return all[6:]
}

// RequestOf returns a request of the given form, whose keys have a shape of ShapedCodes.
func (m Maker) RequestOf(form gpu.Form, shape string, rows int) gpu.Request {
	r := gpu.Request{Form: form, Rows: rows, Aggregates: m.halfOfAll(rows)}
	if m.IntN(2) == 0 {
		kept := each.Times((rows+63)/64, func(int) uint64 { return m.Uint64() | m.Uint64() })
		r.Select = &gpu.Bits{ID: m.Name(), Load: func() []uint64 { return kept }}
	}
	switch form {
	case gpu.Dense:
		r.Slots = 50 * 1000
		r.Keys = []gpu.Key{{Codes: m.Column(m.ShapedCodes(shape, rows, 50)), Stride: 1},
			{Codes: m.Column(m.ShapedCodes("uniform", rows, 1000)), Stride: 50}}
		if shape == "unique" {
			r.Slots, r.Keys = 2*rows, []gpu.Key{{Codes: m.Column(m.ShapedCodes(shape, rows, uint32(2*rows))),
				Stride: 1}}
		}
	case gpu.Sparse:
		r.Slots = 1 << 24
		r.Keys = []gpu.Key{{Codes: m.Column(m.ShapedCodes(shape, rows, 1<<12)), Stride: 1 << 12},
			{Codes: m.Column(m.ShapedCodes("sorted", rows, 1<<12)), Stride: 1}}
	case gpu.Hashed:
		for k := range 1 + m.IntN(4) { // at most as many keys as a device hashes
			codes := m.ShapedCodes(shape, rows, uint32(rows))
			for i := range codes {
				codes[i] *= uint32(2*k + 0x0FEDCBA9)
			}
			r.Keys = append(r.Keys, gpu.Key{Codes: m.Column(codes)})
		}
	}
	return r
}

// Long returns a request that takes several portions on a device whose class Slowly has slowed down.
func (m Maker) Long(form gpu.Form) gpu.Request {
	const rows = 2_000_000
	slots := 50_000
	if form == gpu.Hashed {
		slots = 0
	}
	values := m.Column(m.Codes(rows, 1000))
	return gpu.Request{
		Form: form, Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: m.Column(m.Codes(rows, 50_000)), Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &values}, {Op: gpu.Max, Values: &values}},
	}
}

// Slowly lowers the speed of a class of devices until the test ends, so that a portion has only a few rows.
func Slowly(t testing.TB, speeds map[string]float64, class string) {
	speed := speeds[class]
	speeds[class] = 1e8
	t.Cleanup(func() { speeds[class] = speed })
}
