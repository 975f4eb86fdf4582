package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"

	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// behind writes the rows of the table that a cell of a pivot is computed from.
func behind(ctx context.Context, args []string, s Streams) error {
	f := flag.NewFlagSet("behind", flag.ContinueOnError)
	var at, where, rows, cols list
	var o output
	var byHand groups
	f.Var(&at, "at", "`labels` of the cell: 'region=North, year(date)=2024', as the pivot prints them; may be repeated; none: the grand total")
	f.Var(&rows, "rows", "`fields` of the pivot's rows: --at may then name these and those of --cols only")
	f.Var(&cols, "cols", "`fields` of the pivot's columns")
	f.Var(&where, "filter", filterUsage)
	var let lets
	let.flags(f)
	sheet := f.String("sheet", "", sheetUsage)
	limit := f.Int("limit", 0, "write the first `N` rows only; 0 is all")
	o.flags(f)
	byHand.flags(f)
	path, err := parseFile(f, args, s)
	if err != nil {
		return err
	}
	var fields []query.Field
	for _, shelf := range [][2]string{{"--rows", rows.String()}, {"--cols", cols.String()}} {
		some, err := query.ParseFields(shelf[1])
		if err != nil {
			return usagef("%s: %w", shelf[0], err)
		}
		fields = append(fields, some...)
	}
	q := query.Query{Values: []query.Measure{{Func: query.Count}}}
	var labels []query.Literal
	for _, text := range at {
		by, named, err := query.ParseCell(text)
		if err != nil {
			return usagef("--at: %w", err)
		}
		for _, f := range by {
			if len(fields) > 0 && !slices.Contains(fields, f) {
				return usagef("--at: %s is neither among --rows nor among --cols", f)
			}
		}
		q.Rows, labels = append(q.Rows, by...), append(labels, named...)
	}
	if err := byHand.apply(q.Rows); err != nil {
		return err
	}
	if q.Filter, err = where.filter(); err != nil {
		return err
	}
	if q.Lets, err = let.read(); err != nil {
		return err
	}
	if *limit < 0 {
		return usagef("--limit: %d is below 0", *limit)
	}
	if err := o.checkRows(path); err != nil {
		return err
	}
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	t, err := loadAndProbe(ctx, e, path, load.Options{Sheet: *sheet}, "", s)
	if err != nil {
		return err
	}
	printNotes(s, t.Notes)
	a, err := e.Pivot(ctx, t, q, engine.RunOptions{})
	if err != nil {
		return err
	}
	node, found := a.Tab.Rows.Find(labels)
	switch depth := a.Tab.Rows.Nodes[node].Depth; {
	case len(a.Tab.Rows.Leaves) == 0:
		return errors.New("no row passes the filter")
	case !found:
		return fmt.Errorf("--at: %s has no label %s; there are %s", q.Rows[depth], labels[depth].Label(), labelsUnder(&a.Tab.Rows, node))
	}
	most := *limit
	if most == 0 {
		most = math.MaxInt
	}
	under, n, err := e.RowsUnder(ctx, t, a.Tab, node, 0, most)
	if err != nil {
		return err
	}
	if len(under) < n {
		fmt.Fprintf(s.Err, "note: the first %d of %d rows\n", len(under), n)
	}
	if t, err = e.Calculated(ctx, t, q.Lets); err != nil {
		return err
	}
	return o.writeRows(ctx, pivot.Listing{Table: t, Rows: under}, s)
}
