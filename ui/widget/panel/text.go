package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

// line returns a text on one line.
func line(s string, size fyne.ThemeSizeName, in fyne.ThemeColorName, bold bool) *canvas.Text {
	t := canvas.NewText(s, theme.Color(in))
	t.TextSize = theme.Size(size)
	t.TextStyle.Bold = bold
	return t
}

func normal(s string) *canvas.Text {
	return line(s, theme.SizeNameText, theme.ColorNameForeground, false)
}
func subtle(s string) *canvas.Text {
	return line(s, theme.SizeNameCaptionText, own.ColorSubtle, false)
}

// prose returns a text that wraps. It cancels the padding of the label, so that the text is aligned with other lines.
func prose(s string, small bool) fyne.CanvasObject {
	l := input.Wrapped(s)
	if small {
		l.SizeName = theme.SizeNameCaptionText
	}
	p := -theme.InnerPadding()
	return container.New(layout.NewCustomPaddedLayout(p+2, p+2, p, p), l)
}

// caption returns secondary text that wraps, e.g. what a drawing means.
func caption(s string) fyne.CanvasObject {
	t := widget.NewRichText(&widget.TextSegment{Text: s, Style: widget.RichTextStyle{
		ColorName: own.ColorSubtle, SizeName: theme.SizeNameCaptionText}})
	t.Wrapping = fyne.TextWrapWord
	p := -theme.InnerPadding()
	return container.New(layout.NewCustomPaddedLayout(p+2, p+2, p, p), t)
}

// pair returns a line with a name at the left and a figure at the right.
func pair(name, figure string) fyne.CanvasObject {
	return container.NewBorder(nil, nil, subtleText(name), normal(figure))
}

// subtleText returns secondary text of the usual size.
func subtleText(s string) *canvas.Text {
	return line(s, theme.SizeNameText, own.ColorSubtle, false)
}

// stack places objects below each other with a gap.
func stack(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedVBoxLayout(gap), objects...)
}
