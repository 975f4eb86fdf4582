package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/dialog/notice"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
)

// newStale returns the strip that says that the shelves have changed since the figures were computed, e.g. because a
// person stopped the run. The strip stays until the pivot is run, or the shelves are changed back.
func newStale(run func()) *fyne.Container {
	label := input.Wrapped(lang.L("The shelves have changed since these figures were computed."))
	label.TextStyle.Bold = true
	button := input.NewButton(lang.L("Run the pivot"), run)
	button.Importance = widget.LowImportance
	strip := container.NewStack(notice.Strip(container.NewBorder(nil, nil, nil, button, label)))
	strip.Hide()
	return strip
}

// showStale shows or hides the strip.
func (r *result) showStale(on bool) {
	if r.stale.Visible() == on {
		return
	}
	r.stale.Hidden = !on
	r.root.Objects[0].Refresh()
}
