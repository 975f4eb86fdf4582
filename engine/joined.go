package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/engine/pushdown"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/profiler"
)

// joined is the table of all answers to the questions of one order, one answer below the other. A row of this table
// stands for many rows of the server.
type joined struct {
	table  *data.Table
	weight []int64 // by row: the number of rows of the server that it stands for
	start  []int   // the first row of each part, and at the end the number of rows
	total  int     // rows of the server that each part stands for
	state  *tableState
}

var errChanged = errors.New("the table changed while the server was asked: run the pivot again")

// join stacks the answers of an order. It returns errChanged if two answers stand for different numbers of rows.
func (o *order) join() (*joined, error) {
	j, err := o.stack()
	if err != nil {
		return nil, err
	}
	for i := range o.parts {
		total := int64(0)
		for _, n := range j.weight[j.start[i]:j.start[i+1]] {
			total += n
		}
		if i > 0 && total != int64(j.total) {
			return nil, errChanged
		}
	}
	return j, nil
}

// stack puts the answers of an order one below the other.
func (o *order) stack() (*joined, error) {
	j := &joined{start: []int{0}}
	var columns []remote.Column
	for i, p := range o.parts {
		total := int64(0)
		counts := p.answer.Columns[len(p.keys.Columns())]
		for row := range p.answer.Rows {
			n := counts.Int(row)
			j.weight = append(j.weight, n)
			total += n
		}
		if total > maxRows {
			return nil, fmt.Errorf("%s rows pass, and pivots take up to %s: filter them", profiler.Count(int(total)),
				profiler.Count(maxRows))
		}
		if i == 0 {
			j.total = int(total)
		}
		j.start = append(j.start, len(j.weight))
		for _, c := range p.keys.Columns() {
			if !slices.ContainsFunc(columns, func(have remote.Column) bool { return have.Name == c.Name }) {
				columns = append(columns, c)
			}
		}
	}
	var all []*data.Column
	for _, c := range o.table.Columns {
		if c.Type == data.Null {
			continue
		}
		if slices.ContainsFunc(columns, func(have remote.Column) bool { return have.Name == c.Name }) {
			all = append(all, j.column(c, o.parts))
		} else { // a column that the server added up
			all = append(all, j.column(c, nil))
		}
	}
	j.table = data.NewTable(o.table.Address.Table, all)
	j.table.Rows = len(j.weight)
	j.state = &tableState{table: j.table, keys: map[keyID]*key.Column{}, rows: max(1, j.total)}
	for _, s := range o.parts[0].states {
		if s.Stat != pushdown.Values && !slices.Contains(j.state.summed, s.Column) {
			j.state.summed = append(j.state.summed, s.Column)
		}
	}
	return j, nil
}

// column returns a column over the rows of all parts; it is null in the rows of parts without the column.
func (j *joined) column(c remote.Column, parts []*part) *data.Column {
	n := len(j.weight)
	valid := data.NewBitmap(n)
	ints, floats, codes, dict := []int64(nil), []float64(nil), []uint32(nil), []string(nil)
	switch c.Type {
	case data.Float:
		floats = memory.Make[float64](n)
	case data.Text:
		codes = memory.Make[uint32](n)
	default:
		ints = memory.Make[int64](n)
	}
	code := map[string]uint32{}
	for i, p := range parts {
		at := slices.IndexFunc(p.keys.Columns(), func(k remote.Column) bool { return k.Name == c.Name })
		if at < 0 {
			continue
		}
		from := p.answer.Columns[at]
		for row := range p.answer.Rows {
			to := j.start[i] + row
			if from.Valid != nil && !from.Valid.Get(row) {
				continue
			}
			valid.Set(to)
			switch {
			case floats != nil:
				floats[to] = from.Floats[row]
			case codes != nil:
				text := from.Dict.Values[from.Codes.At(row)]
				place, known := code[text]
				if !known {
					place = uint32(len(dict))
					code[text], dict = place, append(dict, text)
				}
				codes[to] = place
			default:
				ints[to] = from.Int(row)
			}
		}
	}
	switch c.Type {
	case data.Float:
		return data.NewFloatColumn(c.Name, floats, valid)
	case data.Text:
		return data.NewText(c.Name, codes, dict, valid)
	case data.Bool:
		yes := memory.Make[uint8](n)
		for i, v := range ints {
			yes[i] = uint8(v)
		}
		return data.NewBools(c.Name, yes, valid)
	}
	out := data.NewInts(c.Name, c.Type, c.Scale, ints, valid)
	out.UTC, out.Zone, out.Answered = c.UTC, c.Zone, true
	return out
}

// widest returns t with the named columns stored as wide integers, whose accumulators can hold any sum. The server
// added up values that t does not have, so that the range of the values in t is no bound for the sum.
func widest(t *data.Table, names []string) *data.Table {
	if len(names) == 0 {
		return t
	}
	columns := slices.Clone(t.Columns)
	for i, c := range columns {
		if !slices.Contains(names, c.Name) {
			continue
		}
		wide := *c
		wide.Wide, wide.Codes, wide.Base, wide.Min, wide.Max = memory.Make[int64](c.Rows), data.Codes{}, 0,
			math.MinInt64, math.MaxInt64
		for row := range wide.Wide {
			if c.Valid == nil || c.Valid.Get(row) {
				wide.Wide[row] = c.Int(row)
			}
		}
		columns[i] = &wide
	}
	out := *data.NewTable(t.Name, columns)
	out.Rows = t.Rows
	return &out
}

// group computes the groups of a query from the answers to its order.
func (j *joined) group(ctx context.Context, o *order, threads int) (*bound, *pivot.Groups, error) {
	q := o.query
	q.Filter = o.rest
	b, err := bind(ctx, j.state, q)
	if err != nil {
		return nil, nil, err
	}
	rows, err := selectRows(ctx, b, threads)
	if err != nil {
		return nil, nil, err
	}
	of, firsts := j.numberGroups(b, rows)
	g := &pivot.Groups{N: len(firsts)}
	for _, k := range b.keys {
		codes := each.Of(firsts, func(row int) uint32 { return k.Codes.At(row) })
		g.Codes = append(g.Codes, data.PackCodes(codes, k.Card))
	}
	b.measures.Expect(g.N, g.N)
	g.Accs = b.measures.New()
	for i, acc := range g.Accs {
		acc.Grow(g.N)
		if err := j.fill(ctx, o, b.measures, b.measures.Kinds[i], acc, of); err != nil {
			return nil, nil, err
		}
	}
	b.query = o.query
	return b, g, nil
}

// numberGroups returns the group of every row and the first row of every group. The group is aggregate.Skip for a row
// that does not pass the filter or has weight 0.
func (j *joined) numberGroups(b *bound, rows selection) (of []uint32, firsts []int) {
	of = make([]uint32, j.table.Rows)
	groups := map[string]uint32{}
	var name []byte
	for row := range of {
		if of[row] = aggregate.Skip; j.weight[row] == 0 || rows.bits != nil && !rows.bits.Get(row) {
			continue
		}
		name = name[:0]
		for _, k := range b.keys {
			code := k.Codes.At(row)
			name = append(name, byte(code), byte(code>>8), byte(code>>16), byte(code>>24))
		}
		g, known := groups[string(name)]
		if !known {
			g = uint32(len(firsts))
			groups[string(name)], firsts = g, append(firsts, row)
		}
		of[row] = g
	}
	return of, firsts
}
