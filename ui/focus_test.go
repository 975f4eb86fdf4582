package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/ui/state/view"
	"cardinal/ui/widget/shelf"
)

// keyboard returns the type of the widget with the keyboard, or "nothing" if no visible widget of the window has it.
func (s *stage) keyboard() string {
	f, is := s.win.Canvas().Focused().(fyne.CanvasObject)
	if !is || !f.Visible() || !slices.Contains(test.LaidOutObjects(s.win.Content()), f) {
		return "nothing"
	}
	return fmt.Sprintf("%T", f)
}

// TestKeyboardAfterDialogs opens and leaves every dialog while nothing or a chip has the keyboard. Afterwards the
// chip has it. If nothing had it or the chip is gone, the list of fields has it. After the form of a chip, the chip of
// the form has it.
func TestKeyboardAfterDialogs(t *testing.T) {
	for _, chip := range []int{-1, 0} {
		s := keeping(t, "")
		h := &hand{TB: t, window: s.window, do: func(f func()) { f() }, until: s.until}
		was := "nothing"
		h.walk(func(string) {}, func(name string) {
			s.escape()
			if s.dialogs.Len() > 0 {
				return
			}
			if strings.HasPrefix(name, "form-") {
				was = "*shelf.Chip"
			}
			if now := s.keyboard(); now != "*shelf.fieldList" && (now != was || now == "nothing") {
				t.Errorf("after the dialog %s %s has the keyboard, before it %s", name, now, was)
			}
			s.win.Canvas().Unfocus()
			s.shelves.On[view.Rows].Focus(chip)
			was = s.keyboard()
		})
	}
}

// TestKeyboardAfterTour ends the tour. The widget with the keyboard before the tour gets it back, or else the list of
// fields. A widget that a person chose meanwhile keeps it.
func TestKeyboardAfterTour(t *testing.T) {
	s := charted(t)
	c := s.win.Canvas()
	for _, begun := range []fyne.Focusable{nil, s.result.grid} {
		c.Focus(begun)
		s.startTour()
		c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		s.escape()
		if want := map[bool]string{true: "*shelf.fieldList", false: "*grid.Grid"}[begun == nil]; s.keyboard() != want {
			t.Errorf("after the tour %s has the keyboard, want %s", s.keyboard(), want)
		}
	}
	s.startTour()
	s.shelves.On[view.Rows].Focus(0)
	if s.tour.End(); s.keyboard() != "*shelf.Chip" {
		t.Errorf("%s has the keyboard", s.keyboard())
	}
}

// TestNoRingAfterTheMouse closes dialogs with the mouse. The list of fields has the keyboard, and no field has
// a ring until a key is pressed, which does nothing else.
func TestNoRingAfterTheMouse(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	ringed := func() (names []string) {
		for _, r := range all[*shelf.FieldRow](s.fields.Object()) {
			if r.Focused {
				names = append(names, r.Field().Name)
			}
		}
		return names
	}
	key := func(name fyne.KeyName) { s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: name}) }
	for _, pressed := range []fyne.KeyName{fyne.KeyDown, fyne.KeyR, fyne.KeyReturn} {
		s.win.Canvas().Unfocus()
		for range 2 { // the list has the keyboard before the second dialog
			s.pointed = true
			s.newCalculatedField()
			s.button("Cancel").OnTapped()
			if s.keyboard() != "*shelf.fieldList" || len(ringed()) > 0 {
				t.Fatalf("%s: %s has the keyboard, and the fields %v a ring", pressed, s.keyboard(), ringed())
			}
		}
		s.pointed = false
		if key(pressed); !slices.Equal(ringed(), []string{"region"}) || !s.session.State().Empty() {
			t.Errorf("after %s the fields %v have a ring, and the shelves are %+v", pressed, ringed(),
				s.session.State())
		}
	}
	if key(fyne.KeyDown); !slices.Equal(ringed(), []string{"units"}) {
		t.Errorf("after two keys the fields %v have a ring", ringed())
	}
	s.askPreferences()
	if s.escape(); !slices.Equal(ringed(), []string{"units"}) {
		t.Errorf("after Esc the fields %v have a ring", ringed())
	}
}

// TestKeyboardOfBareShelf takes the last chip off a shelf by its key. The list of fields gets the keyboard.
func TestKeyboardOfBareShelf(t *testing.T) {
	s := charted(t)
	for s.session.State().Len(view.Rows) > 0 {
		s.shelves.On[view.Rows].Focus(0)
		s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	}
	if s.keyboard() != "*shelf.fieldList" {
		t.Errorf("%s has the keyboard", s.keyboard())
	}
}

// TestToolsLeaveTheKeyboard clicks a button of the toolbar: the figures keep the keyboard. A button that is
// pressed by a key keeps it, too.
func TestToolsLeaveTheKeyboard(t *testing.T) {
	s := charted(t)
	s.win.Canvas().Focus(s.result.grid)
	if s.tools.undo.Tapped(nil); s.keyboard() != "*grid.Grid" {
		t.Errorf("%s has the keyboard after a click", s.keyboard())
	}
	s.win.Canvas().Focus(s.tools.redo)
	if s.tools.redo.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}); s.keyboard() != "*tip.Button" ||
		!s.result.chart.root.Visible() {
		t.Errorf("%s has the keyboard after the key", s.keyboard())
	}
	s.tools.undo.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1})
	if s.dialogs.Len() != 1 {
		t.Error("F1 on a button of the toolbar opens no help")
	}
}
