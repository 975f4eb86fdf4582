package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/expression/filter"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/engine/pushdown"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/profiler"
)

// Served reports whether the rows of a table are on a server.
func (e *Engine) Served(t *data.Table) bool { return e.served(t) != nil }

// rows lists at most `most` rows that pass the filter of q and have the labels of a path, in no order, and counts all
// such rows. The fields of the path are the row fields of q, which has no column fields.
func (s *served) rows(ctx context.Context, state *tableState, q query.Query, path []pivot.PathCodes,
	most int) (pivot.Listing, int, error) {
	threads := RunOptions{}.complete().Threads
	if err := s.server.Complete(ctx); err != nil {
		return pivot.Listing{}, 0, err
	}
	o, err := s.order(ctx, state, q)
	if err != nil {
		return pivot.Listing{}, 0, err
	}
	o.where = pushdown.JoinConditions(o.where, s.labelCondition(o, path))
	first := o.parts[0]
	if err := o.list(ctx, first); err != nil {
		return pivot.Listing{}, 0, err
	}
	j, err := o.join()
	if err != nil {
		return pivot.Listing{}, 0, err
	}
	q = o.query
	q.Filter = o.rest
	under, _, err := j.state.rowsUnder(ctx, q, path, threads)
	if err != nil {
		return pivot.Listing{}, 0, err
	}
	n, groups := 0, indices(under, j.table.Rows)
	for _, group := range groups {
		n += int(j.weight[group])
	}
	where, limit, exact := o.where, min(most, n, o.most), true
	if len(groups) < j.table.Rows && n > 0 {
		var these string
		these, exact = first.keys.Under(first.answer, j.largestGroups(groups, most))
		where = pushdown.JoinConditions(where, these)
	}
	if !exact {
		limit = min(max(most, rowsChecked), o.most)
	}
	rows, err := s.ask(ctx, where, limit)
	if err != nil {
		return pivot.Listing{}, 0, err
	}
	answer := &tableState{table: rows, keys: map[keyID]*key.Column{}}
	under, passing, err := answer.rowsUnder(ctx, o.query, path, threads)
	if err != nil {
		return pivot.Listing{}, 0, err
	}
	l := pivot.Listing{}
	names := each.Of(q.Lets, func(let query.Let) string { return let.Name })
	if l.Table, err = answer.calculate(ctx, q.Lets, names, nil); err != nil {
		return l, 0, err
	}
	if passing < rows.Rows || most < rows.Rows {
		l.Rows = indices(under, min(passing, most))
	}
	return l, max(n, l.Len()), ctx.Err() // rows may have been added since they were counted
}

// rowsChecked is the least number of rows to ask for if no SQL condition selects the wanted rows exactly.
const rowsChecked = 100_000

// ask asks for at most `most` rows of the table, with all columns that have a type.
func (s *served) ask(ctx context.Context, where string, most int) (*data.Table, error) {
	var names []string
	for _, c := range s.table.Columns {
		if c.Type != data.Null {
			names = append(names, c.Name)
		}
	}
	if most == 0 {
		return s.table.Schema(), nil
	}
	q, err := s.writer.Rows(names, where, most)
	if err != nil {
		return nil, err
	}
	t, err := s.server.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	t.Name, t.Path, t.Format = s.table.Address.Table, s.table.Address.String(), s.table.Address.Kind
	return t, nil
}

// labelCondition returns the SQL condition for the labels of a path. The condition leaves out labels that SQL cannot
// express.
func (s *served) labelCondition(o *order, path []pivot.PathCodes) string {
	var all []string
	for _, p := range path {
		f := p.Key.Field
		at := slices.IndexFunc(s.table.Columns, func(c remote.Column) bool { return c.Name == f.Column })
		if p.Not || at < 0 || f != (query.Field{Column: f.Column}) || o.calculated(f.Column) != nil ||
			len(p.Codes) != 1 {
			continue
		}
		if sql, _ := s.writer.Is(s.table.Columns[at], p.Key.Label(p.Codes[0])); sql != "" {
			all = append(all, sql)
		}
	}
	return strings.Join(all, " AND ")
}

