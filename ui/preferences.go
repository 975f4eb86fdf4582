package ui

import (
	"cmp"
	"os"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"cardinal/data/number/calendar"
	"cardinal/engine"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/state/session"
)

// askPreferences opens the dialog of the preferences. Every change works at once.
func (w *window) askPreferences() {
	prefs.Ask(w.dialogs, w.prefs, engine.LocalTiers()[1:], w.tables, w.prefer)
}

// prefer keeps a change of the preferences and applies them.
func (w *window) prefer(change func(*prefs.Values)) {
	was := w.prefs.Values
	w.prefs.Set(change)
	w.applyLimits()
	w.scale = w.win.Canvas().Scale()
	if w.prefs.Theme != was.Theme || w.prefs.Scale != was.Scale {
		w.applyScale(was.Scale)
		w.showMode(w.prefs.Theme)
	}
	if w.prefs.Numbers != was.Numbers || w.prefs.Names != was.Names {
		w.applyNumbers()
		w.session.Renumber()
	}
	w.showPanel()
	w.RefreshMenu()
}

// applyNumbers gives all numbers of the window the separators of the preferences, and months and weekdays their names.
func (w *window) applyNumbers() {
	s, err := separators.Of(cmp.Or(w.prefs.Numbers, lang.SystemLocale().String()))
	if err != nil { // a system without a locale
		s = separators.Plain
	}
	separators.Use(s)
	calendar.Use(calendar.LanguageOf(cmp.Or(w.prefs.Names, lang.SystemLocale().String())))
}

// applyLimits gives the preferences on hardware to the session, that on memory to the program, and that on kept
// tables to their folder.
func (w *window) applyLimits() {
	w.tables.Turn(!w.prefs.ReadAnew)
	memory.SetLimit(int64(w.prefs.MemoryMB) * 1_000_000)
	var l session.Limits
	for _, name := range w.prefs.Barred {
		l.Barred = append(l.Barred, engine.Tier(name))
	}
	w.session.SetLimits(l)
}

// scaleKey is the variable that the toolkit reads the size of everything from, whenever the theme changes.
const scaleKey = "FYNE_SCALE"

// outerScale is what the variable was when the program started.
var outerScale = os.Getenv(scaleKey)

// applyScale makes texts and controls as large as the preferences have it. The toolkit takes the new
// size with the next theme.
func (w *window) applyScale(was int) {
	if w.prefs.Scale == was {
		return
	}
	outer, err := strconv.ParseFloat(outerScale, 64)
	if err != nil || outer <= 0 {
		outer = 1
	}
	if w.prefs.Scale == 0 {
		_ = os.Setenv(scaleKey, outerScale)
	} else {
		_ = os.Setenv(scaleKey, strconv.FormatFloat(outer*float64(w.prefs.Scale)/100, 'f', -1, 64))
	}
}

// keepSize keeps the size that the window has on the screen when the size of everything in it has changed.
func (w *window) keepSize() {
	c := w.win.Canvas()
	was := w.scale
	w.scale = c.Scale()
	if was == 0 || was == w.scale || maximized(w.win) {
		return
	}
	by := was / w.scale
	asked := fyne.NewSize(c.Size().Width*by, c.Size().Height*by)
	w.win.Resize(asked)
	fitScreen(w.win, asked)
}

// firstDay is the day that weeks begin on, as in query.Field.N.
func (w *window) firstDay() int {
	if day, chosen := prefs.WeekStarts[w.prefs.WeekStart]; chosen {
		return day
	}
	return calendar.WeekStart(lang.SystemLocale().String())
}
