package device

import "cardinal/engine/gpu/plan"

// ranks dispatches ranks.wgsl, whose workgroups each process a range of neighbouring rows.
func (c *commands) ranks(w work) {
	a := c.d.Info
	invocations := plan.Width(plan.CellsWidth(a), a, w.tuning)
	c.dispatch(w.kernel, plan.RanksConstants(w.pass, w.job, a), w.params.words(),
		plan.RowGrid(w.params.rows, int(8*invocations), a, w.tuning), 1, w.buffers)
}
