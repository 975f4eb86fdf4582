package pivot_test

import (
	"context"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestDeclaredOrderOfFigures sorts, keeps and compares figures that are texts, in the order that their file
// declares: L is above M, and S is below M.
func TestDeclaredOrderOfFigures(t *testing.T) {
	size := data.NewText("size", []uint32{0, 1, 2, 1}, []string{"L", "S", "M"}, nil)
	size.Dict.Order = []string{"S", "M", "L", "XL"}
	table := data.NewTable("t", []*data.Column{data.NewText("city", []uint32{0, 1, 2, 3}, []string{"a", "b", "c", "d"},
		nil), size})
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	kept := func(q query.Query) (labels string, err error) {
		q.Rows = fields("city")
		a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{Tier: engine.Serial})
		if err != nil {
			return "", err
		}
		for _, n := range a.Tab.Rows.Leaves() {
			labels += pivot.Label(a.Tab.Rows.Label(n))
		}
		return labels, nil
	}
	for _, f := range []query.Func{query.Max, query.Min, query.First, query.Last, query.Mode} {
		by := query.Measure{Func: f, Column: "size"}
		q := query.Query{Values: []query.Measure{by}}
		q.Sorts = []query.Sort{{By: by, Value: query.ByUnshown, Desc: true}}
		if got, err := kept(q); err != nil || got != "acbd" {
			t.Errorf("%s: the greatest first are %s, %v", by, got, err)
		}
		if got, err := kept(query.Query{Tops: []query.TopN{{N: 2, By: by}}}); err != nil || got != "ac" {
			t.Errorf("%s: the top 2 are %s, %v", by, got, err)
		}
		for condition, want := range map[string]string{" >= 'M'": "ac", " < 'XL'": "abcd",
			" between 'S' and 'M'": "bcd", " = 'M'": "c", " <> 'no size'": "abcd", " in ('L', 'no size')": "a"} {
			q := query.Query{Rows: fields("city"), Values: []query.Measure{by}}
			h, err := q.ParseHaving(by.String() + condition)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := kept(query.Query{Values: q.Values, Havings: []query.Having{h}}); err != nil || got != want {
				t.Errorf("%s%s: %s pass, %v, want %s", by, condition, got, err, want)
			}
		}
		q = query.Query{Rows: fields("city"), Values: []query.Measure{by}}
		h, err := q.ParseHaving(by.String() + " > 'XS'")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := kept(query.Query{Values: q.Values, Havings: []query.Having{h}}); err == nil ||
			!strings.Contains(err.Error(), `there is no label "XS": the labels in their order are S, M, L, XL`) {
			t.Errorf("%s > 'XS': %v", by, err)
		}
	}
}
