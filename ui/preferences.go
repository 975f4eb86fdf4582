package ui

import (
	"cmp"
	"os"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"cardinal/data/number/calendar"
	"cardinal/engine"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/state/session"
)

// askPreferences opens the dialog of the preferences. Every change applies at once.
func (w *window) askPreferences() {
	prefs.Ask(w.dialogs, w.prefs, engine.LocalTiers()[1:], w.tables, w.prefer)
}

// prefer saves and applies a change of the preferences.
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

// applyNumbers sets the separators of numbers and the names of months and weekdays from the preferences.
func (w *window) applyNumbers() {
	s, err := separators.Of(cmp.Or(w.prefs.Numbers, lang.SystemLocale().String()))
	if err != nil { // the system has no locale: use the separators of English
		s = separators.Plain
	}
	separators.Use(s)
	calendar.Use(calendar.LanguageOf(cmp.Or(w.prefs.Names, lang.SystemLocale().String())))
}

// applyLimits applies the preferences on hardware, memory and kept tables.
func (w *window) applyLimits() {
	w.tables.Turn(!w.prefs.ReadAnew)
	memory.SetLimit(int64(w.prefs.MemoryMB) * 1_000_000)
	var l session.Limits
	l.Barred = append(l.Barred, each.Of(w.prefs.Barred, func(name string) engine.Tier { return engine.Tier(name) })...)
	w.session.SetLimits(l)
}

// scaleKey is the variable from which the toolkit reads its scale whenever the theme changes.
const scaleKey = "FYNE_SCALE"

// outerScale is the value of the variable scaleKey when the program started.
var outerScale = os.Getenv(scaleKey)

// applyScale scales texts and controls as the preferences say. The toolkit reads the new scale when the theme is next
// set.
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

// keepSize gives the window the same size on the screen as before, after the scale has changed.
func (w *window) keepSize() {
	c := w.win.Canvas()
	was := w.scale
	w.scale = c.Scale()
	if was == 0 || was == w.scale || isMaximized(w.win) {
		return
	}
	by := was / w.scale
	asked := fyne.NewSize(c.Size().Width*by, c.Size().Height*by)
	w.win.Resize(asked)
	fitScreen(w.win, asked)
}

// firstDay returns the day on which weeks begin, numbered as in query.Field.N: 0 is Monday.
func (w *window) firstDay() int {
	if day, chosen := prefs.WeekStarts[w.prefs.WeekStart]; chosen {
		return day
	}
	return calendar.WeekStart(lang.SystemLocale().String())
}
