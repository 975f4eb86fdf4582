package engine

import (
	"context"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/query"
	"cardinal/internal/memory"
	"cardinal/profiler"
)

// TooLarge is the error for a crosstab of more figures than the caller can show, with a prediction of the pivot.
type TooLarge struct {
	*dispatch.TooLarge
	Record  *profiler.Record // the record of Estimate; nil: not computed
	Bytes   int64            // approximate memory of the pivot; 0: not computed
	Coarser *Coarser         // longer periods that make the crosstab small enough; nil: none
}

// Unwrap returns the size that was refused.
func (e *TooLarge) Unwrap() error { return e.TooLarge }

// Coarser is a field of a query whose dates are replaced by longer periods, and the size of the crosstab with these
// periods.
type Coarser struct {
	dispatch.Extent
	Field query.Field
	Cols  bool
	At    int
}

// Words describes the coarser field: "date by month".
func (c *Coarser) Words() string {
	return c.Field.Column + " by " + strings.ToLower(c.Field.Part.Kind().Title)
}

// Size describes the expected size of the crosstab: "about 3,300 rows by 7 columns".
func (c *Coarser) Size() string {
	across := max(1, c.Extent.Cols) * max(1, c.Values)
	return "about " + dispatch.Abouts(max(1, c.Rows), "row") + " by " + dispatch.Abouts(across, "column")
}

// Needs describes what the whole pivot is expected to take, e.g. "about 0.6 s and 640 MB of memory". It returns "" if
// that was not computed.
func (e *TooLarge) Needs() string {
	if e.Record == nil || e.Record.AheadMS() == 0 {
		return ""
	}
	return "about " + profiler.Millis(e.Record.AheadMS()) + " and " + memory.Format(twoDigits(e.Bytes)) + " of memory"
}

// twoDigits returns an estimated number of bytes cut to its first two digits.
func twoDigits(bytes int64) int64 {
	unit := int64(1)
	for bytes/unit >= 100 {
		unit *= 10
	}
	return bytes / unit * unit
}

// refuse returns the error for a crosstab that is too large. It says what the pivot would take, and which longer
// periods would make it small enough.
func (e *Engine) refuse(ctx context.Context, p *planned, refused *dispatch.TooLarge, stages *stages) error {
	large := &TooLarge{TooLarge: refused, Coarser: p.coarser(ctx, refused)}
	if !p.query.Layout.ShowEmpty { // the time and memory of empty combinations are not predicted
		large.Record, large.Bytes = e.forecast(p, stages), p.bytes()
	}
	return large
}

// forecast returns the record of a query before it runs.
func (e *Engine) forecast(p *planned, stages *stages) *profiler.Record {
	r := p.record()
	// the wait for a device is left out, because a pivot may wait less: at most as long as its answer takes
	r.Stages = slices.DeleteFunc(p.stepsTaken(stages.done, p.decision.Chosen), func(s profiler.Stage) bool {
		return s.Name == "device"
	})
	r.Stages = append(r.Stages, p.stepsAhead()...)
	e.predictSteps(p, r.Stages)
	r.Curve = p.curve()
	x, known := expectedExtent(p.bound, p.rows, p.expected.Groups)
	r.CellsEstimated, r.CellsExact = x.Cells(), known && r.Estimate.Exact
	return r
}

// bytes estimates the memory of the groups and the crosstab. For each group it counts the state, the codes of the keys
// and the nodes. For each cell, at every pair of depths, it counts the state, the number of rows and the pair of nodes.
// It also counts all labels.
func (p *planned) bytes() int64 {
	const code, count, pair, label = 4, 4, 8, 100
	x, _ := expectedExtent(p.bound, p.rows, p.expected.Groups)
	groups, state := int64(p.expected.Groups), p.measures.GroupBytes()
	cells := groups * int64(max(1, len(p.query.Rows))*max(1, len(p.query.Cols)))
	return groups*(state+int64(2*code*len(p.keys))) + cells*(state+count+pair) + int64(x.Rows+x.Cols)*label
}

// coarser returns a date of the query whose longer periods make the crosstab small enough, or nil.
func (p *planned) coarser(ctx context.Context, refused *dispatch.TooLarge) *Coarser {
	for i, k := range p.keys {
		c, err := p.table.Column(k.Field.Column)
		if err != nil || !c.Type.Temporal() || c.Rows == 0 {
			continue
		}
		for _, part := range periods(c) {
			to := Coarser{Field: query.Field{Column: c.Name, Part: part}, Cols: i >= len(p.query.Rows), At: i}
			q := p.query
			q.Rows, q.Cols = slices.Clone(q.Rows), slices.Clone(q.Cols)
			if to.Cols {
				to.At -= len(q.Rows)
			}
			side := q.Side(to.Cols)
			if slices.Contains(q.Rows, to.Field) || slices.Contains(q.Cols, to.Field) {
				continue
			}
			side[to.At] = to.Field
			b, err := bind(ctx, p.state, q)
			if err != nil {
				continue
			}
			groups := estimate.Request{Key: b.key, Selected: p.rows.bits, Rows: p.rows.n}.Estimate().Groups
			if to.Extent, _ = expectedExtent(b, p.rows, groups); to.Cells() <= refused.Limit {
				return &to
			}
		}
	}
	return nil
}

// periods returns the periods to group dates by. The first is the shortest period that is useful for the range of c.
func periods(c *data.Column) []query.Part {
	low, high := c.IntValue(c.Min).Time(), c.IntValue(c.Max).Time()
	switch days := high.Sub(low).Hours() / 24; {
	case days > 31:
		return []query.Part{query.TruncMonth, query.TruncQuarter, query.Year}
	case c.Type == data.Date:
		return nil
	case days > 1:
		return []query.Part{query.TruncDay}
	}
	return []query.Part{query.TruncHour}
}
