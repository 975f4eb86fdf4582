package estimate

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"

	"cardinal/data"
)

// draw takes every selected row (nil: all rows) with the probability share, independently of the others, and returns the rows taken in
// ascending order. The seed is fixed, so that a pivot is repeatable. Rows at regular distances would mislead where data are
// sorted or periodic. The gap to the next row is drawn, which is geometrically distributed (skipping: Vitter, "Faster methods
// for random sampling", CACM 1984), so that the cost depends on the sample and not on the rows. A filter adds one population count for every 64 rows.
func draw(total int, selected data.Bitmap, share float64) []uint32 {
	if share >= 1 {
		return everyRow(total, selected)
	}
	next, mean := exponentials(), -1/math.Log1p(-share)
	gap := func() int { return int(min(next()*mean, 1<<40)) }
	picks := make([]uint32, 0, int(float64(total)*share*1.1)+64)
	if selected == nil {
		for row := gap(); row < total; row += 1 + gap() {
			picks = append(picks, uint32(row))
		}
		return picks
	}
	skip := gap()
	for i, word := range selected {
		left := bits.OnesCount64(word)
		for ; skip < left; skip = gap() {
			for ; skip > 0; skip, left = skip-1, left-1 {
				word &= word - 1
			}
			picks = append(picks, uint32(64*i+bits.TrailingZeros64(word)))
			word &= word - 1
			left--
		}
		skip -= left
	}
	return picks
}

// exponentials returns a function that gives exponentially distributed numbers of mean 1, from the same first one on.
func exponentials() func() float64 {
	numbers, source := firstExponentials()
	r := rand.New(&source)
	return func() float64 {
		if len(numbers) == 0 {
			return r.ExpFloat64()
		}
		next := numbers[0]
		numbers = numbers[1:]
		return next
	}
}

// Prepare draws the random numbers that all samples begin with, so that the first sample does not wait for them.
func Prepare() { firstExponentials() }

// firstExponentials is the numbers that nearly every sample needs, and the source of those that follow. They are drawn once: 2,000
// take 10 microseconds, as long as the rest of a sample of 2,000 rows.
var firstExponentials = sync.OnceValues(func() ([]float64, rand.PCG) {
	source := rand.NewPCG(0x63617264, 0x696e616c)
	numbers, r := make([]float64, maxSample+maxSample/8), rand.New(source)
	for i := range numbers {
		numbers[i] = r.ExpFloat64()
	}
	return numbers, *source
})

// everyRow lists the selected rows, or all of them where selected is nil.
func everyRow(total int, selected data.Bitmap) []uint32 {
	var rows []uint32
	if selected == nil {
		rows = make([]uint32, total)
		for i := range rows {
			rows[i] = uint32(i)
		}
		return rows
	}
	for i, word := range selected {
		for ; word != 0; word &= word - 1 {
			rows = append(rows, uint32(64*i+bits.TrailingZeros64(word)))
		}
	}
	return rows
}
