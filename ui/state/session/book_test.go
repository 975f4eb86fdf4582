package session

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/ui/state/view"
)

// texts returns the cells of a grid.
func texts(g *pivot.Grid) (all []string) {
	for row := range g.Rows {
		for col := range g.Cols {
			c := g.Cell(row, col)
			all = append(all, c.Text()+" "+c.Value.String())
		}
	}
	return all
}

// tabsOf returns a desk with a pivot of regions, one of paid with only a chart, which never ran, and an empty tab,
// which is shown.
func tabsOf(t *testing.T) *desk {
	d := opened(t)
	d.put("region", view.Rows)
	d.NewTab()
	d.put("paid", view.Rows)
	d.put("units", view.Values)
	d.Edit(func(s view.State) view.State {
		s.Chart.Place = view.Instead
		return s
	})
	d.RenameTab(1, "Paid")
	d.NewTab()
	d.settle()
	d.tabs[1].answer = nil
	return d
}

// TestSaveTabs exports all tabs: an answer that is there is not run again, the others are, and an empty tab is named.
func TestSaveTabs(t *testing.T) {
	d := tabsOf(t)
	runs, saved := len(d.engine.runs), 0
	d.SaveBook("out.xlsx", "xlsx", "", Sheets{Tabs: true}, func() { saved++ })
	d.settle()
	d.heard("Exported to out.xlsx. Pivot 2 is left out, since nothing is on its shelves.", false)
	book := d.files.book
	if len(book) != 2 || book[0].name != "Pivot 1" || book[1].name != "Paid" || saved != 1 {
		t.Fatalf("exported %v", book)
	}
	if len(d.engine.runs) != runs+1 || d.tabs[1].answer != nil {
		t.Errorf("%d pivots ran, and one is kept: %v", len(d.engine.runs)-runs, d.tabs[1].answer != nil)
	}
	if book[0].Chart != "" || book[1].Chart != chart.Auto || book[1].Source == nil {
		t.Errorf("the charts are %q and %q", book[0].Chart, book[1].Chart)
	}
	for i := range book {
		d.ShowTab(i)
		d.settle()
		if got, want := texts(book[i].Grid), texts(d.Answer().Grid); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", book[i].name, got, want)
		}
	}
	d.ShowTab(0)
	d.Edit(func(s view.State) view.State {
		s.Layout.Totals = query.TotalsNone
		return s
	})
	d.settle()
	d.SaveBook("out.xlsx", "xlsx", "", Sheets{Tabs: true}, func() {})
	d.settle()
	if g := d.files.book[0].Grid; g.Rows != d.Answer().Grid.Rows || g.Rows != book[0].Grid.Rows-1 {
		t.Errorf("the layout of the screen is not that of the workbook: %d rows", g.Rows)
	}
}

// TestSaveTabsStops exports tabs of which one fails, then tabs of which one is cancelled, and tabs that are all
// empty.
func TestSaveTabsStops(t *testing.T) {
	d := tabsOf(t)
	d.engine.will(func(context.Context, engine.RunOptions) error { return errBoom })
	d.SaveBook("out.xlsx", "xlsx", "", Sheets{Tabs: true}, func() { t.Error("saved") })
	d.settle()
	d.heard("The disk is on fire.", true)
	started := make(chan string, 1)
	d.engine.will(stuck(started))
	d.SaveBook("out.xlsx", "xlsx", "", Sheets{Tabs: true}, func() { t.Error("saved") })
	<-started
	d.losePatience()
	if w := d.screen.work; w == nil || w.What != "Exporting to out.xlsx" || w.Stage != "Paid, 2 of 2" || w.Done != 0.5 {
		t.Errorf("under way is %+v", w)
	}
	d.Cancel()
	d.settle()
	d.heard("Stopped the export. No file was written.", false)
	d.engine.will(nil)
	for range 2 {
		d.CloseTab(0)
		d.settle()
	}
	d.SaveBook("out.xlsx", "xlsx", "", Sheets{Tabs: true}, func() { t.Error("saved") })
	d.heard("There is no pivot to export yet: put a field on Rows, Columns or Values first.", true)
}

// TestSavePages exports a pivot for each label of a field. Every one is, bit for bit, the pivot after a person
// chooses the label in a filter.
func TestSavePages(t *testing.T) {
	for _, f := range []query.Field{{Column: "region"}, {Column: "day"}, {Column: "day", Part: query.Year},
		{Column: "paid"}, {Column: "units"}, {Column: "weight"},
		{Column: "wide", Part: query.Bins, N: 2}, {Column: "units", Part: query.Bin, BinWidth: 5}} {
		d := opened(t)
		d.put("region", view.Rows)
		d.put("units", view.Rows)
		d.put("paid", view.Cols)
		d.put("weight", view.Values)
		d.put("units", view.Values)
		d.Edit(func(s view.State) view.State {
			s.Values[0].Show = query.Show{Kind: query.PctTotal}
			s.Values[1].Show = query.Show{Kind: query.Running}
			s.Tops = []view.Top{{Of: query.Field{Column: "units"}, N: 1, By: query.Measure{Func: query.Sum,
				Column: "units"}}}
			return s
		})
		d.settle()
		d.SaveBook("out.xlsx", "xlsx", "", Sheets{By: f}, func() {})
		d.settle()
		d.heard("Exported to out.xlsx.", false)
		var labels Choices
		d.Choose(f, -1, func(c Choices) { labels = c })
		d.settle()
		if len(d.files.book) != len(labels.Codes) || len(labels.Codes) == 0 {
			t.Fatalf("%s: %d pages, and %d labels", f, len(d.files.book), len(labels.Codes))
		}
		for i, code := range labels.Codes {
			page := d.files.book[i]
			if want := labels.Text(code); page.name != strings.Replace(want, "−", "-", 1) && page.name != want {
				t.Errorf("%s: the page of %s is called %s", f, want, page.name)
			}
			d.Edit(func(s view.State) view.State {
				chosen := view.NewFilter(d.Column(f.Column))
				chosen.Field, chosen.Kind, chosen.Values = f, view.List, []data.Value{labels.Label(code)}
				s.Filters = []view.Filter{chosen}
				return s
			})
			d.settle()
			if d.Answer() == nil {
				t.Fatalf("%s: there is no pivot of %s", f, labels.Text(code))
			}
			if got, want := texts(page.Grid), texts(d.Answer().Grid); !slices.Equal(got, want) {
				t.Errorf("%s, %s: %q, want %q", f, page.name, got, want)
			}
		}
		d.Close()
	}
}

// TestPageFields lists the fields of filters, then the fields of the axes, and then all columns.
func TestPageFields(t *testing.T) {
	d := opened(t)
	d.put("day", view.Rows)
	d.put("paid", view.Filters)
	var got []string
	for _, f := range d.PageFields() {
		got = append(got, f.String())
	}
	if !strings.HasPrefix(strings.Join(got, ", "), "paid, "+d.State().Rows[0].String()+", region, units") {
		t.Errorf("%q", got)
	}
	if !slices.Contains(got, "year(day)") || !slices.Contains(got, "trunc(day, month)") {
		t.Errorf("the periods of dates: %q", got)
	}
}
