package ticklist

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/profiler"
	"cardinal/ui/widget/input"
)

var (
	_ desktop.Hoverable = (*line)(nil)
	_ fyne.Scrollable   = (*line)(nil)
)

// line is a line of the list: a tick, a label and the number of rows.
type line struct {
	widget.BaseWidget
	list  *List
	at    int
	whole string // the label before it is cut

	back         *canvas.Rectangle
	tick         *widget.Icon
	label, count *widget.Label
}

func newLine(list *List) *line {
	l := &line{list: list, back: canvas.NewRectangle(color.Transparent), tick: widget.NewIcon(theme.CheckButtonIcon()),
		label: widget.NewLabel(""), count: widget.NewLabel("")}
	l.label.Truncation = fyne.TextTruncateEllipsis
	l.count.Alignment = fyne.TextAlignTrailing
	l.ExtendBaseWidget(l)
	return l
}

// show shows the label at a position of the list.
func (l *line) show(at int) {
	list := l.list
	l.at, l.whole = at, list.text(at)
	l.count.SetText(profiler.Count(int(list.choices.Rows[list.shown[at]])))
	icon := theme.CheckButtonIcon()
	if list.Ticked(list.choices.Label(list.shown[at])) {
		icon = theme.NewPrimaryThemedResource(theme.CheckButtonCheckedIcon())
	}
	l.tick.SetResource(icon)
	l.place(l.Size())
}

// place lays out the line. It cuts a long label so that it differs from the labels above and below.
func (l *line) place(size fyne.Size) {
	icon, count := l.tick.MinSize().Width, l.count.MinSize()
	top := (size.Height - count.Height) / 2
	left := icon + theme.Padding()
	room := max(0, size.Width-left-count.Width)
	l.back.Resize(size)
	l.tick.Resize(fyne.NewSize(icon, size.Height))
	input.Place(l.label, left, top, room, count.Height)
	l.count.Move(fyne.NewPos(left+room, top))
	l.count.Resize(count)
	l.label.SetText(input.Apart(l.whole, l.list.text(l.at-1), l.list.text(l.at+1), l.label.TextStyle,
		input.LabelRoom(room)))
}

// MouseIn implements desktop.Hoverable.
func (l *line) MouseIn(*desktop.MouseEvent) {
	l.back.FillColor = theme.Color(theme.ColorNameHover)
	l.back.CornerRadius = theme.Size(theme.SizeNameSelectionRadius)
	l.back.Refresh()
	if l.list.OnCut != nil && l.label.Text != l.whole {
		l.list.OnCut(l.whole, fyne.CurrentApp().Driver().AbsolutePositionForObject(l), l.Size().Height)
	}
}

// MouseMoved implements desktop.Hoverable.
func (l *line) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (l *line) MouseOut() {
	l.back.FillColor = color.Transparent
	l.back.Refresh()
	if l.list.OnCut != nil {
		l.list.OnCut("", fyne.Position{}, 0)
	}
}

// Scrolled scrolls the list. If the list is at its end, it calls OnBeyond, so that what contains the list can scroll.
func (l *line) Scrolled(ev *fyne.ScrollEvent) {
	if l.list.OnCut != nil {
		l.list.OnCut("", fyne.Position{}, 0)
	}
	before := l.list.GetScrollOffset()
	l.list.ScrollToOffset(before - ev.Scrolled.DY)
	if l.list.GetScrollOffset() == before && l.list.OnBeyond != nil {
		l.list.OnBeyond(ev)
	}
}

// CreateRenderer implements fyne.Widget.
func (l *line) CreateRenderer() fyne.WidgetRenderer {
	return &lineRenderer{input.Parts{l.back, l.tick, l.label, l.count}, l}
}

type lineRenderer struct {
	input.Parts
	l *line
}

// MinSize implements fyne.WidgetRenderer.
func (r *lineRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.l.tick.MinSize().Width+theme.Padding()+r.l.count.MinSize().Width,
		r.l.count.MinSize().Height-theme.InnerPadding())
}

// Layout implements fyne.WidgetRenderer.
func (r *lineRenderer) Layout(size fyne.Size) { r.l.place(size) }

// Refresh implements fyne.WidgetRenderer.
func (r *lineRenderer) Refresh() { r.RefreshAll() }
