package shelf

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"cardinal/internal/glyph"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

const (
	chipHeight = 26
	chipMax    = 260 // a wider chip is cut if it would need another line
	chipPad    = 8
	iconSize   = 14
	crossSize  = 12
	// crossTranslucency is how translucent the cross is while the pointer is not on the chip: 0 is opaque. The contrast
	// of the cross is then still 3.
	crossTranslucency = 0.35
	crossWidth        = crossSize + chipPad
)

var _ fyne.WidgetRenderer = (*chipRenderer)(nil)

type chipRenderer struct {
	input.Parts
	chip        *Chip
	back, ring  *canvas.Rectangle
	icon, cross *canvas.Image
	text        *canvas.Text
	iconOf      Item
}

// CreateRenderer implements fyne.Widget.
func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	r := &chipRenderer{
		chip: c, back: canvas.NewRectangle(nil), ring: canvas.NewRectangle(nil),
		icon: canvas.NewImageFromResource(nil), cross: canvas.NewImageFromResource(nil), text: canvas.NewText("", nil),
	}
	r.Parts = input.Parts{r.back, r.ring, r.icon, r.text, r.cross}
	r.back.CornerRadius, r.ring.CornerRadius = 5, 5
	r.paint()
	return r
}

func (r *chipRenderer) label() string {
	label := r.chip.item.Text
	if r.chip.item.Note != "" {
		label = glyph.LeftToRight(label + "  " + r.chip.item.Note)
	}
	return label
}

func (r *chipRenderer) MinSize() fyne.Size {
	w := fyne.MeasureText(r.label(), theme.TextSize(), fyne.TextStyle{}).Width
	return fyne.NewSize(chipPad+iconSize+5+w+5+crossWidth, chipHeight)
}

func (r *chipRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.ring.Resize(size)
	input.Place(r.icon, chipPad, (size.Height-iconSize)/2, iconSize, iconSize)
	input.Place(r.cross, size.Width-crossWidth+2, (size.Height-crossSize)/2, crossSize, crossSize)
	x := float32(chipPad + iconSize + 5)
	r.text.Text = ellipsis(r.label(), size.Width-x-crossWidth-3)
	r.text.Resize(r.text.MinSize())
	r.text.Move(fyne.NewPos(x, (size.Height-r.text.MinSize().Height)/2))
}

func (r *chipRenderer) Refresh() {
	r.paint()
	r.Layout(r.chip.Size())
	canvas.Refresh(r.chip)
}

func (r *chipRenderer) paint() {
	fill, ink := r.chip.item.Kind.colors()
	r.back.FillColor = theme.Color(fill)
	r.ring.FillColor = nil
	r.ring.StrokeWidth = 0
	switch {
	case r.chip.Focused:
		r.ring.StrokeColor, r.ring.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
	case r.chip.Hovered:
		r.ring.StrokeColor, r.ring.StrokeWidth = theme.Color(ink), 1
	}
	r.text.Color, r.text.TextSize = theme.Color(ink), theme.TextSize()
	if r.iconOf != r.chip.item || r.icon.Resource == nil {
		r.iconOf = r.chip.item
		r.icon.Resource = own.TypeIcon(r.chip.item.Type, ink)
		r.cross.Resource = theme.NewColoredResource(theme.CancelIcon(), ink)
	}
	r.cross.Translucency = crossTranslucency
	if r.chip.Hovered || r.chip.Focused {
		r.cross.Translucency = 0
	}
	r.RefreshAll()
}

// ellipsis cuts a text to a width.
func ellipsis(s string, width float32) string { return input.Ellipsis(s, fyne.TextStyle{}, width) }
