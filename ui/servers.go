package ui

import (
	"cardinal/data/remote/dial"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// Recent returns the recent files and addresses.
func (w *window) Recent() []string { return w.prefs.Recent }

// OpenAddress opens the table at the address of a server.
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
	w.withdrawCopy = w.Offer(text, lang.L("Copy the columns"), func() {
		w.session.CopyColumns(true)
		w.RefreshMenu()
	}, w.session.LeaveColumns)
}
