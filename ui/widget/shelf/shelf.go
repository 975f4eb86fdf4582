package shelf

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/dnd"
	"cardinal/ui/widget/input"
)

var (
	_ fyne.Widget = (*Shelf)(nil)
	_ dnd.Zone    = (*Shelf)(nil)
)

// Shelf is a strip with a name and chips, which wrap if the shelf is too narrow for one line.
type Shelf struct {
	widget.BaseWidget

	OnOpen    func(i int, chip *Chip)          // Chip.OnOpen of chip i
	OnMenu    func(i int, chip *Chip)          // Chip.OnMenu of chip i
	OnEdit    func(i int, chip *Chip)          // Chip.OnEdit of chip i
	OnRemove  func(i int)                      // Chip.OnRemove of chip i
	OnHover   func(i int, chip *Chip, in bool) // the pointer came onto chip i or left it; may be nil
	OnMove    func(i int, by fyne.KeyName)     // Chip.OnMove of chip i
	OnDragged func(i int, ev *fyne.DragEvent)  // chip i is dragged
	OnDragEnd func()                           // the button was released
	OnDrop    func(payload any, before int)    // a payload was dropped before chip number `before`
	// a payload is dragged over the shelf, and a drop would insert it before chip number `before`; may be nil
	OnOver func(payload any, before int)
	OnOut  func()                 // the payload has left the shelf, or was dropped; may be nil
	OnBare func()                 // the last chip was removed while it had the focus; may be nil
	Takes  func(payload any) bool // reports whether a payload may be dropped; nil: it may

	name, hint     string
	chips          []*Chip
	offered, under bool
	hovered        int // the argument `before` of the last OnOver
}

// New returns an empty shelf. While a shelf is empty, it shows the hint.
func New(name, hint string) *Shelf {
	s := &Shelf{name: name, hint: hint}
	s.ExtendBaseWidget(s)
	return s
}

// Chips returns the chips from left to right.
func (s *Shelf) Chips() []*Chip { return s.chips }

// SetItems shows these items. The chip at each position is reused, so that the focus stays at its position. If the
// focused chip is removed, the last chip gets the focus. If no chip is left, SetItems calls OnBare.
func (s *Shelf) SetItems(items []Item) {
	for i, item := range items {
		if i == len(s.chips) {
			s.chips = append(s.chips, s.newChip(i, item))
		}
		s.chips[i].SetItem(item)
	}
	lost := false
	for _, c := range s.chips[len(items):] {
		lost = input.Unfocus(c) || lost
	}
	clear(s.chips[len(items):])
	s.chips = s.chips[:len(items)]
	s.Refresh()
	switch {
	case !lost:
	case len(s.chips) > 0:
		s.Focus(len(s.chips) - 1)
	case s.OnBare != nil:
		s.OnBare()
	}
}

func (s *Shelf) newChip(i int, item Item) *Chip {
	c := NewChip(item)
	c.OnOpen = func() { s.OnOpen(i, c) }
	c.OnMenu = func() { s.OnMenu(i, c) }
	c.OnEdit = func() { s.OnEdit(i, c) }
	c.OnRemove = func() { s.OnRemove(i) }
	c.OnMove = func(by fyne.KeyName) { s.OnMove(i, by) }
	c.OnStep = func(by int) { s.Focus(i + by) }
	c.OnHover = func(in bool) {
		if s.OnHover != nil {
			s.OnHover(i, c, in)
		}
	}
	c.OnDragged = func(ev *fyne.DragEvent) { s.OnDragged(i, ev) }
	c.OnDragEnd = func() { s.OnDragEnd() }
	return c
}

// Focus gives the keyboard focus to chip i, if it exists.
func (s *Shelf) Focus(i int) {
	if i >= 0 && i < len(s.chips) {
		input.Focus(s.chips[i])
	}
}

// Accepts implements dnd.Zone.
func (s *Shelf) Accepts(payload any) bool {
	return payload != nil && (s.Takes == nil || s.Takes(payload))
}

// Offer implements dnd.Zone.
func (s *Shelf) Offer(on bool) { s.offered = on; s.Refresh() }

// Over implements dnd.Zone.
func (s *Shelf) Over(payload any, at fyne.Position) dnd.Mark {
	was := s.under
	if !s.under {
		s.under = true
		s.Refresh()
	}
	if before := s.before(at); !was || before != s.hovered {
		s.hovered = before
		if s.OnOver != nil {
			s.OnOver(payload, before)
		}
	}
	if len(s.chips) == 0 {
		return dnd.Mark{At: fyne.NewPos(labelWidth-chipGap/2, shelfPad), Height: chipHeight}
	}
	i := s.before(at)
	x, y := float32(0), float32(0)
	if i < len(s.chips) {
		c := s.chips[i]
		x, y = c.Position().X-chipGap/2, c.Position().Y
	} else {
		c := s.chips[i-1]
		x, y = c.Position().X+c.Size().Width+chipGap/2, c.Position().Y
	}
	return dnd.Mark{At: fyne.NewPos(x, y), Height: chipHeight}
}

// Out implements dnd.Zone.
func (s *Shelf) Out() {
	s.under = false
	s.Refresh()
	call(s.OnOut)
}

// Drop implements dnd.Zone.
func (s *Shelf) Drop(payload any, at fyne.Position) { s.OnDrop(payload, s.before(at)) }

func (s *Shelf) before(p fyne.Position) int {
	at, widths := make([]fyne.Position, len(s.chips)), make([]float32, len(s.chips))
	for i, c := range s.chips {
		at[i], widths[i] = c.Position(), c.Size().Width
	}
	return dropIndex(at, widths, chipHeight, chipGap, p)
}

// HeightFor returns the height that the shelf needs at a width.
func (s *Shelf) HeightFor(width float32) float32 {
	_, h := flow(s.widths(width), width-labelWidth-shelfPad)
	return h + 2*shelfPad
}

// widths returns the widths of the chips. It cuts a text only if the chip is wider than chipMax and the shelf would
// need another line otherwise.
func (s *Shelf) widths(width float32) []float32 {
	room := width - labelWidth - shelfPad
	w := make([]float32, len(s.chips))
	height := func(most float32) float32 {
		for i, c := range s.chips {
			w[i] = min(c.MinSize().Width, most, room)
		}
		_, h := flow(w, room)
		return h
	}
	least := height(chipMax)
	for most := room; most > chipMax; most -= 20 {
		if height(most) <= least {
			return w
		}
	}
	height(chipMax)
	return w
}

// CreateRenderer implements fyne.Widget.
func (s *Shelf) CreateRenderer() fyne.WidgetRenderer {
	r := &shelfRenderer{shelf: s, back: canvas.NewRectangle(nil), name: canvas.NewText(s.name, nil),
		hint: canvas.NewText(s.hint, nil)}
	r.back.CornerRadius = 6
	r.name.TextStyle.Bold = true
	r.paint()
	return r
}
