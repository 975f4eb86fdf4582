package device

import (
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// ranks dispatches ranks.wgsl: each workgroup takes neighbouring rows.
func (c *commands) ranks(w work) {
	a, places := c.d.Info, plan.LayRanks(w.pass.Words)
	invocations := plan.Width(plan.CellsWidth(a), a, w.tuning)
	c.dispatch(w.kernel, merged(w.constants, shaders.Constants{
		"INVOCATIONS": invocations, "PLACES": uint32(places), "CELLS": uint32(places * w.pass.Words),
	}), w.params.words(), plan.RowGrid(w.params.rows, int(8*invocations), a, w.tuning), 1, w.buffers)
}
