package engine

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/engine/query"
)

// TestServedCancelled: a cancel in any step of a pivot over a table on a server ends the pivot without an answer. The
// next pivot is whole.
func TestServedCancelled(t *testing.T) {
	onServers(t, func(t *testing.T, kind string, send sending) {
		e := New(Options{NoGPU: true})
		defer e.Close()
		local, of := onServer(randomTable(rand.New(rand.NewPCG(5, 22)), 400), kind)
		schema := of.Schema()
		e.Attach(schema, send(t, local, of), of)
		name := of.Columns[0].Name
		q := query.Query{Rows: []query.Field{{Column: name}}, Values: []query.Measure{{Func: query.Count},
			{Func: query.Distinct, Column: of.Columns[1].Name}}}
		for _, options := range []RunOptions{{Tier: Server}, {Pivots: math.MaxInt32}} {
			steps := map[string]bool{}
			options.Progress = func(p Progress) { steps[p.Stage] = true }
			if _, err := e.Pivot(t.Context(), schema, q, options); err != nil {
				t.Fatal(err)
			}
			for _, step := range []string{"check", "estimate", "server", "merge", "assemble", "copy"} {
				if !steps[step] {
					continue
				}
				e.DropCopy(schema)
				ctx, cancel := context.WithCancel(t.Context())
				options.Progress = func(p Progress) {
					if p.Stage == step {
						cancel()
					}
				}
				if a, err := e.Pivot(ctx, schema, q, options); !errors.Is(err, context.Canceled) || a != nil {
					t.Errorf("cancelled in %s: %+v, %v", step, a, err)
				}
				cancel()
			}
			options.Progress = nil
			a, err := e.Pivot(t.Context(), schema, q, options)
			if err == nil {
				err = compare(a, newReference(local, q))
			}
			if err != nil || len(steps) < 3 {
				t.Errorf("after %v: %v", steps, err)
			}
		}
	})
}
