package cli

import (
	"cmp"
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

// cellOptions has the options of a command about a cell of a pivot, and the cell that they name.
type cellOptions struct {
	shelves
	order
	output
	groups
	at list

	path       string
	pivot      query.Query
	own, other place // the cell, and the cell that it is compared with
}

// read reads the options of a command. against has the labels of the other cell. Groups made by hand replace their
// fields.
func (o *cellOptions) read(command string, operands []string, against string) (err error) {
	if o.path, err = files(command, operands); err != nil {
		return err
	}
	if o.pivot, err = o.query(); err != nil {
		return err
	}
	if err = o.order.apply(&o.pivot); err != nil {
		return err
	}
	if o.own, o.other, err = placesOf(o.at, against); err != nil {
		return err
	}
	if err = o.groups.apply(o.pivot.Rows, o.pivot.Cols, o.own.fields, o.other.fields); err != nil {
		return err
	}
	fields := slices.Concat(o.pivot.Rows, o.pivot.Cols)
	return cmp.Or(o.own.among(fields), o.other.among(fields))
}

// run reads the table, runs the pivot, and finds the nodes of the cell.
func (o *cellOptions) run(ctx context.Context, e *engine.Engine, s Streams) (t *data.Table, tab *pivot.Crosstab, row,
	col int, err error) {
	if err := o.lock(ctx, s); err != nil {
		return nil, nil, 0, 0, err
	}
	if t, err = openTable(ctx, e, o.path, o.reading, "", s); err != nil {
		return nil, nil, 0, 0, err
	}
	printNotes(s, notesOn(t))
	a, err := e.Pivot(ctx, t, o.pivot, engine.RunOptions{})
	if err != nil {
		return nil, nil, 0, 0, err
	}
	row, col, err = o.own.nodes(a.Tab)
	return t, a.Tab, row, col, err
}

// behindCommand writes the rows of the table that a cell of a pivot is computed from.
func behindCommand(f *pflag.FlagSet) action {
	var o cellOptions
	f.Var(&o.at, "at", "`LABELS` of the cell, as the pivot prints them: 'region=North, year(date)=2024'; none: the "+
		"grand total; with --others, and --top, --bottom or --having as for the pivot, city=Others has the rows of "+
		"the labels that these leave out")
	o.shelves.addFlags(f)
	o.order.addFlags(f)
	limit := f.Int("limit", 0, "write the first `N` rows alone; 0 is all")
	o.output.addFlags(f)
	o.groups.addFlags(f)
	return func(ctx context.Context, operands []string, s Streams) error {
		if err := o.read(f.Name(), operands, ""); err != nil {
			return err
		}
		o.pivot.Sorts = nil
		// no label is left out, so the fields of the cell are enough
		if q := &o.pivot; len(q.Tops)+len(q.Havings) == 0 {
			q.Rows, q.Cols, q.Values = o.own.fields, nil, []query.Measure{{Func: query.Count}}
		}
		if *limit < 0 {
			return usagef("--limit: %d is below 0", *limit)
		}
		if err := o.checkRows(o.path, s); err != nil {
			return err
		}
		e := engine.New(engine.Options{NoGPU: true})
		defer e.Close()
		t, tab, row, col, err := o.run(ctx, e, s)
		if err != nil {
			return err
		}
		under, n, err := e.RowsUnder(ctx, t, tab, row, col, cmp.Or(*limit, math.MaxInt))
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

// among returns an error if a field of the cell is not in the pivot. A pivot without fields gets the fields of the
// cell, so that among then accepts all of them.
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
			return 0, fmt.Errorf("--at names a label of %s but none of %s, the field before it: name both, because "+
				"each label of that field leaves out labels of its own", f, a.Fields[i-1])
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
