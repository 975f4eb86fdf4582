package ui

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/data"
)

// TestTypesThereAndBack makes a number a text and a number again: its sum goes and comes back.
func TestTypesThereAndBack(t *testing.T) {
	s := keeping(t, "")
	s.open(write(t, t.TempDir(), "sales.csv", salesText))
	s.build()
	before := s.session.Tabs()
	read := func(types []string, is data.Type) {
		t.Helper()
		s.keeps.ReadAs("", data.Reading{Types: types})
		s.until("it is read again", func() bool {
			return !s.session.Loading() && s.session.Table().Columns[3].Type == is
		})
		s.answered()
	}
	read([]string{"revenue=text"}, data.Text)
	if got := s.status.text.Text; !strings.HasPrefix(got, "Columns have other types than before. Left out of the "+
		"shelves: Sum of revenue, Umsatz.") || len(s.session.State().Values) != 0 {
		t.Errorf("said %q, and the values are %v", got, s.session.State().Values)
	}
	read(nil, data.Int)
	if now := s.session.Tabs(); !reflect.DeepEqual(now, before) {
		t.Errorf("the tabs are %+v, want %+v", now, before)
	}
	read([]string{"revenue=text"}, data.Text)
	s.key("region", fyne.KeyR)
	s.answered()
	read(nil, data.Int)
	if now := s.session.State(); len(now.Values) != 0 || len(now.Rows) != 2 {
		t.Errorf("after an edit the shelves are %+v", now)
	}
}

// TestChosenTypeComesFirst says of a file that is read again first what a chosen type left empty.
func TestChosenTypeComesFirst(t *testing.T) {
	s := keeping(t, "")
	s.open(write(t, t.TempDir(), "a.csv", "price;units\n1,50;1\n2,25;2\n3,75;x\n"))
	s.keeps.ReadAs("", data.Reading{Types: []string{"units=number"}})
	s.until("it is read again", func() bool { return s.session.Table().Columns[1].Type == data.Int })
	if got, want := s.status.text.Text, "Note on this file: units: 1 value cannot be read as a number and was left "+
		"empty, in row 3 (and 1 more: File, Notes on this file)"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

// TestColumnsThatBecomeNoRows opens a workspace after its file has lost one of the columns that become rows.
// The table has the columns of the file, and other columns that become rows bring back what was left out.
func TestColumnsThatBecomeNoRows(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "shops.csv", "shop,Jan,Feb,May\nA,1,2,3\nB,4,5,6\n")
	s := keeping(t, "")
	s.open(write(t, folder, "a.cardinal",
		`{"cardinal": 1, "source": {"path": "shops.csv", "reading": {"unpivot": "Jan..Apr as month, sales"}}, "tabs": [
		{"name": "A", "rows": ["shop"], "columns": ["month"], "values": [{"measure": "sum(sales)"}]}]}`))
	want := "shops.csv has no column month and no column sales: what used it was left out of the shelves. The " +
		"columns of Jan..Apr as month, sales do not become rows any more: " +
		"File, How the file is read, chooses them. The workspace keeps what was left out until you save it."
	if got := s.status.text.Text; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	note := `the columns of "Jan..Apr as month, sales" do not become rows any more: no column "Apr"; the columns are shop, Jan, Feb, May`
	if notes := s.session.Table().Notes; !slices.Contains(notes, note) {
		t.Errorf("the notes are %q", notes)
	}
	s.keeps.ReadAs("", data.Reading{Unpivot: "Jan..May as month, sales"})
	s.until("it is read again", func() bool { return !s.session.Loading() && s.session.Table().Rows == 6 })
	if now := s.session.State(); len(now.Rows) != 1 || len(now.Cols) != 1 || len(now.Values) != 1 {
		t.Errorf("the shelves are %+v", now)
	}
}
