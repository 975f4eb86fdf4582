package reading

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/format/csv"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/load"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// source is what the dialog needs of a *document.Document: the open table, and how it can be read again.
type source interface {
	Source() *data.Table
	Preview(sheet string, how data.Reading, done func(*data.Table, error)) (stop func())
	ReadAs(sheet string, how data.Reading)
}

// dialog is the open dialog. Only the UI goroutine uses it.
type dialog struct {
	source source
	how    data.Reading
	sheet  string            // the sheet of a workbook, or the file of an archive
	offer  func(*data.Table) // updates what is offered for a sheet; nil for a text
	typed  bool              // a person can choose the types of columns
	markup bool              // as isMarkup reports
	ok     *input.Button
	note   *widget.Label
	tips   *tip.Tip
	rows   *widget.Table
	table  *data.Table // the first rows as they would be read; nil: not read yet
	column string      // the column to which the preview scrolls after it is read; "": none
}

// found is the choice that lets the reader decide.
const found = "As found"

// asFound returns the choice that lets the reader decide, with what the reader found.
func asFound(what string) string { return lang.L("As found: {{.What}}", lang.With{"What": what}) }

// Can reports whether the file of a table can be read in another way.
func Can(t *data.Table) bool {
	return t != nil && t.Path != "" && t.Served == nil
}

// CanType reports whether a person can choose the type of a column. A column that is computed from others has no type
// in the file.
func CanType(t *data.Table, column string) bool {
	return isTyped(t) && !isMade(t.Reading, column)
}

// isTyped reports whether a person can choose the types of a table's columns: the table is read from a text file, a
// workbook, a page or a database file.
func isTyped(t *data.Table) bool {
	return t.Text.Delimiter != 0 || t.Cells.Range != "" || isMarkup(t) || isDatabase(t)
}

// isDatabase reports whether a table is read from a database file. The file says which columns there are, but the
// dialog may ask what their texts mean, e.g. dates.
func isDatabase(t *data.Table) bool { return t.Format == "sqlite" }

// isMarkup reports whether a table is read from a web page, Markdown or aligned text. The file says which cells there
// are, but the dialog may ask what they mean.
func isMarkup(t *data.Table) bool { return slices.Contains([]string{"html", "md", "text"}, t.Format) }

// Ask opens the dialog for the open file. The preview scrolls to a column, or stays at the first one if column is "".
func Ask(d *dialogs.Stack, s source, column string) {
	t := s.Source()
	r := &dialog{source: s, column: column, typed: isTyped(t), markup: isMarkup(t), how: t.Reading, sheet: t.Sheet,
		tips: d.Tips(), note: input.Caption(""), ok: input.NewButton(lang.L("Read again"), nil)}
	r.how.Types = slices.Clone(t.Reading.Types)
	r.rows = r.preview()
	hint := input.Caption(lang.L("Click a type to change it. Values that cannot be read as the type are left " +
		"empty, and a note counts them."))
	var form fyne.CanvasObject
	var first fyne.Focusable
	switch {
	case t.Cells.Range != "":
		form, first = r.sheetForm(t)
	case r.markup:
		form, first = r.markupForm(t)
	case isDatabase(t):
		form, first = r.databaseForm(t)
	case r.typed:
		form, first = r.textForm(t)
	case hasParts(t):
		form, first = r.partForm(t, hint)
	}
	rows, beside := r.unpivot(d, t)
	if first == nil {
		first = rows
	}
	questions := container.NewVBox(question(lang.L("Columns that become rows, with names for the new columns"),
		container.NewBorder(nil, nil, nil, beside, rows)))
	if form != nil {
		questions.Objects = append([]fyne.CanvasObject{form}, questions.Objects...)
	} else {
		hint.SetText(lang.L("The other columns repeat in the new rows."))
	}
	content := input.Column(questions, r.rows, container.NewVBox(hint, r.note))
	hide := d.Edit(lang.L("How {{.File}} is read", lang.With{"File": session.NameOf(t)}), content, r.ok, 880, 560,
		first)
	r.ok.OnTapped = func() {
		hide()
		s.ReadAs(r.sheet, r.how)
	}
	r.read()
}

// submit handles Enter in an entry: it reads the file again.
func (r *dialog) submit(string) {
	if !r.ok.Disabled() {
		r.ok.OnTapped()
	}
}

