package lookups

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/lookup"
	"cardinal/separators"
	"cardinal/ui/dialogs"
	"cardinal/ui/input"
	"cardinal/ui/session"
	"cardinal/ui/tip"
)

// source is the open table, and what the dialog asks of it. A *session.Session is one.
type source interface {
	Uncalculated() *data.Table
	Match(other *data.Table, on, equals string, done func(*lookup.Matched, error))
	LookUp(spec lookup.Spec, other *data.Table)
}

// dialog is the open dialog. UI goroutine only.
type dialog struct {
	source  source
	second  session.Second
	spec    lookup.Spec
	keys    [2]*tip.Select
	columns *widget.CheckGroup
	note    *widget.Label
	ok      *input.Button
	matches bool // the keys have types that can be equal
	quiet   bool // the program sets the keys, not the person
}

// Ask opens the dialog for a second table that was read from the file at path. read reads another sheet of that file, and asks anew.
func Ask(d *dialogs.Stack, s source, path string, second session.Second, read func(sheet string)) {
	t, tips := s.Uncalculated(), d.Tips()
	l := &dialog{source: s, second: second, spec: lookup.Spec{Path: path, Sheet: second.Table.Sheet},
		note: widget.NewLabel(""), ok: input.NewButtonWithIcon("Add the columns", theme.ConfirmIcon(), nil)}
	l.note.Wrapping = fyne.TextWrapWord
	l.columns = widget.NewCheckGroup(nil, func([]string) { l.enable() })
	for i, of := range []*data.Table{t, second.Table} {
		l.keys[i] = tip.NewSelect(names(of, ""), tips, func(string) { l.chosen() })
		l.keys[i].PlaceHolder = "Choose the key"
	}
	l.quiet = true
	l.keys[0].SetSelected(second.On)
	l.keys[1].SetSelected(second.Equals)
	l.quiet = false

	all := input.NewButton("All", func() { l.columns.SetSelected(slices.Clone(l.columns.Options)) })
	none := input.NewButton("None", func() { l.columns.SetSelected(nil) })
	all.Importance, none.Importance = widget.LowImportance, widget.LowImportance
	head := widget.NewLabel("Columns to add")
	head.TextStyle.Bold = true
	here, there := t.Name, second.Table.Name
	if t.Path == second.Table.Path && t.Sheet != "" && t.Sheet != load.AllSheets {
		here, there = t.Sheet, second.Table.Sheet
	}
	keys := container.NewGridWithColumns(2, question(tips, "Key in "+here, l.keys[0]), question(tips, "Key in "+there, l.keys[1]))
	hint := widget.NewLabel("Each row gets the values of the line that has its key. The number of rows stays as it is.")
	hint.Wrapping, hint.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
	sheets := tip.NewSelect(second.Table.Sheets, tips, nil)
	sheets.Selected = second.Table.Sheet
	sheet := question(tips, "Which "+second.Table.SheetWord()+" of "+second.Table.Name, sheets)
	sheet.Hidden = len(second.Table.Sheets) < 2
	content := input.Column(container.NewVBox(sheet, keys, l.note, container.NewHBox(head, layout.NewSpacer(), all, none)),
		container.NewVScroll(l.columns), hint)
	hide := d.Edit("Look up in "+second.Table.Name, content, l.ok, 620, 520, l.keys[0])
	sheets.OnChanged = func(name string) {
		hide()
		read(name)
	}
	l.ok.OnTapped = func() {
		hide()
		if len(l.columns.Selected) < len(l.columns.Options) {
			l.spec.Columns = l.inOrder()
		}
		s.LookUp(l.spec, second.Table)
	}
	l.chosen()
}

// question is a label above its answer.
func question(tips *tip.Tip, text string, answer fyne.CanvasObject) *fyne.Container {
	label := tip.NewLabel(text, tips)
	label.SizeName = theme.SizeNameCaptionText
	return container.NewVBox(label, answer)
}

// names are the columns of a table besides one.
func names(t *data.Table, besides string) (out []string) {
	for _, c := range t.Columns {
		if c.Name != besides {
			out = append(out, c.Name)
		}
	}
	return out
}

// inOrder are the ticked columns in the order of the second table.
func (l *dialog) inOrder() []string {
	return slices.DeleteFunc(slices.Clone(l.columns.Options), func(name string) bool { return !slices.Contains(l.columns.Selected, name) })
}

// chosen shows how many keys would be found, and the columns besides the key.
func (l *dialog) chosen() {
	if l.quiet {
		return
	}
	l.spec.On, l.spec.Equals = l.keys[0].Selected, l.keys[1].Selected
	if besides := names(l.second.Table, l.spec.Equals); !slices.Equal(besides, l.columns.Options) {
		l.columns.Options = besides
		l.columns.SetSelected(slices.Clone(besides))
		l.columns.Refresh()
	}
	l.matches = false
	l.enable()
	if l.spec.On == "" || l.spec.Equals == "" {
		l.tell("Choose the columns that say the same in both tables.", widget.MediumImportance)
		return
	}
	l.tell("Looking for the keys…", widget.LowImportance)
	l.source.Match(l.second.Table, l.spec.On, l.spec.Equals, func(m *lookup.Matched, err error) {
		switch {
		case err != nil:
			l.tell(session.Sentence(err), widget.DangerImportance)
			return
		case m.Found == 0:
			l.tell(none(m)+" Choose other keys, or another file.", widget.WarningImportance)
		case m.Found < m.Keys || m.Twice > 0:
			l.tell(m.Sentence()+".", widget.WarningImportance)
		default:
			l.tell(m.Sentence()+".", widget.SuccessImportance)
		}
		l.matches = m.Found > 0
		l.enable()
	})
}

// none says that no key is found, and what else would find some.
func none(m *lookup.Matched) string {
	near := m.Near.Sentence()
	if near != "" {
		near = " " + near + "."
	}
	switch m.Keys {
	case 0:
		return "No row has a key."
	case 1:
		return "The key " + m.Missed[0] + " is not found." + near
	}
	return fmt.Sprintf("None of the %s keys is found, such as %s.", separators.Show(separators.Group(strconv.Itoa(m.Keys))), strings.Join(m.Missed, ", ")) + near
}

func (l *dialog) enable() {
	n := len(l.columns.Selected)
	text := "Add the columns"
	switch {
	case n == 1:
		text = "Add 1 column"
	case n > 1:
		text = fmt.Sprintf("Add %d columns", n)
	}
	l.ok.SetText(text)
	input.Enable(l.ok, l.matches && n > 0)
}

func (l *dialog) tell(text string, i widget.Importance) {
	l.note.Importance = i
	l.note.SetText(text)
}
