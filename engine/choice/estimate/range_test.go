package estimate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/engine/key"
)

// TestRangesOverManyDraws tests the promised range on more data than the table shows: every shape several times, at
// five shares, from the fewest rows of a sample. None of it influenced the constants of weightedEstimate. Only the
// one deviation of triples was checked against it, too.
func TestRangesOverManyDraws(t *testing.T) {
	const rows, times = 200_000, 6
	shapes := map[string]func(*rand.Rand) func(int) int{
		"uniform 60": uniform(60), "uniform 750": uniform(750), "uniform 3,000": uniform(3000),
		"uniform 40,000": uniform(40_000),
		"Zipf 0.7":       zipf(0.7, 30_000), "Zipf 0.9": zipf(0.9, 5000), "Zipf 1.1": zipf(1.1, 100_000),
		"Zipf 1.3": zipf(1.3, 2000), "Zipf 1.7": zipf(1.7, 50_000),
		"log-normal 0.5": lognormal(900, 0.5), "log-normal 1": lognormal(12_000, 1), "log-normal 2": lognormal(3000, 2),
		"hot 0.7": hot(0.7, 30), "hot 0.95": hot(0.95, 5), "hot 0.999": hot(0.999, 1), "clustered": clustered(3000, 8),
	}
	inside, trials, decided, answers, answered := 0, 0, 0, 0, 0
	var errs []float64
	for name, shape := range shapes {
		for seed := range uint64(times) {
			at := shape(rand.New(rand.NewPCG(seed, 77)))
			first := coded(rows, at)
			k := key.Compose(rows, []*key.Column{first, coded(rows, func(i int) int {
				return int(first.Codes.At(i) % 5)
			})})
			truth := Count(k, nil)
			if answers++; (trial{pivoted(k, border), truth}).decided() {
				answered++
			}
			for _, share := range []float64{leastSample / float64(rows), 0.005, 0.01, 0.03, 0.1} {
				c := trial{Request{Key: k, Rows: rows}.sample(new(scratch), share, int(min(k.Slots, rows)), Sample),
					truth}
				trials++
				if c.inside() {
					inside++
				} else {
					t.Logf("%s at %v: the truth %d lies outside %d..%d", name, share, truth, c.Low, c.High)
				}
				if c.decided() {
					decided++
				}
				errs = append(errs, math.Abs(c.err()))
			}
		}
	}
	slices.Sort(errs)
	t.Logf("inside %d of %d, the side of %d groups right in %d, with all steps in %d of %d; error: median %.1f%%, "+
		"nine in ten below %.1f%%",
		inside, trials, border, decided, answered, answers, 100*errs[trials/2], 100*errs[trials*9/10])
	if float64(answered) < 0.95*float64(answers) {
		t.Errorf("%d of %d decisions are right, less than 95%%", answered, answers)
	}
	if float64(inside) < 0.95*float64(trials) {
		t.Errorf("the range holds the truth in %d of %d trials, less than 95%%", inside, trials)
	}
}

// TestRangeOfLittle draws a few rows again and again, from keys of similar size and from rare keys next to a hot one.
// Each number of groups lies inside the range in 95 of 100 samples, even if samples often have no key twice, or few
// of the rare ones.
func TestRangeOfLittle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const rows, of, samples = 256, 500_000, 2000
	check := func(name string, groups int, key func() int) {
		outside := 0
		for range samples {
			counts := make([]uint32, groups)
			for range rows {
				counts[key()]++
			}
			if e := OfCounts(counts, of); groups < e.Low || e.High < groups {
				outside++
			}
		}
		if outside > samples*6/100 { // 5, and what is luck
			t.Errorf("of %d samples of %d groups, %s, %d have a range without them", samples, groups, name, outside)
		}
	}
	for _, groups := range []int{300, 1000, 3000, 6000, 8000, 10_000, 12_000, 15_000, 25_000, 100_000} {
		check("of like size", groups, func() int { return r.IntN(groups) })
	}
	for _, rare := range []int{1000, 6000, 10_000, 16_000, 40_000} {
		check("one of them hot", rare+1, func() int { return max(0, r.IntN(of)-of+rare+1) })
	}
}

// TestNoRangeWithoutWidth samples tables of a few frequent keys and hundreds of keys with one row. The sample often
// has no key exactly once, and its range still contains the true number. The end of the range for decisions does not
// change.
func TestNoRangeWithoutWidth(t *testing.T) {
	for _, c := range []struct{ rows, frequent, rare, sampled int }{
		{3_000_000, 10, 290, 1200}, {3_000_000, 60, 999, 1200}, {3_000_000, 1, 1035, 1200}, {3_000_000, 42, 1, 1224},
		{1_000_000, 97, 20, 5000},
	} {
		counts := make([]uint32, c.frequent)
		for i := range counts {
			counts[i] = uint32(c.sampled / c.frequent)
		}
		e := OfCounts(counts, c.rows)
		if truth := c.frequent + c.rare; e.Low > truth || truth > e.High || e.Exact() {
			t.Errorf("%+v: %d groups, %d to %d, of %d", c, e.Groups, e.Low, e.High, truth)
		}
		if e.Groups != c.frequent || e.Decisive != c.frequent || !e.Decided() {
			t.Errorf("%+v: decisions go by %d to %d groups, expected are %d", c, e.Low, e.Decisive, e.Groups)
		}
	}
	if e := OfCounts([]uint32{500, 500}, 1000); !e.Exact() {
		t.Errorf("a sample of all rows is not exact: %+v", e)
	}
}
