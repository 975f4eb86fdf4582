package menu

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	_ "cardinal/ui/look/locale" // before the toolkit is initialised
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// desk is a table and a state, and says what an item did.
type desk struct {
	table *data.Table
	state view.State
	did   string

	answer *session.Answer
}

func (d *desk) Table() *data.Table                      { return d.table }
func (d *desk) State() view.State                       { return d.state }
func (d *desk) Answer() *session.Answer                 { return d.answer }
func (d *desk) Edit(change func(view.State) view.State) { d.state = change(d.state) }
func (d *desk) AppendAll(columns []string, on view.Shelf) {
	for _, c := range columns {
		d.Append(c, on)
	}
}

func (d *desk) Append(column string, on view.Shelf) {
	d.did = "append " + column + " to " + on.String()
}
func (d *desk) Accepts(on, from view.Shelf, _ int) bool { return on <= view.Cols && from <= view.Cols }
func (d *desk) Remove(on view.Shelf, _ int)             { d.did = "remove from " + on.String() }
func (d *desk) Rename(int)                              { d.did = "rename" }
func (d *desk) OpenForm(on view.Shelf, i int)           { d.did = fmt.Sprint("form of ", on, i) }
func (d *desk) EditFilter(int)                          { d.did = "edit a filter" }
func (d *desk) AddFormula(text string, _ int)           { d.did = "add " + text }
func (d *desk) EditFormula(int)                         { d.did = "edit a formula" }
func (d *desk) NewLet(string)                           {}
func (d *desk) EditLet(string)                          {}
func (d *desk) RemoveLet(string)                        {}
func (d *desk) AskTitle()                               {}
func (d *desk) AskWhere(int)                            {}
func (d *desk) SetMeasure(i int, m query.Measure)       { d.state = d.state.SetMeasure(i, m) }
func (d *desk) AddMeasure(m query.Measure, at int)      { d.state = d.state.AddMeasure(m, at) }

func (d *desk) Move(_ view.Shelf, _ int, to view.Shelf, _ int) { d.did = "move to " + to.String() }
func (d *desk) MoveByKey(_ view.Shelf, _ int, by fyne.KeyName) { d.did = "move " + string(by) }

func (d *desk) Column(name string) *data.Column {
	c, _ := d.table.Column(name)
	return c
}

func newDesk() *desk {
	d := &desk{table: data.NewTable("orders", []*data.Column{
		data.NewInts("day", data.Date, 0, []int64{19000, 19400}, nil),
		data.NewInts("units", data.Int, 0, []int64{1, 200}, nil),
	})}
	d.state.Rows = []query.Field{{Column: "day", Part: query.Year}, {Column: "units"}}
	d.state.Filters = []view.Filter{view.NewFilter(d.Column("units"))}
	return d
}

// written returns a menu as text: a line for each item, submenus indented, and ✓ before the present choice.
func written(items []*fyne.MenuItem, indent string) string {
	text := ""
	for _, i := range items {
		switch {
		case i.IsSeparator:
			text += indent + "-\n"
			continue
		case i.Checked:
			text += indent + "✓ " + i.Label
		default:
			text += indent + i.Label
		}
		if i.Disabled {
			text += " (disabled)"
		}
		text += "\n"
		if i.ChildMenu != nil {
			text += written(i.ChildMenu.Items, indent+"  ")
		}
	}
	return text
}

// TestTopWithOthers chooses a top and Others at once while all labels are kept, and Others alone if there is a top.
func TestTopWithOthers(t *testing.T) {
	d := newDesk()
	m, f := New(d, nil), query.Field{Column: "units"}
	find(t, m.Settings(view.Rows, 1), "The rest", "In one line, Others").Action()
	s := d.state
	if s.TopOf(f).N != 10 || !s.HasOthers(f) {
		t.Errorf("the top is %+v, with Others: %v", s.TopOf(f), s.HasOthers(f))
	}
	if note := s.Note(view.Rows, 1, nil); !strings.HasPrefix(note, "top 10 and Others by ") {
		t.Errorf("the chip says %q", note)
	}
	find(t, m.Settings(view.Rows, 1), "The rest", "Left out").Action()
	if d.state.HasOthers(f) {
		t.Error("Others cannot be taken back")
	}
}

