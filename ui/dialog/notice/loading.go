package notice

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// Loading covers the result while a file is read. It shows the file's name, the progress, and a button that cancels the
// reading.
type Loading struct {
	root *fyne.Container
	back *canvas.Rectangle
	body *fyne.Container
	what *widget.Label
	bar  *widget.ProgressBar
	done *widget.Label
}

// NewLoading returns a hidden Loading. Its button calls cancel.
func NewLoading(cancel func()) *Loading {
	l := &Loading{back: canvas.NewRectangle(nil), what: widget.NewLabel(""), bar: widget.NewProgressBar(),
		done: widget.NewLabel("")}
	l.what.SizeName, l.what.Alignment, l.what.Wrapping = theme.SizeNameSubHeadingText, fyne.TextAlignCenter,
		fyne.TextWrapWord
	l.what.TextStyle.Bold = true
	l.bar.TextFormatter = func() string { return "" }
	track := container.NewHBox(layout.NewSpacer(), container.New(layout.NewGridWrapLayout(fyne.NewSize(240, 8)), l.bar),
		layout.NewSpacer())
	l.done.Alignment = fyne.TextAlignCenter
	stop := container.NewHBox(layout.NewSpacer(), input.NewButton(lang.L("Cancel"), cancel), layout.NewSpacer())
	l.body = container.New(&column{width: 360}, l.what, track, l.done, stop)
	l.root = container.NewStack(l.back, l.body)
	l.root.Hide()
	return l
}

// Object returns the object to put over the result.
func (l *Loading) Object() fyne.CanvasObject { return l.root }

// Show covers the result and shows the progress of a load. If the load has only just begun, k is nil, and nothing is
// shown on the cover.
func (l *Loading) Show(k *session.Work) {
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