// textForm returns the questions about a text file, and the first widget.
func (r *dialog) textForm(t *data.Table) (fyne.CanvasObject, fyne.Focusable) {
	first := r.choice(&r.how.Delimiter, delimiters(t))
	return container.NewGridWithColumns(4,
		question(lang.L("Delimiter"), first),
		question(lang.L("Quotes"), r.choice(&r.how.Quote, options{{lang.L(found), ""}, {lang.L("Around fields"),
			"double"},
			{lang.L("Apostrophes around fields"), "single"}, {lang.L("Backslashes before signs"), "backslash"},
			{lang.L("Characters like others"), "none"}})),
		question(lang.L("Encoding"), r.choice(&r.how.Encoding, options{{asFound(t.Text.Encoding),
			""}}.and("utf-8",
			"utf-16le", "windows-1252", "iso-8859-15", "windows-1250", "windows-1251", "shift_jis", "euc-jp", "gb18030",
			"big5", "euc-kr"))),
		question(lang.L("Column names"), r.choice(&r.how.Header, headers(t))),
		question(lang.L("Lines to skip at the top"), r.number(&r.how.Skip)),
		question(lang.L("Lines to skip at the bottom"), r.choice(&r.how.Footer, footers(t))),
		r.decimal(), r.dates()), first
}

func (r *dialog) decimal() fyne.CanvasObject {
	return question(lang.L("Decimal sign"), r.choice(&r.how.Decimal, options{{lang.L(found), ""},
		{lang.L("Point: 1,234.5"), "point"},
		{lang.L("Comma: 1.234,5"), "comma"}}))
}

func (r *dialog) dates() fyne.CanvasObject {
	return question(lang.L("03/04/2024 is"), r.choice(&r.how.Dates, options{{lang.L(found), ""},
		{lang.L("3 April (day first)"), "dmy"},
		{lang.L("4 March (month first)"), "mdy"}, {lang.L("24/04/03: year first"), "ymd"}}))
}

// databaseForm returns the questions about a table of a database, and the first widget.
func (r *dialog) databaseForm(t *data.Table) (fyne.CanvasObject, fyne.Focusable) {
	dates := r.dates()
	if len(t.Sheets) < 2 {
		return container.NewGridWithColumns(2, dates), nil
	}
	which := r.choice(&r.sheet, append(options{{t.AllSheets(), load.AllSheets}}, sheetsOf(t)...))
	return container.NewGridWithColumns(2, question(lang.L("Table"), which), dates), which
}

// markupForm returns the questions about a table of a page or an aligned text, and the first widget.
func (r *dialog) markupForm(t *data.Table) (fyne.CanvasObject, fyne.Focusable) {
	lines := footers(t)
	lines[0].words = lang.L(found)
	last := r.choice(&r.how.Footer, lines)
	questions := []fyne.CanvasObject{question(lang.L("Column names"),
		r.choice(&r.how.Header, rowsOfNames(1, options{{lang.L(found), ""}, {lang.L("No row has names"), "none"}}))),
		question(lang.L("Lines to skip at the bottom"), last), r.decimal(), r.dates()}
	if len(t.Sheets) < 2 {
		return container.NewGridWithColumns(4, questions...), last
	}
	which := r.choice(&r.sheet, append(options{{t.AllSheets(), load.AllSheets}}, sheetsOf(t)...))
	return container.NewGridWithColumns(3, append([]fyne.CanvasObject{question(lang.L("Table"), which)},
			questions...)...),
		which
}

// question returns a label with the question above the widget of its answer.
func question(text string, answer fyne.CanvasObject) fyne.CanvasObject {
	label := widget.NewLabel(text)
	label.SizeName = theme.SizeNameCaptionText
	return container.NewVBox(label, answer)
}

// option is a possible answer: its words, and its value in data.Reading.
type option struct{ words, value string }

type options []option

func (o options) and(values ...string) options {
	o = append(o, each.Of(values, func(v string) option { return option{v, v} })...)
	return o
}

func delimiters(t *data.Table) options {
	o := options{{lang.L(found), ""}}
	for _, d := range data.Delimiters {
		name := lang.L(strings.ToUpper(d.Name[:1]) + d.Name[1:])
		if d.Byte == t.Text.Delimiter && t.Reading.Delimiter == "" {
			o[0].words = asFound(lang.InSentence(name))
		}
		sign := ""
		if d.Byte > ' ' {
			sign = "  " + string(d.Byte)
		}
		o = append(o, option{name + sign, d.Name})
		if d.Byte == ' ' {
			o = append(o, option{lang.L("Spaces, one or more"), "spaces"})
		}
	}
	return o
}

func headers(t *data.Table) options {
	o := options{{lang.L(found), ""}, {lang.L("No line has names"), "none"}}
	if first, last := t.Text.Header, t.Text.LastHeader; t.Reading.Header == "" {
		switch {
		case last > 0:
			o[0].words = asFound(lang.InSentence(lines(fmt.Sprintf("%d-%d", first, last))))
		case first > 0:
			o[0].words = asFound(lang.InSentence(line(first)))
		default:
			o[0].words = asFound(lang.L("no line"))
		}
	}
	for n := 1; n <= 20; n++ {
		o = append(o, option{line(n), strconv.Itoa(n)})
		if n <= 8 {
			both := fmt.Sprintf("%d-%d", n, n+1)
			o = append(o, option{lines(both), both})
		}
	}
	return o
}

