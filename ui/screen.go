package ui

import (
	"cardinal/engine"
	"io"
	"log/slog"
	"strings"

	"cardinal/data"
	"cardinal/data/shape/unpivot"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/shelf"
)

var _ session.Screen = (*window)(nil)

// ShowTable implements session.Screen.
func (w *window) ShowTable(t *data.Table) {
	w.fields.Search("")
	w.status.clearOpening()
	w.OfferCopy(nil)
	w.ShowGrown(t)
}

// ShowAgain implements session.Screen.
func (w *window) ShowAgain(t *data.Table) {
	w.fields.Search("")
	w.showColumns(t)
}

// ShowGrown implements session.Screen.
func (w *window) ShowGrown(t *data.Table) {
	w.showColumns(t)
	w.focusFields()
	if t.Part != nil {
		return
	}
	w.status.clearInfo() // the old text may say that rows are missing
	if t.Path != "" && !w.session.Pasted() {
		w.prefs.AddRecent(t.Path)
	}
	w.RefreshMenu()
	w.log.Info("opened", "table", t.Name, "path", t.Path, "rows", t.Rows, "columns", len(t.Columns),
		"notes", len(t.Notes))
	w.keeps.Opened(t)
	w.keeps.Changed()
	w.session.Post(w.tourOnce)
	w.offerVerify(t)
	w.follow(t)
	switch columns, _, _ := strings.Cut(unpivot.Offer(t, unpivot.Wide), " as "); {
	case len(t.Notes) > 0:
		w.Say(session.Message{Text: noteLine(t)})
	case columns != "" && t.Path != "" && t.Served == nil:
		w.Say(session.Message{Text: lang.L("The columns {{.Columns}} can become rows: File, How the file is read.",
			lang.With{"Columns": columns})})
	}
}

// ShowFields implements session.Screen.
func (w *window) ShowFields(t *data.Table) {
	fields, learnt := w.fieldsOf(t), map[string]shelf.Field{}
	for _, r := range w.fields.Rows() {
		learnt[r.Field().Name] = r.Field()
	}
	for i := range fields {
		if old, ok := learnt[fields[i].Name]; ok && !fields[i].Calculated {
			fields[i] = old
		}
	}
	w.fields.SetFields(fields)
	w.tools.showNotes(t)
	w.showUsed()
	w.RefreshMenu()
}

// ShowState implements session.Screen.
func (w *window) ShowState(s view.State, canUndo, canRedo bool) {
	if w.popped != nil {
		w.popped.Hide()
	}
	w.tip.Hide()
	w.fields.Unpick()
	w.showShelves()
	w.slicers.SetFilters(s.Filters)
	w.showUsed()
	w.tools.showState(canUndo, canRedo, s.Dashboard)
	w.result.showBoard(s.Dashboard)
	w.canUndo, w.canRedo = canUndo, canRedo
	w.keeps.Changed()
	w.result.invite()
	w.RefreshMenu()
	w.renewForm()
}

// ShowAnswer implements session.Screen.
func (w *window) ShowAnswer(a *session.Answer) {
	w.showShelves()
	w.result.show(a)
	w.result.showStale(w.session.Stale())
	w.result.chart.update()
	if a == nil {
		w.showProfile(nil)
		w.showSize()
	} else {
		if w.panel.Record() != a.Profile {
			w.showProfile(a)
		}
		w.status.showRecord(a.Profile, a.Source())
		w.log.Info("answered", "query", strings.Join(a.Tab.Query.Names(), ", "), "rows", a.Profile.RowsSelected,
			"groups", a.Profile.GroupsActual,
			"tier", a.Profile.Tier, "strategy", a.Profile.Strategy, "ms", a.Profile.TotalMS, "events", a.Profile.Events)
	}
	w.tools.showAnswer(a != nil || w.Rows() != nil)
	w.renewForm()
	w.markMoved(a)
	w.tour.Advance()
}

// ShowRows implements session.Screen.
func (w *window) ShowRows(r *session.Rows) {
	w.result.showRows(r)
	w.result.chart.update()
}

// ShowTooLarge implements session.Screen.
func (w *window) ShowTooLarge(e *engine.TooLarge) {
	w.result.askLarge(e)
	w.clearFigures()
}

// ShowFailure implements session.Screen.
func (w *window) ShowFailure(err error) {
	w.log.Error("not answered", "why", err)
	w.result.fail(session.Sentence(err))
	w.clearFigures()
}

// clearFigures updates the chart, the profiler, the status line and the tools after a question was not answered.
func (w *window) clearFigures() {
	w.result.chart.update()
	w.showProfile(nil)
	w.showSize()
	w.tools.showAnswer(false)
}

// showSize shows the size of the table in the status line.
func (w *window) showSize() {
	passing := 0
	if all := w.session.Whole(); all != nil {
		passing = all.Len()
	}
	w.status.showTable(w.session.Table(), passing)
}

// ShowComparison implements session.Screen.
func (w *window) ShowComparison(c *profiler.Comparison) { w.panel.SetComparison(c) }

// ShowMachine implements session.Screen.
func (w *window) ShowMachine(sentence string) { w.panel.SetMachine(sentence) }

// ShowWork implements session.Screen.
func (w *window) ShowWork(k *session.Work) {
	w.status.showWork(k)
	w.result.dim(k != nil && k.Pivot || w.session.Stale())
	w.result.showStale(w.session.Stale())
	w.result.showLoad(k)
}

// ShowSlicers implements session.Screen.
func (w *window) ShowSlicers(counted []session.Choices) { w.slicers.SetChoices(counted) }

// ShowFact implements session.Screen.
func (w *window) ShowFact(f session.Fact) {
	c := w.session.Column(f.Column)
	if c == nil {
		return
	}
	w.fields.SetCount(f.Column, view.DistinctText(f.Distinct), w.describe(c, &f.Distinct), spreadOf(c, f.Spread))
}

// Say implements session.Screen.
func (w *window) Say(m session.Message) {
	if m.Error {
		w.log.Error("said", "text", m.Text)
	} else {
		w.log.Info("said", "text", m.Text)
	}
	w.status.say(m)
}

// logger returns a logger that writes to `out`. If `out` is nil, the logger discards its lines.
func logger(out io.Writer) *slog.Logger {
	if out == nil {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(out, nil))
}

// Rows returns the rows on the screen, or nil if a pivot is shown.
func (w *window) Rows() *session.Rows {
	if w.result.rows != nil {
		return w.result.rows
	}
	return w.session.Listed()
}
