package mark

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

func figures(decimals bool, of ...float64) (values []data.Value) {
	for _, x := range of {
		v := data.FloatValue(x)
		if decimals {
			v = data.Value{Type: data.Decimal, Scale: 1, Int: int128.From(int64(math.Round(10 * x)))}
		}
		values = append(values, v)
	}
	return values
}

// shown returns what the format of an extent shows for a figure.
func shown(e *Extent, v data.Value) (c Cell) {
	c.Show(e, v)
	return c
}

func extentOf(m query.Mark, values []data.Value) *Extent {
	e := New(m)
	for _, v := range values {
		e.Add(v)
	}
	e.Close()
	return e
}

// TestHighlights compares what is highlighted with a sorted list of the figures and their average in integers.
func TestHighlights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 1 + rng.IntN(40)
		tenths := make([]int64, n)
		for i := range tenths {
			tenths[i] = rng.Int64N(20) - 10
		}
		sorted := slices.Sorted(slices.Values(tenths))
		var total int64
		for _, x := range tenths {
			total += x
		}
		k := 1 + rng.IntN(12)
		for _, m := range []query.Mark{{Kind: query.Most, N: k}, {Kind: query.Least, N: k}, {Kind: query.Above},
			{Kind: query.Below}} {
			parts := []*Extent{New(m), New(m), New(m)}
			for _, x := range tenths {
				parts[rng.IntN(3)].Add(data.Value{Type: data.Decimal, Scale: 1, Int: int128.From(x)})
			}
			e := New(m)
			for _, part := range parts {
				e.Merge(part)
			}
			e.Close()
			for _, x := range tenths {
				want := map[query.MarkKind]bool{
					query.Most: x >= sorted[max(0, n-k)], query.Least: x <= sorted[min(n, k)-1],
					query.Above: x*int64(n) > total, query.Below: x*int64(n) < total,
				}[m.Kind]
				c := shown(e, data.Value{Type: data.Decimal, Scale: 1, Int: int128.From(x)})
				if got := !c.IsZero(); got != want {
					t.Fatalf("%s of %v: %d is highlighted: %t", m.Title(), tenths, x, got)
				}
			}
		}
	}
}

// TestAverageIsExact tests figures whose average, computed with floats, is below the second one.
func TestAverageIsExact(t *testing.T) {
	values := figures(true, 0.1, 0.2, 0.3)
	if e := extentOf(query.Mark{Kind: query.Above}, values); !shown(e, values[1]).IsZero() ||
		shown(e, values[2]).IsZero() {
		t.Error("0.2 is the average of 0.1, 0.2 and 0.3")
	}
	big := data.Value{Type: data.Int, Int: int128.From(math.MaxInt64).Add(int128.From(math.MaxInt64))}
	less := data.Value{Type: data.Int, Int: big.Int.Sub(int128.From(1))}
	if e := extentOf(query.Mark{Kind: query.Above}, []data.Value{big, less, less}); shown(e, big).IsZero() ||
		!shown(e, less).IsZero() {
		t.Error("integers beyond 64 bits are not compared exactly")
	}
}

// TestArrows divides ranges into three and five, those of equal figures and of the greatest floats, too.
func TestArrows(t *testing.T) {
	for _, tc := range []struct {
		n      int
		values []float64
		want   string
	}{
		{3, []float64{0, 32.9, 33, 66.9, 67, 100}, "↓↓→→↑↑"},
		{5, []float64{-50, -31, -30, -9, -10, 10, 30, 50}, "↓↓↘→→↗↑↑"},
		{3, []float64{7, 7}, "↑↑"}, {5, []float64{0.1}, "↑"},
		{3, []float64{-math.MaxFloat64, 0, math.MaxFloat64}, "↓→↑"},
	} {
		e, got := extentOf(query.Mark{Kind: query.Icons, N: tc.n}, figures(false, tc.values...)), ""
		for _, x := range tc.values {
			got += shown(e, data.FloatValue(x)).Arrow.String()
		}
		if got != tc.want {
			t.Errorf("%v: %s, want %s", tc.values, got, tc.want)
		}
	}
}

