package data

import (
	"context"

	"cardinal/data/parallel"
	"cardinal/data/store/spill"
)

// stretchRows is the number of rows that a goroutine handles at a time, a multiple of 64.
const stretchRows = 1 << 17

// forStretches calls f in parallel for stretches [from, to) of n rows. A stretch begins
// at a multiple of 64.
func forStretches(n int, f func(from, to int)) {
	if n <= stretchRows {
		f(0, n)
		return
	}
	err := parallel.Do(context.Background(), (n+stretchRows-1)/stretchRows, func(_ context.Context, i int) error {
		f(i*stretchRows, min(n, (i+1)*stretchRows))
		return nil
	})
	if err != nil {
		panic(err)
	}
}

// forStretchesOf calls f for stretches of the rows of values. If the values are spilled, it releases the memory of each
// stretch after the call of f.
func forStretchesOf[T spill.Number](values []T, f func(from, to int)) {
	forStretches(len(values), func(from, to int) {
		f(from, to)
		spill.Cool(values[from:to])
	})
}

// from returns the part of a bitmap that begins at a row, which is a multiple of 64.
func (b Bitmap) from(from int) Bitmap {
	if b == nil {
		return nil
	}
	return b[from/64:]
}
