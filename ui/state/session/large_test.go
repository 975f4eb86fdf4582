package session

import (
	"context"
	"testing"

	"cardinal/engine"
	"cardinal/engine/choice/dispatch"
	"cardinal/ui/state/view"
)

// tooLarge refuses what is run with a limit.
func tooLarge(_ context.Context, r engine.RunOptions) error {
	if large := dispatch.Guard(dispatch.Extent{Rows: 40_000_000}, r.MaxCells); large != nil {
		return &engine.TooLarge{TooLarge: large}
	}
	return nil
}

func TestTooLarge(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.engine.will(tooLarge)
	d.put("units", view.Cols)
	if d.screen.large == nil || d.screen.large.Cells() != 40_000_000 || d.Answer() != nil || d.screen.failure != nil {
		t.Fatalf("%+v, answer %v, failure %v", d.screen.large, d.Answer(), d.screen.failure)
	}
	d.RunAnyway()
	d.settle()
	if d.Answer() == nil || d.screen.large != nil {
		t.Error("it does not run anyway")
	}
	d.Rerun()
	d.settle()
	if d.Answer() == nil {
		t.Error("what was allowed once is asked again")
	}
	d.put("paid", view.Cols)
	if d.screen.large == nil {
		t.Error("an edit is not asked about")
	}
	d.Undo()
	d.settle()
	if d.Answer() == nil {
		t.Error("undo does not bring the answer back")
	}
}
