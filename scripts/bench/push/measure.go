package push

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"cardinal/bench/ours"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

const (
	near   = 1.10 // a choice within this multiple of the better time is right
	little = 50   // a choice slower by at most these milliseconds is right, too
	long   = 1500 // a side that takes longer, in milliseconds, runs only once
)

// pivot is a question in the syntax of the command line.
type pivot struct{ rows, cols, values, where string }

func (p pivot) String() string {
	var words []string
	for _, w := range []string{p.rows, p.cols, p.where} {
		if w != "" {
			words = append(words, w)
		}
	}
	return p.values + " by " + strings.Join(words, " / ")
}

func (p pivot) query() (query.Query, error) {
	q, err := ours.PivotQuery(p.rows, p.cols, p.values)
	if err == nil && p.where != "" {
		q.Filter, err = query.ParseFilter(p.where)
	}
	return q, err
}

var pivots = []pivot{
	{rows: "label", values: "sum(value)"},
	{rows: "label", cols: "year(day)", values: "sum(value), avg(wide), count()"},
	{rows: "thousand", values: "sum(wide), max(value)"},
	{rows: "many", values: "sum(value)"},
	{rows: "label", values: "median(value)"},
	{rows: "label", values: "distinct(wide)"},
	{rows: "label", cols: "month(day)", values: "sum(f)"},
	{rows: "label", values: "sum(value), min(day)", where: "thousand < 10"},
}

// cell has the measurements of a pivot over a table on a server.
type cell struct {
	server    string
	rows      int
	pivot     pivot
	copies    bool    // the engine chose the copy
	push      float64 // milliseconds on the server, the median round; 0: refused
	pull      float64 // milliseconds with the copy, the median round
	took      float64 // milliseconds of the chosen way
	predicted [2]float64
}

// better returns the time of the better way.
func (c *cell) better() float64 {
	if c.push == 0 {
		return c.pull
	}
	return min(c.push, c.pull)
}

// isRight reports whether the chosen way took about as long as the better way.
func (c *cell) isRight() bool {
	return c.took <= near*c.better() || c.took <= c.better()+little
}

// measure lets the engine choose once, and then runs both ways in turns.
func measure(ctx context.Context, t *ours.Served, p pivot, rounds int) (*cell, error) {
	q, err := p.query()
	if err != nil {
		return nil, err
	}
	runtime.GC()
	chosen, err := t.Pivot(ctx, q, "")
	if err != nil {
		return nil, err
	}
	c := &cell{pivot: p, copies: chosen.Tier != "server", predicted: [2]float64{chosen.Predicted["server"],
		chosen.Pull.PredictedMS + chosen.Pull.LocalMS}}
	ways := map[string][]float64{}
	for round := range rounds {
		for i := range 2 {
			way := []string{"server", "workers"}[(i+round)%2]
			if len(ways[way]) > 0 && ways[way][0] > long {
				continue
			}
			runtime.GC()
			r, err := t.Pivot(ctx, q, way)
			switch {
			case err == nil:
				ways[way] = append(ways[way], r.TotalMS)
			case way == "server" && (strings.Contains(err.Error(), "the server has more than") ||
				errors.Is(err, remote.ErrBeyond)):
			default:
				return nil, err
			}
		}
	}
	c.push, c.pull = median(ways["server"]), median(ways["workers"])
	switch {
	case !c.copies:
		c.took = c.push
	case strings.Contains(chosen.Reason, "than the server allows"), strings.Contains(chosen.Reason,
		"the server has more than"): // the server was asked first
		c.took = chosen.TotalMS
	default:
		c.took = c.pull
	}
	return c, ctx.Err()
}

func median(ms []float64) float64 {
	if len(ms) == 0 {
		return 0
	}
	slices.Sort(ms)
	return ms[(len(ms)-1)/2]
}

// measureAll measures the pivots over the tables of a server, in an order that mixes sizes and questions. The engine
// learns the server's speed meanwhile.
func measureAll(ctx context.Context, s server, sizes []int, rounds, threads int) ([]*cell, error) {
	folder, err := os.MkdirTemp("", "bench-push-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	e := ours.OpenKept(folder, threads)
	defer e.Close()
	tables := map[int]*ours.Served{}
	for _, rows := range sizes {
		name := fmt.Sprintf("push_%d", rows)
		defer func() { _ = s.drop(context.WithoutCancel(ctx), name) }()
		if err := s.create(ctx, name, rows); err != nil {
			return nil, err
		}
	}
	for _, rows := range sizes {
		t, err := e.Attach(ctx, s.address+fmt.Sprintf("push_%d", rows))
		if err != nil {
			return nil, err
		}
		defer t.Close()
		tables[rows] = t
	}
	var out []*cell
	for i := range len(sizes) * len(pivots) {
		// each pivot over each table once
		rows, p := sizes[i%len(sizes)], pivots[(i%len(sizes)+5*(i/len(sizes)))%len(pivots)]
		c, err := measure(ctx, tables[rows], p, rounds)
		if err != nil {
			return nil, fmt.Errorf("%s, %d rows, %s: %w", s.name, rows, p, err)
		}
		c.server, c.rows = s.name, rows
		fmt.Fprintf(os.Stderr, "%s %d rows, %s: copies %t, server %.0f ms (%.0f), copy %.0f ms (%.0f)\n", s.name, rows,
			p, c.copies, c.push, c.predicted[0], c.pull, c.predicted[1])
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b *cell) int {
		return cmp.Or(cmp.Compare(a.rows, b.rows), cmp.Compare(slices.Index(pivots, a.pivot),
			slices.Index(pivots, b.pivot)))
	})
	return out, nil
}
