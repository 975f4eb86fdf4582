package session

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/ui/state/view"
)

// boarded returns a desk with a pivot of regions, a chart of paid, an empty tab and a dashboard, which is shown.
func boarded(t *testing.T) *desk {
	d := tabsOf(t)
	d.NewDashboard()
	d.settle()
	return d
}

// names returns the names of the tiles, with a star at those that wait for an answer.
func (d *desk) names() (all []string) {
	for _, t := range d.screen.tiles {
		if t.Late {
			all = append(all, t.Name+"*")
		} else {
			all = append(all, t.Name)
		}
	}
	return all
}

func (d *desk) shows(want ...string) {
	d.Helper()
	if got := d.names(); !slices.Equal(got, want) {
		d.Errorf("the dashboard shows %q, want %q", got, want)
	}
}

// keepOnly keeps the rows of a region.
func keepOnly(d *desk, region string) {
	c := d.Column("region")
	d.Edit(func(s view.State) view.State {
		return s.KeepLabels(query.Field{Column: "region"}, c, []data.Value{data.TextValue(region)})
	})
}

// TestDashboard shows the pivots of the tabs. A filter there holds in all of them, and an undo takes it back. Old
// answers stay until the new ones are there, and go to the tabs.
func TestDashboard(t *testing.T) {
	d := boarded(t)
	d.shows("Pivot 1", "Paid")
	if d.Answer() != nil || d.Listed() != nil || d.State().Empty() {
		t.Errorf("the dashboard has an answer %v or rows %v", d.Answer(), d.Listed())
	}
	if d.tabs[1].answer != d.screen.tiles[1].Answer {
		t.Error("the tab does not keep the answer of its tile")
	}
	before := d.screen.tiles[0].Answer
	keepOnly(d, "US")
	d.shows("Pivot 1*", "Paid*")
	if d.screen.tiles[0].Answer != before {
		t.Error("the old answer does not stay")
	}
	d.settle()
	d.shows("Pivot 1", "Paid")
	for i, want := range []string{"2", "10"} {
		a := d.screen.tiles[i].Answer
		if got := a.Tab.Cell(0, 0, 0).String(); got != want {
			t.Errorf("tile %d has the total %s, want %s", i, got, want)
		}
	}
	if f := d.Tabs()[0].State.Filters; len(f) != 1 || !f[0].EveryTab {
		t.Errorf("the tab has the filters %v", f)
	}
	runs := len(d.engine.runs)
	d.ShowTab(0)
	d.settle()
	if len(d.engine.runs) != runs || d.Answer() == nil {
		t.Errorf("%d pivots ran when the tab was shown", len(d.engine.runs)-runs)
	}
	d.ShowTab(3)
	d.settle()
	d.Undo()
	d.settle()
	if got := d.screen.tiles[0].Answer.Tab.Cell(0, 0, 0).String(); got != "4" || len(d.Tabs()[1].State.Filters) > 0 {
		t.Errorf("after an undo, the total is %s", got)
	}
}

// TestDashboardLeavesOut chooses the pivots of a dashboard. The choice follows a tab that is renamed and is one step
// for undo; tiles stand in the order of the tabs.
func TestDashboardLeavesOut(t *testing.T) {
	d := boarded(t)
	d.Edit(func(s view.State) view.State { return s.ToggleTab("Paid") })
	d.settle()
	d.shows("Pivot 1")
	d.RenameTab(1, "Bezahlt")
	d.shows("Pivot 1")
	d.SaveBook("out.html", "html", "", Sheets{Tabs: true}, func() {})
	d.settle()
	if book := d.files.book; len(book) != 1 || book[0].name != "Pivot 1" {
		t.Errorf("exported %v", book)
	}
	d.Undo()
	d.settle()
	d.shows("Pivot 1", "Bezahlt")
	d.MoveTab(1, 0)
	d.shows("Bezahlt", "Pivot 1")
	d.CloseTab(0)
	d.shows("Pivot 1")
	d.SaveBook("out.html", "html", "", Sheets{Tabs: true}, func() {})
	d.settle()
	d.heard("Exported to out.html. Pivot 2 is left out, since nothing is on its shelves.", false)
}

// TestDashboardTakesFilters refuses other fields, and keeps a dashboard what it is.
func TestDashboardTakesFilters(t *testing.T) {
	d := boarded(t)
	d.edit("units", view.Values)
	d.heard("A dashboard has filters only: put the field on Filters, or go to the tab of a pivot.", false)
	keepOnly(d, "US")
	d.Edit(func(s view.State) view.State { return s.HoldInEveryTab(0, false) })
	d.settle()
	if f := d.Tabs()[1].State.Filters; len(f) != 1 {
		t.Errorf("the tabs have the filters %v", f)
	}
	d.Edit(view.State.Clear)
	d.settle()
	if s := d.State(); !s.Dashboard || len(s.Filters)+len(d.Tabs()[1].State.Filters) > 0 {
		t.Errorf("cleared, the dashboard is %+v", s)
	}
	d.NewTab()
	if d.State().Dashboard {
		t.Error("a new tab is a dashboard")
	}
	d.NewDashboard()
	if name := d.Tabs()[d.Shown()].Name; name != "Dashboard 2" {
		t.Errorf("the second dashboard is called %s", name)
	}
	d.settle()
	d.shows("Pivot 1", "Paid")
}

// TestDashboardFails shows why one pivot has no answer, and the answers of the others. A cancelled run leaves the old
// answers and says so.
func TestDashboardFails(t *testing.T) {
	d := boarded(t)
	runs := 0
	d.engine.do = func(context.Context, engine.RunOptions) error {
		if runs++; runs == 1 {
			return errors.New("cannot sum units: the disk is full")
		}
		return nil
	}
	keepOnly(d, "US")
	d.settle()
	if bad := d.screen.tiles[0]; bad.Err == nil || bad.Late || !strings.Contains(bad.Err.Error(), "disk is full") {
		t.Errorf("the tile says %v", bad.Err)
	}
	if good := d.screen.tiles[1]; good.Err != nil || good.Answer == nil || good.Late {
		t.Errorf("the other tile: %+v", good)
	}
	d.engine.do = func(ctx context.Context, _ engine.RunOptions) error {
		<-ctx.Done()
		return ctx.Err()
	}
	d.Undo()
	d.losePatience()
	if w := d.screen.work; w == nil || w.What != "Working out the dashboard" || !w.Pivot {
		t.Errorf("the work is %+v", w)
	}
	if !d.Cancel() || !d.Stale() {
		t.Error("the run cannot be cancelled, or leaves no trace")
	}
	d.settle()
	d.engine.do = nil
	d.shows("Pivot 1*", "Paid*")
	d.Rerun()
	d.settle()
	if d.shows("Pivot 1", "Paid"); d.Stale() {
		t.Error("the dashboard is stale after a run")
	}
}

// TestDrawTile draws the charts of two tiles at the same time.
func TestDrawTile(t *testing.T) {
	d := boarded(t)
	drawn := map[string]int{}
	for _, tile := range d.screen.tiles {
		d.DrawTile(tile, 400, 300, chart.Look{}, func(p Picture, err error) {
			if err != nil {
				t.Error(err)
				return
			}
			drawn[tile.Name] = len(p.Marks)
		})
	}
	d.settle()
	if drawn["Pivot 1"] != 3 || drawn["Paid"] != 1 {
		t.Errorf("drew %v", drawn)
	}
}
