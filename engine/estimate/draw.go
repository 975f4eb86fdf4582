package estimate

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"

	"cardinal/data"
)

// draw takes every selected row with the same probability, independently of the others, and returns those taken in
// ascending order. The seed is fixed, so that a pivot is repeatable. Rows at regular distances would be misled by
// sorted and periodic data; independent ones are not. What is drawn is the gap to the next row, which is geometric
// (Vitter 1984 calls this skipping), so that the cost follows the sample and not the rows; a filter adds one
// population count per 64 rows.
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

// exponentials returns a function that gives the same exponentially distributed numbers, of mean 1, in each of its lives.
func exponentials() func() float64 {
	start := firstExponentials()
	source, drawn := start.source, 0
	r := rand.New(&source)
	return func() float64 {
		if drawn < len(start.numbers) {
			drawn++
			return start.numbers[drawn-1]
		}
		return r.ExpFloat64()
	}
}

// Prepare draws what the samples have in common, which the first of them would else wait for.
func Prepare() { firstExponentials() }

// firstExponentials is what nearly every sample needs, drawn once for all of them, and the source of what follows.
var firstExponentials = sync.OnceValue(func() (e struct {
	numbers []float64
	source  rand.PCG
}) {
	e.source.Seed(0x63617264, 0x696e616c)
	e.numbers = make([]float64, maxSample+maxSample/8)
	r := rand.New(&e.source)
	for i := range e.numbers {
		e.numbers[i] = r.ExpFloat64()
	}
	return e
})

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
