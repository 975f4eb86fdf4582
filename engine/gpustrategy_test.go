package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/engine/gpu/plan"
	"cardinal/engine/query"
)

// TestStrategiesOfTheGPU asks for every kernel and every mapping by name, over random tables, and compares
// every cell with the reference, bit for bit. A mapping hashes keys of any domain. A kernel that does not suit
// a pivot says so.
func TestStrategiesOfTheGPU(t *testing.T) {
	e := sharedGPU(t)
	tables := 20
	if testing.Short() {
		tables = 4
	}
	ran := map[string]int{}
	for seed := range tables {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		table, q := randomTable(r, 3000), randomQuery(r)
		q.Values = slices.DeleteFunc(q.Values, func(m query.Measure) bool {
			return m.Expr != "" || !slices.Contains([]query.Func{query.Count, query.Sum, query.Avg, query.Min,
				query.Max}, m.Func)
		})
		ref := newReference(table, q)
		for _, s := range Strategies(GPU) {
			a, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: GPU, Strategy: s.Name})
			if err != nil {
				t.Fatalf("seed %d, %s, %s: %v", seed, describe(q), s.Name, err)
			}
			if err := compare(a, ref); err != nil {
				t.Fatalf("seed %d, %s, %d rows, %s: %v", seed, describe(q), table.Rows, s.Name, err)
			}
			p := a.Profile
			if p.Tier != string(GPU) {
				continue // a gate is shut, or no row is left
			}
			switch kernel := plan.FindKernel(s.Name) != nil; {
			case kernel && p.Strategy != s.Name && len(p.Events) == 0:
				t.Errorf("seed %d: %s was asked for, and %s ran without a word", seed, s.Name, p.Strategy)
			case !kernel && p.GroupsActual > 0 && (p.HashTable == nil || p.HashTable.Mapping != s.Name ||
				p.HashTable.Keys != p.GroupsActual || p.HashTable.Load() > 1):
				t.Errorf("seed %d: %s was asked for, and the table was %+v", seed, s.Name, p.HashTable)
			case p.GroupsActual > 0 && len(p.Kernels) == 0:
				t.Errorf("seed %d: %s ran on no grid", seed, s.Name)
			default:
				ran[s.Name]++
			}
		}
	}
	for _, s := range Strategies(GPU) {
		if ran[s.Name] == 0 {
			t.Errorf("%s never ran", s.Name)
		}
	}
}
