package engine

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/choice/tier"
	"cardinal/engine/expression/formula"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/profiler"
)

// bound is a query bound to a table: its fields became key columns, and its measures became accumulators.
type bound struct {
	table    *data.Table
	state    *tableState
	query    query.Query
	keys     []*key.Column // row fields, then column fields
	key      *key.Composite
	measures *measure.Plan
	named    profiler.Fingerprint // the result of fingerprint, once it was called
}

// maxRows is the greatest number of rows of a table, because counts and row numbers have 32 bits.
const maxRows = math.MaxUint32 - 1

// bind checks the query against the table and makes the key columns. A query without measures counts rows. If the
// filter depends on today, bind puts the date of the computer in its place. So later questions about the answer use the
// same day.
func bind(ctx context.Context, state *tableState, q query.Query) (*bound, error) {
	return bindFor(ctx, state, q, nil)
}

// bindFor works like bind. It does not compute the columns of the calculated fields in `once`, which are computed while
// the rows are read. If `once` is nil, it computes all columns.
func bindFor(ctx context.Context, state *tableState, q query.Query, once *once) (*bound, error) {
	t, err := state.calculate(ctx, q.Lets, q.Names(), once)
	if err != nil {
		return nil, err
	}
	if t.Rows > maxRows {
		return nil, fmt.Errorf("the table has %s rows, and pivots take up to %s: filter it before it is loaded",
			profiler.Count(t.Rows), profiler.Count(maxRows))
	}
	if len(q.Values) == 0 {
		q.Values = []query.Measure{{Func: query.Count}}
	}
	if err := q.PlaceShows(); err != nil {
		return nil, err
	}
	q.Filter = q.Filter.On(time.Now())
	source := measure.Source{
		Table: widest(t, state.summed), Rows: state.rows,
		Encode: func(c *data.Column) (*key.Column, error) { return state.encodeColumn(ctx, t, c) },
		Derive: func(expr string) (*data.Column, error) { return state.derive(ctx, t, expr, once) },
		Only:   func(c *data.Column, where string) (*data.Column, error) { return state.only(ctx, t, c, where) },
	}
	q.Impossible = nil
	for _, m := range q.Subtotals() {
		if c, err := t.Column(m.Column); err == nil && m.Func.Describe().Takes&formula.TypesOf(c.Type) == 0 {
			q.Impossible = append(q.Impossible, m)
		}
	}
	measures, err := measure.NewPlan(source, q.Measures())
	if err != nil {
		return nil, err
	}
	for i, m := range q.Values {
		if err := m.Show.Suits(m, measures.Figures(i) == query.Numbers); err != nil {
			return nil, err
		}
		if err := q.Unsuited(i, measures.Figures); err != nil {
			return nil, err
		}
	}
	for _, top := range q.Tops {
		if err := top.Until.Suits(top.By); err != nil {
			return nil, err
		}
	}
	b := &bound{table: t, state: state, query: q, measures: measures}
	for _, fields := range [][]query.Field{q.Rows, q.Cols} {
		for _, f := range fields {
			k, err := state.encode(ctx, t, f)
			if err != nil {
				return nil, err
			}
			b.keys = append(b.keys, k)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	b.key = key.Compose(t.Rows, b.keys)
	return b, nil
}

// levels returns the number of pairs of a row depth and a column depth. An axis of n fields has n+1 depths.
func (b *bound) levels() int { return (len(b.query.Rows) + 1) * (len(b.query.Cols) + 1) }

// filterText returns a text that identifies the filter of the query, or "" if the query has no filter.
func (b *bound) filterText() string {
	if b.query.Filter == nil {
		return ""
	}
	return identity(b.table, b.query.Filter.String(), b.query.Filter)
}

// calculationRemarks describes the calculated columns that the measures, the fields and the conditions of measures
// read. It says whether a column was computed in floats, and how many of the selected rows have no value because a
// divisor is zero. For columns of the filter, it counts such rows in the whole table.
func (b *bound) calculationRemarks(ctx context.Context, rows selection) (remarks []string, err error) {
	columns := b.measures.Columns()
	for _, fields := range [][]query.Field{b.query.Rows, b.query.Cols} {
		for _, f := range fields {
			if c, err := b.table.Column(f.Column); err == nil && !slices.Contains(columns, c) {
				columns = append(columns, c)
			}
		}
	}
	remarks = b.repeatedRemarks()
	for _, m := range b.measures.Parts() {
		of, err := b.state.undefinedWhere(ctx, b.table, m.Where)
		if err != nil {
			return nil, err
		}
		columns = append(columns, of...)
	}
	for _, c := range columns {
		if c.Computed != "" && c.Note != "" {
			// the name is not the first word, because the first word may get a capital letter
			remarks = append(remarks, "column "+c.Name+": "+c.Note)
		}
		n := 0
		for i, zeros := range c.ByZero {
			if rows.bits != nil {
				zeros &= rows.bits[i]
			}
			n += bits.OnesCount64(zeros)
		}
		if n > 0 {
			text := fmt.Sprintf("in %s of %s rows, %s divides by zero and has no value", profiler.Count(n),
				profiler.Count(rows.n), c.Name)
			remarks = each.Add(remarks, text)
		}
	}
	for _, c := range rows.byZero {
		remarks = append(remarks, fmt.Sprintf("in %s of all %s rows, %s in the filter divides by zero and has no value",
			profiler.Count(c.ByZero.Count()), profiler.Count(b.table.Rows), c.Name))
	}
	return remarks, nil
}

// repeatedRemarks returns a remark that names the figures that count a value several times, because a look-up repeats
// rows for every line of a key.
func (b *bound) repeatedRemarks() (remarks []string) {
	repeated := each.Where(b.table.Columns, func(c *data.Column) bool { return c.Repeated })
	if len(repeated) == 0 {
		return nil
	}
	rows, names := false, []string(nil)
	for _, m := range b.measures.Parts() {
		switch m.Func {
		case query.Min, query.Max, query.First, query.Last, query.Distinct, query.Labels:
			continue
		}
		m.Where = ""
		of := query.Query{Values: []query.Measure{m}, Lets: b.query.Lets}
		rows = rows || len(of.Sources()) == 0
		for _, name := range of.Sources() {
			if c, err := b.table.Column(name); err == nil && c.Repeated {
				names = each.Add(names, c.Name)
			}
		}
	}
	if len(names) > 0 {
		remarks = append(remarks, fmt.Sprintf("a look-up repeats rows, so that figures of %s count a value once for "+
			"each match", strings.Join(names, ", ")))
	}
	if rows {
		remarks = append(remarks, "a look-up repeats rows, so that the number of rows counts a row once for each match")
	}
	return remarks
}

// selection is the rows that pass the filter.
type selection struct {
	bits   data.Bitmap // nil: every row
	n      int
	byZero []*data.Column // columns of the filter that have no value in some row because a divisor is zero

	morsels, unread int // as in filter.Selection
}

// selectRows applies the filter of the query.
func selectRows(ctx context.Context, b *bound, threads int) (selection, error) {
	if b.query.Filter == nil {
		return selection{n: b.table.Rows}, nil
	}
	return b.state.rowsWhere(ctx, b.table, b.query.Filter, threads)
}

// orderRows is the least number of rows whose order is examined. This takes some 20 µs, a twentieth of the shortest
// pivot of so many rows.
const orderRows = 1 << 18

// clusteringOf estimates the order of the keys from stretches of neighbouring rows. It returns the zero Clustering
// for fewer than orderRows rows.
func clusteringOf(b *bound, rows selection) profiler.Clustering {
	if rows.n < orderRows {
		return profiler.Clustering{}
	}
	return estimate.Clustering(b.key, rows.bits)
}

// newGroupBy describes the group-by that the tiers are asked to run. budget has the meaning of Options.Budget.
func newGroupBy(b *bound, rows selection, clustering profiler.Clustering, o RunOptions, m *machine, budget int64,
	stages *stages) *tier.GroupBy {
	g := &tier.GroupBy{
		Table: b.table, Source: b.state.id, Keys: b.keys, Key: b.key, Measures: b.measures, Levels: b.levels(),
		Select: rows.bits, Selected: rows.n, Filter: b.filterText(), Clustering: clustering,
		Machine: &m.Machine, Cores: o.Threads, Strategy: o.Strategy, Morsel: o.morsel, ListRows: o.listRows,
		Forced:   string(o.Tier),
		Budget:   func(groups int) int64 { return available(budget, groups, b) },
		Progress: func(done float64) { stages.report(Progress{Stage: "aggregate", Done: done}) },
	}
	if o.all {
		g.Workers = o.Threads
	}
	return g
}

// nodeBytes is about how many bytes a label of an axis takes in the crosstab.
const nodeBytes = 64

// available returns the bytes that the aggregation of so many groups may take: the budget less what the crosstab will
// take. If budget is 0, the budget is four fifths of the free memory.
func available(budget int64, groups int, b *bound) int64 {
	if free, ok := memory.Free(); budget == 0 && ok {
		budget = free / 5 * 4
	}
	if budget == 0 {
		return math.MaxInt64
	}
	return max(1, budget-int64(groups)*int64(b.levels())*(b.measures.GroupBytes()+nodeBytes))
}
