package export

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/separators"
)

// native describes a pivot as a PivotTable of Excel: the columns of the sheet Data, and what the PivotTable does with
// them. It leaves out what Excel cannot express; for each such part, why has a sentence without a full stop.
type native struct {
	grid    *pivot.Grid
	rows    pivot.Listing
	columns []nativeColumn
	fields  [2][]int // the columns of the row fields and of the column fields
	pages   []int    // the columns of the filters
	figures []nativeFigure
	why     []string
}

// nativeColumn is a column of the sheet Data.
type nativeColumn struct {
	name   string
	of     string // identifies the content of the column
	at     func(row int) (data.Value, pivot.Format)
	label  bool         // has labels of a field of the pivot
	labels []data.Value // texts in the order of the pivot; nil: Excel sorts them
	desc   bool         // Excel sorts in descending order
}

// nativeFigure is a measure of the PivotTable.
type nativeFigure struct {
	name     string
	column   int
	subtotal string // the function, in Excel's words
	show     string // how it is shown, in Excel's words; "": unchanged
	base     int    // the column along which a running total is computed
	format   string // the number format
}

// nativeFunctions maps aggregates to Excel's words, if PivotTables have these aggregates.
var nativeFunctions = map[query.Func]string{
	query.Count: "count", query.Sum: "sum", query.Avg: "average", query.Min: "min", query.Max: "max",
	query.Product: "product",
	query.Stddev:  "stdDev", query.StddevPop: "stdDevp", query.Var: "var", query.VarPop: "varp",
}

// nativeShows maps ways to show a measure to Excel's words, if the way means the same in PivotTables.
var nativeShows = map[query.ShowKind]string{
	query.AsIs: "", query.PctTotal: "percentOfTotal", query.PctRow: "percentOfRow", query.PctCol: "percentOfCol",
	query.Index: "index", query.Running: "runTotal",
}

// rowColumn is the name of the column of row numbers. PivotTables count this column to get the number of rows.
const rowColumn = "Row"

// newNative plans the PivotTable of a grid over rows of its table. If Excel cannot express the pivot at all, the result
// has no figures.
func newNative(g *pivot.Grid, rows pivot.Listing) *native {
	n := &native{grid: g, rows: rows}
	tab := g.Tab()
	for i, a := range []*pivot.Axis{&tab.Rows, &tab.Cols} {
		for f := range a.Fields {
			column, why := n.field(a, f, i == 1)
			if why != "" {
				return &native{grid: g, rows: rows, why: []string{"There is no PivotTable: " + why}}
			}
			n.fields[i] = append(n.fields[i], column)
		}
	}
	for i := range tab.Measures {
		if why := n.measure(&tab.Measures[i], tab.Own(0, 0, i)); why != "" {
			n.why = append(n.why, tab.Measures[i].Title()+" is not in the PivotTable: "+why)
		}
	}
	if len(n.figures) == 0 {
		n.why = append([]string{"There is no PivotTable, since Excel can express none of the measures"}, n.why...)
		return n
	}
	n.filters(tab.Query.Filter)
	n.differences(&tab.Query)
	return n
}

// column returns the index of the column with the content `of`, and adds the column if it is missing.
func (n *native) column(of string, c nativeColumn) int {
	if i := slices.IndexFunc(n.columns, func(c nativeColumn) bool { return c.of == of }); i >= 0 {
		return i
	}
	c.of = of
	if c.name = strings.TrimSpace(printable(c.name)); c.name == "" {
		c.name = "(no name)"
	}
	c.name = n.unusedName(c.name)
	n.columns = append(n.columns, c)
	return len(n.columns) - 1
}

// unusedName returns a name that no column or figure has. Excel does not distinguish upper and lower case in such
// names.
func (n *native) unusedName(name string) string {
	if r := []rune(name); len(r) > maxNativeText-5 {
		name = string(r[:maxNativeText-5])
	}
	taken := func(s string) bool {
		return slices.ContainsFunc(n.columns, func(c nativeColumn) bool { return strings.EqualFold(c.name, s) }) ||
			slices.ContainsFunc(n.figures, func(f nativeFigure) bool { return strings.EqualFold(f.name, s) })
	}
	for i, first := 2, name; taken(name); i++ {
		name = fmt.Sprintf("%s %d", first, i)
	}
	return name
}

