package key

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestFloatBins compares the bins of floats at the edges, and next to them, with the edges that the labels name.
func TestFloatBins(t *testing.T) {
	for _, width := range []string{"0.1", "0.3", "0.07", "2.5", "7", "0.000001"} {
		f := query.Field{Column: "x", Part: query.Bin}
		var err error
		if f.BinWidth, f.BinScale, err = query.ParseWidth(width); err != nil {
			t.Fatal(err)
		}
		var values []float64
		for n := -2000; n <= 2000; n++ {
			edge := float64(int64(n)*f.BinWidth) / math.Pow10(f.BinScale)
			values = append(values, edge, math.Nextafter(edge, math.Inf(1)), math.Nextafter(edge, math.Inf(-1)))
		}
		k, err := bin(t.Context(), data.NewFloatColumn("x", values, nil), f)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			label := k.Label(k.Codes.At(i)).String()
			from, to, _ := strings.Cut(strings.ReplaceAll(label, ",", ""), " - ")
			low, err := strconv.ParseFloat(from, 64)
			high, other := strconv.ParseFloat(to, 64)
			if err != nil || other != nil || v < low || v >= high {
				t.Fatalf("%v is in the bin %s of width %s", v, label, width)
			}
		}
	}
}

// TestBinsOfInfinities checks that infinities and NaN have labels of their own, in the order of numbers, beside the
// bins of the other values.
func TestBinsOfInfinities(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, tc := range map[string]struct {
		values []float64
		want   string
	}{
		"all":         {[]float64{nan, 25, inf, -3, -inf, 4}, "-Infinity, -10 - 0, 0 - 10, 20 - 30, Infinity, NaN"},
		"one":         {[]float64{7, -inf}, "-Infinity, 0 - 10"},
		"none finite": {[]float64{nan, -inf, inf, nan}, "-Infinity, Infinity, NaN"},
		"NaN":         {[]float64{nan}, "NaN"},
		"NaN beside":  {[]float64{nan, 4, -inf}, "-Infinity, 0 - 10, NaN"},
	} {
		k, err := bin(t.Context(), data.NewFloatColumn("x", tc.values, nil), query.Field{Column: "x", Part: query.Bin,
			BinWidth: 10})
		if err != nil {
			t.Fatal(err)
		}
		used := map[uint32]bool{}
		for i := range tc.values {
			used[k.Codes.At(i)] = true
		}
		var labels []string
		for _, code := range k.Ascending() {
			if !used[code] {
				continue
			}
			labels = append(labels, k.Label(code).String())
		}
		if got := strings.Join(labels, ", "); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
		for i, v := range tc.values {
			if label, whole := k.Label(k.Codes.At(i)).String(), data.FloatValue(v).String(); (math.IsInf(v, 0) ||
				v != v) != (label == whole) {
				t.Errorf("%s: %s has the label %s", name, whole, label)
			}
		}
	}
	if _, err := bin(t.Context(), data.NewFloatColumn("x", []float64{1e300}, nil),
		query.Field{Column: "x", Part: query.Bin, BinWidth: 10}); err == nil {
		t.Error("1e300 has a bin of width 10")
	}
}

// TestFarBins makes bins of the least and the greatest integers, and bins wider than every value.
func TestFarBins(t *testing.T) {
	ints := func(typ data.Type, scale int, values ...int64) *data.Column {
		return data.NewInts("x", typ, scale, values, nil)
	}
	for _, c := range []struct {
		column *data.Column
		width  string
		want   string
	}{
		{ints(data.Int, 0, math.MinInt64, math.MaxInt64), "1e18", "-10,000,000,000,000,000,000 - " +
			"-9,000,000,000,000,000,000, 9,000,000,000,000,000,000 - 10,000,000,000,000,000,000"},
		{ints(data.Int, 0, math.MinInt64, math.MaxInt64), "1", "-9,223,372,036,854,775,808 - " +
			"-9,223,372,036,854,775,807, 9,223,372,036,854,775,807 - 9,223,372,036,854,775,808"},
		{ints(data.Int, 0, math.MinInt64, 5), "9223372036854775807", "-18,446,744,073,709,551,614 - " +
			"-9,223,372,036,854,775,807, 0 - 9,223,372,036,854,775,807"},
		{ints(data.Decimal, 2, -1, 0, 10500), "1e18", "-1,000,000,000,000,000,000 - 0, 0 - 1,000,000,000,000,000,000"},
		{ints(data.Decimal, 9, math.MinInt64, math.MaxInt64), "9223372036854775807", "-9,223,372,036,854,775,807 - " +
			"0, 0 - 9,223,372,036,854,775,807"},
		{ints(data.Int, 0, math.MinInt64, 3), "0.5", "bin(x, 0.5): the width has too many places for a value as far " +
			"from zero as -9223372036854775808: choose a width with fewer places"},
		{ints(data.Int, 0, 3, math.MaxInt64), "0.000000001", "bin(x, 0.000000001): the width has too many places for " +
			"a value as far from zero as 9223372036854775807: choose a width with fewer places"},
		{data.NewFloatColumn("x", []float64{1, 1e300}, nil), "10", "bin(x, 10): row 2 holds 1e+300, which is too far " +
			"from zero for bins of this width: choose a greater width"},
	} {
		f := query.Field{Column: "x", Part: query.Bin}
		var err error
		if f.BinWidth, f.BinScale, err = query.ParseWidth(c.width); err != nil {
			t.Fatal(err)
		}
		k, err := bin(t.Context(), c.column, f)
		if err != nil {
			if err.Error() != c.want {
				t.Errorf("%s: %v, want %s", f, err, c.want)
			}
			continue
		}
		var labels []string
		for row := range c.column.Rows {
			if label := k.Label(k.Codes.At(row)).String(); !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
		}
		if got := strings.Join(labels, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", f, got, c.want)
		}
	}
}
