package ui

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/inspect"
	"cardinal/engine/dispatch"
	"cardinal/profiler"
	"cardinal/system"
	"cardinal/ui/input"
	"cardinal/ui/reading"
	"cardinal/ui/session"
	"cardinal/ui/shelf"
	"cardinal/ui/view"
)

var _ session.Screen = (*window)(nil)

// ShowTable implements session.Screen.
func (w *window) ShowTable(t *data.Table) {
	w.fields.Search("")
	w.status.clearInfo()
	w.OfferCopy(nil)
	w.ShowGrown(t)
}

// ShowAgain implements session.Screen.
func (w *window) ShowAgain(t *data.Table) {
	w.fields.Search("")
	w.showColumns(t)
}

// showColumns shows the fields of a table, and its name.
func (w *window) showColumns(t *data.Table) {
	if t == nil {
		t = &data.Table{}
	}
	w.fields.SetFields(w.fieldsOf(t))
	w.showUsed()
	w.tools.showTable(t)
}

// ShowGrown implements session.Screen.
func (w *window) ShowGrown(t *data.Table) {
	w.showColumns(t)
	if t.Part != nil {
		return
	}
	w.status.clearInfo() // it may say that rows are missing
	if t.Path != "" && !w.session.Pasted() {
		w.prefs.AddRecent(t.Path)
	}
	w.RefreshMenu()
	w.log.Info("opened", "table", t.Name, "path", t.Path, "rows", t.Rows, "columns", len(t.Columns), "notes", len(t.Notes))
	w.keeps.Opened(t)
	w.keeps.Changed()
	w.session.Post(w.tourFirst)
	if len(t.Notes) > 0 {
		w.Say(session.Message{Text: noteLine(t)})
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

// fieldsOf lists the columns of a table for the list of fields.
func (w *window) fieldsOf(t *data.Table) []shelf.Field {
	fields := make([]shelf.Field, len(t.Columns))
	for i, c := range t.Columns {
		_, calculated := w.session.State().Let(c.Name)
		fields[i] = shelf.Field{Name: c.Name, Type: c.Type, Detail: w.describe(c, -1), Calculated: calculated}
	}
	return fields
}

// describe is a column in one line, and what it is calculated from.
func (w *window) describe(c *data.Column, distinct int) string {
	text := view.Describe(c, distinct)
	if t := w.session.Source(); t != nil && !t.Has(c.Name) && c.Computed == "" && w.session.Uncalculated().Has(c.Name) {
		text += " · looked up in a second file"
	}
	if l, calculated := w.session.State().Let(c.Name); calculated {
		text += " · calculated: " + l.Expr
	}
	return text
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
	w.tools.showState(canUndo, canRedo)
	w.canUndo, w.canRedo = canUndo, canRedo
	w.keeps.Changed()
	w.result.invite()
	w.RefreshMenu()
}

// showUsed marks the fields that stand on a shelf.
func (w *window) showUsed() {
	s := w.session.State()
	used := map[string]bool{}
	for _, on := range view.Shelves {
		for i := range s.Len(on) {
			used[s.ColumnOf(on, i)] = true
		}
	}
	for _, m := range s.Values {
		for _, name := range view.ColumnsOf(m) {
			if c := w.session.Column(name); c != nil {
				used[c.Name] = true
			}
		}
	}
	w.fields.SetUsed(used)
}

// ShowAnswer implements session.Screen.
func (w *window) ShowAnswer(a *session.Answer) {
	w.showShelves()
	w.result.show(a)
	w.result.chart.update()
	if a == nil {
		w.showProfile(nil)
		w.showSize()
	} else {
		if w.panel.Record() != a.Profile {
			w.showProfile(a)
		}
		w.status.showRecord(a.Profile, a.Source())
		w.log.Info("answered", "query", strings.Join(a.Tab.Query.Names(), ", "), "rows", a.Profile.RowsSelected, "groups", a.Profile.GroupsActual,
			"tier", a.Profile.Tier, "strategy", a.Profile.Strategy, "ms", a.Profile.TotalMS, "events", a.Profile.Events)
	}
	w.tools.showAnswer(a != nil || w.Rows() != nil)
}

// ShowRows implements session.Screen.
func (w *window) ShowRows(r *session.Rows) {
	w.result.showRows(r)
	w.result.chart.update()
}

// ShowTooLarge implements session.Screen.
func (w *window) ShowTooLarge(e *dispatch.TooLarge) {
	w.result.askLarge(e)
	w.noFigures()
}

// ShowFailure implements session.Screen.
func (w *window) ShowFailure(err error) {
	w.log.Error("not answered", "why", err)
	w.result.fail(session.Sentence(err))
	w.noFigures()
}

// noFigures is the rest of the window while there is no answer.
func (w *window) noFigures() {
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
	w.result.dim(k != nil && k.Pivot)
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
	count := ""
	if f.Distinct >= 0 {
		count = profiler.Count(f.Distinct)
	}
	w.fields.SetCount(f.Column, count, w.describe(c, f.Distinct), spreadOf(c, f.Spread))
}

// spreadOf writes how the values of a column are distributed.
func spreadOf(c *data.Column, d inspect.Distribution) (s shelf.Spread) {
	s.Bins = d.Bins
	s.Low, s.High, _ = view.Bounds(c)
	if !d.Mean.IsNull() {
		s.Mean = "Mean " + view.MeanText(c, d.Mean.Value)
	}
	rest := c.Rows - c.Nulls
	for _, f := range d.Top {
		s.Top = append(s.Top, shelf.Bar{Text: view.LabelText(f.Value.Value, c.Format), Share: float64(f.Rows) / float64(c.Rows)})
		rest -= f.Rows
	}
	if rest > 0 && len(d.Top) > 0 {
		s.Rest = profiler.Counted(rest, "row") + " with other values"
	}
	return s
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

// logger writes to out, or to nowhere where that is nil.
func logger(out io.Writer) *slog.Logger {
	if out == nil {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(out, nil))
}

// showProfile shows the profile of an answer, nil for none. While a person waits for the figures of an edit, the profile waits, too: the panel is built when
// the figures are on the screen.
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

// unpainted is how long a profile waits for figures that are not painted: the window may be behind others, or show a chart alone.
const unpainted = 300 * time.Millisecond

func (w *window) showLate() {
	if a := w.late; a != nil {
		w.late = nil
		w.panel.SetRecord(a.Profile, a.Curve)
	}
}

// painted is called when the first frame of a new result is on the screen.
func (w *window) painted() {
	done := w.clock.painted()
	w.showLate()
	if w.panel.Record() != nil {
		w.log.Info("painted", "since_start", system.Since(started).Round(time.Millisecond))
	}
	if done && w.panel.Record() != nil {
		w.panel.SetPainted(w.clock.toScreen)
	}
}

// Rows implements the files' view of the window.
func (w *window) Rows() *session.Rows {
	if w.result.rows != nil {
		return w.result.rows
	}
	return w.session.Listed()
}

// noteLine is the message about a table that has notes.
func noteLine(t *data.Table) string {
	what := "file"
	if t.Served != nil {
		what = "table"
	}
	text := "Note on this " + what + ": " + t.Notes[0]
	if more := len(t.Notes) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more: File, Notes on this file)", more)
	}
	return text
}

// notes are those on the table, none where there is no table.
func (w *window) notes() []string {
	if t := w.session.Table(); t != nil {
		return t.Notes
	}
	return nil
}

// showNotes lists what the reader lost of the file or assumed about it.
func (w *window) showNotes() {
	list, notes := container.NewVBox(), w.notes()
	if t := w.session.Source(); !t.Kept.IsZero() {
		notes = append(slices.Clone(notes), "The table was "+openedFrom(t)+"; the file has not changed since.")
	}
	for _, n := range notes {
		label := widget.NewLabel(n)
		label.Wrapping = fyne.TextWrapWord
		list.Add(label)
	}
	t := w.session.Table()
	var rows fyne.CanvasObject
	if t.Text.Delimiter != 0 && t.Path != "" {
		rows = container.NewHBox(layout.NewSpacer(), input.NewButtonWithIcon("Show the rows", theme.ListIcon(), w.showLosses))
	}
	w.dialogs.Tell("Notes on "+t.Name, container.NewBorder(nil, rows, nil, nil, container.NewVScroll(list)), 620, 420)
}

// showLosses lists the lines, the rows and the values of a text file that are not in the table as they stand.
func (w *window) showLosses() {
	name := w.session.Table().Name
	w.session.Losses(func(losses []data.Loss, err error) {
		if err != nil {
			w.Say(session.Message{Error: true, Text: session.Sentence(err)})
			return
		}
		reading.ShowLosses(w.dialogs, name, losses)
	})
}
