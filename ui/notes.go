package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
	"cardinal/data/text/lookalike"
	"cardinal/ui/dialog/reading"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// noteLine returns a message with one note of a table. A note on a column whose type a person chose comes first, since
// it counts the values that do not fit this type. Otherwise it is the first note.
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

// notes returns the notes on the table. It returns nil if no table is open.
func (w *window) notes() []string {
	if t := w.session.Table(); t != nil {
		return t.Notes
	}
	return nil
}

// showNotes lists what the reader lost of the file or assumed about it. A note that a person can act on has a button.
func (w *window) showNotes() {
	list, notes := container.NewVBox(), w.notes()
	if t := w.session.Source(); !t.Kept.IsZero() {
		notes = append(slices.Clone(notes), lang.L("The table was opened from the copy kept on {{.Time}}; the file "+
			"has not changed since.",
			lang.With{"Time": keptAt(t)}))
	}
	t := w.session.Table()
	for _, n := range notes {
		label := input.Wrapped(lang.Words().Sentence(n))
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
	w.dialogs.Tell(lang.L("Notes on {{.File}}", lang.With{"File": session.NameOf(t)}),
		container.NewBorder(nil, below, nil, nil, container.NewVScroll(list)), 620, 420)
}

// notedColumn returns the column that a note is about, or "". Such a note begins with the column's name and a colon,
// but the name itself may contain a colon. The longest matching name is therefore returned.
func notedColumn(t *data.Table, note string) (name string) {
	for _, c := range t.Columns {
		if len(c.Name) > len(name) && strings.HasPrefix(note, c.Name+": ") {
			name = c.Name
		}
	}
	return name
}

// readingButton returns a button that closes the dialog of the notes, and opens the one about reading the file, at a
// column.
func (w *window) readingButton(text, column string) *input.Button {
	return input.NewButton(text, func() {
		w.dialogs.Dismiss()
		w.askReadingOf(column)
	})
}

// noteButton returns the button beside a note, or nil if a person can do nothing about the note.
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

// lookalikesOf returns the groups of labels of a column that look alike, if this is what the note is about.
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

// showLosses lists the lines, rows and values of a text file that the table does not have, or has in a changed form.
func (w *window) showLosses() {
	name := session.NameOf(w.session.Table())
	w.session.Losses(func(losses []data.Loss, err error) {
		if err != nil {
			w.Say(session.Message{Error: true, Text: session.Sentence(err)})
			return
		}
		reading.ShowLosses(w.dialogs, name, losses)
	})
}
