package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/ui/look/lang"
	"cardinal/ui/state/edit"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/forecast"
)

// hover shows a text beside a drag: the place on the shelf where a drop would land, and the expected size and time of
// the pivot.
func (w *window) hover(on view.Shelf, payload any, before int) {
	title := w.dropTitle(on, before)
	next, is := w.editor.Would(on, payload, before)
	say := func(words forecast.Words) { w.layer.SetNote(forecast.Card(title, words)) }
	switch {
	case !is:
		w.session.Unforesee()
		say(forecast.Words{Lines: []string{lang.L("Cardinal asks which rows pass.")}})
	case next.SameQuery(w.session.State()):
		w.session.Unforesee()
		say(forecast.Words{Lines: []string{lang.L("Nothing changes.")}})
	default:
		say(forecast.Words{Lines: []string{lang.L("Estimating…")}})
		w.session.Foresee(next, func(f session.Forecast) {
			if w.layer.Active() {
				words := forecast.Of(f)
				if w.session.Begun() {
					words.Lines = append(words.Lines, lang.L("Only the rows read so far are counted."))
				}
				say(words)
			}
		})
	}
}

// endHover removes the text beside a drag.
func (w *window) endHover() {
	w.session.Unforesee()
	w.layer.SetNote(nil)
}

// dropTitle says in words where on a shelf a drop would land.
func (w *window) dropTitle(on view.Shelf, before int) string {
	s := w.session.State()
	switch n := s.Len(on); {
	case n == 0:
		return lang.L("To {{.Shelf}}", lang.With{"Shelf": on})
	case before < n:
		return lang.L("To {{.Shelf}}, before {{.Field}}", lang.With{"Shelf": on, "Field": s.Title(on, before)})
	default:
		return lang.L("To {{.Shelf}}, after {{.Field}}", lang.With{"Shelf": on, "Field": s.Title(on, n-1)})
	}
}

// foreseeFields asks to which shelf to add columns. For each shelf, it shows the expected size and time of the pivot.
func (w *window) foreseeFields(columns []string) {
	title := view.Listed(columns)
	var choices []forecast.Choice
	for _, on := range view.Shelves {
		end := w.session.State().Len(on)
		c := forecast.Choice{Text: lang.L("Add to {{.Shelf}}", lang.With{"Shelf": on}),
			Do: func() { w.editor.AppendAll(columns, on) }}
		switch next, is := w.editor.Would(on, edit.Fields{Columns: columns}, end); {
		case !is:
			c.Instead = lang.L("Cardinal asks which rows pass.")
		case next.SameQuery(w.session.State()):
			c.Instead = lang.N("{{.Fields}} is there already.", "{{.Fields}} are there already.", len(columns),
				lang.With{"Fields": title})
		default:
			c.Foresee = func(then func(session.Forecast)) { w.session.Foresee(next, then) }
		}
		choices = append(choices, c)
	}
	forecast.Ask(w.dialogs, lang.L("What adding {{.Fields}} would cost", lang.With{"Fields": title}), choices)
}

// showTip shows a text below an object, whose height and position in the window are given. If the text is empty, or
// during a drag, it hides the tip instead.
func (w *window) showTip(text string, at fyne.Position, height float32) {
	if text == "" || w.layer.Active() {
		w.tip.Hide()
	} else {
		w.tip.Show(text, at, height)
	}
}
