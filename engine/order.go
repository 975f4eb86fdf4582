package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/pushdown"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// mostListed is the greatest number of rows of an answer that lists values, or that has finer groups than the pivot.
const mostListed = 2_000_000

// manyListed is the error for a list that has more values than the engine asks a server for.
type manyListed struct {
	columns []string
	most    int
}

func (m *manyListed) words() string {
	return fmt.Sprintf("the pivot needs the values of %s, and the server has more than %s of them",
		strings.Join(m.columns, ", "), profiler.Count(m.most))
}

func (m *manyListed) Error() string {
	return m.words() + ": keep fewer fields, filter, or run the pivot on this machine, which copies the columns"
}

// order is a query over a table on a server. It is split into questions for the server and into work for this machine.
type order struct {
	*served
	query query.Query // bound to the schema
	rest  *query.Expr // the condition that this machine decides; nil: none
	where string
	own   []query.Field // the fields whose columns are on the server, and not calculated
	parts []*part
}

// part is a question. The first part of an order has the states of all groups; the other parts list values.
type part struct {
	keys   *pushdown.Keys
	listed []string // columns whose values are listed, in addition to the keys
	states []pushdown.State
	answer *data.Table
	ms     float64 // time of the question
}

// order splits a query into questions. If a period of the filter ends at the latest date of a column, order asks the
// server for this date.
func (s *served) order(ctx context.Context, state *tableState, q query.Query) (*order, error) {
	b, err := bind(ctx, state, q) // bind checks the query, as for any table
	if err != nil {
		return nil, err
	}
	o := &order{served: s, query: b.query}
	if o.query.Filter, err = s.resolvePeriods(ctx, b.query.Filter); err != nil {
		return nil, err
	}
	o.where, o.rest = s.writer.Where(o.query.Filter)
	fields := slices.Concat(q.Rows, q.Cols)
	var names []string
	if o.rest != nil {
		o.rest.Visit(func(a *query.Arith) {
			if a.Column != "" {
				names = append(names, a.Column)
			}
		}, func(f query.Field) { fields = append(fields, f) })
	}
	var own []query.Field
	for _, f := range fields {
		switch {
		case f.Part == query.Bins:
			return nil, fmt.Errorf("%s needs the order of all rows, which stay on the server: take bins of a width", f)
		case o.calculated(f.Column) == nil:
			own = append(own, f.Base())
		default:
			names = append(names, f.Column)
		}
	}
	first := &part{}
	if first.listed, err = o.columns(names); err != nil {
		return nil, err
	}
	o.parts = []*part{first}
	for _, m := range b.measures.Parts() {
		if err := o.add(m); err != nil {
			return nil, err
		}
	}
	o.own = own
	for _, p := range o.parts {
		if p.keys, err = s.writer.Keys(own, slices.Concat(first.listed, p.listed)); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// calculated returns the calculated field with a name, or nil if the query has none.
func (o *order) calculated(name string) *query.Let {
	for i, l := range o.query.Lets {
		if strings.EqualFold(l.Name, name) {
			return &o.query.Lets[i]
		}
	}
	return nil
}

// columns returns the sorted names of the table's columns that the named fields read. A calculated field is replaced by
// the columns of its expression.
func (o *order) columns(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		if let := o.calculated(name); let != nil {
			a, err := query.ParseArith(let.Expr)
			if err != nil {
				return nil, err
			}
			under, err := o.columns(a.Columns())
			if err != nil {
				return nil, err
			}
			out = append(out, under...)
			continue
		}
		c, err := o.table.Schema().Column(name)
		if err != nil {
			return nil, err
		}
		out = append(out, c.Name)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// add adds a measure to the questions. If the server can compute its states, they become states of the first part.
// Otherwise a part lists the values of the measure's columns.
func (o *order) add(m query.Measure) error {
	if m.Func == query.First || m.Func == query.Last {
		return fmt.Errorf("%s needs the order of the rows, and the rows of a table on a server have none", m)
	}
	if states, ok := o.states(m); ok {
		o.parts[0].states = each.Add(o.parts[0].states, states...)
		return nil
	}
	listed, err := o.columns(m.Columns())
	if err == nil && o.listPart(listed) == nil {
		o.parts = append(o.parts, &part{listed: listed})
	}
	return err
}

// listPart returns a part whose answer lists the values of all columns, or nil if no part does.
func (o *order) listPart(columns []string) *part {
	at := slices.IndexFunc(o.parts, func(p *part) bool {
		return (p == o.parts[0] || len(p.listed) > 0) && len(columns) > 0 && !slices.ContainsFunc(columns,
			func(c string) bool { return !slices.Contains(p.listed, c) })
	})
	if at < 0 {
		return nil
	}
	return o.parts[at]
}

// states returns the states that a measure is computed from, and false if the measure needs the values themselves.
func (o *order) states(m query.Measure) ([]pushdown.State, bool) {
	if m.Expr != "" || m.Where != "" || o.calculated(m.Column) != nil || o.calculated(m.Other) != nil {
		return nil, false
	}
	var names []string
	for _, name := range m.Columns() {
		c, err := o.table.Schema().Column(name)
		if err != nil {
			return nil, false
		}
		names = append(names, c.Name)
	}
	var stats []pushdown.Stat
	can := func(string) bool { return true }
	switch m.Func {
	case query.Count:
		stats = []pushdown.Stat{pushdown.Values}
	case query.Sum, query.Avg, query.Ratio:
		stats, can = []pushdown.Stat{pushdown.Values, pushdown.High, pushdown.Low}, o.writer.Sums
	case query.Min:
		stats, can = []pushdown.Stat{pushdown.Values, pushdown.Least}, o.writer.Extremes
	case query.Max:
		stats, can = []pushdown.Stat{pushdown.Values, pushdown.Greatest}, o.writer.Extremes
	default:
		return nil, false
	}
	var out []pushdown.State
	for _, name := range names {
		if !can(name) {
			return nil, false
		}
		for _, s := range stats {
			out = append(out, pushdown.State{Column: name, Stat: s})
		}
	}
	return out, true
}

// resolvePeriods returns a copy of a condition in which every period is counted from a known day. If a period has no
// day, resolvePeriods asks the server for the latest date of its column in the whole table.
func (s *served) resolvePeriods(ctx context.Context, e *query.Expr) (*query.Expr, error) {
	if e == nil {
		return nil, nil
	}
	out := *e
	out.Args = make([]*query.Expr, len(e.Args))
	for i, arg := range e.Args {
		var err error
		if out.Args[i], err = s.resolvePeriods(ctx, arg); err != nil {
			return nil, err
		}
	}
	if e.Op != query.Within || e.Of != nil || e.Period.Of != "" {
		return &out, nil
	}
	q, err := s.writer.Latest(e.Field.Column)
	if err != nil {
		return nil, err
	}
	t, err := s.server.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	out.Period.Of = time.Unix(0, 0).UTC().Format(time.DateOnly) // the day if the column has no values
	if v := t.Columns[0].Value(0); t.Rows == 1 && !v.IsNull() {
		out.Period.Of = v.Time().Format(time.DateOnly)
	}
	return &out, nil
}

// ask asks all questions of an order. An answer of more than `most` groups is an error; 0 sets no limit.
func (o *order) ask(ctx context.Context, most int, progress func(done float64)) error {
	for i, p := range o.parts {
		limit := o.most
		if i == 0 && len(p.listed) == 0 && o.rest == nil {
			limit = most
		}
		q, err := p.keys.Groups(p.states, o.where, limit)
		if err != nil {
			return err
		}
		q.Progress = func(done float64) { progress((float64(i) + done) / float64(len(o.parts))) }
		start := system.Now()
		p.answer, err = o.server.Ask(ctx, q)
		p.ms = profiler.Milliseconds(system.Since(start))
		var many *remote.TooMany
		switch {
		case errors.As(err, &many) && limit == most:
			return &TooLarge{TooLarge: &dispatch.TooLarge{Extent: dispatch.Extent{Rows: many.Most + 1, Cols: 1,
				Values: len(o.query.Values)}, Limit: most}}
		case errors.As(err, &many):
			return &manyListed{slices.Concat(o.parts[0].listed, p.listed), limit}
		case err != nil:
			return err
		}
	}
	return o.checkTypes(ctx) // after all answers, so that it checks all rows that were added up
}

// checkTypes returns an error if the type of a column that the server adds up has changed. The sum itself does not show
// the type of its values.
func (o *order) checkTypes(ctx context.Context) error {
	var summed []string
	for _, s := range o.parts[0].states {
		if s.Stat == pushdown.High {
			summed = append(summed, s.Column)
		}
	}
	if len(summed) == 0 {
		return nil
	}
	return o.server.Altered(ctx, o.table, summed)
}

// answers asks the questions of an order and joins the answers. It asks once more if a row was added between two
// questions.
func (o *order) answers(ctx context.Context, most int, report func(done float64)) (*joined, error) {
	var a *joined
	err := errChanged
	for try := 0; try < 2 && errors.Is(err, errChanged); try++ {
		if err = o.ask(ctx, most, report); err == nil {
			a, err = o.join()
		}
	}
	return a, err
}
