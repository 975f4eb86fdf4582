package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// linesPerKey is how many lines an arrow key scrolls a dialog.
const linesPerKey = 3

// Scroll scrolls the top dialog by an arrow key, Page Up, Page Down, Home or End. For other keys, or if the whole
// dialog is in view, it does nothing. The window calls it for keys that no widget of the dialog uses.
func (s *Stack) Scroll(key fyne.KeyName) {
	long := longScroll(s.top())
	if long == nil {
		return
	}
	line, page := theme.TextSize()*linesPerKey, long.Size().Height*0.9
	down := map[fyne.KeyName]float32{
		fyne.KeyDown: line, fyne.KeyUp: -line, fyne.KeyPageDown: page, fyne.KeyPageUp: -page,
		fyne.KeyHome: -long.Content.MinSize().Height, fyne.KeyEnd: long.Content.MinSize().Height,
	}[key]
	if down != 0 {
		long.ScrollToOffset(long.Offset.AddXY(0, down))
	}
}

// Reveal scrolls the top dialog until the focused widget is in view.
func (s *Stack) Reveal() {
	if o, is := s.win.Canvas().Focused().(fyne.CanvasObject); is {
		reveal(s.top(), o)
	}
}

// top returns the content of the top dialog, or nil.
func (s *Stack) top() fyne.CanvasObject {
	switch p := s.win.Canvas().Overlays().Top().(type) {
	case *widget.PopUp:
		if len(s.open) > 0 {
			return p.Content
		}
	case *form:
		return p.scroll
	}
	return nil
}

// longScroll searches an object for a scroll container that does not show all of its content. It returns the first one,
// or nil.
func longScroll(in fyne.CanvasObject) *container.Scroll {
	switch in := in.(type) {
	case *fyne.Container:
		for _, o := range in.Objects {
			if long := longScroll(o); long != nil && o.Visible() {
				return long
			}
		}
	case *container.Scroll:
		if in.Content.MinSize().Height > in.Size().Height {
			return in
		}
		return longScroll(in.Content)
	}
	return nil
}

// reveal scrolls all scroll containers that contain widget o, so that o is in view. It returns the position of o in the
// object. `is` is false if the object does not contain o.
func reveal(in, o fyne.CanvasObject) (at fyne.Position, is bool) {
	if in == o {
		return fyne.Position{}, true
	}
	switch in := in.(type) {
	case *fyne.Container:
		for _, part := range in.Objects {
			if at, is := reveal(part, o); is {
				return part.Position().Add(at), true
			}
		}
	case *container.Scroll:
		if at, is := reveal(in.Content, o); is {
			const margin = 8
			end := at.Add(o.Size()).AddXY(margin, margin).Subtract(in.Size())
			x, y := max(in.Offset.X, end.X), max(in.Offset.Y, end.Y)
			in.ScrollToOffset(fyne.NewPos(min(x, at.X), min(y, max(at.Y-margin, 0))))
			return at.Subtract(in.Offset), true
		}
	}
	return fyne.Position{}, false
}
