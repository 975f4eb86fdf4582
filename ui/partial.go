package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/dialog/notice"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// partial is the strip above figures or rows that says that only a part of the file was read.
type partial struct {
	root  *fyne.Container
	label *widget.Label
}

func newPartial() *partial {
	p := &partial{root: container.NewStack(), label: input.Wrapped("")}
	p.label.TextStyle.Bold = true
	p.root.Hide()
	return p
}

// show says which part of its file a table has, and what will happen with the rest. It hides the strip if the table has
// all rows, or if no table is open.
func (p *partial) show(t *data.Table, follows string) {
	if t == nil || t.Part == nil {
		p.root.Hide()
		return
	}
	p.label.SetText(session.PartSentence(t) + "; " + follows + ".")
	icon := container.New(layout.NewCustomPaddedLayout(0, 0, 8, 0),
		widget.NewIcon(theme.NewWarningThemedResource(theme.WarningIcon())))
	p.root.Objects = []fyne.CanvasObject{notice.Strip(container.NewBorder(nil, nil, icon, nil, p.label))}
	p.root.Show()
	p.root.Refresh()
}
