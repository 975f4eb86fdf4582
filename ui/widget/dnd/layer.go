package dnd

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// threshold is the distance, in units of the toolkit, from which a press is a drag. The toolkit reports a drag from two
// units on, which an unsteady click reaches.
const threshold = 5

// Layer carries out one drag at a time. Its object covers the window's content and catches no pointer events. Only the
// UI goroutine uses it.
type Layer struct {
	OnBegin   func()            // a drag began
	OnOutside func(payload any) // the payload was dropped outside of all zones

	zones   []Zone
	root    *fyne.Container
	mark    *canvas.Rectangle
	ghost   fyne.CanvasObject
	note    fyne.CanvasObject // below the ghost; nil: none
	payload any
	over    Zone
	phase   phase
	from    fyne.Position // the position of the press
	last    fyne.Position // the last position of the pointer, which DragEnd does not tell
}

type phase uint8

const (
	idle      phase = iota
	pressed         // the pointer has moved, but less than threshold
	carrying        // the ghost is shown
	cancelled       // Esc ended the drag, but the button is still down
)

// NewLayer returns a layer without zones.
func NewLayer() *Layer {
	l := &Layer{root: container.NewWithoutLayout(), mark: canvas.NewRectangle(theme.Color(theme.ColorNamePrimary))}
	l.mark.CornerRadius = 1
	l.mark.Hide()
	l.root.Add(l.mark)
	return l
}

// Object returns the object to put over the window's content.
func (l *Layer) Object() fyne.CanvasObject { return l.root }

// AddZone adds a zone. If zones overlap, the one that was added last accepts the drop.
func (l *Layer) AddZone(z Zone) { l.zones = append(l.zones, z) }

// Active reports whether something is being dragged.
func (l *Layer) Active() bool { return l.phase == carrying }

// Dragged handles the Dragged event of a source. When the drag begins, it calls lift, which returns the payload and the
// ghost, i.e. the object that moves with the pointer.
func (l *Layer) Dragged(ev *fyne.DragEvent, lift func() (payload any, ghost fyne.CanvasObject)) {
	l.last = ev.AbsolutePosition
	switch l.phase {
	case idle:
		l.phase, l.from = pressed, ev.AbsolutePosition.SubtractXY(ev.Dragged.DX, ev.Dragged.DY)
		fallthrough
	case pressed:
		if d := l.last.Subtract(l.from); d.X*d.X+d.Y*d.Y < threshold*threshold {
			return
		}
		l.begin(lift)
	case cancelled:
		return
	}
	l.follow()
}

// SetNote shows another object below the ghost; nil shows none. It is removed when the drag ends.
func (l *Layer) SetNote(o fyne.CanvasObject) {
	defer l.root.Refresh() // if the pointer rests, nothing else redraws the window
	if l.note != nil {
		l.root.Remove(l.note)
	}
	l.note = o
	if o == nil || l.phase != carrying {
		l.note = nil
		return
	}
	l.root.Add(o)
	l.placeNote()
}

const noteGap = 4

// placeNote moves the note below the ghost, or above the pointer if the window ends there. The note stays inside the
// window.
func (l *Layer) placeNote() {
	if l.note == nil {
		return
	}
	size, room := l.note.MinSize(), l.root.Size()
	x, y := l.ghost.Position().X, l.ghost.Position().Y+l.ghost.Size().Height+noteGap
	if y+size.Height > room.Height {
		y = l.ghost.Position().Y - size.Height - 2*noteGap - 6
	}
	l.note.Resize(size)
	l.note.Move(fyne.NewPos(max(0, min(x, room.Width-size.Width-noteGap)), max(0, y)))
}

func (l *Layer) begin(lift func() (any, fyne.CanvasObject)) {
	l.phase = carrying
	l.payload, l.ghost = lift()
	l.ghost.Resize(l.ghost.MinSize())
	l.root.Add(l.ghost)
	for _, z := range l.zones {
		if z.Accepts(l.payload) {
			z.Offer(true)
		}
	}
	if l.OnBegin != nil {
		l.OnBegin()
	}
}

// follow moves the ghost to the pointer, and shows where a drop would insert the payload.
func (l *Layer) follow() {
	origin := positionOf(l.root)
	l.ghost.Move(l.last.Subtract(origin).AddXY(10, 6))
	l.placeNote()
	z, at := Hit(l.zones, l.payload, l.last, positionOf)
	if z != l.over && l.over != nil {
		l.over.Out()
	}
	l.over = z
	if z == nil {
		l.mark.Hide()
		return
	}
	m := z.Over(l.payload, at)
	if m.Height == 0 {
		l.mark.Hide()
		return
	}
	l.mark.FillColor = theme.Color(theme.ColorNamePrimary)
	l.mark.Resize(fyne.NewSize(2, m.Height))
	l.mark.Move(positionOf(z).Subtract(origin).Add(m.At).SubtractXY(1, 0))
	l.mark.Show()
	l.mark.Refresh()
}

// End handles the DragEnd event of a source. The payload is dropped at the last position of the pointer.
func (l *Layer) End() {
	if l.phase != carrying {
		l.phase = idle
		return
	}
	payload := l.payload
	z, at := Hit(l.zones, payload, l.last, positionOf)
	l.clear()
	l.phase = idle
	if z != nil {
		z.Drop(payload, at)
	} else if l.OnOutside != nil {
		l.OnOutside(payload)
	}
}

// Cancel ends the drag without a drop. It returns false if there was no drag.
func (l *Layer) Cancel() bool {
	if l.phase != carrying {
		return false
	}
	l.clear()
	l.phase = cancelled
	return true
}

func (l *Layer) clear() {
	if l.phase != carrying {
		return
	}
	for _, z := range l.zones {
		z.Offer(false)
	}
	if l.over != nil {
		l.over.Out()
	}
	l.root.Remove(l.ghost)
	l.SetNote(nil)
	l.mark.Hide()
	l.ghost, l.payload, l.over = nil, nil, nil
}

func positionOf(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
}