func TestMenuOfADate(t *testing.T) {
	const want = `Group by
  Whole value
  ✓ Year    2001
  Quarter    2001-Q1
  Month    2001-03
  ISO week    2001-W09
  More
    Recurring parts
      Quarter (1)
      Month name (January)
      Month (1)
      ISO week (9)
      Day of month (4)
      Weekday name (Monday)
      Weekday (1)
    Fiscal year
      Fiscal year from January
      Fiscal year from February
      Fiscal year from March
      Fiscal year from April
      Fiscal year from May
      Fiscal year from June
      Fiscal year from July
      Fiscal year from August
      Fiscal year from September
      Fiscal year from October
      Fiscal year from November
      Fiscal year from December
    Fiscal quarter
      Fiscal quarter from January
      Fiscal quarter from February
      Fiscal quarter from March
      Fiscal quarter from April
      Fiscal quarter from May
      Fiscal quarter from June
      Fiscal quarter from July
      Fiscal quarter from August
      Fiscal quarter from September
      Fiscal quarter from October
      Fiscal quarter from November
      Fiscal quarter from December
Sort
  ✓ Labels ascending
  Labels descending
  Largest first    Number of rows
  Smallest first    Number of rows
  More
    By another measure…
    Natural order, 2 before 10
    By hand…
Top and bottom
  ✓ All
  Top 10
  Top 100
  Bottom 10
  More
    Top 1,000
    Top 80% of the total
    Top, another number, share or sum…
    Bottom 100
    Bottom 1,000
    Bottom 80% of the total
    Bottom, another number, share or sum…
The rest
  Left out
  In one line, Others
Subtotals
  ✓ Shown
  Hidden
  Another function
    Sum
    Count
    Average
    Maximum
    Minimum
    Product
    Median
    Distinct count
    Standard deviation
    Population standard deviation
    Variance
    Population variance
---
Settings…
Filter…
Filter by figures
  Number of rows…
  -
  Clear (disabled)
Group labels…
Groups above it…
Fold to this level
-
Move to
  Columns
Move left (disabled)
Move right
Remove
`
	m := New(newDesk(), nil)
	if got := written(m.Settings(view.Rows, 0), "") + "---\n" + written(m.ChipItems(view.Rows, 0), ""); got != want {
		t.Errorf("the menu is\n%s", got)
	}
}

func TestMenuOfTheLayout(t *testing.T) {
	const want = `Title…
-
✓ Row of totals
✓ Column of totals
Subtotals
  ✓ All
  None
  -
  ✓ Of Year of day
Place of totals
  ✓ Below and at the right
  Above and at the left
-
Values (disabled)
  ✓ Beside each other
  Below each other
Compact rows
Repeat row labels
Show empty combinations
Cells without rows
  ✓ Blank
  0
  –
  Another text…
Conditional formatting
  Data bars behind all figures
  Heat map of two colours
  Heat map of three colours
  -
  Clear all
-
Fold rows to
  Year of day
Fold columns to (disabled)
Unfold all
`
	d := newDesk()
	m := New(d, nil)
	if got := written(m.Layout(), ""); got != want {
		t.Errorf("the menu is\n%s", got)
	}
	for _, choose := range [][]string{{"Row of totals"}, {"Subtotals", "None"},
		{"Place of totals", "Above and at the left"}, {"Values", "Below each other"}, {"Compact rows"}, {"Repeat row labels"},
		{"Show empty combinations"}, {"Fold rows to", "Year of day"}} {
		find(t, m.Layout(), choose...).Action()
	}
	year := query.Field{Column: "day", Part: query.Year}
	l := query.Layout{Totals: query.TotalsRows, NoSubtotals: []query.Field{year}, TotalsFirst: true, ValuesOnRows: true,
		RepeatLabels: true, Compact: true, ShowEmpty: true}
	if !d.state.Layout.Equal(l) || !d.state.FoldedTo(view.Rows, year) {
		t.Errorf("the layout is %+v, the folds %+v", d.state.Layout, d.state.Folds)
	}
	find(t, m.Layout(), "Row of totals").Action()
	find(t, m.Settings(view.Rows, 0), "Subtotals", "Shown").Action()
	find(t, m.Layout(), "Unfold all").Action()
	l.Totals, l.NoSubtotals = query.TotalsBoth, nil
	if !d.state.Layout.Equal(l) || d.state.FoldedTo(view.Rows, year) {
		t.Errorf("the layout is %+v, the folds %+v", d.state.Layout, d.state.Folds)
	}
}

// find returns the item at the end of a path of names.
func find(t *testing.T, items []*fyne.MenuItem, path ...string) *fyne.MenuItem {
	t.Helper()
	var item *fyne.MenuItem
	for _, name := range path {
		at := slices.IndexFunc(items, func(i *fyne.MenuItem) bool { return i.Label == name })
		if at < 0 {
			t.Fatalf("no item %s of %v", name, path)
		}
		if item = items[at]; item.ChildMenu != nil {
			items = item.ChildMenu.Items
		}
	}
	return item
}

func TestMenuOfAFilter(t *testing.T) {
	const want = "Filter…\nKeep in view beside the table\nHold in every tab\nClear this filter\n-\nRemove\n"
	if got := written(New(newDesk(), nil).ChipItems(view.Filters, 0), ""); got != want {
		t.Errorf("the menu is\n%s", got)
	}
}

