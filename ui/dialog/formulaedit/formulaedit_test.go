package formulaedit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/widget/input"
)

// TestFormulaEditor types, and puts columns and aggregates in from the lists.
func TestFormulaEditor(t *testing.T) {
	test.NewTempApp(t)
	table := data.NewTable("t", []*data.Column{
		data.NewText("region", []uint32{0}, []string{"EU"}, nil),
		data.NewInts("unit price", data.Int, 0, []int64{3}, nil),
	})
	f := newEditor(nil, table, "")
	valid := false
	f.onChecked = func(ok bool) { valid = ok }
	test.NewTempWindow(t, f.root).Resize(fyne.NewSize(500, 300))
	f.check()
	if valid || !strings.Contains(f.entry.PlaceHolder, `sum("unit price")`) {
		t.Errorf("empty: %v, %s", valid, f.entry.PlaceHolder)
	}
	columns, calls := pickersOf(f)
	pick(t, calls, "MEDI")
	if valid || f.entry.Text != "median(" || f.note.Importance != widget.DangerImportance ||
		!strings.HasSuffix(f.note.Text, "at character 8.") {
		t.Errorf("%q: %v, %s", f.entry.Text, valid, f.note.Text)
	}
	pick(t, columns, "price")
	test.Type(f.entry, ")")
	if !valid || f.entry.Text != `median("unit price")` || f.note.Text != "Reads as: Median of unit price" {
		t.Errorf("%q: %v, %s", f.entry.Text, valid, f.note.Text)
	}
	f.entry.CursorColumn = 0
	calls.Select(1)
	calls.Select(1)
	if f.entry.Text != `count(count(median("unit price")` || f.entry.CursorColumn != 12 {
		t.Errorf("%q at %d", f.entry.Text, f.entry.CursorColumn)
	}
	f.entry.SetText("sum(region)")
	if valid || f.note.Text != "Sum(region) needs numbers, and region holds none." {
		t.Error(f.note.Text)
	}
	f.entry.SetText(`= SUM("unit price") / 2`)
	if !valid || !strings.HasPrefix(f.note.Text, "Reads as: ") {
		t.Errorf("with an equals sign: %v, %s", valid, f.note.Text)
	}
	field := newFieldEditor(nil, table, nil, "half", "")
	field.entry.SetText(`=IF("unit price"=3;1;2)`)
	if !strings.HasPrefix(field.note.Text, "Character 19, ';', means nothing here") ||
		!strings.Contains(field.note.Text, "a comma stands between the arguments of a function") {
		t.Error(field.note.Text)
	}
	field.entry.SetText(`=IF("unit price"=3,1,2)`)
	if l, _, err := field.field(); err != nil || l.String() != `half = if("unit price" = 3, 1, 2)` {
		t.Errorf("with an equals sign: %v, %v", l, err)
	}
	none := newEditor(nil, data.NewTable("t", table.Columns[:1]), "")
	if none.entry.PlaceHolder != "For example count() / 100" {
		t.Error(none.entry.PlaceHolder)
	}
}

// TestExamples makes examples of columns that measure something, not of identifiers.
func TestExamples(t *testing.T) {
	ints := func(name string) *data.Column { return data.NewInts(name, data.Int, 0, []int64{3}, nil) }
	order, units, price := ints("order_id"), ints("units"), ints("price")
	name, days := data.NewText("name", []uint32{0}, []string{"Ann"}, nil), data.NewInts("day", data.Date, 0,
		[]int64{19000}, nil)
	city := data.NewText("city", []uint32{0}, []string{"Rome"}, data.NewBitmap(1)) // of no row
	for _, c := range []struct {
		columns             []*data.Column
		field, formula, cut string
	}{
		{[]*data.Column{order, units, price}, "units - price", "sum(units) / sum(price)", "units > 10"},
		{[]*data.Column{order, units}, "if(units is null, 'none', 'some')", "sum(units) / count()", "units > 10"},
		{[]*data.Column{order}, "if(order_id is null, 'none', 'some')", "count() / 100", "order_id is not null"},
		{[]*data.Column{order, name, city}, "if(city is null, 'none', 'some')", "count() / 100", "name = 'Ann'"},
		{[]*data.Column{order, days, city}, "if(city is null, 'none', 'some')", "count() / 100", "city is not null"},
		{[]*data.Column{order, days}, "if(day is null, 'none', 'some')", "count() / 100", "day is not null"},
	} {
		table := data.NewTable("t", c.columns)
		if got := fieldExample(table); got != c.field {
			t.Errorf("a field: %s, want %s", got, c.field)
		}
		if got := example(table); got != c.formula {
			t.Errorf("a formula: %s, want %s", got, c.formula)
		}
		if got := whereExample(table); got != c.cut {
			t.Errorf("a condition: %s, want %s", got, c.cut)
		}
	}
}

