package ui

import (
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// TestRemarks shows the strip above the figures that says what is blank and why. The strip goes with the reason, and
// while rows are on the grid.
func TestRemarks(t *testing.T) {
	table := data.NewTable("t", []*data.Column{
		data.NewText("k", []uint32{0, 0, 1, 1}, []string{"x", "y"}, nil),
		data.NewInts("a", data.Int, 0, []int64{1, 4, 5, 6}, nil), data.NewInts("b", data.Int, 0,
			[]int64{0, 2, 0, 3}, nil),
	})
	s := newStage(t, table)
	s.load(0)
	s.tour.End()
	said := func(want string) {
		t.Helper()
		got := ""
		if s.result.notes.root.Visible() {
			got = s.result.notes.label.Text
		}
		if got != want {
			t.Errorf("the strip says %q, want %q", got, want)
		}
	}
	s.editor.Add("k", view.Rows, 0)
	s.editor.Edit(func(v view.State) view.State {
		v.Lets = []query.Let{{Name: "rate", Expr: "a / b"}}
		v.Values = []query.Measure{{Func: query.Avg, Column: "rate"}}
		return v
	})
	s.answered()
	said("In 2 of 4 rows, rate divides by zero and has no value.")
	s.result.activate(1, 1)
	s.until("the rows", func() bool { return s.result.rows != nil })
	said("")
	s.escape()
	s.until("the figures", func() bool { return s.result.rows == nil })
	said("In 2 of 4 rows, rate divides by zero and has no value.")
	s.editor.Edit(func(v view.State) view.State {
		v.Values = []query.Measure{{Func: query.Sum, Column: "a"}}
		return v
	})
	s.answered()
	said("")
	s.editor.Edit(func(v view.State) view.State {
		v.Values = []query.Measure{{Func: query.Count}}
		v.Tops = []view.Top{{Of: query.Field{Column: "k"}, N: 1, By: query.Measure{Func: query.Count}}}
		return v
	})
	s.answered()
	if got := s.result.notes.label.Text; !strings.HasPrefix(got, "1 more label has the figure of the last label") {
		t.Errorf("of equal figures the strip says %q", got)
	}
}
