package estimate

import (
	"math"
	"testing"
)

// TestChao1 computes the worked cases of "The GROUP BY problem on GPUs", to the digit.
func TestChao1(t *testing.T) {
	for _, c := range [][4]int{
		{148, 12, 18, 152}, {621, 198, 87, 843}, {2814, 1206, 412, 4574}, {3892, 2341, 608, 8390}, {142, 8, 14, 144},
		{5, 0, 0, 5}, {5, 1, 0, 5}, {0, 0, 0, 0},
	} {
		if got := Chao1(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("Chao1(%d, %d, %d) = %d, want %d", c[0], c[1], c[2], got, c[3])
		}
	}
}

func sampled(of int, counts ...uint32) *Frequencies {
	n := 0
	for _, c := range counts {
		n += int(c)
	}
	return NewFrequencies(n, of, counts)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-4*math.Max(1, math.Abs(b)) }

// Ten rows of a hundred: four keys seen once, one twice, one four times. Worked by hand.
func TestEstimatorsByHand(t *testing.T) {
	f := sampled(100, 1, 1, 1, 1, 2, 4)
	for name, c := range map[string][2]float64{
		"ChaoWOR":  {ChaoWOR(f), 6 + 16/(2*10.0/9+4*0.1/0.9)},    // 12
		"GEE":      {GEE(f), math.Sqrt(10)*4 + 2},                // 14.65
		"Shlosser": {Shlosser(f), 6 + 4*5.0661/0.8716},           // 29.25
		"Duj1":     {Duj1(f), 10 * 6 / (10 - 4 + 0.4)},           // 9.375
		"Chao1":    {float64(Chao1(f.D, f.F(1), f.F(2))), 6 + 3}, // 4*3 / (2*2)
	} {
		if !near(c[0], c[1]) {
			t.Errorf("%s = %.4f, want %.4f", name, c[0], c[1])
		}
	}
}

// A sample of all rows, one without singletons and one of nothing leave nothing to estimate.
func TestEstimatorsAtTheEdges(t *testing.T) {
	for name, f := range map[string]*Frequencies{"every row": sampled(6, 1, 1, 4), "no singletons": sampled(1000, 2, 3,
		400), "no rows": sampled(1000)} {
		for i, got := range []float64{ChaoWOR(f), Shlosser(f), GEE(f), Duj1(f), weightedEstimate(f, 1e9)} {
			if !near(got, float64(f.D)) {
				t.Errorf("%s: estimator %d says %v of %d distinct keys", name, i, got, f.D)
			}
		}
	}
	if f := sampled(1000, 300, 300, 256, 7); f.F(300) != 2 || f.F(256) != 1 || f.D != 4 {
		t.Errorf("frequencies of often seen keys: %+v", f)
	}
}

func TestBoundsByHand(t *testing.T) {
	// f1=4, f2=1, q=0.1: mean size 1 + 2*9*1/4 = 5.5; without triples the second moment is the least there can be
	low, high := bounds(sampled(60, 1, 1, 1, 1, 2), 0, 0)
	if !near(low, 5+36/5.5) || !near(high, low) {
		t.Errorf("bounds %.4f..%.4f, want both %.4f", low, high, 5+36/5.5)
	}
	// with f3=1 the second moment is 6*81/4 + 3*5.5 - 2 = 136: sizes 1 and (136-5.5)/4.5 = 29, weights 0.839 and 0.161
	low, high = bounds(sampled(90, 1, 1, 1, 1, 2, 3), 0, 1)
	if !near(low, 6+36/5.5) || !near(high, 6+36*(23.5/28+4.5/28/29)) {
		t.Errorf("bounds %.4f..%.4f, want %.4f..%.4f", low, high, 6+36/5.5, 6+36*(23.5/28+4.5/28/29))
	}
}

// An f3 within its noise of what equal sizes give makes no difference between the bounds, a far greater one
// makes nearly the whole.
func TestTriples(t *testing.T) {
	// f1=600, f2=300: equal sizes foresee 100 triples; the slope is 2/3, so that the noise is sqrt(f3 + 1 + 300*4/9)
	for f3, want := range map[int]float64{50: 50, 100: 100, 110: 100, 1000: 1000 - math.Sqrt(1001+300*4./9)} {
		f := Frequencies{Seen: []int{0, 600, 300, f3}}
		if got := f.triples(); !near(got, want) {
			t.Errorf("f3 = %d counts as %v, want %v", f3, got, want)
		}
	}
}

// Where the sample is just what is expected of groups of known sizes, the bounds hold the truth, the lower one meets
// it for groups of one size and the upper one for single rows beside groups of one size.
func TestBoundsHoldTheExpectation(t *testing.T) {
	const q = 0.05
	for name, groups := range map[string]map[int]float64{ // size: number
		"one size": {20: 1e6}, "single rows": {1: 4e6, 40: 1e6}, "three sizes": {2: 2e6, 15: 2e6, 60: 1e6},
	} {
		f, truth, rows := Frequencies{Seen: make([]int, maxSeen)}, 0.0, 0.0
		for size, n := range groups {
			truth += n
			rows += n * float64(size)
			p := math.Pow(1-q, float64(size))
			for j := 0; j < size; j++ {
				p *= float64(size-j) / float64(j+1) * q / (1 - q)
				f.Seen[j+1] += int(math.Round(n * p))
			}
		}
		for _, keys := range f.Seen {
			f.D += keys
		}
		f.Of, f.Rows = int(rows), int(rows*q)
		low, high := bounds(&f, 0, float64(f.F(3)))
		if low > truth*1.0001 || high < truth*0.9999 {
			t.Errorf("%s: bounds %.0f..%.0f miss %.0f", name, low, high, truth)
		}
		if name == "one size" && (low < truth*0.999 || high > truth*1.001) || name == "single rows" &&
			high > truth*1.001 {
			t.Errorf("%s: bounds %.0f..%.0f are not sharp at %.0f", name, low, high, truth)
		}
	}
}
