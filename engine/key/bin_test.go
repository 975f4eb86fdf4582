package key

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestFloatBins holds the bins of floats at their edges, and of the floats beside them, against the edges that the labels name.
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
