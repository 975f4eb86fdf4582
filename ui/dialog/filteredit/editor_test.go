package filteredit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// TestWays makes a filter in every way, opens the filter again, and looks whether the editor says the same.
func TestWays(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	name := data.NewText("name", []uint32{0, 1, 1, 2}, []string{"Anna", "Bert", "Carl"}, nil)
	units := data.NewInts("units", data.Int, 0, []int64{1, 2, 2, 1200}, nil)
	day := data.NewInts("day", data.Date, 0, []int64{19000, 19400, 19400, 19783}, nil)
	labels := counter{t, data.NewTable("t", []*data.Column{name, units, day})}
	for _, c := range []struct {
		column *data.Column
		way    string
		do     func(e *editor)
		want   string
	}{
		{name, "a list of values", func(e *editor) { tap(e, 1) }, "name in ('Bert')"},
		{name, "a list of values", func(e *editor) {
			e.list.search.SetText("AR")
			e.list.all.OnTapped()
			e.list.mode.SetSelected(leaveOut)
		}, "(not name in ('Carl') or name is null)"},
		{name, "a list of values", func(e *editor) { e.list.order.SetSelected(byCount); tap(e, 0) },
			"name in ('Bert')"},
		{name, "part of the text", func(e *editor) { entry(e).SetText("an") }, "name icontains 'an'"},
		{name, "part of the text", func(e *editor) {
			text := e.ways[e.now].condition.(*textEditor)
			text.op.SetSelected("begins with")
			text.match.SetChecked(true)
			text.mode.SetSelected(leaveTextsOut)
			entry(e).SetText("A")
		}, "(not name begins 'A' or name is null)"},
		{name, "part of the text", func(e *editor) {
			e.ways[e.now].condition.(*textEditor).op.SetSelected("matches the regular expression")
			entry(e).SetText("(")
		}, "“(” cannot be used"},
		{units, "a range", func(e *editor) { entry(e).SetText("1,000") }, "units >= 1000"},
		{units, "a list of values", func(e *editor) { tap(e, 2) }, "units in (1200)"},
		{day, "a range", func(e *editor) { entry(e).SetText("2023") }, "day >= '2023-01-01'"},
		{day, "the last days, months or years", func(*editor) {}, "day in last 30 days"},
		{day, "the last days, months or years", func(e *editor) {
			r := e.ways[e.now].condition.(*relativeEditor)
			entry(e).SetText("12")
			r.unit.SetSelected("months")
			r.from.SetSelected(fromToday)
		}, "day in last 12 months of today"},
		{day, "the last days, months or years", func(e *editor) {
			r := e.ways[e.now].condition.(*relativeEditor)
			r.kind.SetSelected("previous")
			r.unit.SetSelected("quarter")
		}, "day in previous quarter"},
		{day, "the last days, months or years", func(e *editor) { entry(e).SetText("0") }, "“0” cannot be used"},
		{day, "parts of the date", func(e *editor) { tap(e, 0) }, "year(day) in (2022)"},
		{day, "parts of the date", func(e *editor) { e.part.SetSelected("Month (1)"); tap(e, 1) }, "month(day) in (2)"},
		{day, "a list of values", func(e *editor) { tap(e, 1) }, "day in ('2023-02-12')"},
	} {
		e := newEditor(view.NewFilter(c.column), c.column, -1, labels, nil)
		if len(e.ways) > 1 {
			e.chooser.SetSelected(c.way)
		}
		if e.ways[e.now].title != c.way {
			t.Fatalf("%s has no way %q", c.column.Name, c.way)
		}
		c.do(e)
		if e.apply.Disabled() {
			if want := "“" + entry(e).Text + "” cannot be used"; want != c.want {
				t.Errorf("%s by %s: %s", c.column.Name, c.way, want)
			}
			continue
		}
		f := e.chosen()
		if got := f.Expr(); got == nil || got.String() != c.want {
			t.Errorf("%s by %s asks for %v, want %s", c.column.Name, c.way, got, c.want)
			continue
		}
		again := newEditor(f, c.column, 0, labels, nil)
		if again.ways[again.now].title != c.way || again.chosen().Expr().String() != c.want {
			t.Errorf("%s by %s opens again by %s as %v", c.column.Name, c.way, again.ways[again.now].title,
				again.chosen().Expr())
		}
	}
}

