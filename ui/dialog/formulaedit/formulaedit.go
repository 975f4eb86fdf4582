package formulaedit

import (
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/glyph"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// editor edits a calculation. It has the text, its error or its meaning, and lists of what can be inserted.
type editor struct {
	root  *fyne.Container
	entry *input.Entry
	note  *widget.Label
	tips  *tip.Tip
	empty string                                     // the note about an empty text
	read  func(text string) (says string, err error) // returns the note about a text, and its error

	onChecked func(valid bool)
}

// Ask opens an editor of a formula over table t, with text as its first text. It calls `use` with a measure that can be
// computed. If the person cancels, it calls nothing.
func Ask(d *dialogs.Stack, t *data.Table, title, text string, use func(query.Measure)) {
	f := newEditor(d.Tips(), t, text)
	f.open(d, title, 560, 450, f.entry, func(text string) {
		if m, err := view.ParseFormula(t, text); err == nil {
			use(m)
		}
	})
}

func newEditor(tips *tip.Tip, t *data.Table, text string) *editor {
	f := &editor{tips: tips, entry: input.New(), empty: lang.L("Type it, or put it together from the lists.")}
	f.read = func(text string) (string, error) { return meaning(view.ParseFormula(t, text)) }
	f.entry.SetPlaceHolder(glyph.Reorder(lang.L("For example {{.Example}}", lang.With{"Example": example(t)})))
	funcs := each.Of(query.Funcs, func(fn query.Func) string { return string(fn) })
	f.build(text, f.entry, 2, f.columns(lang.L("Insert a column"), data.Names(t.Columns)),
		newPicker(lang.L("Insert an aggregate"), funcs, tips, func(name string) { f.insert(name + "(") }),
		lang.L("A formula has aggregates, numbers, brackets and + - * / ^. An aggregate takes a column, or "+
			"arithmetic over the columns of a row: sum(a * b)."))
	return f
}

// meaning returns the note about a valid measure.
func meaning(m query.Measure, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return lang.L("Reads as: {{.Formula}}", lang.With{"Formula": m.Title()}), nil
}

// build puts the parts of the editor below each other: form, which has the entry, a note of some lines, two lists, and
// the help. It returns the label of the help.
func (f *editor) build(text string, form fyne.CanvasObject, lines float32, columns, others *picker,
	help string) *widget.Label {
	f.entry.SetText(text)
	f.entry.CursorColumn = len([]rune(text))
	f.entry.OnChanged = func(string) { f.check() }
	f.note = input.Wrapped("")
	about := input.Caption(help)
	f.root = container.NewVBox(form, input.Lines(f.note, lines), container.NewGridWithColumns(2, columns.root,
		others.root), about)
	return about
}

// open shows the editor in a dialog, with the focus on the entry `first`, and calls `use` with a valid text.
func (f *editor) open(d *dialogs.Stack, title string, width, height float32, first *input.Entry,
	use func(text string)) {
	ok := input.NewButton(lang.L("Use"), nil)
	f.onChecked = func(valid bool) { input.Enable(ok, valid) }
	f.check()
	hide := d.Edit(title, f.root, ok, width, height, first)
	ok.OnTapped = func() {
		if _, err := f.read(f.text()); err == nil {
			hide()
			use(f.text())
		}
	}
	f.entry.OnSubmitted = func(string) { ok.OnTapped() }
}

// example returns an example of a formula: the ratio of two columns of numbers if the table has such columns.
func example(t *data.Table) string {
	names, m := measureNames(t), query.Measure{Func: query.Sum}
	if len(names) == 0 {
		return "count() / 100"
	}
	if m.Column = names[0]; len(names) == 1 {
		return m.String() + " / count()"
	}
	return m.String() + " / " + query.Measure{Func: query.Sum, Column: names[len(names)-1]}.String()
}

// measureNames returns the columns of numbers that are not identifiers, for examples.
func measureNames(t *data.Table) (names []string) {
	for _, c := range t.Columns {
		if c.Type.Numeric() && !c.IsIdentifier() {
			names = append(names, c.Name)
		}
	}
	return names
}

// testedColumn returns a column for examples that test for null. It is the first column with a missing value, or else
// the first column, if possible no identifier.
func testedColumn(t *data.Table) string {
	best, most := 0, -1
	for i, c := range t.Columns {
		worth := 0
		if !c.IsIdentifier() {
			worth = 1
			if c.Nulls > 0 {
				worth = 2
			}
		}
		if worth > most {
			best, most = i, worth
		}
	}
	return query.Field{Column: t.Columns[best].Name}.String()
}

// columns returns the list of columns. A column that is chosen there is inserted into the formula.
func (f *editor) columns(title string, names []string) *picker {
	return newPicker(title, names, f.tips, func(name string) { f.insert(query.Field{Column: name}.String()) })
}

// insert inserts a text at the cursor, in place of the selected text, and focuses the entry.
func (f *editor) insert(text string) {
	if f.entry.SelectedText() != "" {
		f.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	}
	runes, at := []rune(f.entry.Text), f.entry.CursorColumn
	at = min(at, len(runes))
	f.entry.SetText(string(runes[:at]) + text + string(runes[at:]))
	f.entry.CursorColumn = at + len([]rune(text))
	f.entry.Refresh()
	input.Focus(f.entry)
}

// text returns the typed text. If it begins with an equals sign, as in spreadsheets, it has a space instead of the
// sign.
func (f *editor) text() string {
	if formula, is := strings.CutPrefix(f.entry.Text, "="); is {
		return " " + formula
	}
	return f.entry.Text
}

// check shows the error of the text, or its meaning.
func (f *editor) check() {
	says, err := f.read(f.text())
	switch {
	case f.entry.Text == "":
		f.note.Importance, f.note.Text = widget.MediumImportance, f.empty
	case err != nil && says != "":
		f.note.Importance, f.note.Text = widget.WarningImportance, session.Sentence(err)+" "+says
	case err != nil:
		f.note.Importance, f.note.Text = widget.DangerImportance,
			session.Sentence(errors.New(strings.TrimSuffix(err.Error(), " of: "+f.text())))
	default:
		f.note.Importance, f.note.Text = widget.SuccessImportance, says
	}
	f.note.Refresh()
	if f.onChecked != nil {
		f.onChecked(err == nil)
	}
}
