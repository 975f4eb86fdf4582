package engine

import (
	"context"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// Grid is the grid of workgroups for a kernel and a range of groups.
type Grid = plan.Tuned

// Tune searches for the fastest grids of the GPU's kernels, keeps them for this card and driver, and uses them from
// then on. It calls `found` with each grid as soon as it is known, and with the finished share of the work, from 0 to
// 1. It returns gpu.ErrNoDevice if there is no GPU, or an error of the GPU's process.
func (e *Engine) Tune(ctx context.Context, found func(g Grid, done float64)) ([]Grid, error) {
	if e.gpu == nil {
		return nil, gpu.ErrNoDevice
	}
	return e.gpu.Tune(ctx, found)
}
