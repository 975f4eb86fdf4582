package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/cpu"
	"cardinal/engine/query"
)

// TestStrategies runs every strategy on thread counts from 1 to 8 over random tables, and compares every cell with the
// reference, bit for bit.
func TestStrategies(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	cases := 2000
	if testing.Short() {
		cases = 200
	}
	ran := map[string]int{}
	for seed := range cases {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		table, q := randomTable(r, 160), randomQuery(r)
		ref := newReference(table, q)
		for i, name := range append(cpu.Names(), "") {
			how := RunOptions{Tier: Workers, Strategy: name, Threads: 1 + (seed+i)%8, morsel: 64, all: true}
			a, err := e.Pivot(context.Background(), table, q, how)
			if err != nil && name == "dense" && strings.Contains(err.Error(), "indexes at most") {
				continue
			}
			if err == nil {
				err = compare(a, ref)
			}
			if err != nil {
				t.Fatalf("seed %d, %s, %d rows, %+v: %v", seed, describe(q), table.Rows, how, err)
			}
			ran[name]++
		}
	}
	for _, name := range cpu.Names() {
		if ran[name] < cases*3/4 {
			t.Errorf("%s ran on %d of %d tables", name, ran[name], cases)
		}
	}
}

// TestRowOrder shuffles tables: measures other than first and last must have the same bits.
func TestRowOrder(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	for seed := range 150 {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		table, q := randomTable(r, 160), randomQuery(r)
		q.Values = slices.DeleteFunc(q.Values, func(m query.Measure) bool {
			return m.Func == query.First || m.Func == query.Last || m.Func == query.Formula &&
				strings.Contains(m.Expr, "first(")
		})
		ref := newReference(table, q)
		shuffled := shuffle(r, table)
		for i, name := range append(cpu.Names(), "") {
			a, err := e.Pivot(context.Background(), shuffled, q, RunOptions{Tier: Workers, Strategy: name,
				Threads: 1 + (seed+i)%8, morsel: 64, all: true})
			if err != nil && name == "dense" && strings.Contains(err.Error(), "indexes at most") {
				continue
			}
			if err == nil {
				err = compare(a, ref)
			}
			if err != nil {
				t.Fatalf("seed %d, %s, %d rows, %s: %v", seed, describe(q), table.Rows, name, err)
			}
		}
	}
}

func shuffle(r *rand.Rand, t *data.Table) *data.Table {
	order := r.Perm(t.Rows)
	columns := make([]*data.Column, len(t.Columns))
	for i, c := range t.Columns {
		values := make([]data.Value, t.Rows)
		for to, from := range order {
			values[to] = c.Value(from)
		}
		columns[i] = data.FromValues(c.Name, values)
		if c.Nulls == c.Rows { // of no type that the values would tell
			columns[i] = c
		}
	}
	return data.NewTable(t.Name, columns)
}

// TestDenseNamesItsLimit reads the limit of slots of the dense strategy for some rows, and by how many the keys exceed
// it.
func TestDenseNamesItsLimit(t *testing.T) {
	e := New(Options{NoGPU: true})
	q := query.Query{Rows: []query.Field{{Column: "large"}, {Column: "some"}}}
	for rows, limit := range map[int]string{20_000: "80,000 slots for 20,000 rows",
		1000: "65,536 slots for 1,000 rows"} {
		_, err := e.Pivot(t.Context(), madeTable(t, rows), q, RunOptions{Tier: Workers, Strategy: "dense"})
		if err == nil || !strings.Contains(err.Error(), "the dense strategy indexes at most "+limit+
			", and the keys span ") {
			t.Errorf("%v, want %s", err, limit)
		}
	}
}