// TestPastedValues pastes columns of cells into the search of a list, and copies what is no label.
func TestPastedValues(t *testing.T) {
	test.NewTempApp(t)
	name := data.NewText("name", []uint32{0, 1, 2}, []string{"Anna", "Bert", "Carl"}, nil)
	units := data.NewInts("units", data.Int, 0, []int64{1200, -3, 7}, nil)
	day := data.NewInts("day", data.Date, 0, []int64{19000, 19400, 19783}, nil)
	labels := counter{t, data.NewTable("t", []*data.Column{name, units, day})}
	for _, c := range []struct {
		column             *data.Column
		pasted, want, said string
	}{
		{name, "Bert\nanna \nAnna\n", "name in ('Anna', 'Bert')", "3 of 3 pasted values found. 1 of them differs in " +
			"case or blanks. 2 ticked."},
		{name, "Carl\tDora\tEmil", "name in ('Carl')", "1 of 3 pasted values found. Not in the table: Dora, Emil. 1 " +
			"ticked."},
		{units, "1200\r\n-3", "units in (-3, 1200)", "2 of 2 pasted values found. 2 ticked."},
		{units, "1,200\n8\n9\n10\n11\n12\n13", "units in (1200)",
			"1 of 7 pasted values found. Not in the table: 8, 9, 10, 11, 12 and 1 more. 1 ticked."},
		{name, "BERT\nAnna\nanna", "name in ('Anna', 'Bert')", "3 of 3 pasted values found. 2 of them differ in " +
			"case or blanks. 2 ticked."},
		{units, "7.00\nA-17\n$1,200.0", "units in (7, 1200)", "2 of 3 pasted values found. Not in the table: A-17. " +
			"1 of them is not a number. 2 ticked."},
		{day, "12.02.2023\n2023-02-13\nnext week", "day in ('2023-02-12')", "1 of 3 pasted values found. Not in " +
			"the table: 2023-02-13, next week. 1 of them is not a date. 1 ticked."},
	} {
		e := newEditor(view.NewFilter(c.column), c.column, -1, labels, nil)
		e.chooser.SetSelected("a list of values")
		board := test.NewClipboard()
		board.SetContent(c.pasted)
		e.list.search.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
		f := e.chosen()
		if got := f.Expr(); got == nil || got.String() != c.want {
			t.Errorf("%q asks for %v, want %s", c.pasted, got, c.want)
		}
		if got := e.list.notice.Text; !strings.HasPrefix(got, c.said) {
			t.Errorf("%q: %s\nwant %s", c.pasted, got, c.said)
		}
		if e.list.copy.Visible() != strings.Contains(c.said, "Not in") {
			t.Errorf("%q: the button to copy is visible: %v", c.pasted, e.list.copy.Visible())
		}
	}
	e := newEditor(view.NewFilter(name), name, -1, labels, nil)
	board := test.NewClipboard()
	board.SetContent("Ann")
	if e.list.search.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board}); e.list.search.Text != "Ann" ||
		len(e.list.ticked) > 0 {
		t.Errorf("a text of one cell is searched for; the search is %q", e.list.search.Text)
	}
}

// TestPastedCaseMatters pastes values, asks for an exact match, and for another again.
func TestPastedCaseMatters(t *testing.T) {
	test.NewTempApp(t)
	name := data.NewText("name", []uint32{0, 1, 2}, []string{"Anna", "Bert", "Carl"}, nil)
	e := newEditor(view.NewFilter(name), name, -1, counter{t, data.NewTable("t", []*data.Column{name})}, nil)
	tap(e, 2)
	if e.list.paste("BERT\nAnna"); !e.list.fold.Visible() || len(e.list.ticked) != 3 {
		t.Fatalf("%v are ticked", e.list.ticked)
	}
	for _, want := range []string{"name in ('Anna', 'Carl')", "name in ('Anna', 'Bert', 'Carl')"} {
		e.list.fold.SetChecked(!e.list.fold.Checked)
		if got := e.chosen().Expr().String(); got != want || !e.list.fold.Visible() {
			t.Errorf("asks for %s, want %s", got, want)
		}
	}
	if e.list.search.SetText("b"); e.list.fold.Visible() || len(e.list.ticked) != 3 {
		t.Error("a search keeps the pasted values")
	}
}

