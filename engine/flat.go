package engine

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/text/header"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/pivot"
)

// fewFigures is the number of figures that one core computes before another wakes up.
const fewFigures = 1 << 12

// readOut returns the figures of groups. The groups must not change afterwards.
func readOut(ctx context.Context, b *bound, g *pivot.Groups, threads int) (*measure.Values, error) {
	totals := b.measures.Totals(ctx, threads)
	for i, a := range g.Accs {
		if b.measures.Kinds[i].Collects() {
			totals[i].Grow(g.N)
			totals[i].Merge(a, nil, nil)
		} else {
			totals[i] = a
		}
	}
	return b.measures.Values(totals, threads)
}

// flat returns a table with a row for each group.
func flat(ctx context.Context, b *bound, g *pivot.Groups, threads int) (*data.Table, error) {
	if g.N <= fewFigures {
		threads = 1
	}
	values, err := readOut(ctx, b, g, threads)
	if err != nil {
		return nil, err
	}
	parts := make([][]*data.Column, len(b.keys)+len(b.query.Values))
	err = parallel.On(ctx, threads, len(parts), func(ctx context.Context, i int) error {
		if i < len(b.keys) {
			parts[i] = []*data.Column{b.keys[i].Labels(g.Codes[i])}
			return nil
		}
		var err error
		parts[i], err = values.Columns(ctx, i-len(b.keys), g.N)
		return err
	})
	if err != nil {
		return nil, err
	}
	columns := slices.Concat(parts...)
	names, _ := header.Repair(data.Names(columns))
	for i, c := range columns {
		c.Name = names[i]
	}
	return data.NewTable(b.table.Name, columns), nil
}
