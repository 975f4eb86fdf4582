package session

import (
	"context"
	"testing"

	"cardinal/engine"
	"cardinal/ui/state/view"
)

func TestCompare(t *testing.T) {
	d := opened(t)
	d.Compare()
	d.heard("There is no pivot to measure yet: put a field on Rows, Columns or Values first.", true)
	d.put("region", view.Rows)
	answer := d.Answer()
	d.Compare()
	d.settle()
	if c := d.screen.comparison; c == nil || c.Chosen != answer.Profile.Tier || len(c.Differ) != 0 ||
		d.Answer() != answer {
		t.Errorf("comparison %+v", c)
	}
}

// TestEditEndsComparison edits while a comparison hangs, and asks for one while a run does.
func TestEditEndsComparison(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	started := make(chan string)
	d.engine.will(stuck(started))
	d.Compare()
	<-started
	d.losePatience()
	if w := d.screen.work; w == nil || w.What != "Comparing speeds" || w.Pivot {
		t.Errorf("work %+v", w)
	}
	d.edit("units", view.Values)
	<-started
	d.Compare()
	d.heard("The shelves have changed since the figures below: measure when the new ones are there.", false)
	d.engine.will(nil)
	d.Rerun()
	d.settle()
	if d.screen.comparison != nil || d.Answer() == nil || d.screen.work != nil {
		t.Errorf("comparison %+v, answer %v, work %+v", d.screen.comparison, d.Answer(), d.screen.work)
	}
}

func TestCancelComparison(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	started := make(chan string)
	d.engine.will(stuck(started))
	d.Compare()
	<-started
	if !d.Cancel() {
		t.Error("nothing to cancel")
	}
	d.settle()
	d.heard("Stopped measuring. The figures below are right as they are.", false)
	d.engine.will(func(context.Context, engine.RunOptions) error { return errBoom })
	d.Compare()
	d.settle()
	d.heard("The disk is on fire.", true)
}
