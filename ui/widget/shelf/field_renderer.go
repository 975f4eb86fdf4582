package shelf

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	own "cardinal/ui/look/theme"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

const (
	rowHeight = 26
	rowWidth  = 120 // the least width of a row
	plusWidth = 26
)

var _ fyne.WidgetRenderer = (*fieldRenderer)(nil)

type fieldRenderer struct {
	input.Parts
	row         *FieldRow
	back        *canvas.Rectangle
	icon, plus  *canvas.Image
	name, count *canvas.Text
}

// CreateRenderer implements fyne.Widget.
func (r *FieldRow) CreateRenderer() fyne.WidgetRenderer {
	f := &fieldRenderer{
		row: r, back: canvas.NewRectangle(nil),
		icon: canvas.NewImageFromResource(nil),
		plus: canvas.NewImageFromResource(theme.NewColoredResource(theme.ContentAddIcon(), theme.ColorNamePrimary)),
		name: canvas.NewText(r.field.Name, nil), count: canvas.NewText("", nil),
	}
	f.Parts = input.Parts{f.back, f.icon, f.name, f.count, f.plus}
	f.back.CornerRadius = 4
	f.paint()
	return f
}

func (f *fieldRenderer) MinSize() fyne.Size { return fyne.NewSize(rowWidth, rowHeight) }

func (f *fieldRenderer) Layout(size fyne.Size) {
	f.back.Resize(size)
	input.Place(f.icon, 8, (size.Height-iconSize)/2, iconSize, iconSize)
	input.Place(f.plus, size.Width-plusWidth+5, (size.Height-16)/2, 16, 16)
	count := f.count.MinSize()
	f.count.Resize(count)
	f.count.Move(fyne.NewPos(size.Width-8-count.Width, (size.Height-count.Height)/2))
	right := count.Width + 16
	if f.count.Hidden {
		right = plusWidth
	}
	f.name.Text = f.row.shortName(f.name.TextStyle, size.Width-30-right)
	f.name.Resize(f.name.MinSize())
	f.name.Move(fyne.NewPos(30, (size.Height-f.name.MinSize().Height)/2))
}

// shortName cuts the name to a width. If another name begins in the same way, it cuts the name in its middle. If this
// makes the name equal to a neighbour's, it cuts the name before the first word that differs.
func (r *FieldRow) shortName(style fyne.TextStyle, width float32) string {
	if !r.likened {
		return input.Ellipsis(r.field.Name, style, width)
	}
	cut := func(name string) string { return input.MiddleEllipsis(name, style, width) }
	short := cut(r.field.Name)
	if short == cut(r.before) || short == cut(r.after) {
		return input.Apart(r.field.Name, r.before, r.after, style, width)
	}
	return short
}

func (f *fieldRenderer) Refresh() {
	f.paint()
	f.Layout(f.row.Size())
	canvas.Refresh(f.row)
}

func (f *fieldRenderer) paint() {
	f.back.FillColor, f.back.StrokeWidth = nil, 0
	switch {
	case f.row.picked:
		f.back.FillColor = theme.Color(theme.ColorNameSelection)
	case f.row.Hovered:
		f.back.FillColor = theme.Color(theme.ColorNameHover)
	}
	if f.row.Focused {
		f.back.StrokeColor, f.back.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
	}
	f.name.Color, f.name.TextSize = theme.Color(theme.ColorNameForeground), theme.TextSize()
	f.name.TextStyle.Bold = f.row.used
	f.name.TextStyle.Italic = f.row.field.Calculated
	ink := own.ColorDimensionText
	if f.row.field.Type.Numeric() {
		ink = own.ColorMeasureText
	}
	f.icon.Resource = own.TypeIcon(f.row.field.Type, ink)
	f.count.Text, f.count.Color, f.count.TextSize = f.row.field.Count, theme.Color(own.ColorSubtle),
		theme.CaptionTextSize()
	if f.row.field.Calculated {
		f.count.Text = strings.TrimSpace("ƒ  " + f.count.Text)
	}
	f.plus.Hidden = !f.row.Hovered && !f.row.Focused
	f.count.Hidden = !f.plus.Hidden
	f.RefreshAll()
}

// ItemOf returns a chip for dragged fields: it has the name of the first and the number of the others.
func ItemOf(fields ...Field) Item {
	item := Item{Text: view.Listed(names(fields)), Kind: Dimension, Type: fields[0].Type}
	if item.Type.Numeric() {
		item.Kind = Measure
	}
	return item
}

// ShelfKind returns the kind of the chips on a shelf.
func ShelfKind(s view.Shelf) Kind {
	switch s {
	case view.Values:
		return Measure
	case view.Filters:
		return Filter
	}
	return Dimension
}
