package pivot_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// branch is a node of an axis and its rows in the table.
type branch struct {
	path string
	rows []int
}

// plainly computes a measure of rows by loops over their values. It returns false if the measure has no value.
func plainly(t *data.Table, m query.Measure, rows []int) (float64, bool) {
	if m.Func == query.Count {
		return float64(len(rows)), true
	}
	c, err := t.Column(m.Column)
	if err != nil {
		panic(err)
	}
	var values []float64
	sum := 0.0
	for _, r := range rows {
		if v, ok := c.Value(r).Number(); ok {
			values, sum = append(values, v), sum+v
		}
	}
	slices.Sort(values)
	n := len(values)
	switch {
	case m.Func == query.Distinct:
		return float64(len(slices.Compact(values))), true
	case n == 0:
		return 0, false
	case m.Func == query.Median:
		return (values[(n-1)/2] + values[n/2]) / 2, true
	case m.Func == query.Avg:
		return sum / float64(n), true
	}
	return sum, true
}

// passing reports whether rows pass a condition of the test.
func passing(t *data.Table, h query.Having, rows []int) bool {
	v, ok := plainly(t, h.Of, rows)
	if h.If.Op == query.IsNull {
		return !ok
	}
	least, err := strconv.ParseFloat(h.If.Values[0].Text, 64)
	return ok && err == nil && v >= least
}

// added returns the exact sum of a measure over rows. The measure must add up.
func added(t *data.Table, m query.Measure, rows []int) *big.Rat {
	sum := new(big.Rat)
	for _, r := range rows {
		one := big.NewRat(1, 1)
		if m.Func == query.Sum {
			c, _ := t.Column(m.Column)
			if one.SetInt64(0); !c.Value(r).IsNull() {
				one.SetString(c.Value(r).String())
			}
		}
		sum.Add(sum, one)
	}
	return sum
}

// upTo returns the first labels that make up a share of the total, or add up to a sum. The labels are taken in their
// order.
func upTo(t *data.Table, top query.TopN, labels []string, rows map[string][]int) []string {
	total, sum := new(big.Rat), new(big.Rat)
	for _, l := range labels {
		total.Add(total, added(t, top.By, rows[l]))
	}
	if top.Until.Share() && total.Sign() == 0 {
		return labels
	}
	for i, l := range labels {
		sum.Add(sum, added(t, top.By, rows[l]))
		amount := new(big.Rat).Set(sum)
		if top.Until.Share() {
			amount.Quo(sum, total)
		}
		if amount.Cmp(top.Until.Amount()) >= 0 {
			return labels[:i+1]
		}
	}
	return labels
}

// branches lists the nodes of an axis depth first, from the rows of the table alone.
func branches(t *data.Table, q query.Query, cols bool, depth int, b branch) []branch {
	out := []branch{b}
	fields := q.Side(cols)
	if depth == len(fields) {
		return out
	}
	c, _ := t.Column(fields[depth].Column)
	byLabel := map[string][]int{}
	values := map[string]data.Value{}
	for _, r := range b.rows {
		v := c.Value(r)
		byLabel[v.String()], values[v.String()] = append(byLabel[v.String()], r), v
	}
	labels := slices.SortedFunc(maps.Keys(byLabel), func(x, y string) int {
		if values[x].IsNull() != values[y].IsNull() {
			return cmp.Compare(len(y), len(x)) // null is the empty text
		}
		return data.Compare(values[x], values[y])
	})
	kept, others, limited := slices.Clone(labels), false, false
	for _, h := range q.Havings {
		if h.Cols == cols && h.Field == depth {
			kept = slices.DeleteFunc(kept, func(l string) bool { return !passing(t, h, byLabel[l]) })
			others, limited = others || h.Others, true
		}
	}
	for _, top := range q.Tops {
		if top.Cols == cols && top.Field == depth {
			slices.SortStableFunc(kept, func(x, y string) int {
				a, okA := plainly(t, top.By, byLabel[x])
				b, okB := plainly(t, top.By, byLabel[y])
				switch {
				case !okA || !okB:
					return map[bool]int{false: 1}[okA] - map[bool]int{false: 1}[okB]
				case top.Bottom:
					return cmp.Compare(a, b)
				}
				return cmp.Compare(b, a)
			})
			if top.Until != "" {
				kept = upTo(t, top, kept, byLabel)
			} else {
				kept = kept[:min(top.N, len(kept))]
			}
			others, limited = others || top.Others, true
		}
	}
	var left []int
	for _, l := range labels {
		if limited && !slices.Contains(kept, l) {
			left = append(left, byLabel[l]...)
			continue
		}
		out = append(out, branches(t, q, cols, depth+1, branch{b.path + "/" + l, byLabel[l]})...)
	}
	if others && len(left) > 0 {
		slices.Sort(left)
		out = append(out, branches(t, q, cols, depth+1, branch{b.path + "/Others", left})...)
	}
	return out
}

