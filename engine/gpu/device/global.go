package device

import "cardinal/engine/gpu/plan"

// global dispatches global.wgsl with an invocation for every eight rows. If the number of workgroups is limited, each
// invocation adds more rows.
func (c *commands) global(w work) {
	invocations := plan.Width(plan.Invocations, c.d.Info, w.tuning)
	grid := uint32(plan.Ceil(w.params.rows, int(invocations)*8))
	if w.tuning.Groups != 0 {
		grid = w.tuning.Groups
	}
	c.dispatch(w.kernel, plan.GlobalConstants(w.pass, w.job, c.d.Info), w.params.words(), min(grid, plan.MaxGroups),
		1, w.buffers)
}