func TestBarsAndScales(t *testing.T) {
	odd := []data.Value{{}, data.FloatValue(math.NaN()), data.FloatValue(math.Inf(1)), data.FloatValue(math.Inf(-1)),
		data.TextValue("x"), data.DateValue(3)}
	for name, tc := range map[string]struct {
		mark   query.Mark
		values []float64
		of     float64
		want   [3]float64 // from, to, share
	}{
		"a bar from zero":        {query.Mark{Kind: query.Bars}, []float64{2, 4, 8}, 4, [3]float64{0, 0.5, 0}},
		"a negative bar":         {query.Mark{Kind: query.Bars}, []float64{-2, 8}, -2, [3]float64{0.2, 0, 0}},
		"negative figures alone": {query.Mark{Kind: query.Bars}, []float64{-2, -8}, -2, [3]float64{1, 0.75, 0}},
		"nothing but zeros":      {query.Mark{Kind: query.Bars}, []float64{0, 0}, 0, [3]float64{}},
		"as great as floats are": {query.Mark{Kind: query.Bars}, []float64{-math.MaxFloat64, math.MaxFloat64}, 0,
			[3]float64{0.5, 0.5, 0}},
		"two colours": {query.Mark{Kind: query.Scale, N: 2}, []float64{-10, 30}, 0,
			[3]float64{0, 0, 0.25}},
		"three colours around zero": {query.Mark{Kind: query.Scale, N: 3}, []float64{-10, 30}, -10,
			[3]float64{0, 0, 1.0 / 3}},
		"three colours": {query.Mark{Kind: query.Scale, N: 3}, []float64{10, 30}, 20,
			[3]float64{0, 0, 0.5}},
		"equal figures": {query.Mark{Kind: query.Scale, N: 2}, []float64{7, 7}, 7, [3]float64{0, 0, 0.5}},
	} {
		e := extentOf(tc.mark, append(figures(false, tc.values...), odd...))
		c := shown(e, data.FloatValue(tc.of))
		for i, got := range []float64{c.From, c.To, c.Share} {
			if math.Abs(got-tc.want[i]) > 1e-12 {
				t.Errorf("%s: %+v, want %v", name, c, tc.want)
			}
		}
		for _, v := range odd {
			if got := shown(e, v); got != (Cell{}) {
				t.Errorf("%s: %s shows %+v", name, v, got)
			}
		}
	}
	if got := shown(extentOf(query.Mark{Kind: query.Above}, odd), data.IntValue(1)); got != (Cell{}) {
		t.Errorf("a figure among none shows %+v", got)
	}
}

// TestPassing highlights the figures that pass a comparison, exactly, and each alone: the others do not count.
func TestPassing(t *testing.T) {
	values := append(figures(true, -3, -0.1, 0.1, 0.2, 5), figures(false, 0.1, 0.2, 7)...)
	values = append(values, data.Value{}, data.FloatValue(math.NaN()), data.TextValue("9"))
	for condition, want := range map[string]string{
		"> 0.1": "0.2 5.0 0.2 7", ">= 0.1": "0.1 0.2 5.0 0.1 0.2 7", "< 0": "-3.0 -0.1", "<= -3": "-3.0",
		"= 0.2": "0.2 0.2", "<> 0.2": "-3.0 -0.1 0.1 5.0 0.1 7", "between 0.1 and 0.2": "0.1 0.2 0.1 0.2", "> 100": "",
	} {
		m := query.Mark{Kind: query.Passing, If: condition}
		e := extentOf(m, values)
		var got []string
		for _, v := range values {
			if c := shown(e, v); !c.IsZero() {
				got = append(got, v.String())
				fill, filled := Light.FillColour(c)
				if low := condition == "< 0" || condition == "<= -3"; !filled || (fill == Light.Bad) != low ||
					m.IsLow() != low {
					t.Errorf("%s has the colour %v", condition, fill)
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", condition, got, want)
		}
	}
}

// TestDatesAndInfinities highlights dates by their order and infinities beyond all numbers, and leaves
// infinities out of the average.
func TestDatesAndInfinities(t *testing.T) {
	at := func(second int64) data.Value {
		return data.Value{Type: data.Timestamp, Int: int128.From(second), UTC: true}
	}
	infinite := []data.Value{data.FloatValue(math.Inf(1)), data.FloatValue(math.Inf(-1)), data.FloatValue(math.NaN()),
		data.FloatValue(1), data.FloatValue(4)}
	for _, tc := range []struct {
		mark   query.Mark
		values []data.Value
		want   string
	}{
		{query.Mark{Kind: query.Most, N: 1}, []data.Value{data.DateValue(3), data.DateValue(5), {}, data.DateValue(5)},
			"1970-01-06 1970-01-06"},
		{query.Mark{Kind: query.Least, N: 1}, []data.Value{data.DateValue(3), data.DateValue(-5)}, "1969-12-27"},
		{query.Mark{Kind: query.Passing, If: "> '1970-01-04'"}, []data.Value{data.DateValue(3), data.DateValue(4)},
			"1970-01-05"},
		{query.Mark{Kind: query.Passing, If: "<= '1970-01-01 12:00'"}, []data.Value{at(43_199), at(43_200), at(43_201)},
			"1970-01-01T11:59:59Z 1970-01-01T12:00:00Z"},
		{query.Mark{Kind: query.Passing, If: "> 1"}, infinite, "Infinity 4"},
		{query.Mark{Kind: query.Passing, If: "<= 1"}, infinite, "-Infinity 1"},
		{query.Mark{Kind: query.Most, N: 2}, infinite, "Infinity 4"},
		{query.Mark{Kind: query.Least, N: 1}, infinite, "-Infinity"},
		{query.Mark{Kind: query.Above}, infinite, "Infinity 4"},
		{query.Mark{Kind: query.Below}, infinite, "-Infinity 1"},
		{query.Mark{Kind: query.Bars}, infinite, "1 4"},
	} {
		e := extentOf(tc.mark, tc.values)
		var got []string
		for _, v := range tc.values {
			if !shown(e, v).IsZero() {
				got = append(got, v.String())
			}
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %v, want %s", tc.mark.Title(), got, tc.want)
		}
	}
}
