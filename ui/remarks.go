package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/internal/each"
	"cardinal/ui/dialog/notice"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// remarks is the strip above figures. It says which figures are blank and why, and how ties were broken.
type remarks struct {
	root  *fyne.Container
	label *widget.Label
}

func newRemarks() *remarks {
	r := &remarks{root: container.NewStack(), label: input.Wrapped("")}
	icon := container.New(layout.NewCustomPaddedLayout(0, 0, 8, 0),
		widget.NewIcon(theme.NewThemedResource(theme.InfoIcon())))
	r.root.Objects = []fyne.CanvasObject{notice.Strip(container.NewBorder(nil, nil, icon, nil, r.label))}
	r.root.Hide()
	return r
}

// show shows the remarks on an answer, and hides the strip if there are none.
func (r *remarks) show(a *session.Answer) {
	r.root.Hidden = a == nil || len(a.Tab.Remarks) == 0
	if !r.root.Hidden {
		r.label.SetText(strings.Join(each.Of(a.Tab.RemarksIn(lang.Words()), session.Said), " "))
	}
	r.root.Refresh()
}
