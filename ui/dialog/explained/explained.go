package explained

import (
	"fmt"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/explain"
	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/columnlist"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// Choices are what a person can do in the dialog.
type Choices struct {
	Others []string             // names of the figures that can be compared with this one
	Chosen string               // the name of the compared figure
	Choose func(i int)          // compares with another figure
	Open   func(by query.Field) // opens the pivot behind a line
}

// Show shows an explanation.
func Show(d *dialogs.Stack, x *explain.Explanation, choices Choices) {
	words := input.Wrapped(strings.Join(x.Words, "\n"))
	text := container.NewVScroll(words)
	text.SetMinSize(fyne.NewSize(0, 120))
	shown, figures := linesOf(x), figuresOf(x)
	columns, titles := columnlist.Columns{120, 130}, []string{lang.L("Column, label"), ""}
	for _, f := range figures {
		columns, titles = append(columns, 115), append(titles, f.title)
	}
	tips := d.Tips()
	l := columnlist.New(tips, columns, func() int { return len(shown) },
		func() (*parts, []fyne.CanvasObject) { return newParts(len(figures), tips) },
		func(i int, name *tip.Label, p *parts) { p.show(&shown[i], name, figures) })
	open := input.NewButton(lang.L("Open as a pivot"), nil)
	open.Disable()
	beside := tip.NewSelect(choices.Others, d.Tips(), nil)
	beside.SetSelected(choices.Chosen)
	choice := container.NewBorder(nil, nil, widget.NewLabel(lang.L("Compare with")), nil, beside)
	heads := container.NewVBox(choice, text, columns.Heads(titles...))
	hide := d.Edit(lang.L("What makes up this figure"), input.Column(heads, l, nil), open, 820, 640, l)
	beside.OnChanged = func(string) {
		hide()
		choices.Choose(beside.SelectedIndex())
	}
	open.OnTapped = func() {
		if l.Marked >= 0 {
			hide()
			choices.Open(shown[l.Marked].column.Field)
		}
	}
	l.OnOpen = open.OnTapped
	l.OnMark = func(int) { open.Enable() }
}

// shown is a line of the list. It is about a column, or about one label of a column.
type shown struct {
	column *explain.Column
	line   *explain.Line // the label; nil: the line is about the column
	part   float64       // length of the bar, from -1 to 1
}

// figure is a column of the list: a figure that every label has.
type figure struct {
	title string
	text  func(l *explain.Line) string
}

// linesOf lists the columns of an explanation, each with its labels below.
func linesOf(x *explain.Explanation) (all []shown) {
	for i := range x.Columns {
		c := &x.Columns[i]
		all = append(all, shown{c, nil, c.Score})
		greatest := 0.0
		for j := range c.Lines {
			greatest = max(greatest, abs(size(&c.Lines[j])))
		}
		for j := range c.Lines {
			part := 0.0
			if greatest > 0 {
				part = size(&c.Lines[j]) / greatest
			}
			all = append(all, shown{c, &c.Lines[j], part})
		}
	}
	return all
}

// size returns what the bar of a label shows: the label's part of the difference, or of the figure.
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

// figuresOf lists the figures that the list shows for each label.
func figuresOf(x *explain.Explanation) []figure {
	text := func(v data.Value) string {
		if v.IsNull() {
			return ""
		}
		return x.Measure.Format.Text(v)
	}
	all := []figure{
		{lang.L("Figure"), func(l *explain.Line) string { return text(l.Figures[explain.Own]) }},
		{lang.L("Share"), func(l *explain.Line) string { return percent(l, explain.Own) }},
	}
	switch {
	case x.Kind == explain.Shares:
		all[1].title = lang.L("Share of rows")
		if x.Other != nil {
			return append(all, figure{lang.L("Of the other"), func(l *explain.Line) string {
				return percent(l, explain.Other)
			}})
		}
	case x.Other == nil:
	case x.Kind == explain.Adds:
		return append(all, figure{lang.L("Change"), func(l *explain.Line) string {
			return text(explain.Value(l.Change, x.Figures[explain.Own]))
		}})
	default:
		for _, of := range []struct {
			title string
			value func(l *explain.Line) data.Value
		}{
			{lang.L("Mix"), func(l *explain.Line) data.Value { return explain.Value(l.Mix, x.Figures[explain.Own]) }},
			{lang.L("Rate"), func(l *explain.Line) data.Value { return explain.Value(l.Rate, x.Figures[explain.Own]) }},
		} {
			all = append(all, figure{of.title, func(l *explain.Line) string { return text(of.value(l)) }})
		}
		return all
	}
	return append(all, figure{lang.L("Of the whole"), func(l *explain.Line) string {
		return percent(l, explain.Whole)
	}})
}

func percent(l *explain.Line, side int) string {
	if l.Parts[side] == nil {
		return ""
	}
	f, _ := l.Parts[side].Float64()
	return separators.Show(fmt.Sprintf("%.1f%%", 100*f))
}

// parts are the widgets of a line after its name: a bar, and labels for the figures.
type parts struct {
	bar     *canvas.Rectangle
	room    *fyne.Container // contains the bar
	figures []*tip.Label
	part    float64 // as in shown
}

func newParts(figures int, tips *tip.Tip) (p *parts, objects []fyne.CanvasObject) {
	p = &parts{bar: canvas.NewRectangle(color.Transparent)}
	p.bar.CornerRadius = 2
	track := canvas.NewRectangle(theme.Color(own.ColorTrack))
	track.CornerRadius = 2
	p.room = container.New(barLayout{p}, track, p.bar)
	objects = append(objects, p.room)
	for range figures {
		f := tip.NewLabel("", tips)
		f.Alignment = fyne.TextAlignTrailing
		p.figures, objects = append(p.figures, f), append(objects, f)
	}
	return p, objects
}

// show shows a line.
func (p *parts) show(s *shown, name *tip.Label, figures []figure) {
	p.part = s.part
	name.TextStyle.Bold = s.line == nil
	ink := theme.ColorNamePrimary
	if s.line == nil {
		name.SetText(s.column.Name(lang.Words()))
		ink = own.ColorSubtle
	} else {
		name.SetText("    " + s.line.Text)
	}
	if s.part < 0 {
		ink = theme.ColorNameWarning
	}
	p.bar.FillColor = theme.Color(ink)
	for j, f := range figures {
		text := ""
		switch {
		case s.line != nil:
			text = f.text(s.line)
		case j == 0:
			text = lang.L("explains {{.Share}}", lang.With{"Share": fmt.Sprintf("%.0f%%", 100*s.part)})
		}
		p.figures[j].SetText(text)
	}
	p.room.Refresh()
	p.bar.Refresh()
}

// barLayout lays out the track and the bar of a line.
type barLayout struct{ *parts }

const barHeight = 8

// MinSize implements fyne.Layout.
func (barLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(40, barHeight) }

// Layout implements fyne.Layout.
func (l barLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y := (size.Height - barHeight) / 2
	for i, width := range []float32{size.Width, float32(abs(l.part)) * size.Width} {
		input.Place(o[i], 0, y, width, barHeight)
	}
}
