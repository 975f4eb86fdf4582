package outofcore

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBins compares the bound with numbers that were worked out by hand. With k = 2 it is m >= (e n/2)^2 / p, with k
// = 3 m >= sqrt((e n/3)^3 / p), and so on: the (k-1)-th root of (e n/k)^k / p.
func TestBins(t *testing.T) {
	for _, test := range []struct {
		n, k int
		p    float64
		want int
	}{
		{2, 2, 0.5, 15},                // e^2 / 0.5 = 14.78
		{10, 2, 0.1, 1848},             // (5e)^2 / 0.1 = 25 * 7.389 / 0.1 = 1847.26
		{30, 3, 0.01, 1418},            // (10e)^3 = 20,085.5; over 0.01 = 2,008,553.7; its square root = 1417.23
		{5, 5, 0.0001, 35},             // e^5 = 148.413; over 0.0001 = 1,484,131.6; its fourth root = 34.90
		{1_000_000, 100_000, 1e-9, 28}, // exp((330,258.51 + 20.72) / 99,999) = exp(3.302825) = 27.19
		{100, 1_000_000, 0.5, 1},       // far below 1
		{1000, 101, 1e-6, 32},          // exp((101 * 3.292635 + 13.815511) / 100) = exp(3.463716) = 31.94
		{1_000_000, 1001, 1e-6, 2776},  // exp((1001 * 7.906756 + 13.815511) / 1000) = exp(7.928478) = 2775.20
	} {
		if got := binsFor(test.n, test.k, test.p); got != test.want {
			t.Errorf("%d groups, at most %d of them, p = %g: %d partitions, want %d", test.n, test.k, test.p,
				got, test.want)
		}
	}
}

// As the theorem says, partitions with as many groups as k are rare.
func TestBinsHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	over := 0
	const rounds, n, k = 300, 20_000, 400
	m := binsFor(n, k, 0.01)
	for range rounds {
		counts := make([]int, m)
		for range n {
			counts[rng.IntN(m)]++
		}
		if slices.Max(counts) >= k {
			over++
		}
	}
	if over > 0.01*rounds {
		t.Errorf("%d of %d times one of %d partitions had %d groups or more", over, rounds, m, k)
	}
}
