package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/session"
	own "cardinal/ui/theme"
)

// loading covers the result area while a file is read: the file's name, how far the reading is, and a button that
// cancels it.
type loading struct {
	root *fyne.Container
	back *canvas.Rectangle
	body *fyne.Container
	what *widget.Label
	bar  *widget.ProgressBar
	done *widget.Label
}

func newLoading(cancel func()) *loading {
	l := &loading{back: canvas.NewRectangle(nil), what: widget.NewLabel(""), bar: widget.NewProgressBar(), done: widget.NewLabel("")}
	l.what.SizeName, l.what.Alignment, l.what.Wrapping = theme.SizeNameSubHeadingText, fyne.TextAlignCenter, fyne.TextWrapWord
	l.what.TextStyle.Bold = true
	l.bar.TextFormatter = func() string { return "" }
	track := container.NewHBox(layout.NewSpacer(), container.New(layout.NewGridWrapLayout(fyne.NewSize(240, 8)), l.bar), layout.NewSpacer())
	l.done.Alignment = fyne.TextAlignCenter
	stop := container.NewHBox(layout.NewSpacer(), widget.NewButton("Cancel", cancel), layout.NewSpacer())
	l.body = container.New(&column{width: 360}, l.what, track, l.done, stop)
	l.root = container.NewStack(l.back, l.body)
	l.root.Hide()
	return l
}

// show covers the result with what is under way. A load that is not worth showing yet, nil, leaves the cover blank.
func (l *loading) show(k *session.Work) {
	l.back.FillColor = theme.Color(own.ColorSurface)
	l.body.Hidden = k == nil
	if k != nil {
		l.what.SetText(k.What + "…")
		l.bar.Hidden, l.done.Hidden = k.Done < 0, k.Done < 0
		l.done.SetText(fmt.Sprintf("%.0f%%", 100*max(k.Done, 0)))
		l.bar.SetValue(max(k.Done, 0))
	}
	l.root.Show()
	l.root.Refresh()
}
