package chart

import (
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestFoldedSubtotals draws the measure itself for folded labels whose subtotals show another function, and nothing for
// a measure without totals.
func TestFoldedSubtotals(t *testing.T) {
	table := data.NewTable("t", []*data.Column{
		data.NewText("region", []uint32{0, 0, 1}, []string{"EU", "US"}, nil),
		data.NewText("city", []uint32{0, 1, 2}, []string{"Oslo", "Rome", "Reno"}, nil),
		data.NewInts("v", data.Int, 0, []int64{80, 100, 5}, nil),
	})
	q := query.Query{Rows: []query.Field{{Column: "region"}, {Column: "city"}},
		Values: []query.Measure{{Func: query.Sum, Column: "v"}}}
	q.Layout.SubtotalsBy = []query.Subtotal{{Field: q.Rows[0], By: query.Avg}}
	s := drawn(t, answered(t, table, q).Tab().Grid(pivot.Folds{RowsOf: q.Rows[0]}), "bar", 800, 500)
	if len(s.Marks) != 2 || !strings.Contains(s.Tip(0), "Sum of v: 180") {
		t.Errorf("%d marks, the first is %q", len(s.Marks), s.Tip(0))
	}
	q.Values[0].NoTotals = true
	tab := answered(t, table, q).Tab()
	if v := tab.OfMeasure(1, 0, 0); !v.IsNull() {
		t.Errorf("a blank total is drawn as %v", v)
	}
}
