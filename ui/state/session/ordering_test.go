package session

import (
	"testing"

	"cardinal/data"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
)

// identified returns a desk with the answer to a pivot whose labels are ordered later.
func identified(t *testing.T) *desk {
	t.Helper()
	n := 140_000
	id, v := make([]int64, n), make([]int64, n)
	for i := range n {
		id[i], v[i] = int64(i)*7919%int64(n)<<33, int64(i%3)
	}
	d := newDesk(t)
	d.files.table = data.NewTable("visits.csv", []*data.Column{
		data.NewInts("id", data.Int, 0, id, nil), data.NewInts("v", data.Int, 0, v, nil),
	})
	d.Open("visits.csv")
	d.settle()
	d.put("id", view.Rows)
	if g := d.Answer().Grid; g.Ready(g.Rows-1) || !g.Ready(g.HeaderRows) {
		t.Fatal("the rows are not ordered later")
	}
	return d
}

// TestAwait orders rows in the background: as work that is shown, that Cancel ends, that several callers wait for, and
// that a newer pivot supersedes.
func TestAwait(t *testing.T) {
	d := identified(t)
	g, called := d.Answer().Grid, 0
	then := func() { called++ }
	d.Await(g, g.HeaderRows, then)
	d.Await(sales4{}, 1000, then)
	if called != 2 {
		t.Fatal("rows that can be read are waited for")
	}
	d.Await(g, g.Rows-1, then)
	d.losePatience()
	if w := d.screen.work; called != 2 || w == nil || w.What != "Ordering the rows" || w.Pivot {
		t.Errorf("called %d times, work %+v", called, w)
	}
	if !d.Cancel() || d.screen.work != nil || len(d.screen.said) != 1 || d.Cancel() {
		t.Errorf("the order is not stopped: %+v, said %v", d.screen.work, d.screen.said)
	}
	d.settle()
	if called != 2 {
		t.Error("a caller is called after Cancel")
	}
	d.Await(g, g.Rows-1, then)
	d.Await(g, g.Rows-1, then)
	d.settle()
	if called != 4 || !g.Ready(g.Rows-1) || d.awaited != nil {
		t.Errorf("called %d times; the rows are in order: %t", called, g.Ready(g.Rows-1))
	}
	d.put("v", view.Values)
	g = d.Answer().Grid
	d.Await(g, g.Rows-1, then)
	d.Rerun()
	d.settle()
	if called != 4 {
		t.Error("the rows of an older answer were waited for")
	}
}

type sales4 struct{ cells.Source }

// TestUnorderedRows asks for what needs all rows. Nothing but the background waits for their order.
func TestUnorderedRows(t *testing.T) {
	d := identified(t)
	a := d.Answer()
	g, last := a.Grid, a.Grid.Rows-2
	if _, ok := a.Siblings(g.HeaderRows, 0, true); ok || g.Ready(last) {
		t.Error("the siblings of a label are known before their order")
	}
	if row, _ := a.Same(a, last, 1); row != last || g.Ready(last) {
		t.Errorf("row %d becomes %d", last, row)
	}
	if row, _ := g.Place(g, g.HeaderRows+5, 1); row != g.HeaderRows+5 || g.Ready(last) {
		t.Errorf("row %d becomes %d", g.HeaderRows+5, row)
	}
	whole, counted := cells.Rect{FirstRow: g.HeaderRows, FirstCol: 1, LastRow: g.Rows - 1, LastCol: 1}, 0
	if a.LastRead(g.HeaderRows, whole) != g.HeaderRows {
		t.Error("the labels of a whole column are read")
	}
	d.Summarise(g, []cells.Rect{whole}, func(s cells.Summary) { t.Errorf("a sum of another selection: %+v", s) })
	d.Summarise(g, []cells.Rect{{FirstRow: 1, FirstCol: 1, LastRow: 4, LastCol: 1}}, func(cells.Summary) { counted++ })
	d.settle()
	if counted != 1 || !g.Ready(last) {
		t.Errorf("summarised %d times", counted)
	}
	d = identified(t)
	g = d.Answer().Grid
	var hits *cells.Hits
	d.Find(g, "8589934592", func(h *cells.Hits) { hits = h })
	d.settle()
	if hits == nil || len(hits.Cells) == 0 || !g.Ready(g.Rows-1) {
		t.Errorf("found %+v", hits)
	}
	d = identified(t)
	f := d.State().Rows[0]
	d.Edit(func(s view.State) view.State { return s.FoldTo(view.Rows, f) })
	d.settle()
	if g := d.Answer().Grid; !g.Ready(g.Rows - 1) {
		t.Error("folded rows are not in order")
	}
}