// TestItemsAct chooses items and looks at what they did.
func TestItemsAct(t *testing.T) {
	d := newDesk()
	m := New(d, nil)
	for _, tc := range []struct {
		items []*fyne.MenuItem
		path  []string
		did   string
	}{
		{m.Fields("units"), []string{"Add to Columns"}, "append units to Columns"},
		{m.Fields("units"), []string{"Formula with it…"}, "add sum(units)"},
		{m.ChipItems(view.Rows, 0), []string{"Settings…"}, "form of Rows 0"},
		{m.ChipItems(view.Rows, 0), []string{"Remove"}, "remove from Rows"},
		{m.ChipItems(view.Rows, 0), []string{"Move right"}, "move Right"},
		{m.ChipItems(view.Rows, 0), []string{"Move to", "Columns"}, "move to Columns"},
		{m.ChipItems(view.Filters, 0), []string{"Filter…"}, "edit a filter"},
	} {
		if find(t, tc.items, tc.path...).Action(); d.did != tc.did {
			t.Errorf("%v: %s, want %s", tc.path, d.did, tc.did)
		}
	}
	find(t, m.Settings(view.Rows, 0), "Group by", "More", "Recurring parts", "Month (1)").Action()
	find(t, m.Settings(view.Rows, 0), "Top and bottom", "Top 10").Action()
	if f := d.state.Rows[0]; f.Part != query.Month || d.state.TopOf(f).N != 10 {
		t.Errorf("the state is %+v", d.state)
	}
}

// TestShowAlongFields offers the fields of an axis for a way to show, but none if the axis has one field.
func TestShowAlongFields(t *testing.T) {
	d := newDesk()
	d.state.Values = []query.Measure{{Func: query.Sum, Column: "units"}}
	ms := New(d, nil)
	settings := func() []*fyne.MenuItem { return ms.Settings(view.Values, 0) }
	find(t, settings(), "Show as", "More", "Differences", "Difference from previous").Action()
	find(t, settings(), "Along", "Year of day").Action()
	if got := d.state.Values[0].Show.String(); got != "diff_prev along year(day)" {
		t.Errorf("shown as %s", got)
	}
	find(t, settings(), "Show as", "More", "Shares", "% of parent").Action()
	if got := d.state.Values[0].Show.String(); got != "pct_parent along year(day)" {
		t.Errorf("shown as %s", got)
	}
	d.state = d.state.Remove(view.Rows, 1)
	find(t, settings(), "Show as", "More", "Differences", "Difference from previous").Action()
	if got := written(settings(), ""); strings.Contains(got, "Along") || d.state.Values[0].Show.String() !=
		"diff_prev along rows" {
		t.Errorf("one field: %s\n%s", d.state.Values[0].Show, got)
	}
}

// TestDuplicate adds a measure a second time as a share, and opens the form of the new chip.
func TestDuplicate(t *testing.T) {
	d := newDesk()
	m := query.Measure{Func: query.Sum, Column: "units", Name: "Units"}
	d.state.Values = []query.Measure{m}
	ms := New(d, nil)
	find(t, ms.ChipItems(view.Values, 0), "Duplicate").Action()
	want := query.Measure{Func: query.Sum, Column: "units"}
	want.Show.Kind = query.PctTotal
	if v := d.state.Values; len(v) != 2 || v[0] != m || v[1] != want || d.did != "form of Values 1" {
		t.Errorf("the values are %+v, and it did %s", v, d.did)
	}
}

// TestOrderOfMonths says of texts that name months what natural order is.
func TestOrderOfMonths(t *testing.T) {
	d := newDesk()
	d.table = d.table.With(data.FromValues("month",
		slices.Repeat([]data.Value{data.TextValue("Feb"), data.TextValue("Jan")}, d.table.Rows)[:d.table.Rows]))
	ms := New(d, nil)
	if got := written([]*fyne.MenuItem{ms.orderItem(query.Field{Column: "month"})}, ""); !strings.Contains(got,
		"Natural order, by alphabet") {
		t.Errorf("the orders of months are\n%s", got)
	}
}

// TestAddAsSlicer adds a filter of a field whose labels stand in view, in one step.
func TestAddAsSlicer(t *testing.T) {
	d := newDesk()
	ms := New(d, nil)
	d.state.Filters = nil
	find(t, ms.Fields("units"), "Add as slicer").Action()
	if f := d.state.Filters; len(f) != 1 || !f[0].Pinned || f[0].Kind != view.List || f[0].Field.Column != "units" {
		t.Errorf("the filters are %+v", f)
	}
	d.state.Filters = []view.Filter{{Field: query.Field{Column: "units"}, Kind: view.Range, Low: "3"}}
	if item := find(t, ms.Fields("units"), "Add as slicer"); !item.Disabled {
		t.Error("a range becomes a slicer")
	}
}
