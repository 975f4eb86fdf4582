package pivot_test

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// keptOf lists the cities that a top keeps and the remarks. Each city has one figure.
func keptOf(t *testing.T, values []data.Value, top query.TopN) (kept string, remarks []string) {
	t.Helper()
	cities := make([]uint32, len(values))
	names := make([]string, len(values))
	for i := range values {
		cities[i], names[i] = uint32(i), string(rune('a'+i))
	}
	table := data.NewTable("t", []*data.Column{data.NewText("city", cities, names, nil), data.FromValues("x", values)})
	top.By = query.Measure{Func: query.Sum, Column: "x"}
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	a, err := e.Pivot(context.Background(), table, query.Query{Rows: fields("city"), Tops: []query.TopN{top}},
		engine.RunOptions{Tier: engine.Serial})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range a.Tab.Rows.Leaves() {
		kept += pivot.Label(a.Tab.Rows.Label(n))
	}
	return kept, a.Tab.Remarks
}

// TestUntil checks that a top keeps the fewest labels that make up a share or a sum. The cases have ties, figures
// below zero, missing figures, and totals of which no label has a share.
func TestUntil(t *testing.T) {
	null := math.MaxFloat64
	for name, tc := range map[string]struct {
		values []float64
		top    query.TopN
		want   string
		remark string
	}{
		"reached exactly": {[]float64{50, 30, 20}, query.TopN{Until: "80%"}, "ab", ""},
		"a little more":   {[]float64{50, 30, 20}, query.TopN{Until: "80.01%"}, "abc", ""},
		"tenths":          {[]float64{0.1, 0.2, 0.7}, query.TopN{Until: "70%"}, "c", ""},
		"ties": {[]float64{10, 10, 10, 10}, query.TopN{Until: "50%"}, "ab",
			"2 more labels have the figure of the last label"},
		"the least":            {[]float64{50, 30, 20}, query.TopN{Until: "50%", Bottom: true}, "bc", ""},
		"all":                  {[]float64{50, 30, 0, null}, query.TopN{Until: "100%"}, "ab", ""},
		"below zero":           {[]float64{100, 20, -20}, query.TopN{Until: "100%"}, "a", ""},
		"a total below zero":   {[]float64{-80, -15, -5}, query.TopN{Until: "80%", Bottom: true}, "a", ""},
		"its greatest figures": {[]float64{-80, -15, -5}, query.TopN{Until: "10%"}, "bc", ""},
		"a total of zero": {[]float64{5, -5}, query.TopN{Until: "80%"}, "ab", "labels have no share of a " +
			"total that is zero"},
		"nothing but missing": {[]float64{null, null}, query.TopN{Until: "80%"}, "ab", "labels have no share"},
		"an infinite total":   {[]float64{5, math.Inf(1)}, query.TopN{Until: "80%"}, "ab", "labels have no share"},
		"NaN": {[]float64{5, math.NaN(), 1}, query.TopN{Until: "80%"}, "abc",
			"labels have no share"},
		"a sum":                   {[]float64{50, 30, 20}, query.TopN{Until: "sum 50.5"}, "ab", ""},
		"a sum of the least":      {[]float64{50, 30, 20}, query.TopN{Until: "sum 20", Bottom: true}, "c", ""},
		"a sum that is not there": {[]float64{50, 30, 20}, query.TopN{Until: "sum 101"}, "abc", ""},
		"an infinity is any sum":  {[]float64{50, math.Inf(1)}, query.TopN{Until: "sum 1000"}, "b", ""},
		"no sum of a minus":       {[]float64{math.Inf(-1), 3}, query.TopN{Until: "sum 4"}, "ab", ""},
		"rounded to the whole":    {[]float64{1e300, 1e-300, 1}, query.TopN{Until: "100%"}, "a", ""},
		"a missing one is no sum": {[]float64{null, 3}, query.TopN{Until: "sum 4"}, "ab", ""},
	} {
		values := make([]data.Value, len(tc.values))
		for i, x := range tc.values {
			if x != null {
				values[i] = data.FloatValue(x)
			}
		}
		if tc.values[0] == null && tc.values[1] == null {
			values = append(values, data.FloatValue(0)) // so that the column is one of floats
			tc.want += "c"
		}
		tc.top.Others = false
		kept, remarks := keptOf(t, values, tc.top)
		if sorted := []rune(kept); !sameRunes(sorted, []rune(tc.want)) || tc.remark == "" && len(remarks) > 0 ||
			!strings.Contains(strings.Join(remarks, "; "), tc.remark) {
			t.Errorf("%s: %s and %q, want %s and %q", name, kept, remarks, tc.want, tc.remark)
		}
	}
}

func sameRunes(a, b []rune) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// TestUntilOfFloats compares tops of random floats with fractions that are rounded once.
func TestUntilOfFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	for range 100 {
		values := make([]data.Value, 1+r.IntN(20))
		for i := range values {
			values[i] = data.FloatValue(math.Round(r.Float64()*1000) / pick(r, 10.0, 1e9, 1e-9) * pick(r,
				1.0, 1, 1, -1))
		}
		top := query.TopN{Until: pick(r, query.Until("10%"), "50%", "99.5%", "sum 30"), Bottom: r.IntN(2) > 0}
		order := make([]int, len(values))
		total := new(big.Rat)
		for i, v := range values {
			order[i] = i
			total.Add(total, new(big.Rat).SetFloat64(v.Float))
		}
		slices.SortStableFunc(order, func(a, b int) int {
			if top.Bottom {
				a, b = b, a
			}
			return data.Compare(values[b], values[a])
		})
		if top.Bottom { // equal figures stay in the order of the labels
			slices.SortStableFunc(order, func(a, b int) int {
				if c := data.Compare(values[a], values[b]); c != 0 {
					return c
				}
				return a - b
			})
		}
		sum, want := new(big.Rat), ""
		for _, i := range order {
			want += string(rune('a' + i))
			sum.Add(sum, new(big.Rat).SetFloat64(values[i].Float))
			amount := new(big.Rat).Set(sum)
			if top.Until.Share() && total.Sign() != 0 {
				amount.Quo(sum, total)
			}
			got, _ := amount.Float64()
			if least, _ := top.Until.Amount().Float64(); got >= least && (!top.Until.Share() || total.Sign() != 0) {
				break
			}
		}
		if kept, _ := keptOf(t, values, top); !sameRunes([]rune(kept), []rune(want)) {
			t.Fatalf("%v, %+v: %s, want %s", values, top, kept, want)
		}
	}
}