// TestPickerOfManyNames searches among 5,000 names, walks through the results, and chooses one with the keyboard.
func TestPickerOfManyNames(t *testing.T) {
	test.NewTempApp(t)
	var names, chosen []string
	for i := range 5000 {
		names = append(names, fmt.Sprintf("sensor_%04d", i))
	}
	p := newPicker("Insert a column", append(names, "42"), nil, func(name string) { chosen = append(chosen, name) })
	test.NewTempWindow(t, p.root).Resize(fyne.NewSize(300, 300))
	press := func(key fyne.KeyName) { p.list.TypedKey(&fyne.KeyEvent{Name: key}) }
	for range 9 {
		press(fyne.KeyDown)
	}
	p.search.SetText("42")
	if found := p.list.names; found[0] != "42" || found[1] != "sensor_0042" || len(found) != 200 {
		t.Fatalf("%d found, %q", len(found), found[:2])
	}
	press(fyne.KeyDown)
	press(fyne.KeyReturn)
	p.search.SetText("nothing")
	if press(fyne.KeyReturn); !p.none.Visible() {
		t.Error("nothing is found, and the list does not say so")
	}
	p.search.SetText("SENSOR_4999")
	press(fyne.KeySpace)
	if want := []string{"sensor_0042", "sensor_4999"}; !slices.Equal(chosen, want) || p.search.Text != "" ||
		p.none.Visible() {
		t.Errorf("chosen are %q, want %q; %q stays in the search", chosen, want, p.search.Text)
	}
}

// TestWhereEditor types conditions and puts one together.
func TestWhereEditor(t *testing.T) {
	test.NewTempApp(t)
	table := data.NewTable("t", []*data.Column{
		data.NewText("region", []uint32{0}, []string{"Côte d'Or"}, nil),
		data.NewInts("unit price", data.Int, 0, []int64{3}, nil),
	})
	f := newWhereEditor(nil, table, query.Measure{Func: query.Sum, Column: "unit price"})
	valid := false
	f.onChecked = func(ok bool) { valid = ok }
	test.NewTempWindow(t, f.root).Resize(fyne.NewSize(500, 300))
	if f.check(); !valid || f.note.Text != "No condition: every row counts." ||
		f.entry.PlaceHolder != `For example region = 'Côte d''Or' and "unit price" > 10` {
		t.Errorf("empty: %v, %q, %q", valid, f.note.Text, f.entry.PlaceHolder)
	}
	f.entry.SetText("regoin = 'EU'")
	if valid || f.note.Importance != widget.DangerImportance || !strings.Contains(f.note.Text, `No column "regoin"`) {
		t.Errorf("%v, %q", valid, f.note.Text)
	}
	f.entry.SetText("")
	columns, comparisons := pickersOf(f)
	pick(t, columns, "UNIT")
	pick(t, comparisons, ">=")
	test.Type(f.entry, "10")
	if !valid || f.note.Text != "Reads as: Sum of unit price where unit price >= 10" {
		t.Errorf("%q: %v, %q", f.entry.Text, valid, f.note.Text)
	}
}

// pickersOf returns the lists of columns and of other names.
func pickersOf(f *editor) (columns, others *nameList) {
	var lists []*nameList
	for _, o := range test.LaidOutObjects(f.root) {
		if l, is := o.(*nameList); is {
			lists = append(lists, l)
		}
	}
	return lists[0], lists[1]
}

// pick searches a list and chooses the first result.
func pick(t *testing.T, l *nameList, search string) {
	t.Helper()
	for _, r := range search {
		l.TypedRune(r)
	}
	e, is := fyne.CurrentApp().Driver().CanvasForObject(l).Focused().(*input.Entry)
	if !is {
		t.Fatal("what is typed in a list does not go to the search")
	}
	e.OnSubmitted(e.Text)
}
