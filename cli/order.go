package cli

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// order is the options that say in which order row labels come and which of them are kept.
type order struct {
	sorts, tops, bottoms list
	topOf, topBy         string

	notes []string // what a person may not expect of the order
}

func (o *order) flags(f *flag.FlagSet) {
	f.Var(&o.sorts, "sort", "`order` of the rows: 'sum(x) desc', 'label desc', 'sum(x) at 2024 desc' by the column labelled 2024, 'city: label desc' for one field; may be repeated")
	f.Var(&o.tops, "top", "keep the `N` greatest labels of the first row field, or of --top-of under each label before it; may be written '5 of city by sum(x)', and repeated; totals stay those of all labels")
	f.Var(&o.bottoms, "bottom", "as --top `N`, but keep the least")
	f.StringVar(&o.topOf, "top-of", "", "row `field` whose labels --top or --bottom keeps")
	f.StringVar(&o.topBy, "top-by", "", "`measure` that --top and --bottom go by: sum(x); else the measure of --sort, else the first of --values")
}

// apply reads the options into a query that has its rows and values.
func (o *order) apply(q *query.Query) (err error) {
	if q.Sorts, err = query.ParseSorts(o.sorts, q.Rows, q.Values); err != nil {
		return usagef("--sort: %w", err)
	}
	if (o.topOf != "" || o.topBy != "") && len(o.tops)+len(o.bottoms) != 1 {
		return usagef("--top-of and --top-by go with one --top or --bottom; write several as --top '5 of city by sum(x)'")
	}
	for _, kept := range []struct {
		flag  string
		texts list
	}{{"--top", o.tops}, {"--bottom", o.bottoms}} {
		for _, text := range kept.texts {
			if err := o.keep(q, text, kept.flag == "--bottom"); err != nil {
				return usagef("%s: %w", kept.flag, err)
			}
		}
	}
	return nil
}

// keep adds a top or bottom to the query.
func (o *order) keep(q *query.Query, text string, bottom bool) error {
	if o.topOf != "" {
		text += " of " + o.topOf
	}
	if o.topBy != "" {
		text += " by " + o.topBy
	}
	top, err := query.ParseTop(text, q.Rows)
	switch {
	case err != nil || top.N == 0:
		return err
	case len(q.Rows) == 0:
		return errors.New("there is no row field whose labels could be kept: name one with --rows")
	}
	if top.By == (query.Measure{}) {
		top.By = q.TopMeasure(top.Field)
		o.remark(q, top, bottom)
	}
	if slices.ContainsFunc(q.Tops, func(t query.TopN) bool { return t.Field == top.Field }) {
		return fmt.Errorf("labels of %s are kept twice", q.Rows[top.Field])
	}
	top.Bottom = bottom
	q.Tops = append(q.Tops, top)
	return nil
}

// remark notes that a top keeps the greatest labels where the rows are sorted ascending.
func (o *order) remark(q *query.Query, top query.TopN, bottom bool) {
	for _, s := range q.Sorts {
		if s.Field == top.Field && s.Value != query.ByLabel && !s.Desc && !bottom {
			o.notes = []string{fmt.Sprintf("--top keeps the greatest by %s, also where they are sorted ascending; --bottom %d keeps the least", top.By, top.N)}
		}
	}
}

// checkColumns is an error where an order names a column that the answer does not have.
func checkColumns(tab *pivot.Crosstab) error {
	for _, o := range tab.Orders {
		if o.Found || len(tab.Rows.Leaves) == 0 {
			continue
		}
		depth := tab.Cols.Nodes[o.Col].Depth
		if depth == len(tab.Cols.Fields) {
			return fmt.Errorf("--sort %q names more column labels than there are column fields (%d)", tab.Query.SortText(o.Sort), depth)
		}
		return fmt.Errorf("--sort %q: no column of %s is labelled %s; there are %s", tab.Query.SortText(o.Sort), tab.Cols.Fields[depth], o.At[depth].Label(), labelsUnder(&tab.Cols, o.Col))
	}
	return nil
}

// labelsUnder lists the labels under a node of an axis, at most 20 of them.
func labelsUnder(a *pivot.Axis, under int) string {
	var labels []string
	for n, node := range a.Nodes {
		if node.Parent == under {
			labels = append(labels, pivot.Label(a.Label(n)))
		}
	}
	const shown = 20
	if more := len(labels) - shown; more > 0 {
		labels = append(labels[:shown], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(labels, ", ")
}
