package device

import (
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// dispatchers maps the names of plan.Kernels to the functions that dispatch them.
var dispatchers = map[string]func(*commands, work){
	plan.Private.Name:   (*commands).workgroup,
	plan.Workgroup.Name: (*commands).workgroup,
	plan.Partition.Name: (*commands).partition,
	plan.Sort.Name:      (*commands).sort,
	plan.Ranks.Name:     (*commands).ranks,
	plan.Global.Name:    (*commands).global,
}

// work is one piece of rows that a kernel adds to the totals of a pass.
type work struct {
	job     *plan.Job
	pass    plan.Pass
	kernel  string    // its name
	params  rowParams // the fields that every kernel needs are set; span and copies are 1, the others 0
	buffers bound     // slots, columns and bitmaps with the bindings of rows.wgsl, and the totals
	tuning  gpu.Tuning
}

// rowParams has the fields of Params in params.wgsl, in their order.
type rowParams struct {
	rows, start, number, slots, span, copies, parts, shift, block, spans, base, spare, vacated, finer int
}

func (p rowParams) words() []uint32 {
	return []uint32{
		uint32(p.rows), uint32(p.start), uint32(p.number), uint32(p.slots), uint32(p.span), uint32(p.copies),
		uint32(p.parts), uint32(p.shift), uint32(p.block), uint32(p.spans),
		uint32(p.base), uint32(p.spare), uint32(p.vacated), uint32(p.finer),
	}
}

// aggregate adds the dispatches of a pass over a piece.
func (c *commands) aggregate(j *plan.Job, p plan.Planned, slots column, at plan.Piece) {
	w := work{
		job: j, pass: p.Pass, kernel: p.Kernel.Name,
		buffers: c.columns(p.Pass, slots, at.Chunk), tuning: j.TuningOf(p.Kernel.Name),
		params: rowParams{
			rows: at.Rows, start: at.Start / 4, number: j.First + at.Chunk*c.d.chunkRows + at.Start, slots: j.Slots,
			span: 1, copies: 1,
			spare: c.spare.begin, vacated: c.spare.words,
		},
	}
	w.buffers[8], w.params.base = c.d.totals.regionOf(p, j.Slots)
	c.spare = spare{}
	dispatchers[w.kernel](c, w)
}

// columns binds the columns of a pass with the bindings of rows.wgsl.
func (c *commands) columns(p plan.Pass, slots column, chunk int) bound {
	b := bound{1: slots.chunk(chunk)}
	for i, values := range p.Columns {
		if values.ID != plan.RowNumbers {
			b[2+i] = c.d.heldColumn(values.ID).chunk(chunk)
		}
	}
	for i, valid := range p.Bitmaps {
		if plan.IsTies(valid) {
			b[5+i] = whole(c.d.ties[i].held)
		} else {
			b[5+i] = c.d.heldColumn(valid.ID).chunk(chunk)
		}
	}
	return b
}
