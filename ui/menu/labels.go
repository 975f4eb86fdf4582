package menu

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// LabelItems returns items for each of some sets of labels: keep only the rows with these labels, exclude the rows, or
// group the labels. The items of the first set show keyboard shortcuts.
func (ms *Menus) LabelItems(all []session.Labels) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for i, l := range all {
		of := lang.With{"Labels": l.Text()}
		group, isGroup := lang.L("Group {{.Labels}}…", of), view.IsGroup(l.Field, l.Values)
		if isGroup && len(l.Values) == 1 {
			group = lang.L("Rename {{.Labels}}…", of)
		}
		each := []*fyne.MenuItem{
			fyne.NewMenuItem(lang.L("Keep only {{.Labels}}", of), func() { ms.KeepLabels(l, false) }),
			fyne.NewMenuItem(lang.L("Exclude {{.Labels}}", of), func() { ms.KeepLabels(l, true) }),
			fyne.NewMenuItem(group, func() { ms.GroupLabels(l) }),
		}
		if i == 0 {
			const shift = fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
			each[0].Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyK, Modifier: fyne.KeyModifierShortcutDefault}
			each[1].Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyK, Modifier: shift}
			each[2].Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyG, Modifier: shift}
		}
		items = append(items, each...)
		if isGroup {
			items = append(items, fyne.NewMenuItem(lang.L("Ungroup {{.Labels}}", of),
				ms.editing(func(s view.State) view.State { return s.Ungroup(l.Field, l.Values) })))
		}
	}
	return items
}

// GroupLabels asks for the name of a group and puts labels into it.
func (ms *Menus) GroupLabels(l session.Labels) {
	title := lang.L("Group {{.Labels}}", lang.With{"Labels": l.Text()})
	if len(l.Values) == 1 && view.IsGroup(l.Field, l.Values) {
		title = lang.L("Rename {{.Labels}}", lang.With{"Labels": l.Text()})
	}
	ms.dialogs.AskText(title, lang.L("Name of the group"), ms.State().GroupName(l.Field, l.Values),
		func(name string) error {
			return view.CheckGroup(strings.TrimSpace(name))
		}, func(name string) {
			ms.Edit(func(s view.State) view.State { return s.GroupLabels(l.Field, l.Values, strings.TrimSpace(name)) })
		})
}

// KeepLabels keeps only the rows with some labels, or excludes them.
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
