package session

import (
	"cmp"
	"context"
	"errors"
	"testing"

	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

func TestEditRuns(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.put("units", view.Values)
	a := d.Answer()
	if a == nil || d.screen.answer != a || !a.State.SameQuery(d.State()) || a.Grid.Rows != 5 {
		t.Fatalf("answer %+v", a)
	}
	if n := d.engine.count(); n != 2 || d.engine.how[0].Tier != engine.Auto {
		t.Errorf("%d runs on %v", n, d.engine.how)
	}
	if !d.screen.canUndo || d.screen.canRedo || d.screen.work != nil || len(d.screen.works) != 0 {
		t.Errorf("screen %+v", d.screen)
	}
	d.Edit(func(s view.State) view.State { return s.SetTier("serial") })
	d.settle()
	if got := d.engine.how[2].Tier; got != engine.Serial || d.Answer().Profile.Tier != "serial" {
		t.Errorf("ran on %s", got)
	}
}

func TestEditsThatDoNothing(t *testing.T) {
	d := newDesk(t)
	d.Edit(func(view.State) view.State { t.Error("there is no table to edit"); return view.State{} })
	d.Undo()
	d.Redo()
	d.Rerun()
	if d.Cancel() || d.Table() != nil || d.Column("region") != nil || d.Answer() != nil {
		t.Error("something came of nothing")
	}
	d = opened(t)
	d.Edit(func(s view.State) view.State { return s.Remove(view.Rows, 3) })
	if d.screen.canUndo || d.engine.count() != 0 {
		t.Error("an edit without effect can be undone")
	}
}

// TestNewerEditSupersedes edits while a run hangs: it is cancelled, and the newer run's answer is shown.
func TestNewerEditSupersedes(t *testing.T) {
	d := opened(t)
	started := make(chan string)
	d.engine.will(stuck(started))
	d.edit("region", view.Rows)
	<-started
	d.engine.will(nil)
	d.edit("units", view.Values)
	d.settle()
	if d.Answer() == nil || len(d.Answer().Tab.Measures) != 1 || d.screen.failure != nil || len(d.screen.said) != 0 {
		t.Errorf("answer %v, failure %v, said %v", d.Answer(), d.screen.failure, d.screen.said)
	}
}

// TestStaleResultIsDropped lets an older run finish in spite of its cancellation, after the newer one.
func TestStaleResultIsDropped(t *testing.T) {
	for _, late := range []error{nil, errBoom} {
		d := opened(t)
		started, finish := make(chan string), make(chan error)
		d.engine.will(func(context.Context, engine.RunOptions) error {
			started <- "started"
			return <-finish
		})
		d.edit("region", view.Rows)
		<-started
		d.engine.will(nil)
		d.edit("paid", view.Cols)
		d.until("the newer answer", func() bool { return d.Answer() != nil })
		newer := d.Answer()
		finish <- late
		d.settle()
		if d.Answer() != newer || d.screen.answer != newer || d.screen.failure != nil || d.screen.answers != 2 {
			t.Errorf("%v: shows %+v, failure %v", late, d.screen.answer, d.screen.failure)
		}
	}
}

// TestResultOfATableThatIsGone finishes a run after another table was opened.
func TestResultOfATableThatIsGone(t *testing.T) {
	d := opened(t)
	started, finish := make(chan string), make(chan bool)
	d.engine.will(func(context.Context, engine.RunOptions) error {
		started <- "started"
		<-finish
		return nil
	})
	d.edit("region", view.Rows)
	<-started
	other := sales()
	d.files.set(func() { d.files.table = other })
	d.Open("other.csv")
	d.until("the other table", func() bool { return d.Table() == other })
	close(finish)
	d.settle()
	if d.Answer() != nil || d.screen.answer != nil || !d.State().Empty() || d.screen.canUndo {
		t.Errorf("answer %v, state %+v", d.Answer(), d.State())
	}
}

func TestCancel(t *testing.T) {
	d := opened(t)
	started := make(chan string)
	hang := func() {
		d.engine.will(stuck(started))
	}
	stop := func(want string) {
		t.Helper()
		<-started
		if !d.Cancel() {
			t.Fatal("nothing to cancel")
		}
		d.settle()
		d.heard(want, false)
		if d.screen.work != nil || d.screen.failure != nil {
			t.Errorf("work %v, failure %v", d.screen.work, d.screen.failure)
		}
	}
	hang()
	d.edit("region", view.Rows)
	stop("Stopped. Press Ctrl+R to run the pivot.")
	d.engine.will(nil)
	d.Rerun()
	d.settle()
	first := d.Answer()
	if first == nil {
		t.Fatal("no answer")
	}
	hang()
	d.edit("units", view.Values)
	stop("Stopped. The shelves have changed since the figures below; press Ctrl+R to run them.")
	if d.Answer() != first || len(d.State().Values) != 1 {
		t.Error("a cancelled run takes the answer or the edit along")
	}
	// back to what the figures show: no run is needed
	runs := d.engine.count()
	d.Undo()
	d.settle()
	if d.engine.count() != runs || d.Answer().Tab != first.Tab {
		t.Error("the answer that was there is worked out again")
	}
	d.Rerun()
	stop("Stopped. The figures below are those of the run before.")
	if d.Answer() == nil || d.screen.answer != d.Answer() {
		t.Error("the figures on the screen are no longer the answer")
	}
	if d.Cancel() {
		t.Error("cancelled nothing")
	}
}

func TestFailedRun(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.engine.will(func(context.Context, engine.RunOptions) error { return errBoom })
	d.put("units", view.Values)
	if !errors.Is(d.screen.failure, errBoom) || d.Answer() != nil || len(d.State().Values) != 1 {
		t.Fatalf("failure %v, answer %v", d.screen.failure, d.Answer())
	}
	d.Save("x.csv", "csv", "", func() {}) // the screen shows no figures that could be saved
	d.heard("There is no pivot to export yet: put a field on Rows, Columns or Values first.", true)
	d.engine.will(nil)
	d.Undo()
	d.settle()
	if d.screen.failure != nil || d.Answer() == nil || !d.screen.canRedo {
		t.Error("undo does not bring the answer back")
	}
}

func TestPanicBecomesAMessage(t *testing.T) {
	d := opened(t)
	d.engine.will(func(context.Context, engine.RunOptions) error { panic("index out of range") })
	d.put("region", view.Rows)
	if d.screen.failure == nil || Sentence(d.screen.failure) != "A fault in Cardinal: index out of range." {
		t.Errorf("failure %v", d.screen.failure)
	}
	d.engine.will(nil)
	d.put("units", view.Values)
	if d.Answer() == nil {
		t.Error("no run after the fault")
	}
}

// TestTitleNeedsNoRun gives a pivot a title and takes it back: the answer, and so every export, has the title.
func TestTitleNeedsNoRun(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	usual, runs := view.PivotTitle(&d.Answer().Tab.Query), d.engine.count()
	for _, title := range []string{"Regions", ""} {
		d.Edit(func(s view.State) view.State { return s.Lay(func(l *query.Layout) { l.Title = title }) })
		d.settle()
		want := cmp.Or(title, usual)
		tab := d.Answer().Grid.Tab()
		if got := view.PivotTitle(&tab.Query); got != want || view.PivotTitle(&d.Answer().Tab.Query) != want {
			t.Errorf("the title is %q, want %q", got, want)
		}
	}
	if d.engine.count() != runs {
		t.Error("a title runs the pivot")
	}
}

func TestFoldsNeedNoRun(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.put("paid", view.Rows)
	before := d.Answer()
	key := "5:2:EU" // as pivot.PathKey names it
	d.Edit(func(s view.State) view.State { return s.Toggle(true, key) })
	d.settle()
	a := d.Answer()
	if d.engine.count() != 2 || a == before || a.Tab != before.Tab || a.Grid.Rows >= before.Grid.Rows {
		t.Errorf("%d runs; %d rows, %d before", d.engine.count(), a.Grid.Rows, before.Grid.Rows)
	}
	d.Undo()
	d.settle()
	if d.engine.count() != 2 || d.Answer().Grid.Rows != before.Grid.Rows {
		t.Error("undo of a fold runs the pivot")
	}
	d.Rerun()
	d.settle()
	if d.engine.count() != 3 {
		t.Error("run again does not run")
	}
}

func TestUndoReruns(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.put("units", view.Values)
	d.Undo()
	d.settle()
	if d.engine.count() != 3 || len(d.Answer().Tab.Measures) != 1 || d.Answer().Tab.Measures[0].Column != "" ||
		!d.screen.canRedo {
		t.Errorf("%d runs, shows %v", d.engine.count(), d.Answer().Tab.Measures)
	}
	d.Undo()
	d.settle()
	if d.screen.answer != nil || d.Answer() != nil || d.screen.canUndo {
		t.Error("empty shelves have an answer")
	}
	d.Redo()
	d.Redo()
	d.settle()
	if d.Answer() == nil || d.Answer().Tab.Measures[0].Column != "units" || d.screen.canRedo {
		t.Error("redo does not run")
	}
}

func TestEmptyShelvesStopTheRun(t *testing.T) {
	d := opened(t)
	started := make(chan string)
	d.engine.will(stuck(started))
	d.edit("region", view.Rows)
	<-started
	d.Edit(view.State.Clear)
	d.settle()
	if d.Answer() != nil || d.screen.failure != nil || d.Cancel() {
		t.Error("a run goes on after the shelves were cleared")
	}
}

func TestProgress(t *testing.T) {
	d := opened(t)
	d.waits = nil
	started, finish := make(chan string), make(chan bool)
	d.engine.will(func(_ context.Context, r engine.RunOptions) error {
		for i := range 50 { // far more often than the screen wants to know
			r.Progress(engine.Progress{Stage: "aggregate", Done: float64(i) / 50})
		}
		started <- "started"
		<-finish
		return nil
	})
	d.edit("region", view.Rows)
	<-started
	d.drain()
	if d.screen.work != nil {
		t.Error("work is shown before the patience is over")
	}
	d.losePatience()
	want := Work{What: "Working out the pivot", Stage: "aggregate", Done: 0, Pivot: true}
	if d.screen.work == nil || *d.screen.work != want || len(d.screen.works) != 1 {
		t.Errorf("shows %v, want %+v", d.screen.works, want)
	}
	close(finish)
	d.settle()
	if d.screen.work != nil {
		t.Error("finished work is still shown")
	}
	d.losePatience()
	if d.screen.work != nil {
		t.Error("finished work is shown")
	}
}

// TestLoadOutranksRun starts a load and a run: the load is shown, since a person waits for it.
func TestLoadOutranksRun(t *testing.T) {
	d := opened(t)
	started, hang := make(chan string), make(chan string)
	d.engine.will(stuck(started))
	d.edit("region", view.Rows)
	<-started
	d.files.set(func() { d.files.hang = hang })
	d.Open("big.csv")
	<-hang
	d.losePatience()
	if want := (Work{What: "Opening big.csv", Done: 0.25, Load: true}); d.screen.work == nil || *d.screen.work != want {
		t.Errorf("shows %+v, want %+v", d.screen.work, want)
		t.Errorf("shows %+v, want %+v", d.screen.work, want)
	}
	if !d.Cancel() {
		t.Fatal("nothing to cancel")
	}
	d.settle()
	d.heard("Stopped opening the file. The table before it is still open.", false)
}

func TestClose(t *testing.T) {
	d := opened(t)
	ended := false
	started := make(chan string)
	d.engine.will(func(ctx context.Context, _ engine.RunOptions) error {
		started <- "started"
		<-ctx.Done()
		ended = true // the race detector would object, did Close not wait
		return ctx.Err()
	})
	d.edit("region", view.Rows)
	<-started
	d.Close()
	if !ended {
		t.Error("closed before the run had ended")
	}
	d.drain()
	if d.screen.failure != nil || len(d.screen.said) != 0 {
		t.Errorf("closing is no failure: %v, %v", d.screen.failure, d.screen.said)
	}
}

// TestManyEdits edits faster than runs end.
func TestManyEdits(t *testing.T) {
	d := opened(t)
	for i := range 60 {
		d.Edit(func(s view.State) view.State {
			return s.SetTier([]string{"serial", "workers"}[i%2]).Add(d.Column("region"), view.Rows, 0)
		})
		d.drain()
	}
	d.settle()
	if a := d.Answer(); a == nil || a.State.Tier != "workers" || d.screen.answer != a || d.screen.work != nil {
		t.Errorf("shows %+v", a)
	}
}
