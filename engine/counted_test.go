package engine

import (
	"testing"

	"cardinal/engine/estimate"
	"cardinal/engine/query"
)

// TestCounted wants the groups of a column that was counted known, null among them, and those of other questions about it estimated.
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
		"filtered": filtered, "binned": by(query.Field{Column: "large", Part: query.Bin, BinWidth: 1000}), "with another": by(large, query.Field{Column: "some"}),
	} {
		if method, _ := expect(q); method == estimate.Counted {
			t.Errorf("%s: taken for the column's values", name)
		}
	}
}
