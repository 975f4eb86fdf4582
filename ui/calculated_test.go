package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/shelf"
)

// field returns the row of a field in the list, or nil.
func (s *stage) field(name string) *shelf.FieldRow {
	for _, r := range s.fields.Rows() {
		if r.Field().Name == name {
			return r
		}
	}
	return nil
}

// TestCalculatedField makes a calculated field, uses it as measure, key and filter, renames and removes it, and
// undoes all that.
func TestCalculatedField(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	if s.fields.OnNew(); s.asked() == nil {
		t.Fatal("no editor")
	}
	s.typed("value", "units * pri")
	if !s.button("Use").Disabled() {
		t.Error("an unknown column can be used")
	}
	s.typed("value", "units * price")
	if text := s.read(s.asked()); !strings.Contains(text, "Decimal number. The first values are 6172.80; 7500.00; "+
		"5.00; 0.00.") {
		t.Errorf("the editor says\n%s", text)
	}
	s.typed("units", "units * price")
	if !s.button("Use").Disabled() || !strings.Contains(s.read(s.asked()), "The table has a column units already") {
		t.Errorf("the name of a column can be used:\n%s", s.read(s.asked()))
	}
	s.typed("value", "units * price")
	s.button("Use").OnTapped()
	s.until("the field is computed", func() bool {
		c := s.session.Column("value")
		return c != nil && c.Rows == 4 && s.field("value") != nil && s.field("value").Field().Count == "4"
	})
	if f := s.field("value").Field(); !f.Calculated || !strings.Contains(f.Detail, "calculated: units * price") ||
		s.field("region").Field().Calculated {
		t.Errorf("%+v", f)
	}

	s.editor.AddDefault([]string{"value"})
	if a := s.answered(); a.Tab.Cell(0, 0, 0).String() != "13677.80" ||
		a.Tab.Query.Values[0].Title() != "Sum of value" {
		t.Errorf("%s of %s", a.Tab.Cell(0, 0, 0), a.Tab.Query.Values[0].Title())
	}
	s.editor.NewLet("")
	s.typed("big", "if(value > 6000, 'big', 'small')")
	s.button("Use").OnTapped()
	s.editor.Append("big", view.Rows)
	if a := s.answered(); len(a.Tab.Rows.Leaves()) != 2 {
		t.Errorf("the rows are %d", len(a.Tab.Rows.Leaves()))
	}

	s.editor.EditLet("value")
	s.typed("worth", "units * price + 1")
	s.button("Use").OnTapped()
	a := s.answered()
	if v := a.State.Values[0].String(); v != "sum(worth)" ||
		a.State.Lets[1].Expr != "if(worth > 6000, 'big', 'small')" || s.field("value") != nil ||
		s.field("worth") == nil {
		t.Errorf("after a rename: %s, %v", v, a.State.Lets)
	}
	s.editor.RemoveLet("worth")
	if now := s.session.State(); len(now.Lets)+len(now.Values)+len(now.Rows) != 0 || s.field("big") != nil {
		t.Errorf("after the removal: %+v", now)
	}
	said := s.status.message.Visible()
	for range 6 {
		s.undo()
	}
	if !said || s.status.message.Visible() {
		t.Error("what a removal says stands before undo, and not after it")
	}
	if s.session.State().Lets != nil || s.field("value") != nil {
		t.Errorf("after undo: %+v", s.session.State())
	}
	for range 5 {
		s.redo()
	}
	if a := s.answered(); a.Tab.Query.Lets[0].Name != "worth" || s.field("big") == nil {
		t.Errorf("after redo: %v", a.Tab.Query.Lets)
	}
}

// TestOnlyWhere gives a measure a condition from its menu.
func TestOnlyWhere(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Append("units", view.Values)
	s.answered()
	var only *fyne.MenuItem
	for _, i := range s.menus.ChipItems(view.Values, 0) {
		if i.Label == "Only rows where…" {
			only = i
		}
	}
	only.Action()
	s.typed("region = 'US' and units > 0")
	s.button("Use").OnTapped()
	a := s.answered()
	if a.Tab.Cell(0, 0, 0).String() != "10" ||
		s.shelves.On[view.Values].Chips()[0].Item().Text != "Sum of units where region = US and units > 0" {
		t.Errorf("%s, %s", a.Tab.Cell(0, 0, 0), s.shelves.On[view.Values].Chips()[0].Item().Text)
	}
	if m := s.session.State().Values[0]; m != (query.Measure{Func: query.Sum, Column: "units",
		Where: "(region = 'US' and units > 0)"}) {
		t.Errorf("%+v", m)
	}
	s.undo()
	if a := s.answered(); a.Tab.Cell(0, 0, 0).String() != "-2982" {
		t.Errorf("after undo: %s", a.Tab.Cell(0, 0, 0))
	}
}
