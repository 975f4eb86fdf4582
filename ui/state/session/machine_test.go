package session

import (
	"context"
	"slices"
	"testing"

	"cardinal/engine"
	"cardinal/ui/state/view"
)

const (
	background = "This machine is being measured in the background, so that expected times are its own."
	byNow      = "Expected times rest on this machine as it was measured on 2026-11-21."
)

// shown fails the test unless this is all that was said of the machine.
func (d *desk) shown(want ...string) {
	d.Helper()
	if !slices.Equal(d.screen.machine, want) {
		d.Errorf("said of the machine: %q, want %q", d.screen.machine, want)
	}
	d.screen.machine = nil
}

func TestMeasuredWhenIdle(t *testing.T) {
	d := opened(t)
	d.MeasureWhenIdle()
	d.shown() // there is no answer yet
	d.put("region", view.Rows)
	d.settle()
	d.shown(background, byNow)
	d.put("units", view.Values)
	d.settle()
	d.shown() // once is enough
	if d.engine.calibration.Runs != 1 || len(d.screen.said) != 0 || len(d.screen.works) != 0 {
		t.Errorf("measured %d times, said %v, works %v", d.engine.calibration.Runs, d.screen.said, d.screen.works)
	}
}

func TestMeasuredBefore(t *testing.T) {
	d := opened(t)
	if _, err := d.engine.Calibrate(t.Context(), func(float64) {}); err != nil {
		t.Fatal(err)
	}
	d.MeasureWhenIdle()
	d.put("region", view.Rows)
	d.settle()
	d.shown(byNow)
	if d.engine.calibration.Runs != 1 {
		t.Errorf("measured %d times", d.engine.calibration.Runs)
	}
}

// TestEditEndsMeasuring edits in the middle: the edit goes first, and the measuring is done after it.
func TestEditEndsMeasuring(t *testing.T) {
	d := opened(t)
	d.MeasureWhenIdle()
	started := make(chan string, 1)
	d.engine.will(measuring(stuck(started)))
	d.edit("region", view.Rows)
	d.until("measuring", func() bool { return len(d.screen.machine) == 1 })
	<-started
	d.engine.will(nil)
	d.put("units", view.Values)
	d.settle()
	d.shown(background, background, byNow)
	if d.Answer() == nil || len(d.Answer().Tab.Measures) != 1 {
		t.Error("the edit was not answered")
	}
}

func TestMeasureNow(t *testing.T) {
	d := opened(t)
	started := make(chan string)
	d.engine.will(stuck(started))
	d.Measure()
	<-started
	d.losePatience()
	if w := d.screen.work; w == nil || w.What != "Measuring this machine" || w.Pivot {
		t.Errorf("work %+v", w)
	}
	if !d.Cancel() {
		t.Error("it cannot be cancelled")
	}
	d.heard("Stopped measuring. Expected times rest on what was known before.", false)
	d.engine.will(nil)
	d.put("region", view.Rows)
	d.settle()
	d.shown() // what was cancelled is not done behind one's back
	for i := range 2 {
		d.Measure()
		d.settle()
		d.shown(byNow)
		d.heard("This machine was measured. The next pivots are predicted by that.", false)
		if d.engine.calibration.Runs != i+1 {
			t.Errorf("measured %d times", d.engine.calibration.Runs)
		}
	}
}

// TestMeasureNowMakesWay edits while a person waits for the machine to be measured: that is done after the edit.
func TestMeasureNowMakesWay(t *testing.T) {
	d := opened(t)
	if _, err := d.engine.Calibrate(t.Context(), func(float64) {}); err != nil {
		t.Fatal(err)
	}
	started := make(chan string)
	d.engine.will(stuck(started))
	d.Measure()
	<-started
	d.engine.will(nil)
	d.put("region", view.Rows)
	d.settle()
	d.shown(background, byNow)
	if d.engine.calibration.Runs != 2 {
		t.Errorf("measured %d times", d.engine.calibration.Runs)
	}
}

func TestMeasuringFails(t *testing.T) {
	d := opened(t)
	d.MeasureWhenIdle()
	d.engine.will(measuring(func(context.Context, engine.RunOptions) error { return errBoom }))
	d.put("region", view.Rows)
	d.settle()
	d.shown(background, "")
	if len(d.screen.said) != 0 {
		t.Errorf("said %v of what nobody asked for", d.screen.said)
	}
	d.Measure()
	d.settle()
	d.heard("The disk is on fire.", true)
}

// measuring does something when the machine is measured, and nothing before a pivot, which has a tier.
func measuring(do func(context.Context, engine.RunOptions) error) func(context.Context, engine.RunOptions) error {
	return func(ctx context.Context, r engine.RunOptions) error {
		if r.Tier != "" {
			return nil
		}
		return do(ctx, r)
	}
}
