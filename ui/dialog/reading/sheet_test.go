package reading

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// workbook is an open workbook.
type workbook struct {
	textFile
	sheet string // as the dialog asked
}

func (f *workbook) table(sheet string, how data.Reading) (*data.Table, error) {
	return load.Preview(context.Background(), filepath.Join("testdata", "report.xlsx"),
		load.Options{Sheet: sheet, Reading: how})
}

func (f *workbook) Source() *data.Table {
	t, err := f.table("", data.Reading{})
	if err != nil {
		panic(err)
	}
	return t
}

func (f *workbook) Preview(sheet string, how data.Reading, done func(*data.Table, error)) (stop func()) {
	done(f.table(sheet, how))
	return func() {}
}

func (f *workbook) ReadAs(sheet string, how data.Reading) { f.sheet, f.read = sheet, &how }

// TestAskSheet chooses another table of a workbook by its name, its type and its cells, and reads the workbook again.
func TestAskSheet(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	f := &workbook{}
	stack := dialogs.New(w)
	Ask(stack, f, "")
	list := func(has string) *tip.Select {
		t.Helper()
		for _, s := range all[*tip.Select](w) {
			for _, o := range s.Options {
				if strings.HasPrefix(o, has) {
					return s
				}
			}
		}
		t.Fatalf("nothing offers %q", has)
		return nil
	}
	choose := func(option string) {
		t.Helper()
		s := list(option)
		for _, o := range s.Options {
			if strings.HasPrefix(o, option) {
				s.SetSelected(o)
				return
			}
		}
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
	if s := list("As found: B3:G8"); s.Selected != "As found: B3:G8" || !reflect.DeepEqual(s.Options[1:],
		[]string{"Table Sales, 'Orders'!A3:D6", "Name Targets, J3:K5", "Block B3:G8", "Block J3:K5"}) {
		t.Errorf("%q of %q", s.Selected, s.Options)
	}
	if s := list("No row has names"); s.Selected != "As found: row 3-4" {
		t.Errorf("%q", s.Selected)
	}
	says("Q1 · Revenue")
	choose("Rows 4-5")
	says("Revenue · 100.5")
	heads := list("No row has names")
	heads.SetSelected(heads.Options[0])
	choose("All have the value")
	says("filled with the value")
	cells := all[*input.Entry](w)[0]
	cells.SetText("B4:")
	says(`no table and no named range "B4:"`)
	choose("Table Sales")
	if s := list("Orders"); s.Selected != "Orders" || cells.Text != "Sales" {
		t.Errorf("the sheet is %q, the cells %q", s.Selected, cells.Text)
	}
	for _, s := range all[*tip.Select](w) {
		if s.Selected == "As found: text" {
			s.SetSelected("number")
			break
		}
	}
	says("-30.25")
	for _, b := range all[*input.Button](w) {
		if b.Text == "Read again" {
			test.Tap(b)
		}
	}
	if want := (data.Reading{Range: "Sales", Merged: "fill", Types: []string{"Amount=number"}}); f.sheet != "Orders" ||
		f.read == nil || !reflect.DeepEqual(*f.read, want) || stack.Len() != 0 {
		t.Errorf("%q, %+v is asked for, want %+v", f.sheet, f.read, want)
	}
}

// sheets is a workbook whose sheets are open as one table.
type sheets struct{ workbook }

func (f *sheets) Source() *data.Table {
	t := data.NewTable("sales.xlsx", []*data.Column{data.NewInts("units", data.Int, 0, []int64{1, 2}, nil)})
	t.Path, t.Format, t.Sheet, t.Sheets = "sales.xlsx", "xlsx", load.AllSheets, []string{"2023", "2024"}
	return t
}

func (f *sheets) Preview(_ string, _ data.Reading, done func(*data.Table, error)) (stop func()) {
	done(f.Source(), nil)
	return func() {}
}

// TestAskAllSheets asks which sheet is read if all sheets are one table.
func TestAskAllSheets(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	f := &sheets{}
	Ask(dialogs.New(w), f, "")
	lists := all[*tip.Select](w)
	if len(lists) != 1 || strings.Join(lists[0].Options, "|") != "All sheets as one table|2023|2024" ||
		lists[0].Selected != "All sheets as one table" {
		t.Fatalf("%d lists, %+v", len(lists), lists)
	}
	var said []string
	said = append(said, labels(w)...)
	if text := strings.Join(said, "|"); !strings.Contains(text, "Sheet|") ||
		!strings.Contains(text, "Read one sheet to say which of its cells are read") {
		t.Errorf("the dialog says %s", text)
	}
	lists[0].SetSelected("2024")
	for _, b := range all[*input.Button](w) {
		if b.Text == "Read again" {
			test.Tap(b)
		}
	}
	if f.sheet != "2024" {
		t.Errorf("sheet %q is read", f.sheet)
	}
}
