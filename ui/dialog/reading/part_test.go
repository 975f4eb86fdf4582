package reading

import (
	"context"
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
	"cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// TestAskList chooses which list of a file has a row for each element.
func TestAskList(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	for text, options := range map[string][]string{
		`[{"id": 1, "tags": ["red", "blue"], "items": [{"sku": "a", "qty": 12}]}]`: {"Nothing", "tags", "items"},
		`{"n": 1, "tags": ["red", "blue"], "items": [{"sku": "a", "qty": 12}]}`: {"As found: items", "Nothing",
			"tags", "items"},
	} {
		w := test.NewTempWindow(t, widget.NewLabel(""))
		w.Resize(fyne.NewSize(900, 700))
		f := &textFile{text: text}
		if table := f.Source(); Can(table) {
			t.Error("a table without a file can be read again")
		}
		Ask(dialogs.New(w), f, "")
		lists := all[*tip.Select](w)
		if len(lists) != 1 || !slices.Equal(lists[0].Options, options) || lists[0].Selected != options[0] {
			t.Fatalf("%s: %d lists", text, len(lists))
		}
		lists[0].SetSelected("tags")
		lists[0].SetSelected("items")
		var shown []string
		shown = append(shown, labels(w)...)
		if said := strings.Join(shown, "|"); !strings.Contains(said, "items.sku|text") ||
			!strings.Contains(said, "items.qty|number") || !strings.Contains(said, "became 1 row") {
			t.Errorf("%s: the preview shows %s", text, said)
		}
		for _, b := range all[*input.Button](w) {
			if b.Text == "Read again" {
				test.Tap(b)
			}
		}
		if want := (data.Reading{Unnest: "items"}); f.read == nil || !reflect.DeepEqual(*f.read, want) {
			t.Errorf("%+v is asked for, want %+v", f.read, want)
		}
	}
}

// archive is an archive of two text files, the second of which is open.
type archive struct {
	textFile
	asked, sheet string
}

func (f *archive) Source() *data.Table {
	t := f.textFile.Source()
	t.Name, t.Sheet, t.Sheets, t.Member = "months.zip", "feb.csv", []string{"jan.csv", "feb.csv"}, "feb.csv"
	return t
}

func (f *archive) Preview(sheet string, _ data.Reading, done func(*data.Table, error)) (stop func()) {
	f.asked = sheet
	done(f.Source(), nil)
	return func() {}
}

func (f *archive) ReadAs(sheet string, _ data.Reading) { f.sheet = sheet }

// TestAskArchive reads the file of the archive again that is open, and not the largest one.
func TestAskArchive(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	f := &archive{textFile: textFile{text: "a,b\n1,x\n2,y\n"}}
	Ask(dialogs.New(w), f, "")
	for _, b := range all[*input.Button](w) {
		if b.Text == "Read again" {
			test.Tap(b)
		}
	}
	if f.asked != "feb.csv" || f.sheet != "feb.csv" {
		t.Errorf("file %q is shown, and %q is read", f.asked, f.sheet)
	}
}

// page is a web page with two tables.
type page struct {
	textFile
	sheet string
}

func (f *page) table(sheet string, how data.Reading) (*data.Table, error) {
	return load.Bytes(context.Background(), "u.html", []byte(f.text), load.Options{Sheet: sheet, Reading: how})
}

func (f *page) Source() *data.Table {
	t, err := f.table("", data.Reading{})
	if err != nil {
		panic(err)
	}
	return t
}

func (f *page) Preview(sheet string, how data.Reading, done func(*data.Table, error)) (stop func()) {
	done(f.table(sheet, how))
	return func() {}
}

func (f *page) ReadAs(sheet string, how data.Reading) { f.sheet, f.read = sheet, &how }

// TestAskPage says of a table of a web page which decimal sign it has, and in which order its dates are.
func TestAskPage(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	f := &page{textFile: textFile{text: "<table><caption>Jan<tr><th>n<th>at<tr><td>1.234<td>03/04/2024</table><table><caption>Feb<tr><th>n<tr><td>7</table>"}}
	if !Can(&data.Table{Path: "u.html", Format: "html"}) {
		t.Error("how a web page is read cannot be asked")
	}
	Ask(dialogs.New(w), f, "")
	lists := all[*tip.Select](w)
	if len(lists) < 5 || strings.Join(lists[0].Options, "|") != "All tables as one|Jan|Feb" ||
		lists[0].Selected != "Jan" {
		t.Fatalf("%d lists, the first of %q", len(lists), lists[0].Options)
	}
	lists[1].SetSelected("Rows 1-2")
	lists[1].SetSelected("Row 1")
	lists[3].SetSelected("Comma: 1.234,5")
	lists[4].SetSelected("3 April (day first)")
	for _, b := range all[*input.Button](w) {
		if b.Text == "Read again" {
			test.Tap(b)
		}
	}
	if want := (data.Reading{Header: "1", Decimal: "comma", Dates: "dmy"}); f.sheet != "Jan" || f.read == nil ||
		!reflect.DeepEqual(*f.read, want) {
		t.Errorf("table %q is read as %+v, want %+v", f.sheet, f.read, want)
	}
}

// TestSheetsOfArchive offers the sheets of the workbook of an archive that is open, and no other file.
func TestSheetsOfArchive(t *testing.T) {
	table := &data.Table{Sheets: []string{"a.csv", "b/c.xlsx/Data", "b/c.xlsx/More", "d.xlsx"}}
	for member, want := range map[string]options{
		"": {{"a.csv", "a.csv"}, {"b/c.xlsx/Data", "b/c.xlsx/Data"}, {"b/c.xlsx/More", "b/c.xlsx/More"},
			{"d.xlsx", "d.xlsx"}},
		"b/c.xlsx": {{"Data", "b/c.xlsx/Data"}, {"More", "b/c.xlsx/More"}},
		"d.xlsx":   {{"d.xlsx", "d.xlsx"}},
	} {
		if table.Member = member; !slices.Equal(sheetsOf(table), want) {
			t.Errorf("of %q: %v, want %v", member, sheetsOf(table), want)
		}
	}
}
