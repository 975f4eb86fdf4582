package engine

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestFromManyGoroutines asks one engine at once for pivots, estimates and drill-throughs of the same tables.
func TestFromManyGoroutines(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	small, large := randomTable(rand.New(rand.NewPCG(1, 6)), 400), randomTable(rand.New(rand.NewPCG(2, 6)), 20_000)
	var wg sync.WaitGroup
	for seed := range uint64(8) {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(seed, 7))
			for i := range 6 {
				table, q := small, randomQuery(r)
				if i == 0 {
					table = large
				}
				ref := newReference(table, q)
				if _, err := e.Estimate(t.Context(), table, q, RunOptions{}); err != nil {
					t.Errorf("the estimate of %s: %v", describe(q), err)
				}
				for _, how := range []RunOptions{{Tier: Serial}, {Tier: Workers, Threads: 3}, {}} {
					a, err := e.Pivot(t.Context(), table, q, how)
					if err == nil {
						_, _, err = e.RowsUnder(t.Context(), table, a.Tab, 0, 0, 100)
					}
					if err == nil {
						err = compare(a, ref)
					}
					if err != nil {
						t.Errorf("%s, %+v: %v", describe(q), how, err)
					}
				}
			}
		})
	}
	wg.Wait()
}
