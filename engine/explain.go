package engine

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/explain"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/memory"
	"cardinal/internal/wording"
)

// ErrNoRows is the error for a figure that is computed from no row of the table.
var ErrNoRows = errors.New("no row of the table is behind this figure")

// Explain says which labels of the other columns make a figure of tab what it is. tab is an answer over t. The columns
// are grouped in parallel, each by itself. Explain calls progress with the finished share of the columns, from any
// goroutine.
func (e *Engine) Explain(ctx context.Context, t *data.Table, tab *pivot.Crosstab, of explain.Question,
	progress func(done float64)) (_ *explain.Explanation, err error) {
	if err := e.requireLocal(t); err != nil {
		return nil, err
	}
	ctx, done := memory.Watch(ctx)
	defer func() { err = adviseSmaller(done(err)) }()
	x, err := e.newExplanation(ctx, t, tab, of)
	if err != nil {
		return nil, err
	}
	columns := make([]explain.Column, len(x.table.Columns))
	why := make([]string, len(columns))
	var finished atomic.Int64
	err = parallel.On(ctx, x.cores, len(columns), func(ctx context.Context, i int) (err error) {
		columns[i], why[i], err = x.column(ctx, x.table.Columns[i])
		progress(float64(finished.Add(1)) / float64(len(columns)))
		return err
	})
	if err != nil {
		return nil, err
	}
	out := &explain.Explanation{Question: of, Measure: x.measure, Kind: x.explainer.Kind}
	for i, c := range columns {
		if why[i] != "" {
			out.LeftOut = append(out.LeftOut, explain.LeftOut{Column: x.table.Columns[i].Name, Why: why[i]})
		} else {
			out.Columns = append(out.Columns, c)
		}
	}
	x.explainer.Finish(out, tab)
	return out, ctx.Err()
}

// explanation has what all columns of an explanation need.
type explanation struct {
	*Engine
	state     *tableState
	given     *data.Table // the table of the state
	table     *data.Table // with the calculated fields
	query     query.Query
	measure   pivot.Measure
	kind      explain.Kind
	fields    []query.Field // the fields whose labels name the figures
	sides     [explain.Sides]*selection
	sample    []uint32 // some rows of the whole, evenly spread
	explainer *explain.Explainer
	words     *wording.Words
	cores     int
	threads   int // of each column
}

// sampledRows is the number of rows from which the edges of a column's ranges are computed.
const sampledRows = 1 << 11

// newExplanation selects the rows of the figures and computes the figures.
func (e *Engine) newExplanation(ctx context.Context, t *data.Table, tab *pivot.Crosstab,
	of explain.Question) (*explanation, error) {
	x := &explanation{Engine: e, state: e.state(t), given: t, cores: runtime.GOMAXPROCS(0), words: tab.Words()}
	var err error
	if x.table, err = e.Calculated(ctx, t, tab.Query.Lets); err != nil {
		return nil, err
	}
	x.threads = max(1, x.cores/max(1, len(x.table.Columns)))
	whole, err := selectRows(ctx, &bound{table: x.table, state: x.state, query: tab.Query}, x.cores)
	if err != nil {
		return nil, err
	}
	x.sides[explain.Whole], x.sample = &whole, whole.spread(t.Rows, sampledRows)
	for side, at := range []*explain.Place{{Row: of.Row, Col: of.Col}, of.Other} {
		if at == nil {
			continue
		}
		path := append(tab.Rows.Codes(at.Row), tab.Cols.Codes(at.Col)...)
		for _, p := range path {
			if !p.Not { // Others stands for several labels
				x.fields = append(x.fields, p.Key.Field)
			}
		}
		rows := whole
		if len(path) > 0 {
			if rows, err = whole.under(ctx, t.Rows, path, x.cores); err != nil {
				return nil, err
			}
		}
		x.sides[side] = &rows
	}
	if x.sides[explain.Own].n == 0 {
		return nil, ErrNoRows
	}
	if x.measure, err = measureOf(tab, of); err != nil {
		return nil, err
	}
	split := explain.NewSplit(x.measure.Measure)
	x.query, x.kind = query.Query{Lets: tab.Query.Lets, Values: split.Measures}, split.Kind
	totals, err := x.group(ctx, nil, nil, x.cores)
	if err != nil {
		return nil, err
	}
	x.explainer = explain.NewExplainer(tab.Words(), of, split, totals)
	x.kind = x.explainer.Kind
	return x, nil
}

