package inspect

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
)

// farOut returns the values beyond the fences of some values, which ascend, by fractions.
func farOut(values []*big.Rat) (out []*big.Rat) {
	quartile := func(i int64) *big.Rat {
		at := big.NewRat(i*int64(len(values)-1), 4)
		place := int(new(big.Int).Quo(at.Num(), at.Denom()).Int64())
		x, y := values[place], values[min(place+1, len(values)-1)]
		at.Sub(at, new(big.Rat).SetInt64(int64(place)))
		y = new(big.Rat).Sub(y, x)
		return y.Add(y.Mul(y, at), x)
	}
	first, third := quartile(1), quartile(3)
	far := new(big.Rat).Sub(third, first)
	far.Mul(far, big.NewRat(3, 1))
	if far.Sign() == 0 {
		return nil
	}
	first.Sub(first, far)
	third.Add(third, far)
	for _, v := range values {
		if v.Cmp(first) < 0 || v.Cmp(third) > 0 {
			out = append(out, v)
		}
	}
	return out
}

// TestUsual compares the values beyond the fences of random columns with those that fractions tell.
func TestUsual(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	found := 0
	for n := range 200 {
		rows := 1 + rng.IntN(40)
		ints, floats, valid := make([]int64, rows), make([]float64, rows), data.NewBitmap(rows)
		for i := range rows {
			ints[i] = rng.Int64N(20) - 10
			if rng.IntN(5) == 0 {
				more, less := rng.Int64()>>rng.IntN(63), rng.Int64()>>rng.IntN(63)
				ints[i] = more - less
			}
			if n == 0 {
				ints[i] = []int64{math.MinInt64, math.MaxInt64, 0, 1, 2}[rng.IntN(5)]
			}
			floats[i] = float64(ints[i]) / 10
			switch rng.IntN(30) {
			case 0:
				floats[i] = math.NaN()
			case 1:
				floats[i] = math.Float64frombits(rng.Uint64())
			case 2:
				floats[i] = math.Copysign(0, -1)
			}
			if rng.IntN(8) > 0 {
				valid.Set(i)
			}
		}
		for _, c := range []*data.Column{
			data.NewInts("x", data.Decimal, 2, slices.Clone(ints), slices.Clone(valid)),
			data.NewInts("x", data.Date, 0, slices.Clone(ints), slices.Clone(valid)),
			data.NewFloats("x", slices.Clone(floats), slices.Clone(valid)),
		} {
			var values []*big.Rat
			infinite := false
			for i := range rows {
				switch v := c.Value(i); {
				case v.IsNull(), v.Type == data.Float && math.IsNaN(v.Float):
				case v.Type == data.Float && math.IsInf(v.Float, 0):
					infinite = true
				case v.Type == data.Float:
					values = append(values, new(big.Rat).SetFloat64(v.Float))
				default:
					w, _ := v.Int.Int64()
					values = append(values, new(big.Rat).SetInt64(w))
				}
			}
			if infinite || len(values) == 0 {
				continue
			}
			slices.SortFunc(values, (*big.Rat).Cmp)
			want := len(farOut(values))
			found += want
			f, err := Usual(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for i := range rows {
				v := c.Value(i)
				if v.IsNull() || v.Type == data.Float && math.IsNaN(v.Float) {
					continue
				}
				if !f.Low.IsNull() && data.Compare(v, f.Low) < 0 || !f.High.IsNull() && data.Compare(v, f.High) > 0 {
					got++
				}
			}
			if got != want {
				t.Fatalf("column %d, %s: %d values beyond %v, want %d", n, c.Type, got, f, want)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d values were far out", found)
	}
}

func TestUsualOfOddColumns(t *testing.T) {
	inf := math.Inf(1)
	for name, c := range map[string]*data.Column{
		"all equal but one": data.NewInts("x", data.Int, 0, []int64{1, 1, 1, 1, 1, 1, 99}, nil),
		"one row":           data.NewInts("x", data.Int, 0, []int64{5}, nil),
		"all null":          data.NewInts("x", data.Int, 0, []int64{5, 6}, data.NewBitmap(2)),
		"no row":            data.NewInts("x", data.Int, 0, []int64{}, nil),
		"identifiers":       data.NewInts("order_id", data.Int, 0, []int64{1, 2, 3, 4, 5, 99}, nil),
		"all NaN":           data.NewFloats("x", []float64{math.NaN(), math.NaN()}, nil),
		"infinite quartile": data.NewFloats("x", []float64{1, 2, inf, inf}, nil),
		"texts":             data.NewText("x", []uint32{0}, []string{"a"}, nil),
	} {
		if f, err := Usual(context.Background(), c); err != nil || f != (Fences{}) {
			t.Errorf("%s: %v %v", name, f, err)
		}
	}
	f, err := Usual(context.Background(), data.NewFloats("x", []float64{1, 2, 3, 4, 5, 6, 7, 8, inf, -inf}, nil))
	if err != nil || f.Low.Float >= 1 || f.High.Float <= 8 || math.IsInf(f.High.Float, 0) || f.Low.IsNull() {
		t.Errorf("infinite values: %v %v", f, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Usual(ctx, data.NewInts("x", data.Int, 0, []int64{5, 7}, nil)); err == nil {
		t.Error("a column is read in spite of its context")
	}
}
