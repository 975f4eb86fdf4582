package shelf

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/ui/widget/input"
)

var (
	_ fyne.Widget            = (*Chip)(nil)
	_ fyne.Draggable         = (*Chip)(nil)
	_ fyne.Focusable         = (*Chip)(nil)
	_ fyne.Tappable          = (*Chip)(nil)
	_ fyne.SecondaryTappable = (*Chip)(nil)
	_ fyne.Shortcutable      = (*Chip)(nil)
	_ desktop.Hoverable      = (*Chip)(nil)
	_ desktop.Cursorable     = (*Chip)(nil)
)

// Chip is one field on a shelf. A tap opens its form, the secondary mouse button opens its menu, and a drag moves it.
// There are keys for the same: Space or Enter opens the form, the menu key opens the menu, Alt with an arrow moves the
// chip, and Delete removes it. F2 opens the editor of a formula, a filter or a name.
type Chip struct {
	draggable

	OnOpen   func()                // the chip was tapped, or Space or Enter was pressed
	OnMenu   func()                // the secondary mouse button or the menu key was pressed
	OnEdit   func()                // F2 was pressed
	OnRemove func()                // the cross was tapped, or Delete was pressed
	OnMove   func(by fyne.KeyName) // Alt and an arrow key were pressed
	OnStep   func(by int)          // an arrow key moves the focus by some chips along the shelf

	item Item
}

// draggable is the base of a widget that can be dragged.
type draggable struct {
	input.Pointed

	OnDragged func(*fyne.DragEvent)
	OnDragEnd func()
}

// Dragged implements fyne.Draggable.
func (d *draggable) Dragged(ev *fyne.DragEvent) {
	if d.OnDragged != nil {
		d.OnDragged(ev)
	}
}

// DragEnd implements fyne.Draggable.
func (d *draggable) DragEnd() { call(d.OnDragEnd) }

// NewChip returns a chip that shows an item.
func NewChip(item Item) *Chip {
	c := &Chip{item: item}
	c.ExtendBaseWidget(c)
	return c
}

// Item returns what the chip shows.
func (c *Chip) Item() Item { return c.item }

// SetItem shows another item.
func (c *Chip) SetItem(item Item) {
	if c.item != item {
		c.item = item
		c.Refresh()
	}
}

// Tapped opens the form, or removes the chip if the cross was tapped.
func (c *Chip) Tapped(ev *fyne.PointEvent) {
	if ev.Position.X >= c.Size().Width-crossWidth {
		call(c.OnRemove)
		return
	}
	input.Focus(c)
	call(c.OnOpen)
}

// TappedSecondary opens the menu.
func (c *Chip) TappedSecondary(*fyne.PointEvent) {
	input.Focus(c)
	call(c.OnMenu)
}

// TypedKey handles a key without Ctrl or Alt.
func (c *Chip) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyDelete, fyne.KeyBackspace:
		call(c.OnRemove)
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		call(c.OnOpen)
	case desktop.KeyMenu:
		call(c.OnMenu)
	case fyne.KeyF2:
		call(c.OnEdit)
	case fyne.KeyLeft, fyne.KeyUp:
		c.step(-1)
	case fyne.KeyRight, fyne.KeyDown:
		c.step(1)
	default:
		input.Pass(c, ev)
	}
}

func (c *Chip) step(by int) {
	if c.OnStep != nil {
		c.OnStep(by)
	}
}

// TypedShortcut moves the chip if Alt and an arrow were pressed. It passes every other shortcut to the window.
func (c *Chip) TypedShortcut(s fyne.Shortcut) {
	if k, ok := s.(*desktop.CustomShortcut); ok && k.Modifier == fyne.KeyModifierAlt {
		switch k.KeyName {
		case fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown:
			if c.OnMove != nil {
				c.OnMove(k.KeyName)
			}
			return
		}
	}
	input.PassShortcut(c, s)
}

func call(f func()) {
	if f != nil {
		f()
	}
}
