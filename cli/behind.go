package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/data/text/header"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/separators"
)

// behind writes the rows of the table that a cell of a pivot is computed from.
func behindCommand(f *pflag.FlagSet) action {
	var at list
	var pivoted shelves
	var order order
	var o output
	var byHand groups
	f.Var(&at, "at", "`LABELS` of the cell, as the pivot prints them: 'region=North, year(date)=2024'; none: the "+
		"grand total; "+
		"city=Others are the rows of the labels left out, where --top, --bottom or --having and --others are given "+
		"as to the pivot")
	pivoted.flags(f)
	order.flags(f)
	limit := f.Int("limit", 0, "write the first `N` rows alone; 0 is all")
	o.flags(f)
	byHand.flags(f)
	return func(ctx context.Context, operands []string, s Streams) error {
		path, err := files(f.Name(), operands)
		if err != nil {
			return err
		}
		q, err := pivoted.query()
		if err != nil {
			return err
		}
		if err = order.apply(&q); err != nil {
			return err
		}
		cell, err := placeOf(at)
		if err != nil {
			return err
		}
		if err := byHand.apply(q.Rows, q.Cols, cell.fields); err != nil {
			return err
		}
		if err := cell.among(slices.Concat(q.Rows, q.Cols)); err != nil {
			return err
		}
		q.Sorts = nil
		if len(q.Tops)+len(q.Havings) == 0 { // the labels of the cell are enough
			q.Rows, q.Cols, q.Values = cell.fields, nil, []query.Measure{{Func: query.Count}}
		}
		if *limit < 0 {
			return usagef("--limit: %d is below 0", *limit)
		}
		if err := o.checkRows(path, s); err != nil {
			return err
		}
		if err := o.lock(ctx, s); err != nil {
			return err
		}
		e := engine.New(engine.Options{NoGPU: true})
		defer e.Close()
		var t *data.Table
		if pivoted.reading.stays(path) {
			t, err = pivoted.reading.attach(ctx, e, path)
		} else {
			t, err = loadAndProbe(ctx, e, path, pivoted.reading, "", s)
		}
		if err != nil {
			return err
		}
		printNotes(s, notesOn(t))
		a, err := e.Pivot(ctx, t, q, engine.RunOptions{})
		if err != nil {
			return err
		}
		row, err := cell.node(&a.Tab.Rows)
		if err != nil {
			return err
		}
		col, err := cell.node(&a.Tab.Cols)
		if err != nil {
			return err
		}
		most := *limit
		if most == 0 {
			most = math.MaxInt
		}
		under, n, err := e.RowsUnder(ctx, t, a.Tab, row, col, most)
		if err != nil {
			return err
		}
		switch listed := under.Len(); {
		case listed == n:
		case e.Served(t):
			printNotes(s, []string{separators.Sprintf("some %d of %d rows, in no order", listed, n)})
		default:
			printNotes(s, []string{separators.Sprintf("the first %d of %d rows", listed, n)})
		}
		return o.writeRows(ctx, under, s)
	}
}

// place is the labels of a cell and the fields that have them.
type place struct {
	fields []query.Field
	labels []query.Literal
}

// placeOf reads the labels of a cell.
func placeOf(at list) (p place, err error) {
	for _, text := range at {
		by, named, err := query.ParseCell(text)
		if err != nil {
			return p, usagef("--at: %w", err)
		}
		p.fields, p.labels = append(p.fields, by...), append(p.labels, named...)
	}
	return p, nil
}

// among returns an error if a field of the cell is no field of the pivot. A pivot without fields takes the fields of
// the cell, so among accepts all of them.
func (p *place) among(fields []query.Field) error {
	for _, f := range p.fields {
		if len(fields) > 0 && !slices.Contains(fields, f) {
			return usagef("--at: %s is neither among --rows nor among --cols", f)
		}
	}
	return nil
}

// node finds the node of an axis that the cell belongs to. It returns an error if a label is unknown, or if a label
// of an outer field is missing.
func (p *place) node(a *pivot.Axis) (int, error) {
	var path []query.Literal
	for i, f := range a.Fields {
		at := slices.Index(p.fields, f)
		switch {
		case at >= 0 && len(path) < i:
			return 0, fmt.Errorf("--at names a label of %s and none of %s, which stands before it: labels are left "+
				"out under each label of that field", f, a.Fields[i-1])
		case at >= 0:
			path = append(path, p.labels[at])
		}
	}
	node, found := a.Find(path)
	switch depth := a.Depth(node); {
	case a.Len() == 1 && len(a.Fields) > 0:
		return 0, errors.New("no row passes the filter")
	case !found:
		return 0, fmt.Errorf("--at: %s has no label %s; there are %s", a.Fields[depth], path[depth].Label(),
			header.Nearest(allUnder(a, node), path[depth].Label()))
	}
	return node, nil
}