func line(n int) string { return lang.L("Line {{.Number}}", lang.With{"Number": n}) }

func lines(numbers string) string { return lang.L("Lines {{.Numbers}}", lang.With{"Numbers": numbers}) }

func footers(t *data.Table) options {
	o := options{{lang.L(found), ""}, {lang.L("None"), "none"}}
	if t.Reading.Footer == "" {
		o[0].words = asFound(separators.Sprintf("%d", t.Text.Footer))
	}
	for lines := 1; lines <= 10; lines++ {
		o = append(o, option{strconv.Itoa(lines), strconv.Itoa(lines)})
	}
	return o
}

// choice returns a list of answers to a question. If the present value is not among the options, it is added.
func (r *dialog) choice(value *string, o options) *tip.Select {
	s := tip.NewSelect(nil, r.tips, nil)
	fill(s, value, o, r.read)
	return s
}

// fill sets the options of a list, and chooses the present value. chosen runs after a person has chosen another option.
func fill(s *tip.Select, value *string, o options, chosen func()) {
	if !slices.ContainsFunc(o, func(p option) bool { return p.value == *value }) {
		o = append(o, option{*value, *value})
	}
	words := each.Of(o, func(p option) string { return p.words })
	s.OnChanged = nil
	s.SetOptions(words)
	s.SetSelectedIndex(slices.IndexFunc(o, func(p option) bool { return p.value == *value }))
	s.OnChanged = func(string) {
		if i := s.SelectedIndex(); i >= 0 {
			*value = o[i].value
			chosen()
		}
	}
}

// number returns an entry for a number of lines to leave out.
func (r *dialog) number(value *int) fyne.CanvasObject {
	e := input.New()
	e.OnSubmitted = r.submit
	e.SetText(strconv.Itoa(*value))
	e.OnChanged = func(text string) {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 0 {
			r.fail(lang.L("Lines to skip: write a number such as 0 or 3."))
			return
		}
		*value = n
		r.read()
	}
	return e
}

// read shows the first rows as they would be read with the present answers.
func (r *dialog) read() {
	input.Enable(r.ok, false)
	how := r.how
	if r.markup { // as in a sheet, the first rows have the names
		how.Header = ""
	}
	_, err := csv.Parse(how)
	if r.offer != nil {
		_, err = sheet.Parse(r.how)
	}
	if err != nil {
		r.fail(session.Sentence(err))
		return
	}
	if r.table == nil {
		r.tell(lang.L("Reading the beginning of the file…"), widget.MediumImportance)
	}
	r.source.Preview(r.sheet, r.how, func(t *data.Table, err error) {
		if err != nil {
			r.fail(session.Sentence(err))
			return
		}
		r.table = t
		if r.offer != nil {
			r.sheet = t.Sheet
			r.offer(t)
		}
		r.tell(firstNotes(t.Notes), widget.MediumImportance)
		input.Enable(r.ok, true)
		r.rows.ShowHeaderRow = true
		r.rows.Refresh()
		for i, c := range t.Columns {
			r.rows.SetColumnWidth(i, r.width(c))
		}
		if at := slices.IndexFunc(t.Columns, func(c *data.Column) bool { return c.Name == r.column }); at >= 0 {
			r.rows.ScrollTo(widget.TableCellID{}) // so that the table computes its width again
			r.rows.ScrollTo(widget.TableCellID{Col: at})
		}
		r.column = ""
	})
}

// firstNotes returns the first three notes, and the number of the others.
func firstNotes(notes []string) string {
	const most = 3
	text := strings.Join(each.Of(notes[:min(len(notes), most)], lang.Words().Sentence), "\n")
	if more := len(notes) - most; more > 0 {
		text += " " + lang.N("(and {{.N}} more, in File > Notes on this file when it is read)",
			"(and {{.N}} more, in File > Notes on this file when it is read)", more)
	}
	return text
}

// fail says why the file cannot be read with the present answers. The old rows stay, so that a person can still change
// the types of their columns.
func (r *dialog) fail(sentence string) {
	r.rows.ShowHeaderRow = r.table != nil
	r.tell(sentence, widget.DangerImportance)
	input.Enable(r.ok, false)
	r.rows.Refresh()
}

func (r *dialog) tell(text string, i widget.Importance) {
	r.note.Importance = i
	r.note.SetText(text)
}
