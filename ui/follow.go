package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/data/format/delta"
	"cardinal/internal/follow"
	"cardinal/profiler"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/dialog/reading"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// following is the watch over the file of the open table. While the file is read again, it also has what was shown
// before.
type following struct {
	stop     func() // ends the watch
	withdraw func() // removes the question; nil: it is not asked

	old    *session.Answer // nil: there was no pivot
	before *data.Table     // nil: the file is not being read again
}

// follow watches the file of a table that was opened.
func (w *window) follow(t *data.Table) {
	w.unfollow()
	if known, ok := session.Stamp(t); ok && !w.session.Pasted() {
		w.watch(t, known)
	}
}

// unfollow ends the watch.
func (w *window) unfollow() {
	if w.following.stop != nil {
		w.following.stop()
	}
	if w.following.withdraw != nil {
		w.following.withdraw()
	}
	w.following.stop, w.following.withdraw = nil, nil
}

func (w *window) watch(t *data.Table, known follow.Stamp) {
	w.following.stop = w.session.Watch(t.Path, known, w.rest, func(now follow.Stamp) { w.fileChanged(t, known, now) })
}

// fileChanged reads the changed file of the open table again, or asks once whether to do so. While a table is being
// opened, or a dialog is open, it only goes on watching, and finds the change again.
func (w *window) fileChanged(t *data.Table, known, now follow.Stamp) {
	on, asked := w.prefs.Follow[t.Path]
	switch {
	case asked && !on:
		return
	case w.session.Loading() || w.dialogs.Len() > 0 || w.session.Source() != t:
		now = known
	case now == (follow.Stamp{}):
		if on {
			w.Say(session.Message{Text: lang.L("{{.File}} is not there any more. What was read of it stays open; the "+
				"file is read when it is back.", lang.With{"File": t.Name})})
		}
	case on:
		w.readAgain()
	case w.following.withdraw == nil:
		w.following.withdraw = w.Offer(lang.L("{{.File}} has changed. Read this file again whenever it "+
			"changes?", lang.With{"File": t.Name}), lang.L("Read it again"),
			func() { w.setFollow(true) }, func() { w.setFollow(false) })
	}
	w.watch(t, now)
}

// setFollow says whether the open file is read again whenever it changes. It remembers the choice.
func (w *window) setFollow(on bool) {
	t := w.session.Source()
	w.prefs.Set(func(r *prefs.Values) { r.SetFollow(t.Path, on) })
	w.RefreshMenu()
	w.follow(t)
}

// follows reports whether the open file is read again whenever it changes, and whether it can be read again at all.
func (w *window) follows() (on, can bool) {
	t := w.session.Source()
	if _, can = session.Stamp(t); !can || w.session.Pasted() {
		return false, false
	}
	return w.prefs.Follow[t.Path], true
}

// followItem returns the menu item that follows the open file.
func (w *window) followItem() *fyne.MenuItem {
	on, can := w.follows()
	item := w.itemIf(can, command{lang.L("Read the file again whenever it changes"), nil, func() { w.setFollow(!on) }})
	item.Checked = on
	return item
}

// readAgain reads the open file again, and then marks the figures that have moved.
func (w *window) readAgain() {
	if w.canReadAgain() {
		w.readAs(w.session.Source().Reading)
	}
}

// readAs reads the open file in another way, or again, and then marks the figures that have moved.
func (w *window) readAs(how data.Reading) {
	w.unmark()
	w.status.dismiss()
	w.following.old, w.following.before = w.session.Answer(), w.session.Source()
	w.keeps.ReadAs(w.session.Source().Sheet, how)
}

// askVersion asks for a version of the open table of a lake, and reads this version.
func (w *window) askVersion() {
	w.session.Versions(func(all []delta.Version) {
		t := w.session.Source()
		reading.AskVersion(w.dialogs, t.Name, all, t.Reading.Version, func(version string) {
			how := t.Reading
			how.Version = version
			w.readAs(how)
		})
	})
}

// markMoved marks the figures of an answer that have changed since the file was last read, and says how many rows were
// added or removed.
func (w *window) markMoved(a *session.Answer) {
	f, t := &w.following, w.session.Source()
	if f.before == nil || t == nil || t == f.before || t.Part != nil {
		return
	}
	if t.Path != f.before.Path {
		f.old, f.before = nil, nil
		return
	}
	old := f.old
	if a == nil && !w.session.State().Empty() { // wait for the answer
		return
	}
	words := lang.L("as many rows as before")
	switch more := t.Rows - f.before.Rows; {
	case more > 0:
		words = lang.N("{{.N}} row more", "{{.N}} rows more", more)
	case more < 0:
		words = lang.N("{{.N}} row fewer", "{{.N}} rows fewer", -more)
	}
	said := session.Message{Text: lang.L("{{.File}} was read again: {{.Change}}, {{.Rows}} in all.",
		lang.With{"File": versioned(t), "Change": words, "Rows": profiler.Count(t.Rows)})}
	if w.status.isError { // keep an error, e.g. that columns are gone
		said.Error, said.Text = true, said.Text+" "+w.status.text.Text
	}
	w.Say(said)
	f.old, f.before = nil, nil
	if a != nil && old != nil && a.State.SameQuery(old.State) {
		w.result.grid.SetBefore(func(row, col int) (string, bool) { return a.Before(old, row, col) })
	}
}

// unmark removes the marks of figures that have moved. It reports whether there were any.
func (w *window) unmark() bool { return w.result.grid.SetBefore(nil) }
