package session

import (
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// TestTabs fills two tabs: each has its own shelves, answer and undo, and an answer that still holds is there
// without a run.
func TestTabs(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	first := d.Answer()
	d.NewTab()
	d.settle()
	if d.Answer() != nil || !d.State().Empty() || d.screen.answer != nil {
		t.Error("a new tab has the figures of another one")
	}
	d.put("paid", view.Rows)
	d.put("units", view.Values)
	second, runs := d.Answer(), len(d.engine.runs)
	d.ShowTab(0)
	if d.screen.answer != first || d.screen.state.Rows[0].Column != "region" {
		t.Error("the first tab is not there at once")
	}
	d.ShowTab(1)
	d.settle()
	if d.screen.answer != second || len(d.engine.runs) != runs {
		t.Errorf("%d pivots ran to show what was there", len(d.engine.runs)-runs)
	}
	d.Undo()
	d.settle()
	if len(d.State().Values) != 0 || len(d.State().Rows) != 1 {
		t.Error("undo does not take the last edit of the tab")
	}
	d.ShowTab(0)
	if d.screen.canRedo {
		t.Error("one tab redoes what was done in another")
	}
}

// TestTabClosed closes tabs and opens them again, with what can be undone in them.
func TestTabClosed(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.DuplicateTab(0)
	d.put("paid", view.Rows)
	d.RenameTab(1, "Paid")
	d.MoveTab(1, 0)
	if want := []string{"Paid", "Pivot 1"}; !slices.Equal(d.screen.tabs, want) || d.screen.shown != 0 {
		t.Errorf("tabs %v, number %d is shown", d.screen.tabs, d.screen.shown)
	}
	if d.CheckTabName(1, "Paid") == nil || d.CheckTabName(0, "Paid") != nil || d.CheckTabName(0, " ") == nil {
		t.Error("names of tabs")
	}
	d.CloseTab(0)
	d.CloseTab(0)
	d.settle()
	if len(d.screen.tabs) != 1 || !d.State().Empty() || d.screen.answer != nil {
		t.Errorf("after the last tab there are %v", d.screen.tabs)
	}
	d.ReopenTab()
	d.ReopenTab()
	d.settle()
	if d.screen.tabs[d.screen.shown] != "Paid" || d.Answer() == nil || len(d.Answer().Tab.Rows.Fields) != 2 ||
		!d.screen.canUndo {
		t.Errorf("opened again: %v, number %d, answer %v", d.screen.tabs, d.screen.shown, d.Answer())
	}
}

// TestTabWhileRunning goes to another tab during a run: the run's figures never stand in the other tab, and the
// first one runs again.
func TestTabWhileRunning(t *testing.T) {
	d := opened(t)
	started := make(chan string, 9)
	d.engine.will(stuck(started))
	d.edit("region", view.Rows)
	<-started
	d.NewTab()
	d.engine.will(nil)
	d.settle()
	if d.Answer() != nil || d.screen.answer != nil {
		t.Error("the figures of a run stand in another tab")
	}
	d.ShowTab(0)
	d.settle()
	if d.Answer() == nil || d.Answer().State.Rows[0].Column != "region" {
		t.Error("the tab is not answered")
	}
}

// TestAnswersForgotten keeps the answers of tabs within a bound, the latest ones.
func TestAnswersForgotten(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.Answer().Profile.GroupsActual = maxGroups
	d.DuplicateTab(0)
	d.Edit(func(s view.State) view.State { return s.AddMeasure(query.Measure{Func: query.Sum, Column: "units"}, 0) })
	d.settle()
	d.Answer().Profile.GroupsActual = 1
	d.NewTab()
	if d.tabs[0].answer != nil || d.tabs[1].answer == nil {
		t.Error("the answer that was shown last is forgotten, or too much is kept")
	}
	d.ShowTab(0)
	d.settle()
	if d.Answer() == nil {
		t.Error("what was forgotten is not worked out again")
	}
}

// TestRestore restores kept tabs in place of an empty one, and beside one that is not empty.
func TestRestore(t *testing.T) {
	d := opened(t)
	kept := []Tab{{"A", view.State{Rows: []query.Field{{Column: "region"}}}},
		{"Pivot 1", view.State{Cols: []query.Field{{Column: "paid"}}}}}
	d.Restore(kept, 1)
	d.settle()
	if want := []string{"A", "Pivot 1"}; !slices.Equal(d.screen.tabs, want) || d.screen.shown != 1 ||
		d.Answer() == nil {
		t.Errorf("restored %v, number %d", d.screen.tabs, d.screen.shown)
	}
	d.Restore(kept, 0)
	if want := []string{"A", "Pivot 1", "A 2", "Pivot 1 2"}; !slices.Equal(d.screen.tabs, want) || d.screen.shown != 2 {
		t.Errorf("restored %v, number %d", d.screen.tabs, d.screen.shown)
	}
}

// TestFilterHoldsInEveryTab shares a filter: each tab has it, edits of it reach all tabs, and an undo takes it back in
// all of them.
func TestFilterHoldsInEveryTab(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.NewTab()
	d.put("paid", view.Rows)
	d.put("region", view.Filters)
	d.ShowTab(0)
	d.put("paid", view.Filters)
	d.put("region", view.Filters)
	d.Edit(func(s view.State) view.State {
		return s.HoldInEveryTab(1, true).ToggleLabel(1, data.Value{Type: data.Text, Text: "north"})
	})
	d.settle()
	filters := func(want ...string) {
		t.Helper()
		for i, tab := range d.Tabs() {
			var have []string
			for _, f := range tab.State.Filters {
				if f.EveryTab {
					have = append(have, f.String())
				}
			}
			if !slices.Equal(have, want) {
				t.Errorf("tab %d has %q in every tab, want %q", i, have, want)
			}
		}
	}
	filters("region: north")
	if own := d.Tabs()[1].State; len(own.Filters) != 1 || len(d.Tabs()[0].State.Filters) != 2 {
		t.Errorf("the tabs have the filters %v and %v", d.Tabs()[0].State.Filters, own.Filters)
	}
	d.NewTab()
	d.put("units", view.Values)
	filters("region: north")
	if e := d.engine.runs[len(d.engine.runs)-1].Filter; e == nil || e.String() != "region in ('north')" {
		t.Errorf("the new tab runs with the filter %v", e)
	}
	d.CloseTab(1)
	d.Edit(func(s view.State) view.State {
		return s.ToggleLabel(0, data.Value{Type: data.Text, Text: "south"})
	})
	filters("region: north, south")
	d.ReopenTab()
	d.settle()
	filters("region: north, south")
	d.ShowTab(0)
	d.Undo()
	filters("region: north")
	d.Edit(func(s view.State) view.State { return s.Remove(view.Filters, 1) })
	filters()
	if n := len(d.Tabs()[0].State.Filters); n != 1 {
		t.Errorf("the tab has %d filters of its own", n)
	}
}
