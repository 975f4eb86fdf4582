package estimates

import (
	"math"
	"math/rand/v2"

	"cardinal/bench/ours"
)

// population is the size of each group of a table, in rows.
type population []int32

// laws return the relative sizes of some groups. A population consists of parts, for each of which one law is drawn.
var laws = []func(r *rand.Rand, rows float64) (weights []float64){
	func(r *rand.Rand, rows float64) []float64 {
		return weights(r, rows, func(int) float64 { return 1 })
	},
	func(r *rand.Rand, rows float64) []float64 {
		s := 2.3 * r.Float64()
		return weights(r, rows, func(i int) float64 { return math.Pow(float64(i+1), -s) })
	},
	func(r *rand.Rand, rows float64) []float64 {
		sigma := 2.5 * r.Float64()
		return weights(r, rows, func(int) float64 { return math.Exp(sigma * r.NormFloat64()) })
	},
	func(r *rand.Rand, rows float64) []float64 {
		a := 0.3 + 2*r.Float64()
		return weights(r, rows, func(int) float64 { return math.Pow(r.Float64(), -1/a) })
	},
	func(r *rand.Rand, _ float64) []float64 {
		a, b, cols := 2*r.Float64(), 2*r.Float64(), int(between(r, 2, 700))
		out := make([]float64, cols*int(between(r, 2, 700)))
		for i := range out {
			out[i] = math.Pow(float64(i/cols+1), -a) * math.Pow(float64(i%cols+1), -b)
		}
		return out
	},
}

// between draws a number whose logarithm has a uniform distribution.
func between(r *rand.Rand, low, high float64) float64 { return low * math.Pow(high/low, r.Float64()) }

func weights(r *rand.Rand, rows float64, weight func(i int) float64) []float64 {
	out := make([]float64, int(between(r, 1, min(rows, 3e5))))
	for i := range out {
		out[i] = weight(i)
	}
	return out
}

// newPopulation draws a population of one to three parts, each with a law of its own. A part may have few of the rows.
func newPopulation(r *rand.Rand) (out population) {
	left := between(r, 1e5, 1e7)
	for part := r.IntN(3); part >= 0 && left >= 1; part-- {
		rows := left
		if part > 0 {
			rows *= 1 - math.Pow(10, -4*r.Float64())
		}
		if left -= rows; r.IntN(7) < 2 { // groups of the same size, often of one row
			size := int32(max(1, between(r, 0.1, 300)))
			for range min(3e6, int(rows)/int(size)) {
				out = append(out, size)
			}
			continue
		}
		all, total := laws[r.IntN(len(laws))](r, rows), 0.0
		for _, w := range all {
			total += w
		}
		for _, w := range all {
			if n := poisson(r, rows*w/total); n > 0 {
				out = append(out, n)
			}
		}
	}
	return out
}

// poisson draws from a Poisson distribution, and from the normal distribution if the mean is large.
func poisson(r *rand.Rand, mean float64) (n int32) {
	if mean > 50 {
		return int32(max(0, math.Round(mean+math.Sqrt(mean)*r.NormFloat64())))
	}
	for left := mean - r.ExpFloat64(); left > 0; left -= r.ExpFloat64() {
		n++
	}
	return n
}

// sample draws a share of the rows without replacement.
func (p population) sample(r *rand.Rand, rows int, share float64) *ours.Frequencies {
	var counts []uint32
	mean, drawn, end := -1/math.Log1p(-share), 0, 0
	next := int(r.ExpFloat64() * mean)
	for _, size := range p {
		n := uint32(0)
		for end += int(size); next < end; next += 1 + int(r.ExpFloat64()*mean) {
			n++
		}
		if n > 0 {
			counts, drawn = append(counts, n), drawn+int(n)
		}
	}
	return ours.Sample(drawn, rows, counts)
}

func (p population) rows() (n int) {
	for _, size := range p {
		n += int(size)
	}
	return n
}
