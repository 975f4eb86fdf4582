package inspect

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
)

// TestDistribution compares random columns with fractions: the bin of a value, and the mean.
func TestDistribution(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for n := range 60 {
		values := make([]int64, 1+rng.IntN(200))
		for i := range values {
			values[i] = rng.Int64() >> (rng.IntN(4) * n)
			if rng.IntN(2) == 0 {
				values[i] = -values[i]
			}
		}
		if n == 0 {
			values = []int64{math.MinInt64, math.MaxInt64, 0, -1}
		}
		low, high := slices.Min(values), slices.Max(values)
		d, err := Distribute(context.Background(), data.NewInts("x", data.Decimal, 2, slices.Clone(values), nil))
		if err != nil {
			t.Fatal(err)
		}
		want, sum := make([]int, len(d.Bins)), new(big.Rat)
		width := new(big.Int).Sub(big.NewInt(high), big.NewInt(low))
		width.Add(width, big.NewInt(1))
		for _, v := range values {
			sum.Add(sum, big.NewRat(v, 100))
			at := new(big.Int).Sub(big.NewInt(v), big.NewInt(low))
			at.Mul(at, big.NewInt(int64(len(want)))).Quo(at, width)
			want[at.Int64()]++
		}
		if fmt.Sprint(d.Bins) != fmt.Sprint(want) {
			t.Errorf("bins %v, want %v", d.Bins, want)
		}
		mean, _ := sum.Quo(sum, big.NewRat(int64(len(values)), 1)).Float64()
		if d.Mean.Float != mean {
			t.Errorf("mean %v, want %v", d.Mean.Float, mean)
		}
	}
	for _, tc := range []struct {
		values []float64
		want   string
	}{
		{[]float64{1, 1, 1}, "[3] 1"}, {[]float64{math.NaN()}, "[] NaN"},
		{[]float64{0, 19, 20, 10}, "[1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 2] 12.25"},
		{[]float64{-math.MaxFloat64, math.MaxFloat64}, "[1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1] 0"},
		{[]float64{math.Inf(1), 2}, "[1] +Inf"},
		{[]float64{5e-324, 0}, "[2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0] 0"}, // a twentieth of the least float is 0
	} {
		d, err := Distribute(context.Background(), data.NewFloatColumn("x", tc.values, nil))
		if got := fmt.Sprint(d.Bins, " ", d.Mean.Float); err != nil || got != tc.want {
			t.Errorf("%v: %s, want %s", tc.values, got, tc.want)
		}
	}
}

func TestMostFrequent(t *testing.T) {
	codes := []uint32{0, 0, 1, 2, 3, 4, 5, 5, 6}
	d, err := Distribute(context.Background(), data.NewText("x", codes, []string{"z", "b", "a", "c", "e", "y", "d"},
		nil))
	if got := fmt.Sprint(d.Top); err != nil || got != "[{y 2} {z 2} {a 1} {b 1} {c 1}]" {
		t.Errorf("%s", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Distribute(ctx, data.NewInts("x", data.Int, 0, []int64{1}, nil)); err == nil {
		t.Error("a column is read in spite of its context")
	}
}
