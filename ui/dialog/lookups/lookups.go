package lookups

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/shape/lookup"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// source is what the dialog needs of a *session.Session: the open table, and its look-ups.
type source interface {
	Uncalculated() *data.Table
	Match(other *data.Table, keys []lookup.Key, done func(*lookup.Matched, error))
	LookUp(spec lookup.Spec, other *data.Table)
}

// dialog is the open dialog. Only the UI goroutine uses it.
type dialog struct {
	source  source
	second  session.Second
	spec    lookup.Spec
	keys    []*pair
	rows    *fyne.Container // one row for each key
	all     *fyne.Container // rows, and what is above and below them; nil at first
	gaps    []*canvas.Rectangle
	more    *input.Button // adds a key
	tips    *tip.Tip
	columns *widget.CheckGroup
	every   *widget.Check // asks for every line of a key; hidden if no key has several
	note    *widget.Label
	ok      *input.Button
	found   *lookup.Matched // what is known of the keys; nil: nothing yet
	matches bool            // the columns of each key have types that can be equal
	quiet   bool            // the program is changing the keys, not the person
}

// maxKeys is the greatest number of keys that the dialog asks for.
const maxKeys = 4

// Ask opens the dialog for a second table that was read from the file at path. `read` reads another sheet of this file,
// and opens the dialog again.
func Ask(d *dialogs.Stack, s source, path string, second session.Second, read func(sheet string)) {
	t, tips := s.Uncalculated(), d.Tips()
	l := &dialog{source: s, second: second, spec: lookup.Spec{Path: path, Sheet: second.Table.Sheet}, tips: tips,
		rows: container.NewVBox(),
		note: input.Wrapped(""), ok: input.NewButton(lang.L("Add the columns"), nil)}
	l.columns = widget.NewCheckGroup(nil, func([]string) { l.enable() })
	l.every = widget.NewCheck(lang.L("Repeat a row for every line of its key"), func(bool) { l.describe() })
	l.every.Hide()
	l.more = input.NewButtonWithIcon(lang.L("Add a key"), theme.ContentAddIcon(), l.add)
	l.more.Importance = widget.LowImportance
	l.quiet = true
	for i := range max(1, len(second.Keys)) {
		l.add()
		if i < len(second.Keys) {
			l.keys[i].on.SetSelected(second.Keys[i].On)
			l.keys[i].equals.SetSelected(second.Keys[i].Equals)
		}
	}
	l.quiet = false

	all := input.NewButton(lang.L("All"), func() { l.columns.SetSelected(slices.Clone(l.columns.Options)) })
	none := input.NewButton(lang.L("None"), func() { l.columns.SetSelected(nil) })
	all.Importance, none.Importance = widget.LowImportance, widget.LowImportance
	head := widget.NewLabel(lang.L("Columns to add"))
	head.TextStyle.Bold = true
	here, there := session.NameOf(t), second.Table.Name
	if t.Path == second.Table.Path && t.Sheet != "" && t.Sheet != load.AllSheets {
		here, there = t.Sheet, second.Table.Sheet
	}
	captions := container.NewGridWithColumns(2, caption(tips, lang.L("Key in {{.Table}}", lang.With{"Table": here})),
		caption(tips, lang.L("Key in {{.Table}}", lang.With{"Table": there})))
	keys := container.NewVBox(container.NewBorder(nil, nil, nil, l.gap(), captions), l.rows, container.NewHBox(l.more))
	l.all = keys
	l.align()
	hint := input.Caption(lang.L("Each row gets the values of the line that has its key, or all of its keys."))
	sheets := tip.NewSelect(second.Table.Sheets, tips, nil)
	sheets.Selected = second.Table.Sheet
	sheet := container.NewVBox(caption(tips, lang.L("Which {{.Sheet}} of {{.File}}",
		lang.With{"Sheet": lang.L(second.Table.SheetWord()), "File": second.Table.Name})), sheets)
	sheet.Hidden = len(second.Table.Sheets) < 2
	kinds := []string{lang.L("Every row, and no other"), lang.L("The rows with a match, and the lines without one"),
		lang.L("Every row, and the lines without a match"), lang.L("The rows without a match alone")}
	joins := tip.NewSelect(kinds, tips, func(kind string) {
		l.spec.Join = lookup.Joins[slices.Index(kinds, kind)]
		l.describe()
		l.enable()
	})
	joins.SetSelected(kinds[0])
	content := input.Column(container.NewVBox(sheet, keys, l.note,
		caption(tips, lang.L("Rows of the result")), joins, l.every,
		container.NewHBox(head, layout.NewSpacer(), all, none)),
		container.NewVScroll(l.columns), hint)
	hide := d.Edit(lang.L("Look up in {{.File}}", lang.With{"File": second.Table.Name}), content, l.ok, 620, 600,
		l.keys[0].on)
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
	l.showMatch()
}

func caption(tips *tip.Tip, text string) fyne.CanvasObject {
	label := tip.NewLabel(text, tips)
	label.SizeName = theme.SizeNameCaptionText
	return label
}

// pair is one key: a column of the table, and the column of the second table that must be equal.
type pair struct {
	on, equals *tip.Select
	row        fyne.CanvasObject
}

// add adds a key whose columns are not chosen yet. If it is not the only key, it has a button that removes it.
func (l *dialog) add() {
	p := &pair{on: l.list(l.source.Uncalculated()), equals: l.list(l.second.Table)}
	right := l.gap()
	if len(l.keys) > 0 {
		right = tip.NewButton(theme.CancelIcon(), lang.L("Take this key away"), l.tips, func() { l.drop(p) })
	}
	p.row = container.NewBorder(nil, nil, nil, right, container.NewGridWithColumns(2, p.on, p.equals))
	l.keys = append(l.keys, p)
	l.rows.Add(p.row)
	l.updateKeys()
}

