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
	"cardinal/internal/separators"
	"cardinal/ui/dialog/reading"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// noteLine is the message about a table that has notes: the first note on a column whose type a person chose,
// which counts the values that are left empty, or the first one.
func noteLine(t *data.Table) string {
	what := "file"
	if t.Served != nil {
		what = "table"
	}
	first := slices.IndexFunc(t.Notes, func(note string) bool {
		return t.Reading.HasType(noted(t, note))
	})
	text := "Note on this " + what + ": " + t.Notes[max(first, 0)]
	if more := len(t.Notes) - 1; more > 0 {
		text += separators.Sprintf(" (and %d more: File, Notes on this file)", more)
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

// showNotes lists what the reader lost of the file or assumed about it, with what a person can do about it.
func (w *window) showNotes() {
	list, notes := container.NewVBox(), w.notes()
	if t := w.session.Source(); !t.Kept.IsZero() {
		notes = append(slices.Clone(notes), "The table was "+openedFrom(t)+"; the file has not changed since.")
	}
	t := w.session.Table()
	for _, n := range notes {
		label := widget.NewLabel(n)
		label.Wrapping = fyne.TextWrapWord
		row := fyne.CanvasObject(label)
		if button := w.noteButton(n); button != nil {
			row = container.NewBorder(nil, nil, nil, container.NewVBox(button), label)
		}
		list.Add(row)
	}
	below := container.NewHBox(layout.NewSpacer())
	if w.canAskReading() {
		below.Add(w.toReading("How the file is read…", ""))
	}
	if t.Text.Delimiter != 0 && t.Path != "" {
		below.Add(input.NewButtonWithIcon("Show the rows", theme.ListIcon(), w.showLosses))
	}
	w.dialogs.Tell("Notes on "+t.Name, container.NewBorder(nil, below, nil, nil, container.NewVScroll(list)), 620, 420)
}

// noted is the name of the column of a table that a note is on, "" where there is none. A name may have the
// colon within that ends others.
func noted(t *data.Table, note string) (name string) {
	for _, c := range t.Columns {
		if len(c.Name) > len(name) && strings.HasPrefix(note, c.Name+": ") {
			name = c.Name
		}
	}
	return name
}

// toReading is a button that leads from the dialog of the notes to the one that asks how the file is to be
// read, at a column.
func (w *window) toReading(text, column string) *input.Button {
	return input.NewButton(text, func() {
		w.dialogs.Dismiss()
		w.askReadingOf(column)
	})
}

// noteButton returns the button at a note, nil if a person can do nothing about it.
func (w *window) noteButton(note string) *input.Button {
	t := w.session.Table()
	column := noted(t, note)
	if groups := alikeOf(t, column, note); groups != nil {
		return w.toGroups(column, groups)
	}
	if column = noted(w.session.Source(), note); column != "" && w.canAskReading() && reading.CanType(w.session.Source(), column) {
		return w.toReading("Change type…", column)
	}
	return nil
}

// alikeOf returns the labels of a column that look the same, if a note is on them.
func alikeOf(t *data.Table, column, note string) []lookalike.Group {
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

// toGroups returns a button that makes one of labels that look the same, in the pivot.
func (w *window) toGroups(column string, groups []lookalike.Group) *input.Button {
	return input.NewButton("Group them", func() {
		w.dialogs.Dismiss()
		w.editor.Edit(func(s view.State) view.State { return s.GroupAlike(column, groups) })
	})
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
