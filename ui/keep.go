package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/dialog/notice"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// ShowTitle shows the name of the workspace and of the table in the window's title.
func (w *window) ShowTitle(name string, unsaved bool) {
	title := "Cardinal"
	if t := w.session.Table(); t != nil {
		title = session.NameOf(t) + " – " + title
	}
	if name != "" {
		title = name + " – " + title
	}
	if unsaved {
		title = "• " + title
	}
	if title != w.win.Title() {
		w.win.SetTitle(title)
	}
	w.reportShown()
}

// Offer shows a strip below the tools with a button that accepts and one that dismisses. An empty `accept` leaves out
// the first button. The returned function removes the strip.
func (w *window) Offer(text, accept string, yes, no func()) func() {
	var strip fyne.CanvasObject
	remove := func() {
		w.offers.Remove(strip)
		w.offers.Refresh()
		w.win.Content().Refresh()
	}
	say := input.Wrapped(text)
	take := input.NewButton(accept, func() {
		remove()
		yes()
	})
	take.Importance = widget.HighImportance
	take.Hidden = accept == ""
	leave := input.NewButton(lang.L("Dismiss"), func() {
		remove()
		no()
	})
	leave.Importance = widget.LowImportance
	buttons := container.NewVBox(container.NewHBox(take, leave))
	line := container.NewBorder(nil, nil, widget.NewIcon(theme.NewPrimaryThemedResource(theme.HistoryIcon())),
		buttons, say)
	strip = notice.Strip(container.New(layout.NewCustomPaddedLayout(1, 1, 12, 6), line))
	w.offers.Add(strip)
	w.win.Content().Refresh()
	return remove
}

// AskFile asks for a file to open. A document calls it.
func (w *window) AskFile(title string, use func(path string)) { w.files.AskFile(title, use) }

// AskPath asks for the path of a workspace to write. A document calls it.
func (w *window) AskPath(folder, name string, use func(path string)) {
	w.files.AskWorkspace(folder, name, use)
}

// AddRecent adds a file to the recent files. A document calls it.
func (w *window) AddRecent(path string) {
	w.prefs.AddRecent(path)
	w.RefreshMenu()
}
