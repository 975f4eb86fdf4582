package engine

import (
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestFrequencies compares the counts of labels with a walk over the rows of random tables.
func TestFrequencies(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		table := randomTable(r, 3000)
		f := pick(r, query.Field{Column: pick(r, "a", "b", "i", "m", "h", "d", "t", "o", "f")},
			query.Field{Column: pick(r, "d", "t"), Part: query.Month},
			query.Field{Column: "i", Part: query.Bin, BinWidth: 7})
		var where *query.Expr
		if r.IntN(3) > 0 {
			where = randomFilter(r, 1)
		}
		got, err := e.Frequencies(t.Context(), table, nil, f, where)
		if err != nil {
			t.Fatal(seed, err)
		}
		ref := newReference(table, query.Query{Rows: []query.Field{f}, Filter: where})
		labels := map[string]bool{}
		for i := range table.Rows {
			labels[cellName([]data.Value{ref.label(f, i)}, nil)] = true
		}
		if len(got.Codes) != len(labels) {
			t.Fatalf("seed %d: %s has %d labels, want %d", seed, f, len(got.Codes), len(labels))
		}
		for i, code := range got.Codes {
			if i > 0 && got.Key.Compare(got.Codes[i-1], code) >= 0 {
				t.Errorf("seed %d: labels %d and %d are out of order", seed, i-1, i)
			}
			v := got.Key.Label(code)
			if want := len(ref.cells[cellName([]data.Value{v}, nil)]); int(got.Rows[code]) != want {
				t.Errorf("seed %d: %s = %s where %v: %d rows, want %d", seed, f, v, where, got.Rows[code], want)
			}
		}
	}
}