// The limits of PivotTables.
const (
	maxNativeText   = 255    // characters of a name or label
	maxNativeLabels = 10_000 // the largest number of labels whose order is written
)

// field adds the column of a field of an axis. If Excel cannot have the labels of the field, why says why.
func (n *native) field(a *pivot.Axis, f int, across bool) (column int, why string) {
	name := a.Fields[f].TitleIn(n.grid.Tab().Words())
	c := nativeColumn{name: name, label: true, at: func(row int) (data.Value, pivot.Format) {
		v, format := a.LabelOf(f, row)
		return sheetLabel(a.Fields[f], v), format
	}}
	labels := a.Labels(f)
	for i, v := range labels {
		labels[i] = sheetLabel(a.Fields[f], v)
	}
	folded := map[string]string{}
	texts := len(labels) > 0 && len(labels) <= maxNativeLabels
	for _, v := range labels {
		if v.Type != data.Text {
			texts = texts && v.IsNull()
			continue
		}
		other, twice := folded[strings.ToLower(v.Text)]
		switch {
		case twice:
			return 0, fmt.Sprintf("Excel takes %q and %q for one label of %s", other, v.Text, c.name)
		case utf8.RuneCountInString(v.Text) > maxNativeText:
			return 0, separators.Sprintf("a label of %s has more than %d characters", c.name, maxNativeText)
		}
		folded[strings.ToLower(v.Text)] = v.Text
	}
	if texts {
		c.labels = labels
	}
	for _, o := range n.grid.Tab().Orders {
		c.desc = c.desc || o.Cols == across && o.Field == f && o.Desc && o.Labels()
	}
	return n.column("field "+a.Fields[f].String(), c), ""
}

// sheetLabel returns a label in the form that the sheet needs: with Excel's line breaks, and with names of months and
// weekdays in the language of this process.
func sheetLabel(f query.Field, v data.Value) data.Value {
	if v.Type == data.Text {
		v.Text = strings.ReplaceAll(v.Text, "\r\n", "\n")
		if f.Named() {
			v.Text = calendar.Shown(v.Text)
		}
	}
	return v
}

// measure adds a measure and its column. total is its grand total, which decides the number format. If Excel cannot
// express the measure, why says why.
func (n *native) measure(m *pivot.Measure, total data.Value) (why string) {
	written := m.Format
	written.Halves = false // Excel also shows figures of other labels
	f := nativeFigure{format: written.Excel(total)}
	var known bool
	switch f.subtotal, known = nativeFunctions[m.Func]; {
	case m.Func == query.Formula:
		return "a PivotTable cannot compute with its totals"
	case !known:
		return "Excel has no " + strings.ToLower(m.Func.Title()) + " there"
	case m.Where != "":
		return "Excel has no condition for one measure; a calculated field with if(…) can take its place"
	case m.Expr != "":
		return "it computes with the columns of a row; a calculated field can take its place"
	}
	if f.show, known = nativeShows[m.Show.Kind]; !known {
		return "Cardinal does not write \"" + strings.ToLower(m.Show.Title()) + "\" into PivotTables"
	}
	if m.Show.Kind == query.Running {
		along := n.fields[0]
		if m.Show.Along == query.AlongCols {
			along = n.fields[1]
		}
		if len(along) != 1 {
			return "a running total of Excel goes along one field"
		}
		f.base = along[0]
	}
	if m.Column == "" {
		f.column = n.column(rowColumn, nativeColumn{name: rowColumn, at: func(row int) (data.Value, pivot.Format) {
			return data.IntValue(int64(row) + 1), pivot.Format{}
		}})
	} else {
		c, err := n.rows.Table.Column(m.Column)
		if err != nil {
			return err.Error()
		}
		if m.Func != query.Count {
			switch {
			case c.Type == data.Bool:
				return "Excel does not compute with yes and no"
			case c.Type == data.Text:
				return "Excel has no " + strings.ToLower(m.Func.Title()) + " of texts"
			case !c.Type.Numeric() && f.subtotal != "min" && f.subtotal != "max":
				return "Excel has no " + strings.ToLower(m.Func.Title()) + " of dates"
			}
		}
		f.column = n.source(c)
		if n.isUsed(f.column) { // needed for LibreOffice, which uses the same function for all figures of a column
			f.column = n.column(m.String(), nativeColumn{name: c.Name + " (" + strings.ToLower(m.Func.Title()) + ")",
				at: n.columns[f.column].at})
		}
	}
	f.name = n.unusedName(m.Title())
	n.figures = append(n.figures, f)
	return ""
}

