package shelf

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/data"
	"cardinal/ui/state/view"
)

var (
	_ fyne.Widget            = (*FieldRow)(nil)
	_ fyne.Draggable         = (*FieldRow)(nil)
	_ fyne.Tappable          = (*FieldRow)(nil)
	_ fyne.DoubleTappable    = (*FieldRow)(nil)
	_ fyne.SecondaryTappable = (*FieldRow)(nil)
	_ desktop.Hoverable      = (*FieldRow)(nil)
	_ desktop.Mouseable      = (*FieldRow)(nil)
	_ desktop.Cursorable     = (*FieldRow)(nil)
)

// Field is what the list shows of a column.
type Field struct {
	Name   string    // the name of the column
	Type   data.Type // decides the icon
	Count  string    // the number of distinct values, at the right
	Detail string    // a line about the column, at the bottom of the list
	Spread Spread    // shown below Detail

	Calculated bool // the field can be edited and removed, and has a sign
}

// FieldRow is one column in the list. A person can drag it to a shelf, or add it by a double tap, by its plus sign or
// by a key. R, C, V and F name a shelf, and Enter means the shelf that suits the type.
type FieldRow struct {
	draggable

	OnAdd     func(on view.Shelf)    // the key of a shelf was pressed
	OnDefault func()                 // the row was double-tapped, or Enter was pressed
	OnMenu    func(at fyne.Position) // opens the menu at an absolute position
	OnForesee func()                 // E was pressed
	OnEdit    func()                 // F2 was pressed on a calculated field
	OnRemove  func()                 // Delete was pressed on a calculated field
	OnPressed func(how picking)      // a mouse button was pressed, and the row asks for the focus
	OnClicked func()                 // the primary button was released, without a modifier key

	field        Field
	used, picked bool
	unseen       bool // the list does not show the row now, so that it is not drawn
	likened      bool // the name of another field begins in the same way

	before, after string // the names of the fields above and below; "": none
}

// picking says how a press of the mouse changes which fields are selected, i.e. picked.
type picking uint8

const (
	single picking = iota // unpicks all rows, unless this row is picked
	toggle                // picks this row, too, or unpicks it
	extend                // picks all rows from the one that Shift extends to this one
)

// NewFieldRow returns the row of a field.
func NewFieldRow(f Field) *FieldRow {
	r := &FieldRow{field: f}
	r.ExtendBaseWidget(r)
	return r
}

// Field returns what the row shows.
func (r *FieldRow) Field() Field { return r.field }

// Refresh draws the row if the list shows it now. Otherwise the row is drawn when it comes into view.
func (r *FieldRow) Refresh() {
	if !r.unseen {
		r.BaseWidget.Refresh()
	}
}

// SetUsed shows whether the field is on a shelf.
func (r *FieldRow) SetUsed(used bool) {
	if r.used != used {
		r.used = used
		r.Refresh()
	}
}

// setPicked shows whether the field is picked.
func (r *FieldRow) setPicked(picked bool) {
	if r.picked != picked {
		r.picked = picked
		r.Refresh()
	}
}

// MouseDown calls OnPressed, which gives the list the focus. Tapped would run too late, since the toolkit first waits
// for a second tap.
func (r *FieldRow) MouseDown(ev *desktop.MouseEvent) {
	how := single
	if ev != nil && ev.Button == desktop.MouseButtonPrimary {
		switch {
		case ev.Modifier&fyne.KeyModifierShift != 0:
			how = extend
		case ev.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
			how = toggle
		}
	}
	if r.OnPressed != nil {
		r.OnPressed(how)
	}
}

// MouseUp calls OnClicked, unless the plus sign was pressed.
func (r *FieldRow) MouseUp(ev *desktop.MouseEvent) {
	if ev != nil && ev.Button == desktop.MouseButtonPrimary && ev.Modifier == 0 &&
		ev.Position.X < r.Size().Width-plusWidth {
		call(r.OnClicked)
	}
}

// Tapped opens the menu if the plus sign was tapped.
func (r *FieldRow) Tapped(ev *fyne.PointEvent) {
	if ev.Position.X >= r.Size().Width-plusWidth {
		r.menu(ev.AbsolutePosition)
	}
}

// DoubleTapped adds the field to the shelf that suits it.
func (r *FieldRow) DoubleTapped(*fyne.PointEvent) { call(r.OnDefault) }

// TappedSecondary opens the menu.
func (r *FieldRow) TappedSecondary(ev *fyne.PointEvent) { r.menu(ev.AbsolutePosition) }

func (r *FieldRow) menu(at fyne.Position) {
	if r.OnMenu != nil {
		r.OnMenu(at)
	}
}

// setFocused shows or hides the ring of the row with the focus.
func (r *FieldRow) setFocused(on bool) {
	if r.Focused == on {
		return
	}
	r.Focused = on
	r.Refresh()
	if on && r.OnHover != nil {
		r.OnHover(true)
	}
}

var shelfKeys = map[fyne.KeyName]view.Shelf{fyne.KeyR: view.Rows, fyne.KeyC: view.Cols, fyne.KeyV: view.Values,
	fyne.KeyF: view.Filters}

// action returns what a key does with the field, e.g. adds it to a shelf, opens its menu or edits it. It returns nil
// for any other key.
func (r *FieldRow) action(key fyne.KeyName) func() {
	if on, ok := shelfKeys[key]; ok && r.OnAdd != nil {
		return func() { r.OnAdd(on) }
	}
	if r.field.Calculated {
		switch key {
		case fyne.KeyF2:
			return func() { call(r.OnEdit) }
		case fyne.KeyDelete:
			return func() { call(r.OnRemove) }
		}
	}
	switch key {
	case fyne.KeyE:
		return func() { call(r.OnForesee) }
	case fyne.KeyReturn, fyne.KeyEnter:
		return func() { call(r.OnDefault) }
	case fyne.KeySpace:
		return func() {
			r.menu(fyne.CurrentApp().Driver().AbsolutePositionForObject(r).AddXY(24, r.Size().Height))
		}
	}
	return nil
}