// TestApplyWaitsForPastedValues presses Enter before pasted values are found.
func TestApplyWaitsForPastedValues(t *testing.T) {
	test.NewTempApp(t)
	c := data.NewText("name", []uint32{0, 1, 2}, []string{"Anna", "Bert", "Berta"}, nil)
	d := dialogs.New(test.NewTempWindow(t, widget.NewLabel("")))
	var due func()
	var used []data.Value
	Ask(d, view.NewFilter(c), c, -1, slow{counter{t, data.NewTable("t", []*data.Column{c})}, &due}, nil,
		func(f view.Filter) { used = f.Values })
	search := d.Window().Canvas().Focused().(*input.Entry)
	due()
	board := test.NewClipboard()
	board.SetContent("Anna\nBert")
	search.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
	if search.OnSubmitted(""); d.Len() != 1 {
		t.Fatal("a filter is used before its values are found")
	}
	if due(); d.Len() != 0 || len(used) != 2 {
		t.Errorf("%v are ticked", used)
	}
}

// TestTop keeps the bottom 3 of a key by another measure.
func TestTop(t *testing.T) {
	test.NewTempApp(t)
	c := data.NewText("name", []uint32{0}, []string{"Anna"}, nil)
	count, sum := query.Measure{Func: query.Count}, query.Measure{Func: query.Sum, Column: "units"}
	top := &Top{Now: view.Top{Of: query.Field{Column: "name"}, By: count}, Measures: []query.Measure{count, sum}}
	e := newEditor(view.NewFilter(c), c, -1, counter{t, data.NewTable("t", []*data.Column{c})}, top)
	e.chooser.SetSelected("the top or bottom by a measure")
	w := e.ways[e.now].condition.(*topEditor)
	if got := w.chosen(); got.N != 10 || got.Bottom || got.By != count {
		t.Errorf("offers %+v", got)
	}
	if entry(e).SetText("0"); !e.apply.Disabled() {
		t.Error("keeps none")
	}
	entry(e).SetText("3")
	w.side.SetSelected(sideBottom)
	w.by.SetSelected(sum.Title())
	if got := w.chosen(); e.apply.Disabled() || got != (view.Top{Of: query.Field{Column: "name"}, N: 3, By: sum,
		Bottom: true}) {
		t.Errorf("keeps %+v", got)
	}
	entry(e).SetText("80 %")
	if got := w.chosen(); e.apply.Disabled() || got != (view.Top{Of: query.Field{Column: "name"}, Until: "80%", By: sum,
		Bottom: true}) {
		t.Errorf("keeps %+v", got)
	}
	top.Measures = append(top.Measures, query.Measure{Func: query.Avg, Column: "units"})
	e = newEditor(view.NewFilter(c), c, -1, counter{t, data.NewTable("t", []*data.Column{c})}, top)
	e.chooser.SetSelected("the top or bottom by a measure")
	w = e.ways[e.now].condition.(*topEditor)
	entry(e).SetText("sum 1,000")
	if w.by.SetSelected(top.Measures[2].Title()); !e.apply.Disabled() || w.n.fault.Hidden {
		t.Error("averages add up to a sum")
	}
}

// TestReturnInEveryBound applies a range from either bound, and not while a bound cannot be used.
func TestReturnInEveryBound(t *testing.T) {
	test.NewTempApp(t)
	c := data.NewInts("units", data.Int, 0, []int64{1, 2}, nil)
	d := dialogs.New(test.NewTempWindow(t, widget.NewLabel("")))
	used := 0
	for i := range 2 {
		Ask(d, view.NewFilter(c), c, -1, counter{t, data.NewTable("t", []*data.Column{c})}, nil,
			func(view.Filter) { used++ })
		low := d.Window().Canvas().Focused().(*input.Entry)
		d.Window().Canvas().FocusNext()
		high, is := d.Window().Canvas().Focused().(*input.Entry)
		if !is {
			t.Fatal("Tab does not go from one bound to the other")
		}
		high.SetText("x")
		if high.OnSubmitted(""); used > i {
			t.Fatal("a bound that is no number is used")
		}
		high.SetText("2")
		[]*input.Entry{low, high}[i].OnSubmitted("")
	}
	if used != 2 || d.Len() != 0 {
		t.Errorf("%d filters, %d dialogs", used, d.Len())
	}
}

