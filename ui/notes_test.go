package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/widget/input"
)

// TestNotesOnTheFile shows the first note of a table at the foot of the window, and all notes behind a menu item.
func TestNotesOnTheFile(t *testing.T) {
	plain, noted := orders(), orders()
	noted.Name, noted.Notes = "noted.csv", []string{"3 rows have fewer fields than the header",
		"price: the comma is assumed to group thousands"}
	s := newStage(t, plain, noted)
	item := func() *fyne.MenuItem {
		for _, i := range s.win.MainMenu().Items[0].Items {
			if i.Label == "Notes on this file…" {
				return i
			}
		}
		t.Fatal("no item")
		return nil
	}
	if !item().Disabled {
		t.Error("there are notes without a file")
	}
	s.load(0)
	if !item().Disabled {
		t.Error("there are notes on a file without any")
	}
	s.load(1)
	if item().Disabled || s.status.text.Text != "Note on this file: 3 rows have fewer fields than the header (and 1 "+
		"more: File, Notes on this file)" {
		t.Errorf("the foot says %q", s.status.text.Text)
	}
	item().Action()
	var shown []string
	for _, o := range s.win.Canvas().Overlays().List() {
		shown = append(shown, labels(o)...)
	}
	for _, n := range noted.Notes {
		if !slices.Contains(shown, n) {
			t.Errorf("%q is not among %s", n, strings.Join(shown, "; "))
		}
	}
}

// TestRowsOfNotes lists the rows that the notes on a text file speak of, from the dialog of the notes.
func TestRowsOfNotes(t *testing.T) {
	table := orders()
	table.Notes, table.Path, table.Text = []string{"1 value read as null"}, "/tmp/orders.csv",
		data.TextFormat{Delimiter: ','}
	s := newStage(t, table)
	s.load(0)
	s.showNotes()
	overlays := s.win.Canvas().Overlays()
	test.Tap(s.button("Show the rows"))
	s.until("the rows are listed", func() bool {
		return slices.ContainsFunc(overlays.List(), func(o fyne.CanvasObject) bool {
			return slices.Contains(labels(o), "Row")
		})
	})
}

// TestFromNoteToType leads from a note on a column to the question how the column is read.
func TestFromNoteToType(t *testing.T) {
	table := orders()
	table.Notes, table.Path, table.Text = []string{"price: 1 value read as null", "1 line was left out"},
		"/tmp/orders.csv", data.TextFormat{Delimiter: ','}
	s := newStage(t, table)
	s.load(0)
	s.showNotes()
	test.Tap(s.button("Change type…"))
	s.until("the dialog asks how the file is read", func() bool {
		top := s.win.Canvas().Overlays().Top()
		return top != nil && slices.Contains(labels(top), "Click a type to change it. Values that cannot be read as "+
			"the type are left empty, and a note counts them.")
	})
	if s.dialogs.Len() != 1 {
		t.Errorf("%d dialogs are open", s.dialogs.Len())
	}
}

// TestFromNoteToGroups groups the labels that look the same, from the note on them, by one tap.
func TestFromNoteToGroups(t *testing.T) {
	folder := t.TempDir()
	path := write(t, folder, "k.csv", "k,v\nKöln,1\nKöln ,2\nKöln\u200b,4\nBonn,8\né,16\ne\u0301,32\n")
	s := keeping(t, t.TempDir())
	s.open(path)
	s.showNotes()
	test.Tap(s.button("Group them"))
	s.until("the groups are on Rows", func() bool {
		rows := s.session.State().Rows
		return len(rows) == 1 && rows[0].String() == "group(k, 'Köln = ''Köln '', Köln\u200b; é = e\u0301')"
	})
	if s.dialogs.Len() != 0 {
		t.Errorf("%d dialogs are open", s.dialogs.Len())
	}
}

// TestNotesThatLeadNowhere shows no button at notes on columns whose type cannot be chosen: looked-up columns, and
// columns that are made from others.
func TestNotesThatLeadNowhere(t *testing.T) {
	folder := t.TempDir()
	sales := write(t, folder, "sales.csv", salesText)
	cities := write(t, folder, "cities.csv", "name,country,people\nParis,France,2\nBerlin,Germany,3\n"+
		"Boston,USA,99999999999999999999\n")
	wide := write(t, folder, "wide.csv", "city,2021,2022\nRome,1,2\nOslo,x,4\n")
	s := keeping(t, t.TempDir())
	leads := func(note string) {
		t.Helper()
		if !slices.ContainsFunc(s.notes(), func(n string) bool { return strings.HasPrefix(n, note) }) {
			t.Fatalf("the notes are %q", s.notes())
		}
		s.showNotes()
		for _, b := range all[*input.Button](s.asked()) {
			if b.Text == "Change type…" {
				t.Errorf("the note on %s leads to a type", note)
			}
		}
		s.dialogs.Dismiss()
	}
	s.open(sales)
	s.lookUp(cities)
	leads("people: ")
	s.open(wide)
	s.keeps.ReadAs("", data.Reading{Unpivot: "2021..2022 as year, value"})
	s.until("the rows of columns", func() bool { return s.session.Table().Rows == 4 })
	leads("value: ")
}

// TestNoted finds the columns that notes are on.
func TestNoted(t *testing.T) {
	table := data.NewTable("t", []*data.Column{data.NewBools("a", nil, nil), data.NewBools("a: b", nil, nil)})
	for note, want := range map[string]string{"a: 1 value read as null": "a", "a: b: 1 value read as null": "a: b",
		"b: 1 value": "", "a was left out": ""} {
		if got := notedColumn(table, note); got != want {
			t.Errorf("%q is on %q, and not on %q", note, got, want)
		}
	}
}

// labels returns the texts of the labels in an object.
func labels(o fyne.CanvasObject) []string {
	switch o := o.(type) {
	case *widget.Label:
		return []string{o.Text}
	case *fyne.Container:
		var all []string
		for _, in := range o.Objects {
			all = append(all, labels(in)...)
		}
		return all
	case fyne.Widget:
		var all []string
		for _, in := range o.CreateRenderer().Objects() {
			all = append(all, labels(in)...)
		}
		return all
	}
	return nil
}

// TestNoteOfTypedColumn shows the note on the column whose type was chosen at the foot of the window, even if the
// column's name has a colon.
func TestNoteOfTypedColumn(t *testing.T) {
	table := data.NewTable("a.csv", []*data.Column{
		data.NewInts("id", data.Int, 0, []int64{1}, nil),
		data.NewInts("sales: net", data.Int, 0, []int64{1}, nil),
	})
	table.Notes = []string{"id: the comma is assumed to group thousands", "sales: net: 2 values cannot be read as a " +
		"number and were left empty, the first in row 3"}
	table.Reading.Types = []string{"sales: net=number"}
	if got := noteLine(table); !strings.HasPrefix(got, "Note on this file: sales: net: 2 values") {
		t.Errorf("the foot says %q", got)
	}
}
