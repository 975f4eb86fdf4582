package reading

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/ui/dialog/dialogs"
	_ "cardinal/ui/look/locale" // before the toolkit is initialised
	"cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// textFile is an open text file.
type textFile struct {
	text string
	read *data.Reading // as the dialog asked
}

func (f *textFile) table(how data.Reading) (*data.Table, error) {
	return load.Bytes(context.Background(), "sales.csv", []byte(f.text), load.Options{Reading: how})
}

func (f *textFile) Source() *data.Table {
	t, err := f.table(data.Reading{})
	if err != nil {
		panic(err)
	}
	return t
}

func (f *textFile) Preview(_ string, how data.Reading, done func(*data.Table, error)) (stop func()) {
	done(f.table(how))
	return func() {}
}

func (f *textFile) ReadAs(_ string, how data.Reading) { f.read = &how }

// all returns the objects of a kind in a window, those of the preview first.
func all[T fyne.CanvasObject](w fyne.Window) (found []T) {
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if o == nil || !o.Visible() {
			return
		}
		if v, is := o.(T); is {
			found = append(found, v)
		}
		switch o := o.(type) {
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child)
			}
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		}
	}
	for _, o := range w.Canvas().Overlays().List() {
		walk(o)
	}
	return found
}

// TestAsk answers the questions as a person does, and reads the file again.
// labels returns the texts of all labels in a window.
func labels(w fyne.Window) (texts []string) {
	for _, o := range all[interface {
		fyne.CanvasObject
		SetText(string)
	}](w) {
		switch l := o.(type) {
		case *widget.Label:
			texts = append(texts, l.Text)
		case *tip.Label:
			texts = append(texts, l.Text)
		}
	}
	return texts
}

// TestTypeThatCannotBe chooses a type that no value has. The rows stay, and another type can be chosen.
func TestTypeThatCannotBe(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	f := &textFile{text: "zip;city\n01067;Rome\n10115;Oslo\n"}
	Ask(dialogs.New(w), f, "")
	city := func() *tip.Select { return all[*tip.Select](w)[8] }
	said := func() string { return strings.Join(labels(w), "|") }
	city().SetSelected("number")
	if !strings.Contains(said(), "column city has no value that can be read as a number: choose another type for it") ||
		!strings.Contains(said(), "Rome") {
		t.Errorf("the dialog says %s", said())
	}
	if city().Selected != "number" {
		t.Errorf("the type is %s", city().Selected)
	}
	city().SetSelected("text")
	if strings.Contains(said(), "no value that can be read") {
		t.Errorf("with another type the dialog says %s", said())
	}
}

// begun is a file whose beginning has other types than the whole file.
type begun struct{ textFile }

func (f *begun) Preview(_ string, how data.Reading, done func(*data.Table, error)) (cancel func()) {
	done(load.Bytes(context.Background(), "a.csv", []byte("units,n\n1,2\n"), load.Options{Reading: how}))
	return func() {}
}

// TestFoundTypeIsOfAllRows offers the type in the open table as found. If the file is read in another way, it offers
// the type of the beginning.
func TestFoundTypeIsOfAllRows(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	Ask(dialogs.New(w), &begun{textFile{text: "units,n\n1,2\n12x,3\n"}}, "")
	found := func() string { return all[*tip.Select](w)[7].Options[0] }
	if found() != "As found: text" {
		t.Errorf("it is %s", found())
	}
	all[*tip.Select](w)[6].SetSelected("3 April (day first)")
	if found() != "As found: number" {
		t.Errorf("in another way it is %s", found())
	}
}

// TestAskAtAColumn shows the column that was asked for among many.
func TestAskAtAColumn(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	var names, values []string
	for i := range 30 {
		names, values = append(names, fmt.Sprintf("column%d", i)), append(values, "1")
	}
	for _, column := range []string{"column0", "column25", "none"} {
		stack := dialogs.New(w)
		Ask(stack, &textFile{text: strings.Join(names, ",") + "\n" + strings.Join(values, ",") + "\n"}, column)
		shown := slices.ContainsFunc(all[*tip.Label](w), func(l *tip.Label) bool {
			x := fyne.CurrentApp().Driver().AbsolutePositionForObject(l).X
			return l.Whole == "column25" && x > 0 && x < 800
		})
		if want := column == "column25"; shown != want {
			t.Errorf("where %s is asked for, column25 is shown: %v", column, shown)
		}
		stack.Dismiss()
	}
}