// measureOf returns the measure of the figures of a question.
func measureOf(tab *pivot.Crosstab, of explain.Question) (pivot.Measure, error) {
	m, ok := tab.MeasureAt(of.Row, of.Col, of.Measure)
	if ok && of.Other != nil {
		var other pivot.Measure
		other, ok = tab.MeasureAt(of.Other.Row, of.Other.Col, of.Measure)
		ok = ok && other.Measure == m.Measure
	}
	if !ok {
		return m, errors.New("the total is blank, or has another function than the figure that it is compared with: " +
			"choose another figure")
	}
	return m, nil
}

// spread lists up to about n of the selected rows of a table, evenly spread.
func (s selection) spread(rows, n int) (out []uint32) {
	step := max(1, s.n/n)
	if s.bits == nil {
		for i := 0; i < rows; i += step {
			out = append(out, uint32(i))
		}
		return out
	}
	seen := 0
	for w, word := range s.bits {
		if c := bits.OnesCount64(word); seen/step == (seen+c)/step {
			seen += c
			continue
		}
		for ; word != 0; word &= word - 1 {
			if seen++; seen%step == 0 {
				out = append(out, uint32(w*64+bits.TrailingZeros64(word)))
			}
		}
	}
	return out
}

// group returns the figures of each side by the labels of k. If k is nil, it returns one figure for each side. A side
// with all rows of the pivot has the same figures as the whole pivot, which are computed only once.
func (x *explanation) group(ctx context.Context, fields []query.Field, k *key.Column,
	threads int) (out [explain.Sides]*explain.Groups, err error) {
	q, whole := x.query, x.sides[explain.Whole]
	q.Rows = fields
	for side, rows := range x.sides {
		switch {
		case rows == nil || out[side] != nil:
			continue
		case side == explain.Whole && x.kind == explain.Shares:
			q.Values = q.Values[:1] // only the number of rows
		}
		g, err := x.groupRows(ctx, q, rows, k, threads)
		if err != nil {
			return out, err
		}
		if out[side] = g; rows.n == whole.n {
			for other, rows := range x.sides {
				if rows != nil && rows.n == whole.n {
					out[other] = g
				}
			}
		}
	}
	return out, nil
}

// groupRows returns the figures of some rows by the labels of k. If k is nil, it returns the figures of all these rows
// together.
func (x *explanation) groupRows(ctx context.Context, q query.Query, rows *selection, k *key.Column,
	threads int) (_ *explain.Groups, err error) {
	stages := startStages(nil)
	how := RunOptions{Threads: threads, Barred: []Tier{GPU}, answers: true, rows: rows}
	p, err := x.plan(ctx, x.given, q, how, stages)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.measures.Release()) }()
	g, err := p.run(ctx, stages)
	if err != nil {
		return nil, err
	}
	values, err := readOut(ctx, p.bound, g.Groups, threads)
	if err != nil {
		return nil, err
	}
	if k == nil {
		return explain.NewGroups(values, g.Groups.N, data.Codes{}, 0), nil
	}
	return explain.NewGroups(values, g.Groups.N, g.Groups.Codes[0], k.Card), nil
}

