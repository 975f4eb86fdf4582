package estimate

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/internal/each"
)

// draw picks each selected row (nil: all rows) with probability `share`, independently of the others, and returns the
// picked rows in ascending order. The seed is fixed, so that a pivot is repeatable.
//
// Rows at regular distances would mislead if data are sorted or periodic. draw draws the gap to the next row, which has
// a geometric distribution (skipping: Vitter, "Faster methods for random sampling", CACM 1984), so that the cost
// depends on the sample and not on the rows. If the share is large, e.g. because few rows pass the filter, gaps count
// selected rows. This takes one more population count for every 64 rows. Otherwise gaps count all rows, and drawn rows
// that do not pass are dropped.
func (s *scratch) draw(total int, selected data.Bitmap, share float64) []uint32 {
	if share >= 1 {
		return s.everyRow(total, selected)
	}
	gaps := newGaps(share)
	picks := room(&s.rows, int(float64(total)*share*1.1)+64)[:0]
	if selected == nil || share < maxDropped {
		for row := gaps.next(); row < total; row += 1 + gaps.next() {
			if selected.Get(row) {
				picks = append(picks, uint32(row))
			}
		}
		s.rows = picks
		return picks
	}
	skip := gaps.next()
	for i, word := range selected {
		left := bits.OnesCount64(word)
		for ; skip < left; skip = gaps.next() {
			for ; skip > 0; skip, left = skip-1, left-1 {
				word &= word - 1
			}
			picks = append(picks, uint32(64*i+bits.TrailingZeros64(word)))
			word &= word - 1
			left--
		}
		skip -= left
	}
	s.rows = picks
	return picks
}

// maxDropped is a share of sampled rows. For a smaller share, drawing from all rows and dropping drawn rows that do not
// pass the filter is faster than counting the rows that pass. Reading one bit at random takes four times as long as a
// population count.
const maxDropped = 1. / 256

// gaps draws the numbers of rows between successive rows of a sample.
type gaps struct {
	mean   float64
	drawn  []float64  // exponentially distributed numbers of mean 1; always the same ones
	source *rand.Rand // of the numbers after drawn; nil until they are needed
}

func newGaps(share float64) gaps {
	drawn, _ := firstExponentials()
	return gaps{mean: -1 / math.Log1p(-share), drawn: drawn}
}

func (g *gaps) next() int {
	if len(g.drawn) == 0 {
		return g.later()
	}
	n := g.drawn[0]
	g.drawn = g.drawn[1:]
	return int(min(n*g.mean, 1<<40))
}

func (g *gaps) later() int {
	if g.source == nil {
		_, source := firstExponentials()
		g.source = rand.New(&source)
	}
	return int(min(g.source.ExpFloat64()*g.mean, 1<<40))
}

// Prepare makes the first sample of a process faster, which would take 50 microseconds where later ones take 10. It
// draws the random numbers that all samples begin with. It estimates the groups of some rows, so that the system loads
// the code.
func Prepare() {
	firstExponentials()
	s := takeScratch()
	s.draw(1<<20, nil, 1./(1<<8))
	zeros(&s.keys, maxSample)
	zeros(&s.counts, maxSample)
	zeros(&s.slots, 2*maxSample)
	s.release()
	rehearse(400) // has too many combinations of three columns for a bitmap: draws a sample
	rehearse(20)  // has few enough combinations for a flag each
}

// rehearse estimates the groups of some rows by three independent columns with `values` possible values each.
func rehearse(values int) Estimate {
	const rows = 600
	var columns []*key.Column
	for _, n := range []int{11, 13, 1} {
		codes := each.Times(rows, func(i int) uint32 { return uint32(i % n) })
		columns = append(columns, &key.Column{Codes: data.PackCodes(codes, values), Card: values})
	}
	return Request{Key: key.Compose(rows, columns), Rows: rows, Stakes: NoStakes}.Estimate()
}

// firstExponentials returns the numbers that nearly every sample needs, and the source of further ones. They are
// drawn once: 2,000 take 10 microseconds, as long as the rest of a sample of 2,000 rows.
var firstExponentials = sync.OnceValues(func() ([]float64, rand.PCG) {
	source := rand.NewPCG(0x63617264, 0x696e616c)
	numbers, r := make([]float64, maxSample+maxSample/8), rand.New(source)
	for i := range numbers {
		numbers[i] = r.ExpFloat64()
	}
	return numbers, *source
})

// everyRow lists the selected rows, or all rows if selected is nil.
func (s *scratch) everyRow(total int, selected data.Bitmap) []uint32 {
	if selected == nil {
		rows := room(&s.rows, total)
		for i := range rows {
			rows[i] = uint32(i)
		}
		return rows
	}
	rows := room(&s.rows, 0)
	for i, word := range selected {
		for ; word != 0; word &= word - 1 {
			rows = append(rows, uint32(64*i+bits.TrailingZeros64(word)))
		}
	}
	s.rows = rows
	return rows
}
