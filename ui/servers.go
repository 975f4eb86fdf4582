package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"cardinal/profiler"
	"cardinal/remote/dial"
	"cardinal/ui/notice"
	"cardinal/ui/session"
)

// Recent implements the servers' view of the window.
func (w *window) Recent() []string { return w.prefs.Recent }

// OpenAddress implements the servers' view of the window.
func (w *window) OpenAddress(address string) { w.keeps.Open(address) }

// ShowLocked implements session.Screen.
func (w *window) ShowLocked(e *dial.Locked, again func()) { w.servers.Unlock(e, again) }

// OfferCopy implements session.Screen.
func (w *window) OfferCopy(p *profiler.Pull) {
	if w.withdrawCopy != nil {
		w.withdrawCopy()
		w.withdrawCopy = nil
	}
	if p == nil {
		return
	}
	text := session.CopySentence(p)
	w.withdrawCopy = w.Offer(text, "Copy the columns", func() {
		w.session.CopyColumns(true)
		w.RefreshMenu()
	}, w.session.LeaveColumns)
}

// pageBanner says, above rows of a table on a server, that they are some of its rows.
func (r *result) pageBanner() {
	rows := r.w.session.Whole()
	if !r.w.session.Served() {
		return
	}
	text := "Drag a field onto Rows, or double-click it, to begin."
	if rows.Some {
		text += " Below are " + session.PageSentence(rows) + "."
	}
	hint := widget.NewLabel(text)
	hint.Wrapping = fyne.TextWrapWord
	r.banner.Objects = []fyne.CanvasObject{notice.Strip(hint)}
	r.root.Objects[0].Refresh()
}
