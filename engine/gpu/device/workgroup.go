package device

import "cardinal/engine/gpu/plan"

// workgroup dispatches workgroup.wgsl or private.wgsl. Both have cells in workgroup memory; private.wgsl merges its
// registers there. Each row of the grid of workgroups handles one span of slots.
func (c *commands) workgroup(w work) {
	a, l := c.d.Info, plan.LayCells(w.pass.Words, w.job.Slots, c.d.Info).Tuned(w.tuning)
	w.params.span, w.params.copies = l.Span, l.Copies
	spans := uint32(plan.Ceil(w.job.Slots, l.Span))
	grid := plan.RowGrid(w.params.rows, 4*l.Span, a, w.tuning)
	if w.tuning.Groups == 0 {
		grid = max(1, grid/spans)
	}
	c.dispatch(w.kernel, plan.CellsConstants(w.kernel, w.pass, w.job, a), w.params.words(), grid, spans, w.buffers)
}
