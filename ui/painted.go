package ui

import (
	"time"

	"cardinal/internal/system"
	"cardinal/ui/state/session"
)

// showProfile shows the profile of an answer; nil shows none. If the figures of an edit are not painted yet, the
// profile waits for them, since the figures are more urgent.
func (w *window) showProfile(a *session.Answer) {
	w.late = nil
	if a == nil {
		w.panel.SetRecord(nil, nil)
		return
	}
	if w.clock.begun == 0 || !w.panel.Object().Visible() || !w.result.grid.Visible() {
		w.panel.SetRecord(a.Profile, a.Curve)
		return
	}
	w.late = a
	time.AfterFunc(unpainted, func() {
		w.session.Post(func() {
			if w.late == a {
				w.showLate()
			}
		})
	})
}

// unpainted is how long a profile waits at most for figures to be painted. Figures may never be painted, e.g. if the
// window is hidden or shows only a chart.
const unpainted = 300 * time.Millisecond

func (w *window) showLate() {
	if a := w.late; a != nil {
		w.late = nil
		w.panel.SetRecord(a.Profile, a.Curve)
	}
}

// onPainted runs when the first frame of a new result is on the screen.
func (w *window) onPainted() {
	done := w.clock.endEdit()
	w.showLate()
	if w.panel.Record() != nil {
		w.log.Info("painted", "since_start", system.Since(started).Round(time.Millisecond))
	}
	if done && w.panel.Record() != nil {
		w.panel.SetPainted(w.clock.toScreen)
	}
}
