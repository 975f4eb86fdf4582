package quality

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/internal/separators"
	"cardinal/profiler"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/columnlist"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// Actions are what a person can do about a finding.
type Actions struct {
	Show       func(engine.Finding)               // lists the rows
	Keep       func(f engine.Finding, leave bool) // keeps only these rows in the pivot, or all others if leave is true
	Group      func(engine.Finding)               // groups labels that look alike
	Duplicates func(columns []string)             // searches rows that are equal in some columns
}

// Show lists what is doubtful in a table. Below the list, it describes the marked finding, with buttons for what can be
// done about it.
func Show(d *dialogs.Stack, c *session.Checked, do Actions) {
	columns := columnlist.Columns{220, 200, 110, 80}
	l := columnlist.New(d.Tips(), columns, func() int { return len(c.Findings) },
		func() ([]*widget.Label, []fyne.CanvasObject) {
			doubt, rows, share := widget.NewLabel(""), widget.NewLabel(""), widget.NewLabel("")
			doubt.Truncation = fyne.TextTruncateEllipsis
			rows.Alignment, share.Alignment = fyne.TextAlignTrailing, fyne.TextAlignTrailing
			return []*widget.Label{doubt, rows, share}, []fyne.CanvasObject{doubt, rows, share}
		},
		func(i int, name *tip.Label, parts []*widget.Label) {
			f := c.Findings[i]
			name.SetText(title(f, c.Table))
			parts[0].SetText(session.DoubtTitle(f.Doubt))
			parts[1].SetText(profiler.Count(f.Rows))
			parts[2].SetText(percent(f.Rows, c.Table.Rows))
		})
	detail := input.Wrapped(lang.L("Choose a line to see what was found."))
	if len(c.Findings) == 0 {
		detail.SetText(lang.L("Nothing doubtful was found."))
	}
	full := container.NewVScroll(detail)
	full.SetMinSize(fyne.NewSize(0, 92))

	var hide func()
	closing := func(then func(f engine.Finding)) func() {
		return func() {
			if l.Marked >= 0 {
				hide()
				then(c.Findings[l.Marked])
			}
		}
	}
	show := input.NewButton(lang.L("Show the rows"), closing(do.Show))
	keep := input.NewButton(lang.L("Keep only these"), closing(func(f engine.Finding) { do.Keep(f, false) }))
	leave := input.NewButton(lang.L("Leave these out"), closing(func(f engine.Finding) { do.Keep(f, true) }))
	group := input.NewButton(lang.L("Group them"), closing(do.Group))
	actions := []*input.Button{show, keep, leave, group}
	enable := func(f engine.Finding) {
		for i, can := range []bool{f.Rows > 0, f.Where != nil, f.Where != nil, f.Doubt == engine.Alike} {
			input.Enable(actions[i], can)
		}
	}
	enable(engine.Finding{})
	l.OnMark = func(i int) {
		f := c.Findings[i]
		detail.SetText(lang.L("{{.Columns}}: {{.Rows}} {{.Found}}.", lang.With{"Columns": title(f, c.Table),
			"Rows": lang.N("{{.N}} row", "{{.N}} rows", f.Rows), "Found": lang.Words().Sentence(f.Words)}))
		full.ScrollToTop()
		enable(f)
	}
	l.OnOpen = show.OnTapped

	again := input.NewButton(lang.L("Rows that are equal in…"), func() {
		askColumns(d, data.Names(c.Table.Columns), func(names []string) {
			hide()
			do.Duplicates(names)
		})
	})
	below := container.NewVBox(full, container.NewHBox(again, layout.NewSpacer(), group, leave, keep))
	checked := len(c.Columns)
	if c.Columns == nil {
		checked = len(c.Table.Columns)
	}
	said := widget.NewLabel(lang.L("{{.Findings}} in {{.Columns}} of {{.Rows}}. Filters do not matter here.", lang.With{
		"Findings": lang.N("{{.N}} finding", "{{.N}} findings", len(c.Findings)),
		"Columns":  lang.N("{{.N}} column", "{{.N}} columns", checked),
		"Rows":     lang.N("{{.N}} row", "{{.N}} rows", c.Table.Rows)}))
	heads := columns.Heads(lang.L("Column"), lang.L("What is doubtful"), lang.L("Rows"), lang.L("Share"))
	heads.Objects[1].(*widget.Label).Alignment = fyne.TextAlignLeading
	content := input.Column(container.NewVBox(said, heads), l, below)
	hide = d.Edit(lang.L("Data quality of {{.Table}}", lang.With{"Table": session.NameOf(c.Table)}), content, show,
		760, 560, l)
	if len(c.Findings) > 0 {
		l.Mark(0)
	}
}

// title returns the names of a finding's columns, as the list shows them.
func title(f engine.Finding, t *data.Table) string {
	switch {
	case f.Doubt != engine.Duplicates:
		return f.Columns[0]
	case len(f.Columns) == len(t.Columns):
		return lang.L("All columns")
	}
	name := f.Columns[0]
	for _, other := range f.Columns[1:] {
		name += ", " + other
	}
	return name
}

// percent returns rows as a percentage of all rows. It is never 0% if there are such rows, or 100% if there are others.
func percent(rows, of int) string {
	switch share := 100 * float64(rows) / float64(max(of, 1)); {
	case rows > 0 && share < 0.1:
		return separators.Sprintf("<%.1f%%", 0.1)
	case rows < of && share > 99.9:
		return separators.Sprintf(">%.1f%%", 99.9)
	default:
		return separators.Sprintf("%.1f%%", share)
	}
}

// askColumns asks which columns must be equal in equal rows.
func askColumns(d *dialogs.Stack, names []string, use func([]string)) {
	find := input.NewButton(lang.L("Find"), nil)
	find.Disable()
	ticks := widget.NewCheckGroup(names, func(ticked []string) { input.Enable(find, len(ticked) > 0) })
	hide := d.Edit(lang.L("Rows that are equal in"), container.NewVScroll(ticks), find, 380, 460, nil)
	find.OnTapped = func() {
		hide()
		use(ticks.Selected)
	}
}
