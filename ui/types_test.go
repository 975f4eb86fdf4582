package ui

import (
	"reflect"
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
		s.until("it is read again", func() bool { return !s.session.Loading() && s.session.Table().Columns[3].Type == is })
		s.answered()
	}
	read([]string{"revenue=text"}, data.Text)
	if got := s.status.text.Text; !strings.HasPrefix(got, "Columns have other types than before. Left out of the shelves: Sum of revenue, Umsatz.") || len(s.session.State().Values) != 0 {
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
	if got, want := s.status.text.Text, "Note on this file: units: 1 value cannot be read as a number and was left empty, in row 3 (and 1 more: File, Notes on this file)"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}
