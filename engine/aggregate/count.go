package aggregate

import "cardinal/data"

// Counts counts rows, or with Valid the rows that are not null.
type Counts struct {
	N     []int64
	Valid data.Bitmap
}

var _ Accumulator = (*Counts)(nil)

func (a *Counts) Grow(n int)   { a.N = grow(a.N, n) }
func (a *Counts) Bytes() int64 { return 8 * int64(cap(a.N)) }

func (a *Counts) Update(b *Batch) {
	if a.Valid == nil {
		for _, g := range b.Groups {
			a.N[g]++
		}
		return
	}
	for i, g := range b.Groups {
		if a.Valid.Get(b.row(i)) {
			a.N[g]++
		}
	}
}

func (a *Counts) Merge(from Accumulator, to []uint32) {
	for g, n := range from.(*Counts).N {
		if to[g] != Skip {
			a.N[to[g]] += n
		}
	}
}
