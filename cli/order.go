package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/separators"
)

// order has the options for the order of labels, and for the labels that are kept.
type order struct {
	sorts, tops, bottoms, havings list
	topOf, topBy                  string
	others                        bool

	notes []string // notes on effects of the options that a person may not expect
}

func (o *order) addFlags(f *pflag.FlagSet) {
	f.Var(&o.sorts, "sort", "`ORDER` of labels: 'sum(x) desc', 'label desc', 'natural' (2 before 10), 'sum(x) at "+
		"2024 desc' "+
		"by the column labelled 2024; of one field 'city: label desc', or by hand 'size: S, M, L'")
	f.Var(&o.tops, "top", "keep the `N` greatest labels of the first row field, or of --top-of, and show the "+
		"greatest first; "+
		"'5 of city by sum(x)'; 80% keeps the fewest labels that make up 80% of the total, and 'sum 1000' those "+
		"that add up to 1,000. "+
		"Totals stay those of all labels")
	f.Var(&o.bottoms, "bottom", "as --top `N`, but keep the least, and show the least first")
	f.StringVar(&o.topOf, "top-of", "", "row or column `FIELD` whose labels --top or --bottom keeps, under each "+
		"label before it")
	f.StringVar(&o.topBy, "top-by", "", "`MEASURE` that --top and --bottom go by; else that of --sort, else the "+
		"first of --values")
	f.Var(&o.havings, "having", "keep the labels of the innermost row field whose figures pass a `CONDITION`: "+
		"'sum(x) > 100'; "+
		"of a named field 'city: sum(x) between 10 and 20'. Totals stay those of all labels")
	f.BoolVar(&o.others, "others", false, "the labels that --top, --bottom or --having leaves out become one label, "+
		"Others")
}

// apply reads the options into a query that has its rows, columns and values.
func (o *order) apply(q *query.Query) (err error) {
	if q.Sorts, err = q.ParseSorts(o.sorts); err != nil {
		return usagef("--sort: %w", err)
	}
	if (o.topOf != "" || o.topBy != "") && len(o.tops)+len(o.bottoms) != 1 {
		return usagef("--top-of and --top-by go with one --top or --bottom; write several as --top '5 of city by " +
			"sum(x)'")
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
	for _, text := range o.havings {
		h, err := q.ParseHaving(text)
		if err != nil {
			return usagef("--having: %w", err)
		}
		h.Others = o.others
		q.Havings = append(q.Havings, h)
	}
	if o.others && len(q.Tops)+len(q.Havings) == 0 {
		return usagef("--others goes with --top, --bottom or --having, which leave labels out")
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
	top, err := q.ParseTop(text)
	switch {
	case err != nil || !top.Limits():
		return err
	case len(q.Rows)+len(q.Cols) == 0:
		return errors.New("there is no field whose labels could be kept: name one with --rows")
	}
	if top.By == (query.Measure{}) {
		top.By = q.TopMeasure(top.Cols, top.Field)
		o.remark(q, top, bottom)
	}
	if slices.ContainsFunc(q.Tops, func(t query.TopN) bool { return t.Cols == top.Cols && t.Field == top.Field }) {
		return fmt.Errorf("labels of %s are kept twice", q.Side(top.Cols)[top.Field])
	}
	top.Bottom, top.Others = bottom, o.others
	q.Tops = append(q.Tops, top)
	return nil
}

// remark adds a note if a top keeps the greatest labels and they are sorted ascending.
func (o *order) remark(q *query.Query, top query.TopN, bottom bool) {
	for _, s := range q.Sorts {
		if s.Cols == top.Cols && s.Field == top.Field && !s.Labels() && !s.Desc && !bottom {
			o.notes = []string{fmt.Sprintf("--top keeps the greatest by %s, also where they are sorted ascending; "+
				"--bottom %s keeps the least", top.By, top.Amount())}
		}
	}
}

// checkOrders returns an error if an order names a label that the crosstab does not have.
func checkOrders(tab *pivot.Crosstab) error {
	for _, o := range tab.Orders {
		own, other, what := &tab.Rows, &tab.Cols, "column"
		if o.Cols {
			own, other, what = &tab.Cols, &tab.Rows, "row"
		}
		for _, l := range o.Hand {
			if !own.Occurs(o.Field, l) {
				return fmt.Errorf("--sort %q: no label of %s is %s; there are %s", tab.Query.SortText(o.Sort),
					own.Fields[o.Field], l.Label(), labelsOf(own, o.Field+1))
			}
		}
		if o.Found || len(own.Leaves()) == 0 {
			continue
		}
		depth := other.Depth(o.Node)
		if depth == len(other.Fields) {
			return separators.Errorf("--sort %q names more %s labels than there are %s fields (%d)",
				tab.Query.SortText(o.Sort), what, what, depth)
		}
		return fmt.Errorf("--sort %q: no %s of %s is labelled %s; there are %s", tab.Query.SortText(o.Sort), what,
			other.Fields[depth], o.At[depth].Label(), labelsUnder(other, o.Node))
	}
	return nil
}

// labelsOf lists the labels of a depth of an axis, at most 20 of them.
func labelsOf(a *pivot.Axis, depth int) string {
	var labels []string
	for n := range a.Len() {
		if label := pivot.Label(a.Label(n)); a.Depth(n) == depth && !a.Others(n) && !slices.Contains(labels, label) {
			if labels = append(labels, label); len(labels) > shownLabels {
				return strings.Join(labels[:shownLabels], ", ") + " and more"
			}
		}
	}
	return strings.Join(labels, ", ")
}

// shownLabels is how many labels an error lists.
const shownLabels = 20

// labelsUnder lists the labels under a node of an axis, at most 20 of them.
func labelsUnder(a *pivot.Axis, under int) string {
	labels := allUnder(a, under)
	if more := len(labels) - shownLabels; more > 0 {
		labels = append(labels[:shownLabels], separators.Sprintf("and %d more", more))
	}
	return strings.Join(labels, ", ")
}

// allUnder lists the labels under a node of an axis.
func allUnder(a *pivot.Axis, under int) (labels []string) {
	for n := range a.Len() {
		switch {
		case a.Parent(n) != under:
		// such labels are written as 36:00:00 or 30%, not as a number of days or a fraction
		case a.Format(n).Duration || a.Format(n).Percent:
			labels = append(labels, a.Text(n))
		default:
			labels = append(labels, a.Words(n)[a.Depth(n)-1])
		}
	}
	return labels
}
