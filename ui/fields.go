package ui

import (
	"cmp"

	"cardinal/data"
	"cardinal/data/inspect"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/shelf"
)

// showColumns shows the fields of a table, and its name.
func (w *window) showColumns(t *data.Table) {
	t = cmp.Or(t, &data.Table{})
	w.fields.SetFields(w.fieldsOf(t))
	w.showUsed()
	w.tools.showTable(t)
}

// fieldsOf returns the columns of a table for the list of fields.
func (w *window) fieldsOf(t *data.Table) []shelf.Field {
	fields := make([]shelf.Field, len(t.Columns))
	for i, c := range t.Columns {
		_, calculated := w.session.State().Let(c.Name)
		fields[i] = shelf.Field{Name: c.Name, Type: c.Type, Detail: w.describe(c, nil), Calculated: calculated}
	}
	return fields
}

// describe describes a column in one line; the line has the formula of a calculated field.
func (w *window) describe(c *data.Column, distinct *inspect.Distinct) string {
	text := view.Describe(c, distinct)
	if t := w.session.Source(); t != nil && !t.Has(c.Name) && c.Computed == "" && w.session.Uncalculated().Has(c.Name) {
		text += " · " + lang.L("looked up in a second file")
	}
	if l, calculated := w.session.State().Let(c.Name); calculated {
		text += " · " + lang.L("calculated: {{.Formula}}", lang.With{"Formula": l.Expr})
	}
	return text
}

// showUsed marks the fields that are on a shelf.
func (w *window) showUsed() {
	s := w.session.State()
	used := map[string]bool{}
	for _, on := range view.Shelves {
		for i := range s.Len(on) {
			used[s.ColumnOf(on, i)] = true
		}
	}
	for _, m := range s.Values {
		for _, name := range view.ColumnsOf(m) {
			if c := w.session.Column(name); c != nil {
				used[c.Name] = true
			}
		}
	}
	w.fields.SetUsed(used)
}

// spreadOf returns the distribution of a column's values for the list of fields.
func spreadOf(c *data.Column, d inspect.Distribution) (s shelf.Spread) {
	s.Bins = d.Bins
	s.Low, s.High = view.Ends(c)
	if !d.Mean.IsNull() {
		s.Mean = lang.L("Mean {{.Figure}}", lang.With{"Figure": view.MeanText(c, d.Mean.Value)})
	}
	rest := c.Rows - c.Nulls
	for _, f := range d.Top {
		s.Top = append(s.Top, shelf.Bar{Text: view.LabelText(f.Value.Value, c.Format),
			Share: float64(f.Rows) / float64(c.Rows)})
		rest -= f.Rows
	}
	if rest > 0 && len(d.Top) > 0 {
		s.Rest = lang.N("{{.N}} row with other values", "{{.N}} rows with other values", rest)
	}
	return s
}