// column takes the figure apart by a column. If the column explains nothing, why says the reason.
func (x *explanation) column(ctx context.Context, c *data.Column) (out explain.Column, why string, err error) {
	fields, why := x.fieldsOf(c)
	for _, f := range fields {
		k, err := x.state.encode(ctx, x.table, f)
		if err != nil {
			return out, "", err
		}
		if whole := x.sides[explain.Whole]; 2*k.Card > whole.n && 2*whole.labels(k) > whole.n {
			why = x.words.L("nearly every row has a label of its own")
			continue
		}
		sides, err := x.group(ctx, []query.Field{f}, k, x.threads)
		if err != nil {
			return out, "", err
		}
		out, why = x.explainer.Column(f, k, sides)
		return out, why, ctx.Err()
	}
	return out, why, ctx.Err()
}

// labels returns how many labels the selected rows have.
func (s selection) labels(k *key.Column) int {
	seen := data.NewBitmap(k.Card)
	for i := range k.Codes.Len() {
		if s.bits.Get(i) {
			seen.Set(int(k.Codes.At(i)))
		}
	}
	return seen.Count()
}

// fewValues is the greatest range of whole numbers for which each number is a label. Other numbers are put into ranges.
const fewValues = 32

// fieldsOf returns the fields by which a column may explain a figure, the finest field first. The caller skips a field
// if nearly every row has a label of its own, and takes the first of the others. Dates become periods, and numbers
// become ranges. If the pivot groups by the year of a date, the field is the name of its month. If there is no field,
// why says the reason.
func (x *explanation) fieldsOf(c *data.Column) (fields []query.Field, why string) {
	f := query.Field{Column: c.Name}
	part := func(parts ...query.Part) {
		for _, p := range parts {
			fields = append(fields, query.Field{Column: c.Name, Part: p})
		}
	}
	named, years := false, c.Type.Temporal()
	for _, by := range x.fields {
		if by.Column == c.Name {
			named = true
			years = years && slices.Contains([]query.Part{query.Year, query.TruncYear, query.FiscalYear}, by.Part)
		}
	}
	switch {
	case c.Type == data.Null || c.Nulls == c.Rows:
		return nil, x.words.L("it has no value")
	case named && years:
		part(query.MonthName)
	case named:
		return nil, x.words.L("the figures are those of its labels")
	case c.Type.Temporal() && c.Unit == 0:
		part(periods(c)...)
		if c.IntValue(c.Max).Time().Year()-c.IntValue(c.Min).Time().Year() > 2 {
			fields = fields[len(fields)-1:] // years
		} else if len(fields) == 0 {
			part(query.Whole)
		}
	case c.Type.Numeric() && !c.IsIdentifier():
		if c.Type != data.Float && uint64(c.Max)-uint64(c.Min) < fewValues {
			fields = append(fields, f)
		}
		fields = append(fields, x.ranges(c))
	default:
		fields = append(fields, f)
	}
	return fields, ""
}

// ranges returns a field of up to eight ranges that have about equally many rows of the sample. Edges are rounded to
// two digits. If no edge divides the sample, ranges returns the field of the column itself.
func (x *explanation) ranges(c *data.Column) query.Field {
	const ranges = 8
	var values []float64
	for _, row := range x.sample {
		if v, ok := c.Value(int(row)).Number(); ok && v-v == 0 {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	var edges []string
	last := math.Inf(-1)
	add := func(v float64) {
		edge, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 1, 64), 64)
		if edge > values[0] && edge > last {
			edges, last = append(edges, strconv.FormatFloat(edge, 'f', -1, 64)), edge
		}
	}
	if len(values) > 0 {
		for i := 1; i < ranges; i++ {
			add(values[i*len(values)/ranges])
		}
	}
	for _, v := range values {
		if len(edges) == 0 {
			add(v)
		}
	}
	f := query.Field{Column: c.Name, Part: query.Edges}
	if len(edges) > 0 {
		if of, err := f.WithArgument(edges); err == nil {
			return of
		}
	}
	return query.Field{Column: c.Name}
}
