package data

import (
	"math"
	"math/rand/v2"
	"testing"
)

// scaleInOrder does what decimalScale does, one value after the other.
func scaleInOrder(values []float64, valid Bitmap, single bool) (int, bool) {
	scale, some := 0, false
	decimal := func(v float64) bool {
		p := math.Pow10(scale)
		return isDecimal(v, math.Round(v*p), p, single)
	}
	for i, v := range values {
		if !valid.Get(i) {
			continue
		}
		some = true
		if v == 0 && math.Signbit(v) {
			return 0, false
		}
		for !decimal(v) {
			if scale++; scale > maxDecimalScale {
				return 0, false
			}
		}
	}
	for i, v := range values {
		if valid.Get(i) && !decimal(v) {
			return 0, false
		}
	}
	return scale, some
}

// TestDecimalScaleOfManyRows compares parallel stretches with the values in order. Some values are decimals at a
// small scale but not at a greater scale, and some the other way round.
func TestDecimalScaleOfManyRows(t *testing.T) {
	found := map[int]int{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		single := seed%3 == 0
		values := make([]float64, 3*stretchRows+r.IntN(1000))
		scale := r.IntN(11)
		for i := range values {
			values[i] = float64(r.IntN(100_000)) / math.Pow10(r.IntN(1+scale/3))
			if single {
				values[i] = float64(float32(values[i]))
			}
		}
		for range r.IntN(4) {
			odd := []float64{1.0 / 3, math.Copysign(0, -1), math.NaN(), math.Inf(1), 1 << 52, 1 << 49, 1<<52 + 0.5,
				0.1 + 0.2, 4503599627370.497, 9007199254.740993, 123456.789, 5e-9, 0.000123}
			values[r.IntN(len(values))] = odd[r.IntN(len(odd))]
		}
		var valid Bitmap
		if seed%2 == 0 {
			valid = NewBitmap(len(values))
			for i := range values {
				if r.IntN(5) > 0 {
					valid.Set(i)
				}
			}
		}
		want, ok := scaleInOrder(values, valid, single)
		got, some := decimalScale(values, valid, single)
		if got != want && ok || some != ok {
			t.Errorf("seed %d: scale %d, %v instead of %d, %v", seed, got, some, want, ok)
		}
		if !ok {
			want = -1
		}
		found[want]++
	}
	if len(found) < 5 || found[-1] > 45 {
		t.Errorf("the scales were %v", found)
	}
}

// TestColumnsOfManyRows checks each value of columns that are made in parallel, and the ends of the columns.
func TestColumnsOfManyRows(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, span := range []int64{100, 50_000, 1 << 30, 1 << 40} {
		for _, nulls := range []bool{false, true} {
			n := 2*stretchRows + 1 + r.IntN(200)
			values, floats := make([]int64, n), make([]float64, n)
			codes, texts := make([]uint32, n), []string{"a", "b", "c"}
			valid := NewBitmap(n)
			least, most, low, high := int64(math.MaxInt64), int64(math.MinInt64), math.Inf(1), math.Inf(-1)
			for i := range values {
				values[i], floats[i], codes[i] = r.Int64N(span)-span/3, r.NormFloat64(), uint32(r.IntN(3))
				if !nulls || r.IntN(3) > 0 {
					valid.Set(i)
					least, most = min(least, values[i]), max(most, values[i])
					low, high = min(low, floats[i]), max(high, floats[i])
				}
			}
			wantInts, wantFloats, wantCodes := append([]int64{}, values...), append([]float64{}, floats...),
				append([]uint32{}, codes...)
			bits := func() Bitmap {
				if !nulls {
					return nil
				}
				return append(Bitmap{}, valid...)
			}
			ints, reals, words := NewInts("i", Int, 0, values, bits()), NewFloats("f", floats, bits()),
				NewText("t", codes, texts, bits())
			if ints.Min != least || ints.Max != most || reals.MinFloat != low || reals.MaxFloat != high {
				t.Errorf("span %d: %d to %d, %v to %v", span, ints.Min, ints.Max, reals.MinFloat, reals.MaxFloat)
			}
			for i := range n {
				if v := valid.Get(i); ints.Value(i).IsNull() == v || reals.Value(i).IsNull() == v ||
					words.Value(i).IsNull() == v ||
					v && (ints.Int(i) != wantInts[i] || reals.Floats[i] != wantFloats[i] ||
						words.Value(i).Text != texts[wantCodes[i]]) {
					t.Fatalf("span %d, nulls %v: row %d is %v, %v, %v", span, nulls, i, ints.Value(i), reals.Value(i),
						words.Value(i))
				}
			}
		}
	}
}
