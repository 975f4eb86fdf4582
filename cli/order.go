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

// order is the options that say in which order row labels come, and which of them are kept.
type order struct {
	sorts, tops, bottoms list
	topOf, topBy         string

	note string // what a person may not expect, "" where there is nothing
}

func (o *order) flags(f *flag.FlagSet) {
	f.Var(&o.sorts, "sort", "`order` of the rows: 'sum(x) desc', 'label desc', 'sum(x) at 2024 desc' by the column labelled 2024, 'city: label desc' for one field; may be repeated")
	f.Var(&o.tops, "top", "keep the `N` greatest labels of the first row field, or of --top-of under each label before it; may be written '5 of city by sum(x)', and repeated; totals stay those of all labels")
	f.Var(&o.bottoms, "bottom", "as --top `N`, but keep the least")
	f.StringVar(&o.topOf, "top-of", "", "row `field` whose labels --top or --bottom keeps")
	f.StringVar(&o.topBy, "top-by", "", "`measure` that --top and --bottom go by: sum(x); else the measure of --sort, else the first of --values")
}

// apply reads the options into a query whose rows and values are there.
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

// keep adds a top to the query.
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

// remark tells who sorts ascending that a top is not what comes first.
func (o *order) remark(q *query.Query, top query.TopN, bottom bool) {
	for _, s := range q.Sorts {
		if s.Field == top.Field && s.Value != query.ByLabel && !s.Desc && !bottom {
			o.note = fmt.Sprintf("--top keeps the greatest by %s, also where they are sorted ascending; --bottom %d keeps the least", top.By, top.N)
		}
	}
}

// checkColumns refuses an order by a column that the answer does not have.
func checkColumns(tab *pivot.Crosstab) error {
	for _, o := range tab.Orders {
		if o.Found || len(tab.Rows.Leaves) == 0 {
			continue
		}
		depth := tab.Cols.Nodes[o.Col].Depth
		if depth == len(tab.Cols.Fields) {
			return fmt.Errorf("--sort %q names more column labels than there are column fields (%d)", tab.Query.SortText(o.Sort), depth)
		}
		var labels []string
		for n, node := range tab.Cols.Nodes {
			if node.Parent == o.Col && n > 0 {
				labels = append(labels, pivot.Label(tab.Cols.Label(n)))
			}
		}
		const shown = 20
		if more := len(labels) - shown; more > 0 {
			labels = append(labels[:shown], fmt.Sprintf("and %d more", more))
		}
		return fmt.Errorf("--sort %q: no column of %s is labelled %s; there are %s", tab.Query.SortText(o.Sort), tab.Cols.Fields[depth], o.At[depth].Label(), strings.Join(labels, ", "))
	}
	return nil
}
