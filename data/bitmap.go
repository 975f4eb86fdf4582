package data

import (
	"iter"
	"math/bits"
)

// A Bitmap marks rows that have a value, in Arrow's bit order: bit i%64 of word i/64 is set if row i has one. In a
// nil Bitmap every row has a value.
type Bitmap []uint64

// NewBitmap returns a bitmap of n rows without a set bit.
func NewBitmap(n int) Bitmap { return make(Bitmap, (n+63)/64) }

// Get reports whether row i has a value.
func (b Bitmap) Get(i int) bool { return b == nil || b[i>>6]>>(i&63)&1 == 1 }

// Set marks row i.
func (b Bitmap) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// NotEqual marks the rows whose code is not null.
func NotEqual[C uint8 | uint16 | uint32](codes []C, null C) Bitmap {
	b := NewBitmap(len(codes))
	for w := range b {
		word := uint64(0)
		for i, c := range codes[w*64 : min(w*64+64, len(codes))] {
			bit := uint64(0)
			if c != null {
				bit = 1
			}
			word |= bit << (i & 63)
		}
		b[w] = word
	}
	return b
}

// nulls yields the rows below n that are not marked.
func (b Bitmap) nulls(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range b {
			for word = ^word; word != 0; word &= word - 1 {
				if i := w*64 + bits.TrailingZeros64(word); i >= n || !yield(i) {
					return
				}
			}
		}
	}
}

// SetRange marks the rows in [from, to).
func (b Bitmap) SetRange(from, to int) {
	for ; from < to && from&63 != 0; from++ {
		b.Set(from)
	}
	for ; from+64 <= to; from += 64 {
		b[from>>6] = ^uint64(0)
	}
	for ; from < to; from++ {
		b.Set(from)
	}
}

// Or marks row at+i for every row i that is set in part.
func (b Bitmap) Or(part Bitmap, at int) {
	shift := at & 63
	for i, w := range part {
		to := at>>6 + i
		b[to] |= w << shift
		if shift > 0 && w>>(64-shift) != 0 {
			b[to+1] |= w >> (64 - shift)
		}
	}
}

// Invert inverts every bit of the bitmap, even the bits after the last row.
func (b Bitmap) Invert() {
	for i := range b {
		b[i] = ^b[i]
	}
}

// Count returns the number of set bits.
func (b Bitmap) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}
