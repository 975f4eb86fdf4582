package data

import "math/bits"

// Bitmap is a validity bitmap in Arrow's bit order: bit i of word i/64 is set where row i has a value.
// A nil Bitmap means that every row has one.
type Bitmap []uint64

// NewBitmap returns a bitmap of n rows, none of them set.
func NewBitmap(n int) Bitmap { return make(Bitmap, (n+63)/64) }

// Get reports whether row i has a value.
func (b Bitmap) Get(i int) bool { return b == nil || b[i>>6]>>(i&63)&1 == 1 }

// Set marks row i.
func (b Bitmap) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// Count is the number of set bits.
func (b Bitmap) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}
