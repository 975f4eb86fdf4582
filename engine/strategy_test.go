package engine

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/engine/cpu"
)

// TestStrategies runs every strategy on thread counts from 1 to 8 over random tables, and compares every cell with the
// reference, bit for bit.
func TestStrategies(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	cases := 5000
	if testing.Short() {
		cases = 200
	}
	ran := map[string]int{}
	for seed := range cases {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		table, q := randomTable(r, 160), randomQuery(r)
		ref := newReference(table, q)
		for i, name := range append(cpu.Names(), "") {
			how := Run{Tier: Workers, Strategy: name, Threads: 1 + (seed+i)%8, morsel: 64}
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
