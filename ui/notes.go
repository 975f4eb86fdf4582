package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/text/lookalike"
	"cardinal/ui/dialog/reading"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// noteLine returns the message about a table with notes: the first note on a column whose type a person chose, or
// else the first note. The former counts the values that stay empty.
func noteLine(t *data.Table) string {
	what := lang.L("Note on this file:")
	if t.Served != nil {
		what = lang.L("Note on this table:")
	}
	first := slices.IndexFunc(t.Notes, func(note string) bool {
		return t.Reading.HasType(notedColumn(t, note))
	})
	text := what + " " + lang.Words().Sentence(t.Notes[max(first, 0)])
	if more := len(t.Notes) - 1; more > 0 {
		text += " " + lang.N("(and {{.N}} more: File, Notes on this file)", "(and {{.N}} more: File, Notes on this "+
			"file)", more)
	}
	return text
}

// notes returns the notes on the table, nil without a table.
func (w *window) notes() []string {
	if t := w.session.Table(); t != nil {
		return t.Notes
	}
	return nil
}

// showNotes lists what the reader lost of the file or assumed about it, with a button for each note that a person can
// act on.
func (w *window) showNotes() {
	list, notes := container.NewVBox(), w.notes()
	if t := w.session.Source(); !t.Kept.IsZero() {
		notes = append(slices.Clone(notes), lang.L("The table was opened from the copy kept on {{.Time}}; the file "+
			"has not changed since.",
			lang.With{"Time": keptAt(t)}))
	}
	t := w.session.Table()
	for _, n := range notes {
		label := widget.NewLabel(lang.Words().Sentence(n))
		label.Wrapping = fyne.TextWrapWord
		row := fyne.CanvasObject(label)
		if button := w.noteButton(n); button != nil {
			row = container.NewBorder(nil, nil, nil, container.NewVBox(button), label)
		}
		list.Add(row)
	}
	below := container.NewHBox(layout.NewSpacer())
	if w.canAskReading() {
		below.Add(w.readingButton(lang.L("How the file is read…"), ""))
	}
	if t.Text.Delimiter != 0 && t.Path != "" {
		below.Add(input.NewButtonWithIcon(lang.L("Show the rows"), theme.ListIcon(), w.showLosses))
	}
	w.dialogs.Tell(lang.L("Notes on {{.File}}", lang.With{"File": t.Name}), container.NewBorder(nil, below, nil, nil,
		container.NewVScroll(list)), 620, 420)
}

// notedColumn returns the column of a table that a note is about, or "". A column's name may itself contain a colon.
func notedColumn(t *data.Table, note string) (name string) {
	for _, c := range t.Columns {
		if len(c.Name) > len(name) && strings.HasPrefix(note, c.Name+": ") {
			name = c.Name
		}
	}
	return name
}

// readingButton returns a button that leads from the dialog of the notes to the one about reading, at a column.
func (w *window) readingButton(text, column string) *input.Button {
	return input.NewButton(text, func() {
		w.dialogs.Dismiss()
		w.askReadingOf(column)
	})
}

// noteButton returns the button beside a note, nil if a person can do nothing about the note.
func (w *window) noteButton(note string) *input.Button {
	t := w.session.Table()
	column := notedColumn(t, note)
	if groups := lookalikesOf(t, column, note); groups != nil {
		return w.groupButton(column, groups)
	}
	if column = notedColumn(w.session.Source(), note); column != "" && w.canAskReading() &&
		reading.CanType(w.session.Source(), column) {
		return w.readingButton(lang.L("Change type…"), column)
	}
	return nil
}

// lookalikesOf returns the labels of a column that look alike, if the note is about them.
func lookalikesOf(t *data.Table, column, note string) []lookalike.Group {
	c, err := t.Column(column)
	if err != nil || c.Type != data.Text {
		return nil
	}
	groups := lookalike.Find(c.Dict.Values)
	if note != c.Name+": "+lookalike.Note(groups) {
		return nil
	}
	return groups
}

// groupButton returns a button that groups labels that look alike in the pivot.
func (w *window) groupButton(column string, groups []lookalike.Group) *input.Button {
	return input.NewButton(lang.L("Group them"), func() {
		w.dialogs.Dismiss()
		w.editor.Edit(func(s view.State) view.State { return s.GroupAlike(column, groups) })
	})
}

// showLosses lists the lines, rows and values of a text file that the table lacks or changes.
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
