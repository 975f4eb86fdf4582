package shows

import (
	"context"
	"fmt"
	"os"
	"time"

	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/bench/timing"
	"cardinal/data"
	pivots "cardinal/engine/pivot"
	"cardinal/engine/query"
)

// result has the measurements of a pivot or of a variant.
type result struct {
	name string
	timing.Times
	processor time.Duration // the least processor time of all threads together
}

// run runs a pivot and its variants in turns. The first result is that of the plain pivot.
func (p pivot) run(ctx context.Context, e *ours.Engine, t *data.Table, rounds int) ([]result, error) {
	results := []result{{name: "plain"}}
	asked := []query.Query{p.plain()}
	for _, v := range p.variants {
		results, asked = append(results, result{name: v.name}), append(asked, v.Query)
	}
	sides := make([]timing.Side, len(asked))
	for i, q := range asked {
		sides[i] = func() (any, error) {
			before := timing.Processor()
			made, err := screen(ctx, e, t, q)
			if took := timing.Processor() - before; results[i].processor == 0 || took < results[i].processor {
				results[i].processor = took
			}
			return made, err
		}
	}
	for i, times := range (timing.Plan{Rounds: rounds}).Alternate(sides...) {
		if times.Err != nil {
			return nil, times.Err
		}
		results[i].Times = times
	}
	fmt.Fprintf(os.Stderr, "%s: %s ms\n", p, report.MS(results[0].Min()))
	return results, nil
}

// screen answers a query, and reads as many cells as a screen shows.
func screen(ctx context.Context, e *ours.Engine, t *data.Table, q query.Query) (any, error) {
	a, err := e.Pivot(ctx, t, q)
	if err != nil {
		return nil, err
	}
	g := a.Tab.Grid(pivots.Folds{})
	for row := range min(g.Rows, 50) {
		for col := range min(g.Cols, 20) {
			c := g.Cell(row, col)
			_ = c.Text()
		}
	}
	return a, nil
}
