package engine

import (
	"context"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/data/header"
	"cardinal/data/parallel"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Group answers the rows and columns of q as a flat table: one row a group, a column for each key and each measure.
// Groups come in no particular order; sort, top and totals of the query are not looked at.
func (e *Engine) Group(ctx context.Context, t *data.Table, q query.Query, how Run) (*data.Table, *profiler.Record, error) {
	start := time.Now()
	p := e.begin(ctx, t, q, how)
	groups, err := p.groups()
	if err != nil {
		return nil, nil, err
	}
	began := time.Now()
	out, err := p.flat(groups)
	if err != nil {
		return nil, nil, err
	}
	p.stage("answer", ms(time.Since(began)))
	p.finish(start, groups.N)
	return out, p.record, ctx.Err()
}

// fewFigures are made on one core faster than another wakes up.
const fewFigures = 1 << 12

// flat makes a table of the groups.
func (r *run) flat(g *pivot.Groups) (*data.Table, error) {
	threads := r.threads()
	totals := r.plan.Totals(r.ctx, threads)
	for i, a := range g.Accs {
		if r.plan.Kinds[i].Collects() {
			totals[i].Grow(g.N)
			totals[i].Merge(a, nil, nil)
		} else {
			totals[i] = a
		}
	}
	if g.N <= fewFigures {
		threads = 1
	}
	values, err := r.plan.Values(totals, threads)
	if err != nil {
		return nil, err
	}
	parts := make([][]*data.Column, len(r.keys)+len(r.query.Values))
	err = parallel.On(r.ctx, threads, len(parts), func(ctx context.Context, i int) error {
		if i < len(r.keys) {
			parts[i] = []*data.Column{r.keys[i].Labels(g.Codes[i])}
			return nil
		}
		var err error
		parts[i], err = values.Columns(ctx, i-len(r.keys), g.N)
		return err
	})
	if err != nil {
		return nil, err
	}
	columns := slices.Concat(parts...)
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	names, _ = header.Repair(names)
	for i, c := range columns {
		c.Name = names[i]
	}
	return data.NewTable(r.table.Name, columns), nil
}
