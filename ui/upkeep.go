package ui

import (
	"cmp"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.3/glfw"

	"cardinal/internal/crash"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/dialog/upkeep"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

var _ upkeep.Window = (*window)(nil)

// Copy puts a text on the clipboard.
func (w *window) Copy(text string) { w.app.Clipboard().SetContent(text) }

// ResetPreferences restores the first preferences. The window keeps its size.
func (w *window) ResetPreferences() {
	w.prefer(func(r *prefs.Values) { *r = prefs.Values{Layout: r.Layout, Toured: true} })
}

func (w *window) showFolders() { upkeep.ShowFolders(w.dialogs, w) }

// showCrash shows the newest crash report.
func (w *window) showCrash() {
	if all := crash.All(w.reports); len(all) > 0 {
		upkeep.ShowReport(w.dialogs, w, all[0])
	} else {
		w.Say(session.Message{Text: lang.L("There is no report of a crash.")})
	}
}

// offerCrash offers to show the report of a crash since the last start.
func (w *window) offerCrash() {
	go func() {
		left, all := crash.Left(w.reports), crash.All(w.reports)
		if len(all) == 0 {
			return
		}
		w.session.Post(func() {
			w.crashed = true
			w.RefreshMenu()
			if len(left) == 0 {
				return
			}
			text := lang.L("Cardinal crashed on {{.Day}} at {{.Time}}. A report says what went wrong; nobody is sent "+
				"it.",
				lang.With{"Day": left[0].At.Format("2006-01-02"), "Time": left[0].At.Format("15:04")})
			w.Offer(text, lang.L("Show the report"), func() { upkeep.ShowReport(w.dialogs, w, left[0]) }, func() {})
		})
	}()
}

// reportShown tells the door which file the window shows. A program that is started later with this file then leaves it
// to this window.
func (w *window) reportShown() {
	t := w.session.Source()
	if t == nil {
		return
	}
	file := cmp.Or(w.keeps.Path(), t.Path)
	w.door.Shows(file, t.Path, file == "" && !w.canUndo && len(w.session.Tabs()) == 1)
}

// openHanded opens a file, or a pivot of it, that a program started later has handed over. It brings the window to the
// front.
func (w *window) openHanded(file, pivot string) {
	w.log.Info("handed over", "file", file)
	raise(w.win)
	t := w.session.Source()
	if pivot != "" {
		w.keeps.ShowPivot(file, pivot)
		return
	}
	if t != nil && (file == t.Path && w.keeps.Path() == "" || file == w.keeps.Path()) {
		return
	}
	w.files.Open(file)
}

// raise brings a window to the front. Some systems do not allow this; there, it asks for the person's attention.
func raise(win fyne.Window) {
	native(win, func(w *glfw.Window) {
		if w.GetAttrib(glfw.Iconified) == glfw.True {
			w.Restore()
		}
		w.Focus()
		w.RequestAttention()
	})
}
