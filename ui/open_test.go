package ui

import (
	"strings"
	"testing"

	"cardinal/data"
)

func TestOpeningClearsTheSearch(t *testing.T) {
	other := data.NewTable("other.csv", []*data.Column{data.NewText("city", []uint32{0}, []string{"Oslo"}, nil)})
	s := newStage(t, orders(), other)
	s.load(0)
	s.fields.Search("units")
	if got := s.fields.Rows()[0]; got.Visible() {
		t.Fatal("the search hides nothing")
	}
	s.load(1)
	if r := s.fields.Rows(); len(r) != 1 || !r[0].Visible() {
		t.Error("the search of the table before hides the field of the new one")
	}
}

// TestLoadingShowsItself looks at the middle of the window while the first file is read.
func TestLoadingShowsItself(t *testing.T) {
	s := newStage(t, orders())
	s.disk.wait = make(chan struct{})
	s.session.Open("orders.csv")
	s.until("the load is shown", func() bool { return s.status.work.Visible() })
	middle := s.read(s.result.root)
	if strings.Contains(middle, "Drop a") || !strings.Contains(middle, "Opening orders.csv") {
		t.Errorf("while a file is read, the middle says\n%s", middle)
	}
	s.session.Cancel()
	if middle := s.read(s.result.root); !strings.Contains(middle, "Drop a") {
		t.Errorf("after a cancel, the middle says\n%s", middle)
	}
	s.disk.wait = nil
	s.load(0)
	if middle := s.read(s.result.root); strings.Contains(middle, "Opening") {
		t.Errorf("with a table, the middle says\n%s", middle)
	}
}
