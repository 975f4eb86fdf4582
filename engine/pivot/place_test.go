package pivot_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// wide makes a table of two row fields and a column field with ties, nulls and money. The arguments are the numbers
// of values of the fields.
func wide(r *rand.Rand, rows int, outer, inner, across int64) *data.Table {
	ints := func(name string, t data.Type, scale int, below int64, nulls bool) *data.Column {
		values, valid := make([]int64, rows), data.NewBitmap(rows)
		for i := range values {
			values[i] = r.Int64N(below) - below/3
			if r.IntN(4) > 0 {
				valid.Set(i)
			}
		}
		if !nulls {
			valid = nil
		}
		return data.NewInts(name, t, scale, values, valid)
	}
	floats := make([]float64, rows)
	for i := range floats {
		floats[i] = r.NormFloat64() * 1e9
	}
	return data.NewTable("wide", []*data.Column{
		ints("outer", data.Int, 0, outer, false), ints("inner", data.Int, 0, inner, true),
		ints("across", data.Int, 0, across, false),
		ints("n", data.Int, 0, 5, true), ints("money", data.Decimal, 2, 1e6, true), data.NewFloats("f", floats, nil),
	})
}

// TestShows compares every way to show, along both axes, with plain loops over the figures.
func TestShows(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for seed, c := range []struct {
		rows                 int
		outer, inner, across int64
		top                  int
		topCols              int
		sorts                []query.Sort
		empty                bool
	}{
		{2000, 7, 30, 5, 0, 0, nil, false}, {2000, 7, 30, 5, 3, 0, []query.Sort{{Value: 2, Desc: true},
			{Field: 1, Value: 2, Desc: true}}, false},
		{300, 4, 400, 1, 0, 0, []query.Sort{{Field: 1, Value: 0}}, false}, {1500, 3, 150, 400, 0, 0, nil, false},
		{1500, 12, 40, 400, 5, 0, []query.Sort{{Value: query.ByLabel, Desc: true}}, false},
		{0, 1, 1, 1, 0, 0, nil, false}, {1, 1, 1, 1, 1, 0, nil, false},
		{800, 6, 20, 5, 0, 3, []query.Sort{{Value: 2, Desc: true}, {Field: 1, Value: 2}}, false},
		{300, 6, 40, 7, 0, 0, nil, true}, {300, 6, 40, 7, 3, 2, []query.Sort{{Value: 2, Desc: true},
			{Field: 1, Value: 2}, {Cols: true, Value: 2}}, true}, {40, 9, 60, 9, 0, 0, nil, true},
	} {
		table := wide(rand.New(rand.NewPCG(uint64(seed), 8)), c.rows, c.outer, c.inner, c.across)
		plain := []query.Measure{
			{Func: query.Count}, {Func: query.Sum, Column: "n"}, {Func: query.Sum, Column: "money"},
			{Func: query.Sum, Column: "f"},
			{Func: query.Avg, Column: "n"}, {Func: query.Product, Column: "n"},
		}
		q := query.Query{
			Rows: []query.Field{{Column: "outer"}, {Column: "inner"}}, Cols: []query.Field{{Column: "n"},
				{Column: "across"}}, Values: plain, Sorts: c.sorts,
			Tops: []query.TopN{{N: c.top, By: plain[2]}, {Field: 1, N: c.top, By: plain[0]},
				{Cols: true, N: c.topCols, By: plain[2]}},
		}
		q.Layout.ShowEmpty = c.empty
		if seed == 0 {
			q.Cols = q.Cols[1:]
		}
		for _, m := range plain {
			for _, w := range query.Ways[1:] {
				for _, along := range []query.Along{query.AlongRows, query.AlongCols} {
					m.Show = query.Show{Kind: w.Kind, Along: along, Base: query.Literal{Text: "1"}, N: 2 + seed}
					if m.Show.Suits(m, true) == nil {
						q.Values = append(q.Values, m)
					}
				}
				for _, of := range append(q.Rows[:2:2], q.Cols...) {
					m.Show = query.Show{Kind: w.Kind, Base: query.Literal{Text: "1"}, N: 2 + seed%3, Of: of}
					if w.Field && (m.Column == "money" || m.Column == "f" || m.Func == query.Avg) &&
						m.Show.Suits(m, true) == nil {
						q.Values = append(q.Values, m)
					}
				}
			}
		}
		a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		all := q // ranks are among all labels, those beyond the top included, and so is a base
		all.Tops = nil
		whole, err := e.Pivot(context.Background(), table, all, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := shown(rand.New(rand.NewPCG(uint64(seed), 9)), a.Tab, whole.Tab, len(plain)); err != nil {
			t.Errorf("case %d: %v", seed, err)
		}
	}
}

// shown checks the measures after the first `plain` measures, which have the plain figures of the same aggregates.
// It checks all cells of a small pivot, and some cells of a large pivot.
func shown(r *rand.Rand, tab, whole *pivot.Crosstab, plain int) error {
	rows, cols := byPath(&whole.Rows), byPath(&whole.Cols)
	cells, most := tab.Rows.Len()*tab.Cols.Len(), 150
	if testing.Short() {
		most = 30
	}
	for m := plain; m < len(tab.Measures); m++ {
		ref := reference{tab, whole, rows, cols, m, tab.Measures[m].Show}
		for i := range min(cells, most) {
			if cells > most {
				i = r.IntN(cells)
			}
			row, col := i/tab.Cols.Len(), i%tab.Cols.Len()
			if got, want := tab.Cell(row, col, m).String(), ref.cell(row, col); got != want {
				return fmt.Errorf("%s of %v, %v: %q, want %q", tab.Measures[m].Title(), tab.Rows.Path(row),
					tab.Cols.Path(col), got, want)
			}
		}
	}
	return nil
}

// exact returns a figure as a fraction, and 0 for null.
func exact(v data.Value) *big.Rat {
	switch v.Type {
	case data.Null:
		return new(big.Rat)
	case data.Float:
		return new(big.Rat).SetFloat64(v.Float)
	}
	x, _ := new(big.Rat).SetString(v.String())
	return x
}

// TestSharesOfIntegers compares shares of small integers, and whether they are marked as rounded, with exact
// quotients.
func TestSharesOfIntegers(t *testing.T) {
	ints := []int64{0, 1, -1, 3, 7, 10, -30, 1 << 20, 1<<53 - 1, 1 << 53, -1 << 53, 1<<53 + 1, 1 << 60, math.MinInt64}
	var rows []uint32
	keys, values := make([]int64, len(ints)), make([]int64, len(ints))
	for i, v := range ints {
		keys[i], values[i], rows = int64(i), v, append(rows, uint32(i))
	}
	for _, scale := range []int{0, 2} {
		typ := map[int]data.Type{0: data.Int, 2: data.Decimal}[scale]
		table := data.NewTable("shares", []*data.Column{data.NewInts("k", data.Int, 0, keys, nil),
			data.NewInts("v", typ, scale, values, nil)})
		e := engine.New(engine.Options{NoGPU: true})
		q := query.Query{Rows: []query.Field{{Column: "k"}}, Values: []query.Measure{{Func: query.Sum, Column: "v"},
			{Func: query.Sum, Column: "v", Show: query.Show{Kind: query.PctTotal}}}}
		for _, drop := range rows {
			q.Filter = &query.Expr{Op: query.Ne, Field: q.Rows[0], Values: []query.Literal{{Text: fmt.Sprint(drop)}}}
			a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range a.Tab.Rows.Leaves() {
				part, whole, got := a.Tab.Cell(n, 0, 0), a.Tab.Cell(0, 0, 0), a.Tab.Cell(n, 0, 1)
				_, exactly := new(big.Rat).Quo(exact(part), exact(whole)).Float64()
				if got.String() != ratio(part, whole) || got.Rounded == exactly {
					t.Errorf("%v of %v is %v, rounded %v", part, whole, got, got.Rounded)
				}
			}
		}
		e.Close()
	}
}
