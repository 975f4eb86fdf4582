package outofcore

import (
	"context"

	"cardinal/data/parallel"
	"cardinal/engine/gpu/plan"
)

// stretchRows is how many rows or groups a core takes at a time.
const stretchRows = 1 << 16

func stretches(n int) int { return plan.Ceil(n, stretchRows) }

// inStretches calls do for the stretches of n rows on all cores; the i-th is rows lo to hi.
func inStretches(n int, do func(i, lo, hi int)) {
	err := parallel.Do(context.Background(), stretches(n), func(_ context.Context, i int) error {
		do(i, i*stretchRows, min((i+1)*stretchRows, n))
		return nil
	})
	if err != nil {
		panic("BUG: a stretch of rows: " + err.Error())
	}
}
