package explained

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/explain"
	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/ui/dialog/dialogs"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

var (
	_ fyne.Focusable      = (*list)(nil)
	_ desktop.Mouseable   = (*row)(nil)
	_ fyne.DoubleTappable = (*row)(nil)
)

// Show shows an explanation. pick gets the field of the line that a person opens.
func Show(d *dialogs.Stack, x *explain.Explanation, pick func(by query.Field)) {
	words := widget.NewLabel(strings.Join(x.Words, "\n"))
	words.Wrapping = fyne.TextWrapWord
	text := container.NewVScroll(words)
	text.SetMinSize(fyne.NewSize(0, 120))
	l := newList(x, d.Tips())
	heads := container.New(columns{}, caption("Column, label", fyne.TextAlignLeading),
		canvas.NewRectangle(color.Transparent))
	for _, f := range l.figures {
		heads.Add(caption(f.title, fyne.TextAlignTrailing))
	}
	open := input.NewButton("Open as a pivot", nil)
	open.Disable()
	hide := d.Edit("Why it is what it is", input.Column(container.NewVBox(text, heads), l, nil), open, 820, 640, l)
	open.OnTapped = func() {
		if l.Marked >= 0 {
			hide()
			pick(l.shown[l.Marked].column.Field)
		}
	}
	l.OnOpen = open.OnTapped
	l.OnMark = func(int) { open.Enable() }
	l.OnTop = func() {}
}

func caption(text string, align fyne.TextAlign) *widget.Label {
	l := widget.NewLabel(text)
	l.SizeName, l.Alignment, l.TextStyle.Bold = theme.SizeNameCaptionText, align, true
	return l
}

// shown is a line of the list: a column, or a label of it.
type shown struct {
	column *explain.Column
	line   *explain.Line // nil: the column
	part   float64       // of the bar's length; below 0: to the left
}

// figure is a figure of each label.
type figure struct {
	title string
	text  func(l *explain.Line) string
}

// list is the list of columns and labels.
type list struct {
	input.List

	shown   []shown
	figures []figure
	tips    *tip.Tip
}

func newList(x *explain.Explanation, tips *tip.Tip) *list {
	l := &list{tips: tips, figures: figuresOf(x)}
	for i := range x.Columns {
		c := &x.Columns[i]
		l.shown = append(l.shown, shown{c, nil, c.Score})
		greatest := 0.0
		for j := range c.Lines {
			greatest = max(greatest, abs(size(&c.Lines[j])))
		}
		for j := range c.Lines {
			part := 0.0
			if greatest > 0 {
				part = size(&c.Lines[j]) / greatest
			}
			l.shown = append(l.shown, shown{c, &c.Lines[j], part})
		}
	}
	l.Marked = -1
	l.Length = func() int { return len(l.shown) }
	l.CreateItem = func() fyne.CanvasObject { return newRow(l) }
	l.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) { o.(*row).show(id) }
	l.ExtendBaseWidget(l)
	return l
}

// size returns what the bar of a label shows: its part of the difference, or its share of the figure.
func size(l *explain.Line) float64 {
	r := l.Change
	if r == nil {
		r = l.Parts[explain.Own]
	}
	if r == nil {
		return 0
	}
	f, _ := r.Float64()
	return f
}

func abs(v float64) float64 { return max(v, -v) }

// figuresOf lists the figures that are shown of each label.
func figuresOf(x *explain.Explanation) []figure {
	text := func(v data.Value) string {
		if v.IsNull() {
			return ""
		}
		return x.Measure.Format.Text(v)
	}
	all := []figure{
		{"Figure", func(l *explain.Line) string { return text(l.Figures[explain.Own]) }},
		{"Share", func(l *explain.Line) string { return percent(l, explain.Own) }},
	}
	switch {
	case x.Kind == explain.Shares:
		all[1].title = "Share of rows"
		if x.Other != nil {
			return append(all, figure{"Of the other", func(l *explain.Line) string {
				return percent(l, explain.Other)
			}})
		}
	case x.Other == nil:
	case x.Kind == explain.Adds:
		return append(all, figure{"Change", func(l *explain.Line) string {
			return text(explain.Value(l.Change, x.Figures[explain.Own]))
		}})
	default:
		for _, of := range []struct {
			title string
			value func(l *explain.Line) data.Value
		}{
			{"Mix", func(l *explain.Line) data.Value { return explain.Value(l.Mix, x.Figures[explain.Own]) }},
			{"Rate", func(l *explain.Line) data.Value { return explain.Value(l.Rate, x.Figures[explain.Own]) }},
		} {
			all = append(all, figure{of.title, func(l *explain.Line) string { return text(of.value(l)) }})
		}
		return all
	}
	return append(all, figure{"Of the whole", func(l *explain.Line) string { return percent(l, explain.Whole) }})
}

