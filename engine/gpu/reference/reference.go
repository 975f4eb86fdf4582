package reference

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"cardinal/engine/gpu"
	"cardinal/internal/each"
)

// Answer returns the Values and High of the gpu.Result of a Dense request.
func Answer(r gpu.Request) (values, high [][]uint64) {
	codes := each.Times(len(r.Keys), func(k int) []uint32 { return r.Keys[k].Codes.Values() })
	values, high = make([][]uint64, len(r.Aggregates)), make([][]uint64, len(r.Aggregates))
	for i, a := range r.Aggregates {
		out, top := make([]uint64, r.Slots), make([]uint64, r.Slots)
		if a.Op == gpu.Min || a.Op == gpu.First || a.Op == gpu.Last {
			for s := range out {
				out[s] = math.MaxUint32
			}
		}
		var xs, ys, before []uint32
		if a.Ties {
			before = r.Aggregates[i-1].Values.Values()
		}
		if a.Op.Reads() {
			xs, ys = a.Values.Values(), a.Values.Values()
		}
		if a.Op == gpu.Product {
			high[i] = top
			if a.With != nil {
				ys = a.With.Values()
			}
		}
		for row := range r.Rows {
			if !Has(r.Select, row) || !Has(a.Valid, row) {
				continue
			}
			slot := uint32(0)
			for k, key := range r.Keys {
				slot += codes[k][row] * key.Stride
			}
			if a.Ties && uint64(before[row]) != values[i-1][slot] {
				continue
			}
			switch a.Op {
			case gpu.Count:
				out[slot]++
			case gpu.Sum:
				out[slot] += uint64(xs[row])
			case gpu.Min:
				out[slot] = min(out[slot], uint64(xs[row]))
			case gpu.Max:
				out[slot] = max(out[slot], uint64(xs[row]))
			case gpu.Product:
				var carry uint64
				out[slot], carry = bits.Add64(out[slot], uint64(xs[row])*uint64(ys[row]), 0)
				top[slot] += carry
			case gpu.First:
				out[slot] = min(out[slot], uint64(row))
			case gpu.Last:
				out[slot] = uint64(row)
			}
		}
		values[i] = out
	}
	return values, high
}

// Has reports whether a bitmap has the bit of a row. A nil bitmap has all bits.
func Has(b *gpu.Bits, row int) bool {
	return b == nil || b.Load()[row/64]>>(row%64)&1 == 1
}

// Request returns a Dense request with everything that a request can have: two keys, a filter, nulls, sums that carry,
// and columns of every width.
func Request(slots int) gpu.Request {
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
	bitmap := func(s string, v []uint64) *gpu.Bits {
		return &gpu.Bits{ID: name(s), Load: func() []uint64 { return v }}
	}
	v, ok := gpu.ColumnOf(name("words"), words), bitmap("valid", valid)
	h, n := gpu.ColumnOf(name("halves"), halves), gpu.ColumnOf(name("bytes"), bytes)
	return gpu.Request{
		Rows: rows, Slots: slots,
		Keys: []gpu.Key{
			{Codes: gpu.ColumnOf(name("a"), a), Stride: 1}, {Codes: gpu.ColumnOf(name("b"), b), Stride: width},
		},
		Select: bitmap("selected", selected),
		Aggregates: []gpu.Aggregate{
			{Op: gpu.Count}, {Op: gpu.Count, Valid: ok}, {Op: gpu.Sum, Values: &v},
			{Op: gpu.Sum, Values: &v, Valid: ok},
			{Op: gpu.Min, Values: &n, Valid: ok}, {Op: gpu.Max, Values: &h, Valid: ok},
			{Op: gpu.Max, Values: &v, Valid: ok, Ties: true},
			{Op: gpu.Product, Values: &v, With: &h},
			{Op: gpu.First}, {Op: gpu.Last, Valid: ok},
		},
	}
}
