package menu

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/session"
	"cardinal/ui/view"
)

// Labels keep the rows with labels of the grid only, or leave them out.
func (ms *Menus) Labels(all []session.Labels) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, l := range all {
		items = append(items,
			fyne.NewMenuItem("Keep only "+l.Text(), func() { ms.KeepLabels(l, false) }),
			fyne.NewMenuItem("Exclude "+l.Text(), func() { ms.KeepLabels(l, true) }))
	}
	return items
}

// KeepLabels lets only the rows with some labels pass, or leaves them out.
func (ms *Menus) KeepLabels(l session.Labels, exclude bool) {
	c := ms.Column(l.Field.Column)
	if c == nil {
		return
	}
	ms.Edit(func(s view.State) view.State {
		if exclude {
			return s.LeaveOut(l.Field, c, l.Values)
		}
		return s.KeepLabels(l.Field, c, l.Values)
	})
}