func TestAsk(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	f := &textFile{text: "Report 2024;;\nzip;price;when\n01234;1.234,50;03/04/2024\n99999;2,5;05/06/2024\n" +
		"x;;07/08/2024\n"}
	stack := dialogs.New(w)
	Ask(stack, f, "")
	choose := func(at int, option string) {
		t.Helper()
		selects := all[*tip.Select](w)
		for _, o := range selects[at].Options {
			if strings.HasPrefix(o, option) {
				selects[at].SetSelected(o)
				return
			}
		}
		t.Fatalf("choice %d has %v", at, selects[at].Options)
	}
	says := func(text string) {
		t.Helper()
		for _, l := range labels(w) {
			if strings.Contains(l, text) {
				return
			}
		}
		t.Errorf("nothing says %q", text)
	}
	if got := all[*tip.Select](w); len(got) != 10 || got[0].Selected != "As found: semicolon" ||
		got[3].Selected != "As found: line 2" || got[7].Selected != "As found: text" {
		var words []string
		for _, s := range got {
			words = append(words, s.Selected)
		}
		t.Fatalf("choices: %q", words)
	}
	choose(6, "3 April")
	says("when: dates read as day, month, year")
	choose(7, "number")
	says("zip: 1 value cannot be read as a number and was left empty, in row 3")
	says("2024-04-03")
	choose(4, "1")
	says("2024-06-05")
	choose(7, "epoch_ms: milliseconds since 1970")
	says("numbers of milliseconds since 1970")
	choose(7, "number")
	ok := func() *input.Button {
		for _, b := range all[*input.Button](w) {
			if b.Text == "Read again" {
				return b
			}
		}
		t.Fatal("there is no button")
		return nil
	}
	entry := all[*input.Entry](w)[0]
	entry.SetText("90")
	says("90 lines are to be left out, and the text has only 5")
	if !ok().Disabled() {
		t.Error("what cannot be read can be confirmed")
	}
	entry.SetText("x")
	says("write a number")
	entry.SetText("0")
	test.Tap(ok())
	if want := (data.Reading{Dates: "dmy", Footer: "1", Types: []string{"zip=number"}}); f.read == nil ||
		!reflect.DeepEqual(*f.read, want) || stack.Len() != 0 {
		t.Errorf("%+v is asked for, want %+v", f.read, want)
	}
}

// TestShowLosses lists values with their rows, or says that there are none.
func TestShowLosses(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	for _, c := range []struct {
		losses []data.Loss
		says   []string
	}{
		{[]data.Loss{{Text: "made by x", What: "left out above the table"}, {Row: 7, Column: "price", Text: "n/a",
			What: "read as null"}}, []string{"made by x", "7", "price", "n/a", "read as null",
			"2 lines, rows and values"}},
		{nil, []string{"Every value is in the table as it stands in the file."}},
	} {
		ShowLosses(dialogs.New(w), "a.csv", c.losses)
		var shown []string
		shown = append(shown, labels(w)...)
		for _, text := range c.says {
			if !strings.Contains(strings.Join(shown, "\n"), text) {
				t.Errorf("nothing says %q: %q", text, shown)
			}
		}
	}
}

