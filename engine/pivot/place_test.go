package pivot_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// wide is a table of two row fields and a column field, of so many values each, with ties, nulls and money.
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
		ints("outer", data.Int, 0, outer, false), ints("inner", data.Int, 0, inner, true), ints("across", data.Int, 0, across, false),
		ints("n", data.Int, 0, 5, true), ints("money", data.Decimal, 2, 1e6, true), data.NewFloats("f", floats, nil),
	})
}

// TestPlaces holds ranks, running totals and shares of parents against plain loops over the figures as they are.
func TestPlaces(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for seed, c := range []struct {
		rows                 int
		outer, inner, across int64
		top                  int
		sorts                []query.Sort
	}{
		{2000, 7, 30, 5, 0, nil}, {2000, 7, 30, 5, 3, []query.Sort{{Value: 2, Desc: true}, {Field: 1, Value: 2, Desc: true}}},
		{300, 4, 400, 1, 0, []query.Sort{{Field: 1, Value: 0}}}, {1500, 3, 150, 400, 0, nil},
		{1500, 12, 40, 400, 5, []query.Sort{{Value: query.ByLabel, Desc: true}}}, {0, 1, 1, 1, 0, nil}, {1, 1, 1, 1, 1, nil},
	} {
		table := wide(rand.New(rand.NewPCG(uint64(seed), 8)), c.rows, c.outer, c.inner, c.across)
		plain := []query.Measure{
			{Func: query.Count}, {Func: query.Sum, Column: "n"}, {Func: query.Sum, Column: "money"}, {Func: query.Sum, Column: "f"}, {Func: query.Avg, Column: "n"},
		}
		q := query.Query{
			Rows: []query.Field{{Column: "outer"}, {Column: "inner"}}, Cols: []query.Field{{Column: "across"}}, Values: plain, Sorts: c.sorts,
			Tops: []query.TopN{{N: c.top, By: plain[2]}, {Field: 1, N: c.top, By: plain[0]}},
		}
		for _, m := range plain {
			for _, show := range query.Shows[4:] {
				if m.Show = show; show != query.Running || m.Adds() {
					q.Values = append(q.Values, m)
				}
			}
		}
		a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		all := q // ranks are among all labels, those beyond the top included
		all.Tops = nil
		whole, err := e.Pivot(context.Background(), table, all, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := places(a.Tab, whole.Tab, len(plain)); err != nil {
			t.Errorf("case %d: %v", seed, err)
		}
	}
}

// places checks the measures after the first plain ones, which are theirs as they are.
func places(tab, whole *pivot.Crosstab, plain int) error {
	index := map[string]int{} // of whole's rows
	for n := range whole.Rows.Nodes {
		index[pivot.PathKey(whole.Rows.Path(n))] = n
	}
	figureOf := func(m int) int {
		for i := range plain {
			if x := tab.Measures[m].Measure; tab.Measures[i].Func == x.Func && tab.Measures[i].Column == x.Column {
				return i
			}
		}
		return -1
	}
	for m := plain; m < len(tab.Measures); m++ {
		of := figureOf(m)
		for col := range tab.Cols.Nodes {
			for row := range tab.Rows.Nodes {
				want := ""
				switch tab.Measures[m].Show {
				case query.Rank:
					want = rankOf(whole, index[pivot.PathKey(tab.Rows.Path(row))], col, of)
				case query.Running:
					want = runningOf(tab, row, col, of)
				case query.PctParentRow:
					want = quotient(tab.Cell(row, col, of), tab.Cell(max(0, tab.Rows.Nodes[row].Parent), col, of))
				case query.PctParentCol:
					want = quotient(tab.Cell(row, col, of), tab.Cell(row, max(0, tab.Cols.Nodes[col].Parent), of))
				}
				if got := tab.Cell(row, col, m).String(); got != want {
					return fmt.Errorf("%s of %v, %v: %s, want %s", tab.Measures[m].Title(), tab.Rows.Path(row), tab.Cols.Path(col), got, want)
				}
			}
		}
	}
	return nil
}

func exact(v data.Value) *big.Rat {
	if v.Type == data.Float {
		return new(big.Rat).SetFloat64(v.Float)
	}
	x, _ := new(big.Rat).SetString(v.String())
	return x
}

func rankOf(tab *pivot.Crosstab, row, col, m int) string {
	v := tab.Cell(row, col, m)
	if row == 0 || v.IsNull() {
		return ""
	}
	greater := 0
	for n, node := range tab.Rows.Nodes {
		if other := tab.Cell(n, col, m); node.Parent == tab.Rows.Nodes[row].Parent && !other.IsNull() && exact(other).Cmp(exact(v)) > 0 {
			greater++
		}
	}
	return fmt.Sprint(greater + 1)
}

func runningOf(tab *pivot.Crosstab, row, col, m int) string {
	if row == 0 || tab.Empty(row, col) {
		return ""
	}
	sum, of := new(big.Rat), data.Value{}
	for n := 0; n <= row; n++ {
		if v := tab.Cell(n, col, m); tab.Rows.Nodes[n].Parent == tab.Rows.Nodes[row].Parent && !v.IsNull() {
			sum.Add(sum, exact(v))
			of = v
		}
	}
	switch of.Type {
	case data.Null:
		return ""
	case data.Float:
		f, _ := sum.Float64()
		return data.FloatValue(f).String()
	}
	return sum.FloatString(of.Scale)
}

func quotient(part, whole data.Value) string {
	if part.IsNull() || whole.IsNull() || exact(whole).Sign() == 0 {
		return ""
	}
	f, _ := new(big.Rat).Quo(exact(part), exact(whole)).Float64()
	return data.FloatValue(f).String()
}

// TestSharesOfIntegers holds shares of small integers against exact quotients, their marks included.
func TestSharesOfIntegers(t *testing.T) {
	ints := []int64{0, 1, -1, 3, 7, 10, -30, 1 << 20, 1<<53 - 1, 1 << 53, -1 << 53, 1<<53 + 1, 1 << 60}
	var rows []uint32
	keys, values := make([]int64, len(ints)), make([]int64, len(ints))
	for i, v := range ints {
		keys[i], values[i], rows = int64(i), v, append(rows, uint32(i))
	}
	for _, scale := range []int{0, 2} {
		typ := map[int]data.Type{0: data.Int, 2: data.Decimal}[scale]
		table := data.NewTable("shares", []*data.Column{data.NewInts("k", data.Int, 0, keys, nil), data.NewInts("v", typ, scale, values, nil)})
		e := engine.New(engine.Options{NoGPU: true})
		q := query.Query{Rows: []query.Field{{Column: "k"}}, Values: []query.Measure{{Func: query.Sum, Column: "v"}, {Func: query.Sum, Column: "v", Show: query.PctTotal}}}
		for _, drop := range rows {
			q.Filter = &query.Expr{Op: query.Ne, Field: q.Rows[0], Values: []query.Literal{{Text: fmt.Sprint(drop)}}}
			a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range a.Tab.Rows.Leaves {
				part, whole, got := a.Tab.Cell(n, 0, 0), a.Tab.Cell(0, 0, 0), a.Tab.Cell(n, 0, 1)
				_, exactly := new(big.Rat).Quo(exact(part), exact(whole)).Float64()
				if got.String() != quotient(part, whole) || got.Rounded == exactly {
					t.Errorf("%v of %v is %v, rounded %v", part, whole, got, got.Rounded)
				}
			}
		}
		e.Close()
	}
}
