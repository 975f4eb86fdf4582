package formulaedit

import (
	"cmp"
	"errors"
	"strings"

	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/glyph"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// fieldEditor is the editor of a calculated field. It has the name and the expression, the error or the first values of
// the field, and lists of columns and functions to insert.
type fieldEditor struct {
	*editor
	name *input.Entry
	help *widget.Label // explains the function that was inserted last

	head *data.Table // the first rows of the table
	lets []query.Let
	old  string // the name of the edited field; "": the field is new
}

// AskField opens an editor of a calculated field of table t, with name and expr as its first texts. lets are the
// existing calculated fields. It calls `use` with a field that can be computed. If the person cancels, it calls
// nothing.
func AskField(d *dialogs.Stack, t *data.Table, lets []query.Let, title, name, expr string, use func(query.Let)) {
	f := newFieldEditor(d.Tips(), t, lets, name, expr)
	first := f.name
	if name != "" {
		first = f.entry
	}
	f.open(d, title, 640, 490, first, func(string) {
		if l, _, err := f.field(); err == nil {
			use(l)
		}
	})
	f.name.OnSubmitted = func(string) { input.Focus(f.entry) }
}

func newFieldEditor(tips *tip.Tip, t *data.Table, lets []query.Let, name, expr string) *fieldEditor {
	f := &fieldEditor{editor: &editor{tips: tips, entry: input.New(), empty: lang.L("Type a calculation, or put it " +
		"together from the lists.")}, name: input.New(), head: t.Head(formula.SampleRows), lets: lets, old: name}
	f.read = func(string) (says string, err error) {
		_, c, err := f.field()
		switch {
		case c != nil:
			says = view.Preview(c)
		case err != nil:
			err = errors.New(f.withoutText(err.Error()))
		}
		return says, err
	}
	f.name.SetPlaceHolder(lang.L("Name, for example profit"))
	f.name.SetText(name)
	f.name.OnChanged = func(string) { f.check() }
	f.entry.SetPlaceHolder(glyph.Reorder(lang.L("For example {{.Example}}", lang.With{"Example": fieldExample(t)})))
	names := data.Names(t.Columns)
	for _, l := range lets {
		if l.Name != name {
			names = append(names, l.Name)
		}
	}
	form := widget.NewForm(widget.NewFormItem(lang.L("Name"), f.name),
		widget.NewFormItem(lang.L("Calculation"), f.entry))
	f.help = f.build(expr, form, 3, f.columns(lang.L("Insert a field"), names), f.functions(), lang.L(startHelp))
	return f
}

const startHelp = "Use + - * / ^ for numbers, & for texts, = <> < > to compare, and or not, and functions. Texts " +
	"stand in 'single quotes', dates as 2024-01-31. A date + 30 is 30 days later, and a time less a time is a " +
	"duration in days."

// functions returns the list of functions. A function that is chosen there is inserted into the text and explained.
func (f *fieldEditor) functions() *picker {
	names := each.Of(query.Functions, func(fn *query.Function) string { return fn.Signature() })
	return newPicker(lang.L("Insert a function"), names, f.tips, func(chosen string) {
		name, _, _ := strings.Cut(chosen, "(")
		fn := query.FunctionNamed(name)
		f.insert(name + "(")
		f.help.SetText(fn.Signature() + ": " + fn.Help + ". " + lang.L("For example, {{.Example}}.",
			lang.With{"Example": fn.Example}))
	})
}

// fieldExample returns an example of an expression: the difference of two columns of numbers if the table has such
// columns.
func fieldExample(t *data.Table) string {
	numbers := measureNames(t)
	if len(numbers) < 2 {
		return "if(" + testedColumn(t) + " is null, 'none', 'some')"
	}
	return query.Field{Column: numbers[0]}.String() + " - " + query.Field{Column: numbers[1]}.String()
}

// field returns the field that a person typed, and its first values.
func (f *fieldEditor) field() (query.Let, *data.Column, error) {
	return view.CheckLet(f.head, f.lets, f.old, f.name.Text, f.text())
}

// withoutText removes the name and the expression from an error, since the dialog shows them above it.
func (f *fieldEditor) withoutText(text string) string {
	text = strings.TrimPrefix(text, "the calculated field "+cmp.Or(strings.TrimSpace(f.name.Text), view.NoName)+": ")
	text = strings.TrimPrefix(text, f.text()+": ")
	return strings.TrimSuffix(text, " of: "+f.text())
}
