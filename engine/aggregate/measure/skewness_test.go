package measure

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

// TestSkewness holds skewness against its definition in 2,000 bits, over random columns of every kind and every scale.
func TestSkewness(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for round := range 400 {
		rows := 3 + r.IntN(40)
		c := skewColumn(r, round%6, rows)
		got := skewnessOf(t, c)
		want, ok := skewByDefinition(c)
		if got.IsNull() == ok || ok && math.Float64bits(got.Float) != math.Float64bits(want) {
			t.Fatalf("column %d of %d rows: %v, not %v, %v", round%6, rows, got.Float, want, ok)
		}
	}
}

// TestSkewnessOfFew looks at groups without a skewness, and at those whose skewness a person can check: Excel's
// SKEW(3,4,5,2,3,4,5,6,4,7) is 0.359543.
func TestSkewnessOfFew(t *testing.T) {
	ints := func(values ...int64) *data.Column { return data.NewInts("x", data.Int, 0, values, nil) }
	for _, c := range []*data.Column{ints(), ints(1), ints(1, 2), ints(5, 5, 5, 5),
		data.NewFloatColumn("x", []float64{0.1, 0.1, 0.1}, nil)} {
		if v := skewnessOf(t, c); !v.IsNull() {
			t.Errorf("%d rows have the skewness %v", c.Rows, v.Float)
		}
	}
	if v := skewnessOf(t, ints(3, 4, 5, 2, 3, 4, 5, 6, 4, 7)); math.Abs(v.Float-0.359543071406797) > 1e-15 ||
		!v.Rounded {
		t.Errorf("%v", v)
	}
	if v := skewnessOf(t, ints(-7, 0, 7)); v.Float != 0 || v.Rounded {
		t.Errorf("%v of symmetric values", v)
	}
	for _, special := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if v := skewnessOf(t, data.NewFloatColumn("x", []float64{0x1p-40, special, 2, 0x1p-30},
			nil)); !math.IsNaN(v.Float) || v.IsNull() {
			t.Errorf("%v with %v", v.Float, special)
		}
	}
}

// skewColumn returns a random column: narrow codes, wide integers, decimals, floats of one scale, of all scales, and
// with nulls.
func skewColumn(r *rand.Rand, kind, rows int) *data.Column {
	ints, floats := make([]int64, rows), make([]float64, rows)
	valid := data.NewBitmap(rows)
	for i := range rows {
		switch kind {
		case 0:
			ints[i] = r.Int64N(200) - 100
		case 1:
			ints[i] = int64(r.Uint64())
		case 2:
			ints[i] = r.Int64N(1e9)
		case 3:
			floats[i] = r.NormFloat64()
		default:
			floats[i] = math.Ldexp(r.Float64()-0.5, r.IntN(2080)-1060)
		}
		if r.IntN(3) > 0 || i < 3 {
			valid.Set(i)
		} else {
			ints[i], floats[i] = 0, 0
		}
	}
	switch kind {
	case 0, 1:
		return data.NewInts("x", data.Int, 0, ints, nil)
	case 2:
		return data.NewInts("x", data.Decimal, 4, ints, valid)
	case 5:
		return data.NewFloatColumn("x", floats, valid)
	}
	return data.NewFloatColumn("x", floats, nil)
}

func skewnessOf(t *testing.T, c *data.Column) data.Value {
	t.Helper()
	p, err := NewPlan(Source{Table: data.NewTable("t", []*data.Column{c})},
		[]query.Measure{{Func: "skewness", Column: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	accs := grown(p.New(), 1)
	aggregate.Update(accs, p.batch(make([]uint32, c.Rows), 0, c.Rows))
	totals := grown(p.Totals(context.Background(), 1), 1)
	for i := range totals {
		totals[i].Merge(accs[i], nil, nil)
	}
	values, err := p.Values(totals, 1)
	if err != nil {
		t.Fatal(err)
	}
	return values.At(0, 0)
}

// skewByDefinition returns n/((n-1)(n-2)) * sum(((x-mean)/s)^3), or false if it is undefined.
func skewByDefinition(c *data.Column) (float64, bool) {
	const precision = 8000
	number := func() *big.Float { return new(big.Float).SetPrec(precision) }
	var values []*big.Float
	sum := number()
	for row := range c.Rows {
		v := c.Value(row)
		if v.IsNull() {
			continue
		}
		x := number()
		if v.Type == data.Float {
			x.SetFloat64(v.Float)
		} else {
			x.SetInt(v.Int.Big()) // a scale changes nothing
		}
		values = append(values, x)
		sum.Add(sum, x)
	}
	n := float64(len(values))
	if n < 3 {
		return 0, false
	}
	mean, squares, cubes := sum.Quo(sum, number().SetFloat64(n)), number(), number()
	for _, x := range values {
		d := number().Sub(x, mean)
		square := number().Mul(d, d)
		squares.Add(squares, square)
		cubes.Add(cubes, square.Mul(square, d))
	}
	if squares.Sign() == 0 {
		return 0, false
	}
	variance := squares.Quo(squares, number().SetFloat64(n-1))
	cubed := number().Mul(variance, number().Sqrt(variance))
	skew := number().Quo(cubes.Mul(cubes, number().SetFloat64(n)), cubed.Mul(cubed, number().SetFloat64((n-1)*(n-2))))
	f, _ := skew.Float64()
	return f, true
}
