package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/input"
)

var _ dialog.Dialog = (*form)(nil)

// form is a small dialog beside what it changes. It does not cover the rest of the window. A click outside closes it
// and keeps the changes.
type form struct {
	widget.BaseWidget

	on     fyne.Canvas
	at     fyne.Position // of the upper left corner, if the form fits there
	scroll *container.Scroll
	foot   fyne.CanvasObject // stays in view below what scrolls
	whole  *fyne.Container
	end    func(keep bool)
	closed func()
}

// Beside opens a form with content and a foot at a position. Esc calls end(false). The button done, Enter, and a click
// outside call end(true). first gets the keyboard focus. The returned function lays out the form again after its
// content has changed.
func (s *Stack) Beside(at fyne.Position, content, foot fyne.CanvasObject, done *input.Button, first fyne.Focusable,
	end func(keep bool)) (relay func()) {
	f := &form{on: s.win.Canvas(), at: at, scroll: container.NewVScroll(content), foot: foot, end: end}
	f.whole = container.NewBorder(nil, foot, nil, nil, f.scroll)
	f.ExtendBaseWidget(f)
	done.OnTapped = f.keep
	s.confirm[f] = done
	s.Show(f, 0, 0, first)
	return f.Refresh
}

func (f *form) keep() {
	f.Hide()
	f.end(true)
}

// Show implements dialog.Dialog.
func (f *form) Show() {
	f.on.Overlays().Add(f)
	f.BaseWidget.Resize(f.on.Size())
}

// Hide implements dialog.Dialog.
func (f *form) Hide() {
	f.on.Overlays().Remove(f)
	f.closed()
}

// Dismiss implements dialog.Dialog.
func (f *form) Dismiss() {
	f.Hide()
	f.end(false)
}

// SetDismissText implements dialog.Dialog.
func (f *form) SetDismissText(string) {}

// SetOnClosed implements dialog.Dialog.
func (f *form) SetOnClosed(closed func()) { f.closed = closed }

// Resize implements dialog.Dialog. A form has the size of its content.
func (f *form) Resize(fyne.Size) { f.BaseWidget.Resize(f.on.Size()) }

// Tapped implements fyne.Tappable.
func (f *form) Tapped(ev *fyne.PointEvent) {
	from, size := f.whole.Position(), f.whole.Size()
	if p := ev.Position.Subtract(from); p.X < 0 || p.Y < 0 || p.X > size.Width || p.Y > size.Height {
		f.keep()
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (f *form) TappedSecondary(ev *fyne.PointEvent) { f.Tapped(ev) }

// CreateRenderer implements fyne.Widget.
func (f *form) CreateRenderer() fyne.WidgetRenderer {
	r := &formRenderer{form: f, back: canvas.NewRectangle(nil)}
	r.Parts = input.Parts{r.back, f.whole}
	r.back.StrokeWidth, r.back.CornerRadius = 1, 6
	return r
}

type formRenderer struct {
	input.Parts
	form *form
	back *canvas.Rectangle
}

// MinSize implements fyne.WidgetRenderer.
func (r *formRenderer) MinSize() fyne.Size { return fyne.Size{} }

// formEdge is the margin around the content of a form.
const formEdge = 8

// Layout implements fyne.WidgetRenderer.
func (r *formRenderer) Layout(size fyne.Size) {
	f := r.form
	room := size.SubtractWidthHeight(4*formEdge, 4*formEdge)
	inner, foot := f.scroll.Content.MinSize(), f.foot.MinSize()
	inner = inner.AddWidthHeight(0, theme.Padding()+foot.Height).Max(foot).Min(room)
	limit := size.Subtract(inner).SubtractWidthHeight(3*formEdge, 3*formEdge)
	at := fyne.NewPos(max(0, min(f.at.X, limit.Width)), max(0, min(f.at.Y, limit.Height)))
	r.back.Move(at)
	r.back.Resize(inner.AddWidthHeight(2*formEdge, 2*formEdge))
	f.whole.Move(at.AddXY(formEdge, formEdge))
	f.whole.Resize(inner)
	r.back.FillColor, r.back.StrokeColor = theme.Color(theme.ColorNameOverlayBackground),
		theme.Color(theme.ColorNamePrimary)
}

// Refresh implements fyne.WidgetRenderer.
func (r *formRenderer) Refresh() {
	r.Layout(r.form.Size())
	r.back.Refresh()
	r.form.whole.Refresh()
}
