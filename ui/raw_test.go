package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// column returns a column of the grid from top to bottom.
func (s *stage) column(col int) string {
	src := s.result.grid.Source()
	rows, _, head, _ := src.Size()
	var cells []string
	for row := head; row < rows; row++ {
		c := src.Cell(row, col)
		cells = append(cells, c.Format.Text(c.Value))
	}
	return strings.Join(cells, " ")
}

// TestHeadingsSortTheTable taps headings while the table itself is shown.
func TestHeadingsSortTheTable(t *testing.T) {
	s := newStage(t, orders(), orders())
	s.disk.tables[1].Name = "again.csv"
	s.load(0)
	tap := func(col int, want string) {
		t.Helper()
		s.result.grid.OnHeaderTapped(col)
		s.until("sorted: "+want, func() bool { return s.column(col) == want })
	}
	const region, units = 1, 2
	tap(units, "8 5 5 -3,000")
	if got := s.column(0); got != "4 1 3 2" {
		t.Errorf("the rows' numbers are %s", got)
	}
	tap(units, "-3,000 5 5 8")
	tap(units, "5 -3,000 5 8")
	tap(region, "Asia EU US US")
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	s.undo()
	s.until("the table again", func() bool { return s.session.Answer() == nil })
	if got := s.column(region); got != "Asia EU US US" {
		t.Errorf("the order is forgotten: %s", got)
	}
	if _, ok := s.result.grid.Source().(pivot.Listing); !ok {
		t.Errorf("the grid shows %T", s.result.grid.Source())
	}
	s.load(1)
	if got := s.column(region); got != "US EU US Asia" {
		t.Errorf("another table is in the order %s", got)
	}
}

func TestFloatsAreShownAsTheyAre(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	if got := s.column(4); got != "0.1 0.3333333333333333 -266.1 2,000,000,000,000,000" {
		t.Errorf("floats are shown as %s", got)
	}
}

// TestTheTableSaysWhyItIsThere reads what stands above the table itself: before anything is on the shelves,
// while a pivot is worked out, and after it was undone.
func TestTheTableSaysWhyItIsThere(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.win.Show()
	says := func(want string) {
		t.Helper()
		if got := s.read(s.result.banner); s.result.banner.Hidden || !strings.Contains(got, want) {
			t.Errorf("above the table stands %q, want %q", got, want)
		}
	}
	says("Drag a field onto Rows, or double-click it, to begin. Below is the table itself.")
	s.win.Resize(fyne.NewSize(1000, 600))
	s.win.Resize(fyne.NewSize(560, 600)) // where the words take two lines
	if height, needed := s.result.banner.Size().Height, s.result.banner.MinSize().Height; height < needed {
		t.Errorf("the words need %.0f and have %.0f", needed, height)
	}
	s.editor.Add("region", view.Rows, 0)
	says("The pivot of the shelves is not there yet. Below is the table itself.")
	s.answered()
	if !s.result.banner.Hidden {
		t.Error("the words stay above the pivot")
	}
	s.undo()
	s.until("the table again", func() bool { return s.session.Answer() == nil })
	says("to begin")
	s.editor.Edit(func(v view.State) view.State {
		return v.KeepLabels(query.Field{Column: "region"}, s.session.Column("region"),
			[]data.Value{data.TextValue("US")})
	})
	s.until("the filter", func() bool { return s.session.Whole().Len() == 2 })
	says("Below are the rows that pass the filters.")
	s.undo()
	s.until("all rows", func() bool { return s.session.Whole().Len() == 4 })
	says("Below is the table itself.")
}

// TestNoRows reads what stands above a table of a file that has only names of columns.
func TestNoRows(t *testing.T) {
	none := data.NewTable("heads.csv", []*data.Column{data.NewText("region", nil, nil, nil)})
	none.Path = "/tmp/heads.csv"
	s := newStage(t, none)
	s.load(0)
	if got := s.read(s.result.banner); !strings.Contains(got, "The table has no rows, only the names of its columns.") {
		t.Errorf("above the table stands %q", got)
	}
}

// TestAnotherTableEndsAFailedOpening opens a table after a failure that named the table before it. Other failures stay.
func TestAnotherTableEndsAFailedOpening(t *testing.T) {
	a, b := orders(), orders()
	b.Name = "later.csv"
	s := newStage(t, a, b)
	s.load(0)
	s.Say(session.Message{Text: "The disk is full.", Error: true})
	s.load(1)
	if !s.status.message.Visible() {
		t.Error("a failure that is not of an opening goes with the table")
	}
	s.Say(session.Message{Text: "empty.csv is empty. later.csv is still open.", Error: true, Opening: true})
	s.load(0)
	if s.status.message.Visible() {
		t.Errorf("orders.csv is open, and the window says %q", s.status.text.Text)
	}
}
