package engine

import (
	"context"
	"errors"
	"slices"

	"cardinal/data"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/profiler"
)

// Page is a pivot filtered to one label of a field.
type Page struct {
	Label string // as headings show it
	Query query.Query
}

// MaxPages is the greatest number of labels that a pivot is split by. A spreadsheet with more sheets is slow to open
// and hard to navigate.
const MaxPages = 255

// manyLabels is the greatest number of labels that is counted exactly.
const manyLabels = 1_000_000

// Pages splits a pivot by a field. It returns one page for each label that occurs in the rows of the pivot. A page is
// the pivot, filtered to the rows with that label. The pages have the order that the labels have in the pivot. But if
// the pivot sorts the labels by figures, the pages are sorted by label. More labels than MaxPages are an error.
func (e *Engine) Pages(ctx context.Context, t *data.Table, q query.Query, f query.Field,
	options RunOptions) ([]Page, error) {
	labels := query.Query{Rows: []query.Field{f}, Values: []query.Measure{{Func: query.Count}}, Filter: q.Filter,
		Lets: q.Lets}
	for _, s := range q.Sorts {
		if q.Side(s.Cols)[s.Field] == f && s.Labels() {
			labels.Sorts = []query.Sort{{Value: s.Value, Desc: s.Desc, Hand: s.Hand}}
		}
	}
	options.MaxCells = manyLabels
	a, err := e.Pivot(ctx, t, labels, options)
	var large *dispatch.TooLarge
	switch {
	case errors.As(err, &large):
		return nil, tooManyPages(f, "more than "+profiler.Count(manyLabels))
	case err != nil:
		return nil, err
	}
	grid := a.Tab.Grid(pivot.Folds{})
	var pages []Page
	for row := grid.HeaderRows; row < grid.Rows; row++ {
		if c := grid.Cell(row, 0); c.Role == pivot.RowLabel && !c.Total {
			pages = append(pages, Page{c.Text(), q})
			pages[len(pages)-1].Query.Filter = filterByLabel(q.Filter, f, a.Tab.Rows.Label(c.Node))
		}
	}
	switch {
	case len(pages) == 0:
		return nil, separators.Errorf("no row passes the filter, so that %s has no label: choose another filter",
			f.Title())
	case len(pages) > MaxPages:
		return nil, tooManyPages(f, profiler.Count(len(pages)))
	}
	return pages, nil
}

// PivotWithin answers a pivot that has fields only on the rows. It returns nil if the pivot would have more than `most`
// labels.
func (e *Engine) PivotWithin(ctx context.Context, t *data.Table, q query.Query, most int) (*pivot.Crosstab, error) {
	a, err := e.Pivot(ctx, t, q, RunOptions{MaxCells: 2 * most * len(q.Values)}) // with the totals
	switch {
	case errors.As(err, new(*dispatch.TooLarge)):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if err = a.Tab.Order(ctx); err != nil || len(a.Tab.Rows.Leaves()) > most {
		return nil, err
	}
	return a.Tab, nil
}

func tooManyPages(f query.Field, labels string) error {
	return separators.Errorf("%s has %s labels, and at most %d become a sheet each: filter more of them out, or "+
		"choose a field with fewer labels", f.Title(), labels, MaxPages)
}

// filterByLabel returns a filter that passes only rows with one label.
func filterByLabel(filter *query.Expr, f query.Field, label data.Value) *query.Expr {
	is := &query.Expr{Op: query.In, Field: f, Values: []query.Literal{pivot.LabelLiteral(label)}}
	if label.IsNull() {
		is = &query.Expr{Op: query.IsNull, Field: f}
	}
	if filter != nil && filter.Op == query.And {
		return query.AllOf(append(slices.Clone(filter.Args), is)...)
	}
	return query.AllOf(filter, is)
}