// gap returns an empty space as wide as the button that removes a key. It aligns a key without this button with the
// other keys.
func (l *dialog) gap() fyne.CanvasObject {
	g := canvas.NewRectangle(color.Transparent)
	g.SetMinSize(tip.NewButton(theme.CancelIcon(), "", l.tips, nil).MinSize())
	g.Hidden = true
	l.gaps = append(l.gaps, g)
	return g
}

// align shows the gaps only if there are several keys.
func (l *dialog) align() {
	for _, g := range l.gaps {
		g.Hidden = len(l.keys) < 2
	}
	if l.all != nil {
		l.all.Refresh()
	}
}

// updateKeys updates the dialog after a key was added or removed.
func (l *dialog) updateKeys() {
	l.align()
	input.Enable(l.more, len(l.keys) < maxKeys)
	l.showMatch()
}

// list returns a widget to choose a column of a table.
func (l *dialog) list(of *data.Table) *tip.Select {
	s := tip.NewSelect(names(of, nil), l.tips, func(string) { l.showMatch() })
	s.PlaceHolder = lang.L("Choose the key")
	return s
}

func (l *dialog) drop(p *pair) {
	l.keys = slices.DeleteFunc(l.keys, func(k *pair) bool { return k == p })
	l.rows.Remove(p.row)
	l.updateKeys()
}

// names returns the names of the columns of a table, without those of the keys.
func names(t *data.Table, besides []lookup.Key) (out []string) {
	for _, c := range t.Columns {
		if !slices.ContainsFunc(besides, func(k lookup.Key) bool { return k.Equals == c.Name }) {
			out = append(out, c.Name)
		}
	}
	return out
}

// inOrder returns the ticked columns in the order of the second table.
func (l *dialog) inOrder() []string {
	return slices.DeleteFunc(slices.Clone(l.columns.Options), func(name string) bool {
		return !slices.Contains(l.columns.Selected, name)
	})
}

// showMatch shows how many keys would be found, and offers the columns that are no keys.
func (l *dialog) showMatch() {
	if l.quiet {
		return
	}
	l.spec.Keys = nil
	missing, twice := false, false
	for _, p := range l.keys {
		k := lookup.Key{On: p.on.Selected, Equals: p.equals.Selected}
		missing, twice = missing || k.On == "" || k.Equals == "", twice || slices.Contains(l.spec.Keys, k)
		l.spec.Keys = append(l.spec.Keys, k)
	}
	if besides := names(l.second.Table, l.spec.Keys); !slices.Equal(besides, l.columns.Options) {
		l.columns.Options = besides
		l.columns.SetSelected(slices.Clone(besides))
		l.columns.Refresh()
	}
	l.matches, l.found = false, nil
	l.describe()
	l.enable()
	if missing {
		l.tell(lang.L("Choose the columns that say the same in both tables."), widget.MediumImportance)
		return
	}
	if twice {
		l.tell(lang.L("Two keys are the same. Choose other columns, or take one away."), widget.MediumImportance)
		return
	}
	l.tell(lang.L("Looking for the keys…"), widget.LowImportance)
	keys := l.spec.Keys
	l.source.Match(l.second.Table, keys, func(m *lookup.Matched, err error) {
		if !slices.Equal(keys, l.spec.Keys) { // the keys have changed meanwhile
			return
		}
		if err != nil {
			l.tell(session.Sentence(err), widget.DangerImportance)
			return
		}
		l.matches, l.found = m.Found > 0, m
		l.describe()
		l.enable()
	})
}

// describe says how many keys are found, and offers to repeat rows if a key has several lines.
func (l *dialog) describe() {
	m := l.found
	l.every.Hidden = m == nil || m.Twice == 0 || l.spec.Join == "anti"
	l.spec.Every = l.every.Checked && !l.every.Hidden
	l.every.Refresh()
	switch {
	case m == nil:
	case m.Found == 0:
		l.tell(notFound(m)+" "+lang.L("Choose other keys, or another file."), widget.WarningImportance)
	case m.Found < m.Keys || m.Twice > 0:
		l.tell(session.Said(m.Sentence(l.spec)), widget.WarningImportance)
	default:
		l.tell(session.Said(m.Sentence(l.spec)), widget.SuccessImportance)
	}
}

// notFound says that no key is found. It names other keys that would be found.
func notFound(m *lookup.Matched) string {
	near := m.Near.Sentence()
	if near != "" {
		near = " " + session.Said(near)
	}
	switch m.Keys {
	case 0:
		return lang.L("No row has a key.")
	case 1:
		return lang.L("The key {{.Key}} is not found.", lang.With{"Key": m.Missed[0]}) + near
	}
	return lang.N("The key {{.Keys}} is not found.", "None of the {{.N}} keys is found, such as {{.Keys}}.", m.Keys,
		lang.With{"Keys": strings.Join(m.Missed, ", ")}) + near
}

func (l *dialog) enable() {
	n := len(l.columns.Selected)
	text := lang.L("Add the columns")
	switch {
	case n == 1:
		text = lang.N("Add {{.N}} column", "Add {{.N}} columns", n)
	case n > 1:
		text = lang.N("Add {{.N}} column", "Add {{.N}} columns", n)
	}
	if l.spec.Join == "anti" {
		text, n = lang.L("Keep these rows"), 1
	}
	l.ok.SetText(text)
	input.Enable(l.ok, l.matches && n > 0)
}

func (l *dialog) tell(text string, i widget.Importance) {
	l.note.Importance = i
	l.note.SetText(text)
}
