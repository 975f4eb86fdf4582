package document

import (
	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// CompareWith opens the file of the open table and another file as one table. A tab has the same pivot as the shown
// tab, with the figures of both files side by side.
func (d *Document) CompareWith(path string) {
	t := d.Source()
	both := load.Join(t.Path, load.Absolute(path))
	if t.Path == "" || d.Pasted() || load.IsSeveral(t.Path) || t.Has(load.FileColumn) || load.Absolute(path) == t.Path {
		d.window.Say(session.Message{Error: true, Text: lang.L("Only the table of one file, without a column "+
			"{{.Column}}, is compared with another file: open that file first.", lang.With{"Column": load.FileColumn})})
		return
	}
	tab, err := sideBySide(d.Tabs()[d.Shown()], t, load.ShortNames([]string{t.Path, load.Absolute(path)}))
	if err != nil {
		d.window.Say(session.Failure(err))
		return
	}
	f := workspace.File{Source: workspace.Source{Absolute: both, Sheet: t.Sheet, Reading: t.Reading},
		Tabs: []workspace.Tab{tab}}
	if len(t.Sheets) < 2 {
		f.Source.Sheet = ""
	}
	d.ifSaved(func() { d.openFrom(f, both, "", func([]session.Tab) { d.Changed() }) })
}

// CompareRows compares the rows of the open table with another version, and opens the differing rows as a table. A
// strip offers the way back. path and keys are those of Session.CompareRows.
func (d *Document) CompareRows(path string, keys []string) {
	d.ifSaved(func() {
		c, at, back := d.content(), d.path, ""
		if !c.pasted {
			back = lang.L("Back to {{.File}}", lang.With{"File": c.table.Name})
		}
		d.Session.CompareRows(path, keys, func(words string) {
			d.Changed()
			d.last = d.window.Offer(words, back, func() {
				d.last = nil
				d.ifSaved(func() {
					if at != "" {
						d.openWorkspace(at)
					} else {
						d.openFrom(c.file(""), c.table.Path, "", func([]session.Tab) { d.Changed() })
					}
				})
			}, func() { d.last = nil })
		})
	})
}

// sideBySide returns a tab whose measures stand once for each of two files, side by side.
func sideBySide(of session.Tab, t *data.Table, names []string) (workspace.Tab, error) {
	tab := of.State.Tab(lang.L("Comparison"))
	q := of.State.Query()
	var sides [2]query.Side
	for i := range sides {
		var err error
		sides[i].Name = names[i]
		if sides[i].Where, err = query.Equals(query.Field{Column: load.FileColumn}, names[i]); err != nil {
			return tab, err
		}
	}
	for i := range q.Values {
		q.Values[i].Show = query.Show{}
	}
	values, err := query.SideBySide(q.Values, sides[0], sides[1], func(m query.Measure) query.ColumnTypes {
		return formula.FiguresOf(t, m)
	})
	if err != nil {
		return tab, err
	}
	tab.Layout.Title = q.SidesTitle(sides[0], sides[1])
	q.Values = values
	tab.Values = workspace.NewTab("", q).Values
	return tab, nil
}
