package pivot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestRanksBelowOthers checks ranks, and differences from a base label, on axes with one top or more that have
// Others. It compares them with a pivot that has only the tops of the fields further out. The tops of both axes go
// by several measures.
func TestRanksBelowOthers(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	bys := []query.Measure{{Func: query.Sum, Column: "n"}, {Func: query.Count}, {Func: query.Max, Column: "money"},
		{Func: query.Min, Column: "f"}}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 61))
		table := wide(r, 20+r.IntN(400), 2+r.Int64N(5), 2+r.Int64N(6), 2+r.Int64N(4))
		sum := query.Measure{Func: query.Sum, Column: "n"}
		q := query.Query{Rows: []query.Field{{Column: "outer"}, {Column: "inner"}, {Column: "across"}},
			Values: []query.Measure{sum}}
		cols := seed%4 == 3
		if cols {
			q.Rows, q.Cols = nil, q.Rows
		}
		along := map[bool]query.Along{true: query.AlongCols}[cols]
		for _, show := range []query.Show{
			{Kind: query.Rank}, {Kind: query.RankAsc}, {Kind: query.DiffOf, Base: query.Literal{Text: "1"},
				Of: query.Field{Column: "across"}},
		} {
			m := sum
			m.Show, m.Show.Along = show, along
			q.Values = append(q.Values, m)
		}
		for f := range 3 {
			if others := r.IntN(3) > 0; f == 0 && seed%2 == 0 || r.IntN(2) > 0 {
				q.Tops = append(q.Tops, query.TopN{Field: f, Cols: cols, N: 1 + r.IntN(2), By: bys[r.IntN(len(bys))],
					Others: others})
			}
		}
		if seed%5 == 0 { // the other axis
			bins := []query.Field{{Column: "money", Part: query.Bins, N: 4}}
			if cols {
				q.Rows = bins
			} else {
				q.Cols = bins
			}
			q.Tops = append(q.Tops, query.TopN{Cols: !cols, N: 2, By: query.Measure{Func: query.Avg, Column: "money"},
				Others: true})
		}
		a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth <= 3; depth++ {
			all := q
			all.Tops = slices.DeleteFunc(slices.Clone(q.Tops), func(top query.TopN) bool {
				return top.Cols == cols && top.Field >= depth-1
			})
			whole, err := e.Pivot(context.Background(), table, all, engine.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			across, also := &a.Tab.Cols, &whole.Tab.Cols
			if cols {
				across, also = &a.Tab.Rows, &whole.Tab.Rows
			}
			for line := range across.Len() {
				if !slices.Equal(across.Words(line), also.Words(line)) {
					t.Fatalf("seed %d: %q across, want %q", seed, across.Words(line), also.Words(line))
				}
				if err := besideAll(a.Tab, whole.Tab, cols, depth, line); err != nil {
					t.Fatalf("seed %d, tops %+v: %v", seed, q.Tops, err)
				}
			}
		}
	}
}

// besideAll checks the measures after the first, for the labels at a depth in a line of the other axis. whole has
// all labels under the same parents.
func besideAll(tab, whole *pivot.Crosstab, cols bool, depth, line int) error {
	axis, all := &tab.Rows, &whole.Rows
	at := func(tab *pivot.Crosstab, n, m int) string { return tab.Cell(n, line, m).String() }
	if cols {
		axis, all = &tab.Cols, &whole.Cols
		at = func(tab *pivot.Crosstab, n, m int) string { return tab.Cell(line, n, m).String() }
	}
	for n := range axis.Len() {
		if axis.Depth(n) != depth {
			continue
		}
		words := axis.Words(n)
		more, less, base, itself := 1, 1, "", at(tab, n, 0)
		number, _ := strconv.Atoi(itself) // 0 where it is missing
		for o := range all.Len() {
			beside := all.Words(o)
			if len(beside) != depth || strings.Join(beside[:depth-1], "\n") != strings.Join(words[:depth-1], "\n") {
				continue
			}
			other, err := strconv.Atoi(at(whole, o, 0))
			if err != nil {
				continue
			}
			if other > number {
				more++
			} else if other < number {
				less++
			}
			if depth == 3 && beside[2] == "1" && words[2] != "1" {
				base = fmt.Sprint(number - other)
			}
		}
		want := []string{fmt.Sprint(more), fmt.Sprint(less), base}
		if axis.Others(n) || itself == "" {
			want[0], want[1] = "", ""
		}
		for m, want := range want {
			if m == 2 && (base == "" || itself == "" || axis.Others(n)) {
				continue
			}
			if got := at(tab, n, m+1); got != want {
				return fmt.Errorf("%s of %q: %q, want %q", tab.Measures[m+1].Title(), words, got, want)
			}
		}
	}
	return nil
}