// TestAskRowsOfColumns makes rows of columns, also for a file without other questions.
func TestAskRowsOfColumns(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	if !Can(&data.Table{Path: "t.parquet", Format: "parquet"}) || Can(&data.Table{Path: "t", Served: &data.Served{}}) {
		t.Error("rows of columns can be made of files alone")
	}
	f := &textFile{text: "city,2021,2022\nRome,1,2\nOslo,,4\n"}
	Ask(dialogs.New(w), f, "")
	entries := all[*input.Entry](w)
	e := entries[len(entries)-1]
	if e.PlaceHolder != "None. Such as: 2021..2022 as year, value" {
		t.Errorf("the example is %q", e.PlaceHolder)
	}
	press := func(text string) {
		for _, b := range all[*input.Button](w) {
			if b.Text == text {
				test.Tap(b)
				return
			}
		}
		t.Fatalf("there is no button %s", text)
	}
	press("Tick…")
	groups := all[*widget.CheckGroup](w)
	if len(groups) != 1 || !slices.Equal(groups[0].Options, []string{"city", "2021", "2022"}) ||
		!slices.Equal(groups[0].Selected, []string{"2021", "2022"}) {
		t.Fatalf("the columns to tick are %+v", groups)
	}
	press("Choose")
	if e.Text != "2021, 2022 as year, value" {
		t.Errorf("the ticks that are proposed are written as %s", e.Text)
	}
	e.SetText("2021")
	press("Tick…")
	columns := all[*widget.CheckGroup](w)[0]
	if !slices.Equal(columns.Selected, []string{"2021"}) {
		t.Errorf("%q are ticked", columns.Selected)
	}
	columns.SetSelected([]string{"2022", "2021"})
	press("Choose")
	if e.Text != "2021, 2022" {
		t.Errorf("the ticks are written as %s", e.Text)
	}
	e.SetText("2021..2022 as")
	e.SetText("2021..2022 as year, n")
	said := func() string {
		var shown []string
		shown = append(shown, labels(w)...)
		return strings.Join(shown, "|")
	}
	if said := said(); !strings.Contains(said, "year") || !strings.Contains(said, "2 rows of the file became 3 rows") ||
		!strings.Contains(said, "1 row without a value left out") {
		t.Errorf("the preview shows %s", said)
	}
	nulls := all[*widget.Check](w)[0]
	test.Tap(nulls)
	if said := said(); !strings.Contains(said, "2 rows of the file became 4 rows") ||
		!strings.Contains(said, "1 row without a value among them") {
		t.Errorf("with nulls the preview shows %s", said)
	}
	e.SetText("")
	if !nulls.Disabled() {
		t.Error("nothing becomes rows, and rows without a value can be chosen")
	}
	e.SetText("2021..2022 as year, n")
	for _, b := range all[*input.Button](w) {
		if b.Text == "Read again" {
			test.Tap(b)
		}
	}
	if want := (data.Reading{Unpivot: "include nulls 2021..2022 as year, n"}); f.read == nil ||
		!reflect.DeepEqual(*f.read, want) {
		t.Errorf("%+v is asked for, want %+v", f.read, want)
	}
}

func TestExampleOfRows(t *testing.T) {
	for names, want := range map[string]string{
		"a,1990,b,2001,2002,2003": "2001..2003 as year", "id,Jan,Feb,Mar,total": "Jan..Mar as month",
		"shop,Nov-23,Dec-23,Jan-24": "Nov-23..Jan-24 as month", "a,b": "Jan..Dec as month",
		"May,x": "Jan..Dec as month",
	} {
		var columns []*data.Column
		for name := range strings.SplitSeq(names, ",") {
			columns = append(columns, data.NewInts(name, data.Int, 0, []int64{1}, nil))
		}
		if got := example(data.NewTable("t", columns)); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", names, got, want)
		}
	}
}

// TestLinesOfNames lists lines that are joined behind the first of them, so that a small window shows the first
// choices without scrolling.
func TestLinesOfNames(t *testing.T) {
	var words []string
	for _, o := range headers(&data.Table{})[:6] {
		words = append(words, o.words)
	}
	if got, want := strings.Join(words, "|"),
		"As found: no line|No line has names|Line 1|Lines 1-2|Line 2|Lines 2-3"; got != want {
		t.Errorf("the choices are %s", got)
	}
}

// waiting is a file whose preview is not there yet.
type waiting struct{ textFile }

func (*waiting) Preview(string, data.Reading, func(*data.Table, error)) (cancel func()) {
	return func() {}
}

// TestPreviewComesLate says what an empty preview waits for.
func TestPreviewComesLate(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	Ask(dialogs.New(w), &waiting{textFile{text: "a,b\n1,2\n"}}, "")
	for _, l := range labels(w) {
		if l == "Reading the beginning of the file…" {
			return
		}
	}
	t.Error("nothing says that the file is read")
}

// gone is a file that was deleted after it was opened.
type gone struct{ textFile }

func (*gone) Preview(_ string, _ data.Reading, done func(*data.Table, error)) (cancel func()) {
	done(nil, errors.New("cannot open sales.csv: there is no such file"))
	return func() {}
}

// TestFileIsGone says why there is no preview, and shows no empty headings.
func TestFileIsGone(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	Ask(dialogs.New(w), &gone{textFile{text: "a,b\n1,2\n"}}, "")
	if all[*widget.Table](w)[0].ShowHeaderRow {
		t.Error("there are headings of no columns")
	}
	for _, l := range labels(w) {
		if strings.Contains(l, "there is no such file") {
			return
		}
	}
	t.Error("nothing says that the file is gone")
}