// isUsed reports whether a column already has labels or figures.
func (n *native) isUsed(column int) bool {
	return slices.Contains(slices.Concat(n.fields[0], n.fields[1]), column) ||
		slices.ContainsFunc(n.figures, func(f nativeFigure) bool { return f.column == column })
}

// source returns the index of the column for a column of the table.
func (n *native) source(c *data.Column) int {
	return n.column("field "+query.Field{Column: c.Name}.String(),
		nativeColumn{name: c.Name, at: func(row int) (data.Value, pivot.Format) {
			return c.Value(row), pivot.Format{Places: pivot.Shortest, NumberFormat: c.Format}
		}})
}

// filters adds the columns that the filter compares with lists of values. The PivotTable shows them as filters above
// the table.
func (n *native) filters(e *query.Expr) {
	switch {
	case e == nil:
	case e.Op == query.And:
		for _, arg := range e.Args {
			n.filters(arg)
		}
	case (e.Op == query.In || e.Op == query.Eq) && e.Of == nil && e.With == nil && e.Field.Part == query.Whole &&
		e.Field.Groups == "":
		c, err := n.rows.Table.Column(e.Field.Column)
		if err != nil {
			return
		}
		at := n.source(c)
		if !slices.Contains(slices.Concat(n.fields[0], n.fields[1], n.pages), at) {
			n.columns[at].label = true
			n.pages = append(n.pages, at)
		}
	}
}

// differences adds sentences to why: what the PivotTable shows differently from the screen.
func (n *native) differences(q *query.Query) {
	add := func(why string) { n.why = append(n.why, "The PivotTable "+why) }
	if q.Filter != nil {
		add("counts the rows on its own sheet of data, which has only those that pass the filter")
	}
	if len(q.Tops)+len(q.Havings) > 0 {
		add("shows all labels, also those that the pivot leaves out")
	}
	for _, s := range q.Sorts {
		side := 0
		if s.Cols {
			side = 1
		}
		if c := n.columns[n.fields[side][s.Field]]; !s.Labels() && (s.Field > 0 || c.labels == nil) {
			add("has its own order of " + c.name)
		}
	}
	for _, s := range q.Layout.SubtotalsBy {
		if nativeSubtotals[s.By] == "" {
			add("has no subtotals by " + strings.ToLower(s.By.Title()) + ": there, each measure has its own")
		}
	}
	if slices.ContainsFunc(q.Values, func(m query.Measure) bool { return m.NoTotals }) {
		add("shows the totals of all measures")
	}
	if n.grid.HasFolds() {
		add("shows what is folded away")
	}
}

// sourceRows is the cells of the sheet Data: the names of the columns, and the rows below them.
type sourceRows struct{ *native }

// Size implements Cells.
func (s sourceRows) Size() (rows, cols, headerRows, labelCols int) {
	return s.rows.Len() + 1, len(s.columns), 1, 0
}

// Heading implements Cells.
func (s sourceRows) Heading(col int) string { return s.columns[col].name }

// PlainHeading implements Cells.
func (s sourceRows) PlainHeading(col int) string { return s.columns[col].name }

// Cell implements Cells. Labels have the same text as in the pivot.
func (s sourceRows) Cell(row, col int) pivot.Cell {
	c := &s.columns[col]
	if row == 0 {
		return pivot.Cell{Role: pivot.Name, Value: data.TextValue(c.name)}
	}
	at := row - 1
	if s.rows.Rows != nil {
		at = int(s.rows.Rows[at])
	}
	v, format := c.at(at)
	if !c.label {
		return pivot.Cell{Role: pivot.Body, Value: v, Format: format}
	}
	return pivot.Cell{Role: pivot.RowLabel, Value: v, Format: format, Blank: v.IsNull()}
}