// slow finds labels when it is told to.
type slow struct {
	counter
	due *func()
}

func (s slow) FindPasted(ch session.Choices, p session.Pasted, then func(session.Found)) {
	*s.due = func() { s.counter.FindPasted(ch, p, then) }
}

func (s slow) Search(ch session.Choices, how session.Search, then func([]uint32)) {
	*s.due = func() { s.counter.Search(ch, how, then) }
}

// TestReturnInTheSearch ticks what the search finds. It ticks nothing before the search is over, or if nothing is
// found.
func TestReturnInTheSearch(t *testing.T) {
	test.NewTempApp(t)
	c := data.NewText("name", []uint32{0, 1, 2}, []string{"Anna", "Bert", "Berta"}, nil)
	d := dialogs.New(test.NewTempWindow(t, widget.NewLabel("")))
	var due func()
	var used []data.Value
	Ask(d, view.NewFilter(c), c, -1, slow{counter{t, data.NewTable("t", []*data.Column{c})}, &due}, nil,
		func(f view.Filter) { used = f.Values })
	search := d.Window().Canvas().Focused().(*input.Entry)
	due()
	search.SetText("nobody")
	due()
	if search.OnSubmitted(""); d.Len() != 1 {
		t.Fatal("a filter of nothing is used")
	}
	search.SetText("bert")
	if search.OnSubmitted(""); d.Len() != 1 {
		t.Fatal("a filter is used before its values are found")
	}
	if due(); d.Len() != 0 || len(used) != 2 || used[0].Text != "Bert" || used[1].Text != "Berta" {
		t.Errorf("%v are ticked", used)
	}
}

// TestTabOrder goes through the editor with Tab: from the top to the bottom.
func TestTabOrder(t *testing.T) {
	test.NewTempApp(t)
	c := data.NewText("name", []uint32{0, 1}, []string{"Anna", "Bert"}, nil)
	e := newEditor(view.NewFilter(c), c, -1, counter{t, data.NewTable("t", []*data.Column{c})}, nil)
	w := test.NewTempWindow(t, e.content)
	w.Resize(fyne.NewSize(400, 500))
	for i, want := range []fyne.Focusable{e.chooser, e.list.search, e.list.order, e.list.all, e.list.none,
		e.list.list} {
		if w.Canvas().FocusNext(); w.Canvas().Focused() != want {
			t.Errorf("stop %d is %T, want %T", i, w.Canvas().Focused(), want)
		}
	}
}

// tap turns the tick of a line round, as a click or Space does.
func tap(e *editor, line int) { e.list.list.OnSelected(line) }

// entry returns the entry with the keyboard in the chosen way.
func entry(e *editor) *input.Entry { return e.ways[e.now].first.(*input.Entry) }

// TestMillionValues lists a million values: the lines in view alone get widgets.
func TestMillionValues(t *testing.T) {
	test.NewTempApp(t)
	const n = 1_000_000
	values := make([]int64, n)
	for i := range values {
		values[i] = int64(i)
	}
	c := data.NewInts("id", data.Int, 0, values, nil)
	list := newChecklist(view.NewFilter(c), -1, counter{t, data.NewTable("t", []*data.Column{c})}, func() {})
	w := test.NewTempWindow(t, list.root)
	w.Resize(fyne.NewSize(400, 500))
	list.setField(query.Field{Column: "id"})
	if list.list.Len() != n || !list.all.Disabled() {
		t.Errorf("%d values; ticking all at once is disabled: %v", list.list.Len(), list.all.Disabled())
	}
	list.search.SetText("99999")
	if list.list.Len() != 19 || list.all.Disabled() {
		t.Errorf("%d values have 99999 in them", list.list.Len())
	}
}