// TestLeftOut compares tops and conditions of both axes, with and without Others, with loops over the rows of the
// table. It compares every label, every figure, and the rows behind every cell.
func TestLeftOut(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(18, 4))
	measures := []query.Measure{
		{Func: query.Sum, Column: "n"}, {Func: query.Count}, {Func: query.Median, Column: "n"},
		{Func: query.Distinct, Column: "inner"}, {Func: query.Avg, Column: "n"},
	}
	withOthers := 0
	for i := range 300 {
		table := wide(r, pick(r, 0, 1, 40, 300, 600), 1+r.Int64N(9), 1+r.Int64N(40), 1+r.Int64N(pick(r, int64(6), 300)))
		q := query.Query{Rows: fields("outer", "inner"), Cols: fields("across", "n"), Values: measures[:1+r.IntN(5)]}
		if r.IntN(3) == 0 {
			q.Cols = q.Cols[:r.IntN(2)]
		}
		for _, cols := range []bool{false, true} {
			for f := range q.Side(cols) {
				others := r.IntN(2) > 0
				if r.IntN(2) > 0 {
					top := query.TopN{Cols: cols, Field: f, N: 1 + r.IntN(5), By: measures[r.IntN(4)],
						Bottom: r.IntN(3) == 0, Others: others}
					if r.IntN(2) > 0 {
						top.N, top.Until, top.By = 0, pick(r, query.Until("80%"), "50%", "33.3%", "100%", "0.1%",
							"sum 7", "sum 12.5", "sum 100"), measures[r.IntN(2)]
					}
					q.Tops = append(q.Tops, top)
				}
				if r.IntN(3) == 0 {
					h := query.Having{Cols: cols, Field: f, Of: measures[r.IntN(4)], Others: others,
						If: &query.Expr{Op: query.Ge, Values: []query.Literal{{Text: fmt.Sprint(r.IntN(20))}}}}
					if r.IntN(8) == 0 {
						h.If = &query.Expr{Op: query.IsNull}
					}
					q.Havings = append(q.Havings, h)
				}
			}
		}
		a, err := e.Pivot(ctx, table, q, engine.RunOptions{Tier: pick(r, engine.Serial, engine.Workers), Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		compareValues(t, fmt.Sprint("case ", i), a.Tab.Grid(pivot.Folds{}))
		all := make([]int, table.Rows)
		for row := range all {
			all[row] = row
		}
		rows, cols := branches(table, q, false, 0, branch{"", all}), branches(table, q, true, 0, branch{"", all})
		for _, side := range []struct {
			axis *pivot.Axis
			want []branch
		}{{&a.Tab.Rows, rows}, {&a.Tab.Cols, cols}} {
			var got, want []string
			for n := range side.axis.Len() {
				got = append(got, pathText(side.axis.Path(n)))
				if side.axis.Others(n) {
					withOthers++
				}
			}
			for _, b := range side.want {
				want = append(want, b.path)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("case %d, tops %+v, conditions %+v:\n%q\nwant\n%q", i, q.Tops, q.Havings, got, want)
			}
		}
		for row, x := range rows {
			for col, y := range cols {
				both := slices.DeleteFunc(slices.Clone(x.rows), func(r int) bool {
					_, in := slices.BinarySearch(y.rows, r)
					return !in
				})
				if a.Tab.Empty(row, col) != (len(both) == 0 && row+col > 0) {
					t.Fatalf("case %d, %s by %s: empty is %v with %d rows", i, x.path, y.path, a.Tab.Empty(row, col),
						len(both))
				}
				for m, measure := range q.Values {
					want, ok := plainly(table, measure, both)
					got, is := a.Tab.Cell(row, col, m).Number()
					if len(both) > 0 && (ok != is || math.Abs(got-want) > 1e-9*math.Abs(want)) {
						t.Fatalf("case %d, %s by %s, %s: %v (%v), want %v (%v)", i, x.path, y.path, measure,
							got, is, want, ok)
					}
				}
				if r.IntN(20) == 0 {
					behind, n, err := e.RowsUnder(ctx, table, a.Tab, row, col, table.Rows)
					if err != nil || n != len(both) || !slices.EqualFunc(behind.Rows, both, func(g uint32, w int) bool {
						return int(g) == w
					}) {
						t.Fatalf("case %d, %s by %s: rows %v (%v), want %v", i, x.path, y.path, behind.Rows, err, both)
					}
				}
			}
		}
	}
	if withOthers < 500 {
		t.Errorf("%d labels Others", withOthers)
	}
}

func pathText(path []data.Value) string {
	var b strings.Builder
	for _, v := range path {
		b.WriteString("/" + v.String())
	}
	return b.String()
}

func fields(names ...string) (out []query.Field) {
	for _, n := range names {
		out = append(out, query.Field{Column: n})
	}
	return out
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// TestTies checks that labels with equal totals are kept in their order.
func TestTies(t *testing.T) {
	top := query.TopN{N: 2, By: query.Measure{Func: query.Count}, Others: true}
	q := query.Query{Rows: fields("city"), Tops: []query.TopN{top}} // Boston 2, Oslo 1, Rome 2, blank 1
	if got, want := drawn(answer(t, q)), []string{"/Boston", "/Rome", "/Others", "/Total"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	q.Tops[0].N, q.Tops[0].Others = 3, false
	if got, want := drawn(answer(t, q)), []string{"/Boston", "/Oslo", "/Rome", "/1 more not shown",
		"/Total of all 4"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	q.Tops[0].N, q.Tops[0].Bottom = 1, true
	if got, want := drawn(answer(t, q)), []string{"/Oslo", "/3 more not shown", "/Total of all 4"}; !slices.Equal(got,
		want) {
		t.Errorf("%q, want %q", got, want)
	}
}
