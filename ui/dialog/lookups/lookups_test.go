package lookups

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/shape/lookup"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// slow is a table whose keys are matched when the test says so.
type slow struct {
	table *data.Table
	found func(*lookup.Matched, error)
}

func (s *slow) Uncalculated() *data.Table { return s.table }

func (s *slow) Match(_ *data.Table, _ []lookup.Key, done func(*lookup.Matched, error)) {
	s.found = done
}

func (s *slow) LookUp(lookup.Spec, *data.Table) {}

// TestAddedWhileLooking adds a key while the first is looked for. What is found of the first says nothing of
// the two, and cannot be added.
func TestAddedWhileLooking(t *testing.T) {
	test.NewTempApp(t)
	keys := func() *data.Table {
		return data.NewTable("t", []*data.Column{data.FromValues("k", []data.Value{data.IntValue(1)}),
			data.FromValues("v", []data.Value{data.IntValue(2)})})
	}
	s := &slow{table: keys()}
	l := &dialog{source: s, second: session.Second{Table: keys()}, rows: container.NewVBox(), note: widget.NewLabel(""),
		ok: input.NewButton("", nil), columns: widget.NewCheckGroup(nil, nil),
		every: widget.NewCheck("", nil)}
	l.more = input.NewButton("Add a key", l.add)
	l.add()
	l.keys[0].on.SetSelected("k")
	l.keys[0].equals.SetSelected("k")
	found := s.found
	l.add()
	found(&lookup.Matched{Keys: 1, Found: 1}, nil)
	if l.matches || !strings.HasPrefix(l.note.Text, "Choose the columns") {
		t.Errorf("the dialog says %q, and the columns can be added: %t", l.note.Text, l.matches)
	}
	l.drop(l.keys[1])
	s.found(&lookup.Matched{Keys: 1, Found: 1}, nil)
	if !l.matches || l.note.Text != "1 of 1 key found." {
		t.Errorf("the dialog says %q, and the columns can be added: %t", l.note.Text, l.matches)
	}
}
