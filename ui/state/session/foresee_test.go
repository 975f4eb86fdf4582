package session

import (
	"context"
	"errors"
	"testing"

	"cardinal/engine"
	"cardinal/ui/state/view"
)

// foresee estimates the pivot with a column on Rows and returns the last forecast.
func (d *desk) foresee(column string) (last *Forecast) {
	d.Helper()
	d.Foresee(d.State().Add(d.Column(column), view.Rows, 99), func(f Forecast) { last = &f })
	d.settle()
	return last
}

// TestForesee holds a forecast against the pivot that follows.
func TestForesee(t *testing.T) {
	d := opened(t)
	f := d.foresee("region")
	if f == nil || f.Record == nil {
		t.Fatalf("%+v", f)
	}
	if d.Answer() != nil || len(d.engine.runs) != 0 {
		t.Error("a forecast runs the pivot")
	}
	d.put("region", view.Rows)
	if got := d.Answer().Profile.GroupsActual; got != f.Record.GroupsEstimated || f.Record.CellsEstimated != 3 {
		t.Errorf("foreseen %d groups and %d cells; there are %d groups", f.Record.GroupsEstimated,
			f.Record.CellsEstimated, got)
	}
}

// TestForeseeAfterARest holds the forecasts of each further field to a count: at rest, the session counted its groups.
func TestForeseeAfterARest(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	for _, column := range []string{"day", "units"} {
		f := d.foresee(column)
		if f == nil || f.Record == nil || !f.Record.Estimate.Exact {
			t.Fatalf("%s: %+v", column, f)
		}
		d.put(column, view.Rows)
		if got := d.Answer().Profile.GroupsActual; got != f.Record.GroupsEstimated {
			t.Errorf("%s: %d groups counted at rest by %q; there are %d", column, f.Record.GroupsEstimated,
				f.Record.Estimate.Method, got)
		}
	}
}

// TestForeseeSuperseded hovers over one place after the other: only the last is said, and nothing after the drag.
func TestForeseeSuperseded(t *testing.T) {
	d := opened(t)
	said := ""
	for _, column := range []string{"region", "units", "day"} {
		d.Foresee(d.State().Add(d.Column(column), view.Rows, 99), func(Forecast) { said += column + " " })
	}
	d.settle()
	if said != "day " {
		t.Errorf("said of %q", said)
	}
	d.Foresee(d.State().Add(d.Column("region"), view.Rows, 99), func(Forecast) { said += "late" })
	d.Unforesee()
	d.settle()
	if said != "day " {
		t.Errorf("said of %q", said)
	}
}

func TestForeseeTrouble(t *testing.T) {
	d := opened(t)
	d.engine.will(tooLarge)
	if f := d.foresee("region"); f == nil || f.TooLarge == nil || f.TooLarge.Cells() != 40_000_000 {
		t.Errorf("%+v", f)
	}
	d.engine.will(func(context.Context, engine.RunOptions) error { return errors.New("no") })
	if f := d.foresee("region"); f == nil || f.Failure == nil {
		t.Errorf("%+v", f)
	}
}

// TestLimits runs, estimates and compares within the limits of the preferences.
func TestLimits(t *testing.T) {
	d := opened(t)
	d.SetLimits(Limits{Barred: []engine.Tier{engine.Workers}})
	d.put("region", view.Rows)
	how := d.engine.how[0]
	if len(how.Barred) != 1 || how.MaxCells != maxCells {
		t.Errorf("it runs with %+v", how)
	}
	for _, tier := range d.Answer().Profile.Tiers {
		if (tier.Name == "workers") != (tier.Shut == "all cores were turned off in the preferences") &&
			tier.Name != "gpu" {
			t.Errorf("%s: %q", tier.Name, tier.Shut)
		}
	}
	if d.foresee("units").Record.Tier != "serial" {
		t.Error("the forecast is of a barred tier")
	}
}
