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

// Field is a column as the list shows it.
type Field struct {
	Name   string    // of the column
	Type   data.Type // for the icon
	Count  string    // at the right end: the number of distinct values
	Detail string    // a line for the foot of the list
	Spread Spread    // below the line

	Calculated bool // the field has a mark, and can be edited and removed
}

// FieldRow is one column in the list. It can be dragged to a shelf, or added by a double tap, by its plus sign,
// or by a key while the list has the keyboard: R, C, V and F name a shelf, and Enter takes the shelf that suits
// the type.
type FieldRow struct {
	draggable

	OnAdd     func(on view.Shelf)    // a key named a shelf
	OnDefault func()                 // a double tap, or Enter
	OnMenu    func(at fyne.Position) // absolute
	OnForesee func()                 // E
	OnEdit    func()                 // F2 on a calculated field
	OnRemove  func()                 // Delete on a calculated field
	OnPressed func(how picking)      // the row wants the keyboard
	OnClicked func()                 // the button was released over the row

	field        Field
	used, picked bool
	unseen       bool // the row is in a list, outside the part in view
	likened      bool // another field has a name with the same beginning

	before, after string // the names of the fields above and below; "": none
}

// picking is what a press of the pointer does to the picked fields.
type picking uint8

const (
	single picking = iota // picks only this row, unless it is picked already
	toggle                // picks the row, or no longer
	extend                // picks all rows from the marked one to this one
)

// NewFieldRow returns the row of a field.
func NewFieldRow(f Field) *FieldRow {
	r := &FieldRow{field: f}
	r.ExtendBaseWidget(r)
	return r
}

// Field returns what the row shows.
func (r *FieldRow) Field() Field { return r.field }

// Refresh draws the row. A row out of view is drawn when it comes into view.
func (r *FieldRow) Refresh() {
	if !r.unseen {
		r.BaseWidget.Refresh()
	}
}

// SetUsed marks whether the field stands on a shelf.
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

// MouseDown takes the focus. A tap would take the focus later, since the toolkit waits for a second tap.
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

// MouseUp ends a plain click beside the plus sign.
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

// setFocused draws the ring of the row with the focus.
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

// action returns what a key does: it adds the field to a shelf, opens its menu, or edits it. It returns nil for any
// other key.
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
