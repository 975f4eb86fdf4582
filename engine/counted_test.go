package engine

import (
	"context"
	"errors"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/query"
)

// TestCounted expects the groups of a counted column, null included, to be known, and the groups of other questions to
// be estimated.
func TestCounted(t *testing.T) {
	e := New(Options{NoGPU: true})
	table := madeTable(t, 100_000)
	by := func(fields ...query.Field) query.Query {
		return query.Query{Rows: fields, Values: []query.Measure{{Func: query.Count}}}
	}
	expect := func(q query.Query) (method string, groups int) {
		t.Helper()
		p, err := e.plan(t.Context(), table, q, RunOptions{}, startStages(nil))
		if err != nil {
			t.Fatal(err)
		}
		return p.expected.Method, p.expected.Groups
	}
	large := query.Field{Column: "large"}
	if method, _ := expect(by(large)); method == estimate.Counted {
		t.Fatal("it is known before it was counted")
	}
	answer, err := e.Pivot(t.Context(), table, by(large), RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	groups := answer.Profile.GroupsActual
	e = New(Options{NoGPU: true}) // which has no history
	c, err := table.Column("large")
	if err != nil {
		t.Fatal(err)
	}
	values := groups
	if c.Nulls > 0 {
		values--
	}
	e.Counted(table, "large", values)
	if method, n := expect(by(large)); method != estimate.Counted || n != groups {
		t.Errorf("%d groups by %s, want %d that are known", n, method, groups)
	}
	filtered := by(large)
	if filtered.Filter, err = query.ParseFilter("some > 3"); err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]query.Query{
		"filtered": filtered, "binned": by(query.Field{Column: "large", Part: query.Bin, BinWidth: 1000}),
		"with another": by(large, query.Field{Column: "some"}),
	} {
		if method, _ := expect(q); method == estimate.Counted {
			t.Errorf("%s: taken for the column's values", name)
		}
	}
}

// TestCountAhead counts the groups of random pivots with one more field, with and without a filter, and holds the
// numbers to the groups of the pivots.
func TestCountAhead(t *testing.T) {
	table := madeTable(t, 100_000)
	var further []query.Field
	for _, c := range table.Columns {
		further = append(further, query.Field{Column: c.Name})
	}
	for _, filter := range []string{"", "some > 3"} {
		base := query.Query{Rows: []query.Field{{Column: "some"}}, Cols: []query.Field{{Column: "few"}}}
		if filter != "" {
			var err error
			if base.Filter, err = query.ParseFilter(filter); err != nil {
				t.Fatal(err)
			}
		}
		e := New(Options{NoGPU: true})
		if err := e.CountAhead(t.Context(), table, base, further); err != nil {
			t.Fatal(err)
		}
		known := 0
		for _, f := range further {
			q := base
			q.Rows = append(slices.Clone(q.Rows), f)
			r, err := e.Estimate(t.Context(), table, q, RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			switch r.Estimate.Method {
			case estimate.Ahead:
				if !r.Estimate.Exact {
					t.Errorf("%s: a range of groups is said to be known", f.Column)
				}
			case estimate.LinearCount:
			default:
				continue
			}
			known++
			groups, err := e.Count(t.Context(), table, q)
			if wide := r.GroupsHigh > r.GroupsLow+r.GroupsLow/10; err != nil || groups < r.GroupsLow ||
				groups > r.GroupsHigh || wide {
				t.Errorf("%s: %d groups (%v), counted ahead as %d, from %d to %d", f.Column, groups, err,
					r.GroupsEstimated, r.GroupsLow, r.GroupsHigh)
			}
		}
		if known < 3 {
			t.Errorf("filter %q: the groups of %d fields are known", filter, known)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := New(Options{NoGPU: true}).CountAhead(ctx, table, query.Query{}, further)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a count that was stopped says %v", err)
	}
}

// TestCellsAreSaidToBeExactWhereTheyAre asks for the size of a crosstab whose groups are known from the last run. Its
// cells are the product of the labels of both sides, which are known if the columns were counted.
func TestCellsAreSaidToBeExactWhereTheyAre(t *testing.T) {
	e := New(Options{NoGPU: true})
	const n = 500_000
	large, few := make([]int64, n), make([]int64, n)
	for i := range n {
		large[i], few[i] = int64(i)*7919%200_000, int64(i)%10
	}
	table := data.NewTable("t", []*data.Column{data.NewInts("large", data.Int, 0, large, nil),
		data.NewInts("few", data.Int, 0, few, nil)})
	q := query.Query{Rows: []query.Field{{Column: "large"}}, Cols: []query.Field{{Column: "few"}}}
	a, err := e.Pivot(t.Context(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rows, cols := a.Tab.Rows.Len()-1, a.Tab.Cols.Len()-1
	before, err := e.Estimate(t.Context(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if before.GroupsLow != before.GroupsHigh || before.CellsExact || before.CellsEstimated == rows*cols {
		t.Errorf("%d to %d groups, and %d cells, exact %v, from a sample of %d x %d labels", before.GroupsLow,
			before.GroupsHigh, before.CellsEstimated, before.CellsExact, rows, cols)
	}
	for name, values := range map[string]int{"large": rows, "few": cols} {
		e.Counted(table, name, values)
	}
	after, err := e.Estimate(t.Context(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !after.CellsExact || after.CellsEstimated != rows*cols {
		t.Errorf("%d cells, exact %v, of %d x %d counted labels", after.CellsEstimated, after.CellsExact, rows, cols)
	}
	q.Tops = []query.TopN{{N: 3, By: query.Measure{Func: query.Count}}}
	if topped, err := e.Estimate(t.Context(), table, q, RunOptions{}); err != nil || topped.CellsExact {
		t.Errorf("a top is foreseen exactly: %v", err)
	}
}

// TestFresh keeps the samples of a new table. Its groups are known after the answer, or after a device has found them,
// and are known again after the samples were kept anew.
func TestFresh(t *testing.T) {
	table := madeTable(t, 20_000)
	q := query.Query{Rows: []query.Field{{Column: "some"}, {Column: "few"}}}
	for want, learn := range map[string]func(e *Engine) error{
		estimate.Remembered: func(e *Engine) error {
			_, err := e.Pivot(t.Context(), table, q, RunOptions{})
			return err
		},
		estimate.Mapped: func(e *Engine) error {
			p, err := e.plan(t.Context(), table, q, RunOptions{}, startStages(nil))
			if err == nil {
				p.state.note(p.fingerprint(), estimate.FromDevice(7))
			}
			return err
		},
	} {
		e := New(Options{NoGPU: true})
		expect := func(known bool) {
			t.Helper()
			if err := e.KeepSamples(t.Context(), table); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				r, err := e.Estimate(t.Context(), table, q, RunOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if got := r.Estimate.Method; (got == want) != known {
					t.Errorf("the groups are known by %s; by %s: want %v", got, want, known)
				}
			}
		}
		expect(false)
		if err := learn(e); err != nil {
			t.Fatal(err)
		}
		r, err := e.Estimate(t.Context(), table, q, RunOptions{})
		if err != nil || r.Estimate.Method != want {
			t.Errorf("the groups are known by %s, want %s (%v)", r.Estimate.Method, want, err)
		}
		expect(true)
	}
}