// largestGroups returns the groups with the most rows, in descending order. It returns as many groups as are needed for
// `rows` rows.
func (j *joined) largestGroups(groups []uint32, rows int) []int {
	out := each.Of(groups, func(group uint32) int { return int(group) })
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(j.weight[b], j.weight[a]) })
	have := int64(0)
	for i, group := range out {
		if have += j.weight[group]; have >= int64(rows) {
			return out[:i+1]
		}
	}
	return out
}

// rowsUnder returns the rows that pass the filter of q and have the labels of a path, and their number. The labels may
// come from the key columns of another table. q.Rows are the fields of the path.
func (s *tableState) rowsUnder(ctx context.Context, q query.Query, path []pivot.PathCodes,
	threads int) (rows data.Bitmap, n int, err error) {
	q.Values = nil
	b, err := bind(ctx, s, q)
	if err != nil {
		return nil, 0, err
	}
	passing, err := selectRows(ctx, b, threads)
	if err != nil {
		return nil, 0, err
	}
	var labels []filter.Label
	for i, p := range path {
		wanted := map[string]bool{}
		for _, code := range p.Codes {
			wanted[labelID(p.Key.Label(code))] = true
		}
		l := filter.Label{Key: b.keys[i], Not: p.Not}
		for code := range b.keys[i].Card {
			if wanted[labelID(b.keys[i].Label(uint32(code)))] {
				l.Codes = append(l.Codes, uint32(code))
			}
		}
		labels = append(labels, l)
	}
	return filter.WithLabels(ctx, s.table.Rows, passing.bits, labels, threads)
}

// labelID returns a text that differs for any two labels of a field. All NaN are one label. -0 and 0 are two labels.
func labelID(v data.Value) string {
	if v.Type == data.Float {
		if math.IsNaN(v.Float) {
			return "NaN"
		}
		return fmt.Sprint(math.Float64bits(v.Float))
	}
	return fmt.Sprint(v.Type, " ", v)
}

// list asks a question whose answer is a list of values.
func (o *order) list(ctx context.Context, p *part) error {
	q, err := p.keys.Groups(p.states, o.where, o.most)
	if err != nil {
		return err
	}
	p.answer, err = o.server.Ask(ctx, q)
	var many *remote.TooMany
	if errors.As(err, &many) {
		names := each.Of(p.keys.Columns(), func(c remote.Column) string { return c.Name })
		return fmt.Errorf("the server has more than %s values of %s: filter the table first", profiler.Count(o.most),
			strings.Join(names, ", "))
	}
	return err
}

// frequencies works like Frequencies, for a table on a server.
func (s *served) frequencies(ctx context.Context, state *tableState, lets []query.Let, f query.Field,
	where *query.Expr) (*Frequencies, error) {
	if err := s.server.Complete(ctx); err != nil {
		return nil, err
	}
	all, err := s.order(ctx, state, query.Query{Lets: lets, Rows: []query.Field{f}})
	if err != nil {
		return nil, err
	}
	if err := all.list(ctx, all.parts[0]); err != nil {
		return nil, err
	}
	passing, err := s.order(ctx, state, query.Query{Lets: lets, Rows: []query.Field{f}, Filter: where})
	if err != nil {
		return nil, err
	}
	together := *passing
	together.parts = []*part{all.parts[0]}
	if where != nil {
		if err := passing.list(ctx, passing.parts[0]); err != nil {
			return nil, err
		}
		together.parts = append(together.parts, passing.parts[0])
	}
	j, err := together.stack()
	if err != nil {
		return nil, err
	}
	b, err := bind(ctx, j.state, query.Query{Lets: lets, Rows: []query.Field{f}, Filter: passing.rest})
	if err != nil {
		return nil, err
	}
	rows, err := selectRows(ctx, b, RunOptions{}.complete().Threads)
	if err != nil {
		return nil, err
	}
	out := &Frequencies{Key: b.keys[0], Rows: make([]uint32, b.keys[0].Card)}
	present := make([]bool, out.Key.Card)
	for row := range j.table.Rows {
		code := out.Key.Codes.At(row)
		present[code] = present[code] || j.weight[row] > 0
		if counts := where == nil || row >= j.start[1]; counts && (rows.bits == nil || rows.bits.Get(row)) {
			out.Rows[code] += uint32(j.weight[row])
		}
	}
	out.Codes = labelOrder(out.Key, func(code uint32) bool { return present[code] })
	return out, ctx.Err()
}
