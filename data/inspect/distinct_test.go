package inspect

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
)

// TestCountDistinct counts values whose span does not fit 64 bits with a sign, NaN once, both zeros as one value, and
// nothing if the context has ended.
func TestCountDistinct(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		column *data.Column
		want   int
	}{
		{data.NewInts("c", data.Int, 0, []int64{-1 << 63, 1<<63 - 1}, nil), 2},
		{data.NewFloatColumn("c", []float64{nan, 1.5, 0, math.Copysign(0, -1), nan, 1.5, math.Inf(1)}, nil), 4},
		{data.NewInts("c", data.Int, 0, []int64{7, 0, 7}, data.Bitmap{0b101}), 1},
	} {
		d, err := CountDistinct(t.Context(), c.column)
		if d != (Distinct{N: c.want}) || err != nil {
			t.Errorf("%+v, %v, want %d", d, err, c.want)
		}
		estimate, err := estimateDistinct(t.Context(), c.column)
		if estimate != c.want || err != nil {
			t.Errorf("estimated %d, %v, want %d", estimate, err, c.want)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := CountDistinct(ended, c.column); err == nil {
			t.Error("counted after the end of the context")
		}
	}
}

// TestEstimateDistinct estimates numbers from the range of linear counting to many times the registers.
func TestEstimateDistinct(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{100, 5000, 30_000, 60_000, 300_000} {
		values := make([]int64, n+n/2)
		for i := range n {
			values[i] = int64(r.Uint64())
		}
		copy(values[n:], values)
		got, err := estimateDistinct(t.Context(), data.NewInts("c", data.Int, 0, values, nil))
		if err != nil || math.Abs(float64(got-n)) > 0.05*float64(n) {
			t.Errorf("%d, %v, want about %d", got, err, n)
		}
	}
}

// BenchmarkEstimateDistinct estimates ten million distinct integers.
func BenchmarkEstimateDistinct(b *testing.B) {
	values := make([]int64, 10_000_000)
	for i := range values {
		values[i] = int64(rand.Uint64())
	}
	c := data.NewInts("c", data.Int, 0, values, nil)
	for b.Loop() {
		_, _ = estimateDistinct(b.Context(), c)
	}
}
