package session

import (
	"context"
	"errors"
	"testing"

	"cardinal/data"
	"cardinal/ui/state/view"
)

// TestTableIsKeptInRest keeps the open table once, while nothing else runs, and says nothing of it.
func TestTableIsKeptInRest(t *testing.T) {
	d := newDesk(t)
	kept := make(chan *data.Table, 10)
	d.files.keep = func(_ context.Context, t *data.Table) error {
		kept <- t
		return errors.New("the disk is full") // which nobody has to know
	}
	d.Open("sales.csv")
	d.settle()
	d.put("region", view.Rows)
	d.settle()
	if len(kept) != 1 || <-kept != d.Source() || len(d.screen.said) > 0 || len(d.screen.works) > 0 {
		t.Errorf("kept %d more times, said %v, works %v", len(kept), d.screen.said, d.screen.works)
	}
	d.files.set(func() {
		d.files.table = data.NewTable("b.csv", []*data.Column{data.NewBools("b", []uint8{0, 1, 1}, nil)})
	})
	d.Open("b.csv")
	d.settle()
	if len(kept) != 1 || <-kept != d.Source() {
		t.Error("another table is not kept")
	}
}

// TestEditEndsKeeping edits in the middle: the edit goes first, and the table is kept after it.
func TestEditEndsKeeping(t *testing.T) {
	d := newDesk(t)
	started, times := make(chan string, 10), 0
	d.files.keep = func(ctx context.Context, _ *data.Table) error {
		if times++; times > 1 {
			return nil
		}
		started <- "started"
		<-ctx.Done()
		return ctx.Err()
	}
	d.Open("sales.csv")
	d.until("the table is being kept", func() bool { return d.keeping.busy })
	<-started
	d.put("region", view.Rows)
	if d.keeping.busy {
		t.Error("the table is kept while a pivot runs")
	}
	d.settle()
	if times != 2 || d.Answer() == nil {
		t.Errorf("kept %d times, answer %v", times, d.Answer())
	}
}
