package cli

import (
	"slices"

	"github.com/spf13/pflag"

	"cardinal/engine/query"
)

// layout has the options for the layout of the answer.
type layout struct {
	title, totals, subtotals, totalsAt, valuesOn, noRows string
	repeat, empty, compact                               bool
}

func (o *layout) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.title, "heading", "",
		"`TITLE` of the pivot in charts, workbooks and web pages; else what the pivot "+
			"shows, in words")
	f.StringVar(&o.totals, "totals", "both", "grand totals of `SIDES`: both, rows, cols or none")
	f.StringVar(&o.subtotals, "subtotals", "", "all, none, or the `FIELDS` whose labels have subtotals; else those "+
		"of the sides of --totals. 'region by avg' and 'all by max' give subtotals another function than the "+
		"measures have: "+query.SubtotalNames())
	f.StringVar(&o.totalsAt, "totals-at", "bottom", "`END` at which totals stand: bottom is below and at the right "+
		"of what they add up, top above and at the left")
	f.BoolVar(&o.compact, "compact", false, "write all row labels into one column, indented, with each subtotal "+
		"beside its label. Workbooks, CSV, JSON, Markdown, Arrow and Parquet keep a column for each field")
	f.BoolVar(&o.repeat, "repeat-labels", false, "write every label on every row")
	f.BoolVar(&o.empty, "show-empty", false, "show combinations of labels that no row has, and missing dates and "+
		"bins between the first and the last")
	f.StringVar(&o.noRows, "no-rows", "", "`TEXT` of cells that no row belongs to, such as 0 or -; else they are "+
		"blank. CSV, JSON, Arrow and Parquet keep them blank")
	f.StringVar(&o.valuesOn, "values-on", "cols", "`SIDE` on which several measures stand: cols beside each other, "+
		"rows below each other")
}

var totals = map[string]query.Totals{"both": query.TotalsBoth, "rows": query.TotalsRows, "cols": query.TotalsCols,
	"none": query.TotalsNone}

// apply reads the options into a query that has its fields.
func (o *layout) apply(q *query.Query) (err error) {
	l := query.Layout{Title: o.title, RepeatLabels: o.repeat, Compact: o.compact,
		ShowEmpty: o.empty, NoRows: o.noRows}
	if err := query.CheckTitle(o.title); err != nil {
		return usagef("--heading: %w", err)
	}
	if err := query.CheckNoRows(o.noRows); err != nil {
		return usagef("--no-rows: %w", err)
	}
	var known bool
	if l.Totals, known = totals[o.totals]; !known {
		return usagef("--totals: %q is none of both, rows, cols and none", o.totals)
	}
	if fields := slices.Concat(q.Rows, q.Cols); o.subtotals != "" {
		if l.NoSubtotals, l.SubtotalsBy, err = query.ParseSubtotals(o.subtotals, fields); err != nil {
			return usagef("--subtotals: %w", err)
		}
	} else {
		if !l.Totals.HasCols() {
			l.NoSubtotals = append(l.NoSubtotals, q.Rows...)
		}
		if !l.Totals.HasRows() {
			l.NoSubtotals = append(l.NoSubtotals, q.Cols...)
		}
	}
	switch o.totalsAt {
	case "top":
		l.TotalsFirst = true
	case "bottom":
	default:
		return usagef("--totals-at: %q is neither top nor bottom", o.totalsAt)
	}
	switch o.valuesOn {
	case "rows":
		l.ValuesOnRows = true
	case "cols":
	default:
		return usagef("--values-on: %q is neither rows nor cols", o.valuesOn)
	}
	q.Layout = l
	return nil
}
