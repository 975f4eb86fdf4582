package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestPages splits random pivots by a field of theirs or another one: every row that passes the filter is on
// one page, which has all rows with its label.
func TestPages(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	pages := 0
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 11))
		table := randomTable(r, 1500)
		q := randomQuery(r)
		fields := slices.Concat(randomQuery(r).Rows, q.Cols, []query.Field{{Column: pick(r, "a", "b", "d", "o", "f")}})
		f := fields[0]
		all, err := e.Pages(t.Context(), table, q, f, RunOptions{})
		if err != nil {
			if !strings.Contains(err.Error(), "labels, and at most 255 become a sheet each") &&
				!strings.Contains(err.Error(), "no row passes") {
				t.Errorf("seed %d: %v", seed, err)
			}
			continue
		}
		ref := newReference(table, query.Query{Rows: []query.Field{f}, Filter: q.Filter})
		seen := map[int]bool{}
		for _, p := range all {
			pages++
			if !slices.Equal(p.Query.Rows, q.Rows) || !slices.Equal(p.Query.Values, q.Values) {
				t.Fatalf("seed %d: the page %s is another pivot", seed, p.Label)
			}
			l, n, err := e.Passing(t.Context(), table, nil, p.Query.Filter, table.Rows)
			if err != nil || n == 0 || l.Rows == nil {
				t.Fatalf("seed %d: %s: %d rows, %v", seed, p.Query.Filter, n, err)
			}
			label := cellName([]data.Value{ref.label(f, int(l.Rows[0]))}, nil)
			if want := ref.cells[label]; len(want) != n {
				t.Errorf("seed %d: the page %s of %s has %d rows, want %d", seed, p.Label, f, n, len(want))
			}
			for _, row := range l.Rows {
				if seen[int(row)] || cellName([]data.Value{ref.label(f, int(row))}, nil) != label {
					t.Fatalf("seed %d: row %d is on the page %s of %s", seed, row, p.Label, f)
				}
				seen[int(row)] = true
			}
		}
		if want := len(ref.cells["|"]); len(seen) != want {
			t.Errorf("seed %d: the pages of %s have %d rows, want %d", seed, f, len(seen), want)
		}
	}
	if pages < 500 {
		t.Errorf("%d pages are too few", pages)
	}
}

// TestPagesAreInOrder splits a pivot that has an order of labels, and one whose figures decide the order.
func TestPagesAreInOrder(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	table := data.NewTable("sizes", []*data.Column{
		data.NewText("size", []uint32{0, 1, 2, 0, 3}, []string{"S", "10", "9", "M"}, nil),
		data.NewInts("units", data.Int, 0, []int64{1, 2, 3, 4, 5}, nil),
	})
	size := query.Field{Column: "size"}
	pivot := query.Query{Rows: []query.Field{size}, Values: []query.Measure{{Func: query.Sum, Column: "units"}}}
	for _, c := range []struct {
		sort []query.Sort
		want string
	}{
		{nil, "10 9 M S"},
		{[]query.Sort{{Value: query.ByNatural, Desc: true}}, "S M 10 9"},
		{[]query.Sort{{Value: query.ByHand, Hand: []query.Literal{{Text: "S", Quoted: true},
			{Text: "M", Quoted: true}}}}, "S M 9 10"},
		{[]query.Sort{{Value: 0, Desc: true}}, "10 9 M S"},
	} {
		q := pivot
		q.Sorts = c.sort
		pages, err := e.Pages(t.Context(), table, q, size, RunOptions{})
		var got []string
		for _, p := range pages {
			got = append(got, p.Label)
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%v: %q, want %s; %v", c.sort, got, c.want, err)
		}
	}
}

// TestTooManyPages refuses a field of many labels, one that is not there, and a filter that no row passes.
func TestTooManyPages(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	ids := make([]int64, 1_200_000)
	for i := range ids {
		ids[i] = int64(i)
	}
	table := data.NewTable("ids", []*data.Column{data.NewInts("id", data.Int, 0, ids, nil)})
	count := query.Query{Values: []query.Measure{{Func: query.Count}}}
	below := func(n int) query.Query {
		q := count
		q.Filter, _ = query.ParseFilter(fmt.Sprintf("id < %d", n))
		return q
	}
	for _, c := range []struct {
		q    query.Query
		want string
	}{
		{count, "id has more than 1,000,000 labels, and at most 255 become a sheet each: filter more of them out, or " +
			"choose a field with fewer labels"},
		{below(256), "id has 256 labels, and at most 255 become a sheet each"},
		{below(0), "no row passes the filter, so that id has no label"},
	} {
		if _, err := e.Pages(t.Context(), table, c.q, query.Field{Column: "id"}, RunOptions{}); err == nil ||
			!strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.q.Filter, err, c.want)
		}
	}
	if pages, err := e.Pages(t.Context(), table, below(255), query.Field{Column: "id"},
		RunOptions{}); len(pages) != 255 || err != nil {
		t.Errorf("%d pages, %v", len(pages), err)
	}
	if _, err := e.Pages(t.Context(), table, count, query.Field{Column: "gone"}, RunOptions{}); err == nil ||
		!strings.Contains(err.Error(), "gone") {
		t.Errorf("no such field: %v", err)
	}
}
