package columnlist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

var (
	_ fyne.Focusable      = (*List)(nil)
	_ desktop.Mouseable   = (*row[int])(nil)
	_ fyne.DoubleTappable = (*row[int])(nil)
)

// List is a list of lines. A press marks a line, and a double tap opens it.
type List struct {
	input.List

	OnRune func(rune) // a letter was typed; nil: letters do nothing
}

// New returns a list. Each line has a name, and further objects in columns. newParts makes the objects of a line and a
// value to change them by. show then shows line i in them.
func New[P any](tips *tip.Tip, columns Columns, length func() int, newParts func() (P, []fyne.CanvasObject),
	show func(i int, name *tip.Label, parts P)) *List {
	l := &List{}
	l.Marked, l.Length, l.OnTop = -1, length, func() {}
	l.CreateItem = func() fyne.CanvasObject {
		parts, objects := newParts()
		r := &row[P]{list: l, name: tip.NewLabel("", tips), parts: parts}
		r.name.Back = tip.NewBack()
		r.line = container.New(columns, append([]fyne.CanvasObject{r.name}, objects...)...)
		r.ExtendBaseWidget(r)
		return r
	}
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		r := o.(*row[P])
		r.i = i
		show(i, r.name, r.parts)
	}
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *List) TypedKey(ev *fyne.KeyEvent) {
	if !l.HandleKey(ev) && ev.Name == fyne.KeyEscape {
		input.Pass(l, ev)
	}
}

// TypedRune implements fyne.Focusable.
func (l *List) TypedRune(r rune) {
	if l.OnRune != nil {
		l.OnRune(r)
	}
}

// row is a line of a list.
type row[P any] struct {
	widget.BaseWidget

	list  *List
	i     int
	name  *tip.Label
	parts P
	line  *fyne.Container // the name and the parts
}

// MouseDown implements desktop.Mouseable.
func (r *row[P]) MouseDown(*desktop.MouseEvent) {
	input.Focus(r.list)
	r.list.Mark(r.i)
}

// MouseUp implements desktop.Mouseable.
func (r *row[P]) MouseUp(*desktop.MouseEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (r *row[P]) DoubleTapped(*fyne.PointEvent) { r.list.OnOpen() }

// CreateRenderer implements fyne.Widget.
func (r *row[P]) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(r.name.Back, r.line))
}

// Columns are the widths of columns. The first column has the name, and also takes the rest of the width. If the width
// is less than that of all columns, each column becomes narrower.
type Columns []float32

// Heads returns titles to put above the columns.
func (c Columns) Heads(titles ...string) *fyne.Container {
	var heads []fyne.CanvasObject
	for i, title := range titles {
		l := widget.NewLabel(title)
		l.SizeName, l.TextStyle.Bold = theme.SizeNameCaptionText, true
		l.Truncation = fyne.TextTruncateEllipsis
		if i > 0 {
			l.Alignment = fyne.TextAlignTrailing
		}
		heads = append(heads, l)
	}
	return container.New(c, heads...)
}

// narrowest is the least part of its width that a column has.
const narrowest = 0.65

// MinSize implements fyne.Layout.
func (c Columns) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(c.width()*narrowest, o[0].MinSize().Height-4)
}

// width returns the width of all columns.
func (c Columns) width() (width float32) {
	for _, w := range c {
		width += w
	}
	return width
}

// Layout implements fyne.Layout.
func (c Columns) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x, height := float32(0), o[0].MinSize().Height
	part := min(1, size.Width/c.width())
	for i, object := range o {
		width := c[i] * part
		if i == 0 {
			width += size.Width - c.width()*part
		}
		input.Place(object, x, (size.Height-height)/2, width, height)
		x += width
	}
}