func percent(l *explain.Line, side int) string {
	if l.Parts[side] == nil {
		return ""
	}
	f, _ := l.Parts[side].Float64()
	return separators.Sprintf("%.1f%%", 100*f)
}

// TypedKey implements fyne.Focusable.
func (l *list) TypedKey(ev *fyne.KeyEvent) {
	if !l.Key(ev) && ev.Name == fyne.KeyEscape {
		input.Pass(l, ev)
	}
}

// row is a line of the list: a name, a bar and figures. A press marks it, a double tap opens its pivot.
type row struct {
	widget.BaseWidget

	list    *list
	i       int
	name    *tip.Label
	bar     *canvas.Rectangle
	room    *fyne.Container // of the bar
	figures []*widget.Label
}

func newRow(l *list) *row {
	r := &row{list: l, name: tip.NewLabel("", l.tips), bar: canvas.NewRectangle(color.Transparent)}
	r.name.Back = tip.NewBack()
	r.bar.CornerRadius = 2
	track := canvas.NewRectangle(theme.Color(own.ColorTrack))
	track.CornerRadius = 2
	r.room = container.New(barLayout{r}, track, r.bar)
	for range l.figures {
		f := widget.NewLabel("")
		f.Alignment = fyne.TextAlignTrailing
		r.figures = append(r.figures, f)
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) show(i int) {
	s := r.list.shown[i]
	r.i = i
	r.name.TextStyle.Bold = s.line == nil
	ink := theme.ColorNamePrimary
	if s.line == nil {
		r.name.SetText(s.column.Name())
		ink = own.ColorSubtle
	} else {
		r.name.SetText("    " + s.line.Text)
	}
	if s.part < 0 {
		ink = theme.ColorNameWarning
	}
	r.bar.FillColor = theme.Color(ink)
	for j, f := range r.list.figures {
		text := ""
		switch {
		case s.line != nil:
			text = f.text(s.line)
		case j == 0:
			text = separators.Sprintf("explains %.0f%%", 100*s.part)
		}
		r.figures[j].SetText(text)
	}
	r.room.Refresh()
	r.bar.Refresh()
}

// MouseDown implements desktop.Mouseable.
func (r *row) MouseDown(*desktop.MouseEvent) {
	input.Focus(r.list)
	r.list.Mark(r.i)
}

// MouseUp implements desktop.Mouseable.
func (r *row) MouseUp(*desktop.MouseEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (r *row) DoubleTapped(*fyne.PointEvent) { r.list.OnOpen() }

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	line := container.New(columns{}, r.name, r.room)
	for _, f := range r.figures {
		line.Add(f)
	}
	return widget.NewSimpleRenderer(container.NewStack(r.name.Back, line))
}

// barLayout lays out the track and the bar of a row.
type barLayout struct{ *row }

const barHeight = 8

// MinSize implements fyne.Layout.
func (barLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(40, barHeight) }

// Layout implements fyne.Layout.
func (l barLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y := (size.Height - barHeight) / 2
	length := float32(abs(l.list.shown[l.i].part)) * size.Width
	for i, width := range []float32{size.Width, length} {
		o[i].Move(fyne.NewPos(0, y))
		o[i].Resize(fyne.NewSize(width, barHeight))
	}
}

// columns lays out a name, a bar and figures.
type columns struct{}

const barWidth, figureWidth = 130, 115

// MinSize implements fyne.Layout.
func (columns) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120+barWidth+float32(len(o)-2)*figureWidth, o[0].MinSize().Height-4)
}

// Layout implements fyne.Layout.
func (columns) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	for i, part := range o {
		width := float32(figureWidth)
		switch i {
		case 0:
			width = size.Width - barWidth - float32(len(o)-2)*figureWidth
		case 1:
			width = barWidth
		}
		height := o[0].MinSize().Height
		part.Move(fyne.NewPos(x, (size.Height-height)/2))
		part.Resize(fyne.NewSize(width, height))
		x += width
	}
}
