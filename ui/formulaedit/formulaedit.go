package formulaedit

import (
	"errors"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/dialogs"
	"cardinal/ui/input"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

// editor is the editor of a calculated measure: the text, what is wrong with it or what it will be called, and lists
// of columns and aggregates to put in by mouse.
type editor struct {
	root  *fyne.Container
	entry *input.Entry
	note  *widget.Label
	table *data.Table

	onChecked func(valid bool)
}

// Ask opens an editor of a formula over table t, which begins with text. use is called with a measure that can be computed; Cancel
// calls nothing.
func Ask(d *dialogs.Stack, t *data.Table, title, text string, use func(query.Measure)) {
	f := newEditor(t, text)
	ok := widget.NewButtonWithIcon("Use", theme.ConfirmIcon(), nil)
	f.onChecked = func(valid bool) { input.Enable(ok, valid) }
	f.check()
	hide := d.Edit(title, f.root, ok, 560, 320, f.entry)
	ok.OnTapped = func() {
		if m, err := view.ParseFormula(t, f.entry.Text); err == nil {
			hide()
			use(m)
		}
	}
	f.entry.OnSubmitted = func(string) { ok.OnTapped() }
}

func newEditor(t *data.Table, text string) *editor {
	f := &editor{entry: input.New(), note: widget.NewLabel(""), table: t}
	f.entry.SetPlaceHolder("For example " + example(t))
	f.entry.SetText(text)
	f.entry.CursorColumn = len([]rune(text))
	f.entry.OnChanged = func(string) { f.check() }
	f.note.Wrapping = fyne.TextWrapWord
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	columns := f.list("Insert a column", names, func(name string) string { return query.Field{Column: name}.String() })
	funcs := make([]string, len(query.Funcs))
	for i, fn := range query.Funcs {
		funcs[i] = string(fn)
	}
	calls := f.list("Insert an aggregate", funcs, func(name string) string { return name + "(" })
	lines := canvas.NewRectangle(color.Transparent) // room for two, so that nothing below jumps while the text changes
	lines.SetMinSize(fyne.NewSize(0, 2*fyne.MeasureText("M", theme.TextSize(), fyne.TextStyle{}).Height+2*theme.InnerPadding()))
	help := widget.NewLabel("A formula has aggregates, numbers, brackets and + - * / ^. An aggregate takes a column, or arithmetic over the columns of a row: sum(a * b).")
	help.Wrapping, help.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
	f.root = container.NewVBox(f.entry, container.NewStack(lines, f.note), container.NewGridWithColumns(2, calls, columns), help)
	return f
}

// example divides two columns of the table, where it has numbers.
func example(t *data.Table) string {
	numbers := view.Partners(t, "")
	if len(numbers) == 0 {
		return "count() / 100"
	}
	m := query.Measure{Func: query.Sum, Column: numbers[0]}
	return m.String() + " / " + query.Measure{Func: query.Sum, Column: numbers[len(numbers)-1]}.String()
}

// list puts what is chosen from it into the text.
func (f *editor) list(title string, options []string, text func(string) string) *widget.Select {
	s := widget.NewSelect(options, nil)
	s.PlaceHolder = title
	s.OnChanged = func(chosen string) {
		if chosen != "" {
			f.insert(text(chosen))
			s.ClearSelected()
		}
	}
	return s
}

// insert writes at the cursor, over what is selected, and gives the text the keyboard.
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

// check says under the text what is wrong with it, or what the chip will say.
func (f *editor) check() {
	m, err := view.ParseFormula(f.table, f.entry.Text)
	switch {
	case f.entry.Text == "":
		f.note.Importance, f.note.Text = widget.MediumImportance, "Type it, or put it together from the lists."
	case err != nil:
		f.note.Importance, f.note.Text = widget.DangerImportance, session.Sentence(errors.New(strings.TrimSuffix(err.Error(), " of: "+f.entry.Text)))
	default:
		f.note.Importance, f.note.Text = widget.SuccessImportance, "Reads as: "+m.Title()
	}
	f.note.Refresh()
	if f.onChecked != nil {
		f.onChecked(err == nil)
	}
}
