package ours

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// PivotQuery parses a query with two axes.
func PivotQuery(rows, cols, measures string) (q query.Query, err error) {
	if q, err = Query(rows, measures, ""); err != nil {
		return q, err
	}
	q.Cols, err = query.ParseFields(cols)
	return q, err
}

// Pivot answers q as a crosstab, without the history of earlier runs.
func (e *Engine) Pivot(ctx context.Context, t *data.Table, q query.Query) (*engine.Answer, error) {
	*e.history = profiler.History{}
	return e.engine.Pivot(ctx, t, q, engine.RunOptions{Threads: e.threads})
}

// Levels adds up the cells of a crosstab by pairs of levels, in ascending order. Each row has the level as SQL's
// grouping() numbers it, the number of cells, and the sum of each measure. Null and NaN count as 0, and the values of a
// list are added together.
func Levels(c *pivot.Crosstab) [][]float64 {
	keys := len(c.Rows.Fields) + len(c.Cols.Fields)
	byLevel := make([][]float64, 1<<keys)
	for row, col := range c.Cells() {
		rows, cols := c.Rows.Depth(row), c.Cols.Depth(col)
		level := (1<<len(c.Rows.Fields)-1)>>rows<<len(c.Cols.Fields) | (1<<len(c.Cols.Fields)-1)>>cols
		if byLevel[level] == nil {
			byLevel[level] = make([]float64, 2+len(c.Measures))
			byLevel[level][0] = float64(level)
		}
		byLevel[level][1]++
		for m := range c.Measures {
			byLevel[level][2+m] += number(c.Cell(row, col, m))
		}
	}
	return slices.DeleteFunc(byLevel, func(sums []float64) bool { return sums == nil })
}

// number returns a figure as a float; for a list it returns the sum of the values.
func number(v data.Value) (sum float64) {
	if v.Type == data.Text {
		for part := range strings.SplitSeq(v.Text, ", ") {
			n, _ := strconv.ParseFloat(part, 64)
			sum += n
		}
		return sum
	}
	if n, ok := v.Number(); ok && n == n {
		return n
	}
	return 0
}

// Explain finds which labels of the other columns make a figure of a crosstab of t what it is.
func (e *Engine) Explain(ctx context.Context, t *data.Table, a *engine.Answer,
	of explain.Question) (*explain.Explanation, error) {
	return e.engine.Explain(ctx, t, a.Tab, of, func(float64) {})
}
