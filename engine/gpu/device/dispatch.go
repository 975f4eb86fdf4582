package device

import (
	"maps"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// rowParams are the parameters of the kernels that walk rows, in the order of params.wgsl.
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

func join(all ...shaders.Constants) shaders.Constants {
	c := shaders.Constants{}
	for _, part := range all {
		maps.Copy(c, part)
	}
	return c
}

// columns binds the columns of a pass as rows.wgsl wants them.
func (c *commands) columns(p plan.Pass, slots column, chunk int) bound {
	b := bound{1: slots.chunk(chunk)}
	for i, id := range p.Columns {
		if id != plan.RowNumbers {
			b[2+i] = c.d.held(id).chunk(chunk)
		}
	}
	for i, id := range p.Bitmaps {
		b[5+i] = c.d.held(id).chunk(chunk)
	}
	return b
}

// aggregate adds the dispatches of a pass over a piece.
func (c *commands) aggregate(j *plan.Job, how plan.Planned, slots column, at plan.Piece) {
	p, a, t := how.Pass, c.d.Info, j.TuningOf(how.Strategy)
	params := rowParams{
		rows: at.Rows, start: at.Start / 4, number: j.First + at.Chunk*c.d.chunkRows + at.Start, slots: j.Slots, span: 1, copies: 1,
	}
	b := c.columns(p, slots, at.Chunk)
	b[8], params.base = c.d.totals.of(how, j.Slots)
	params.spare, params.vacated = c.vacate.begin, c.vacate.words
	c.vacate = spare{}
	constants := join(p.ColumnConstants(), p.MeasureConstants())
	switch how.Strategy {
	case gpu.Private, gpu.Workgroup:
		l := plan.LayCells(p.Words, j.Slots, a).Tuned(t)
		constants["CELLS"], constants["INVOCATIONS"] = uint32(l.Words), plan.Width(plan.CellsWidth(a), a, t)
		params.span, params.copies = l.Span, l.Copies
		across := uint32(plan.Ceil(j.Slots, l.Span))
		grid := plan.RowGrid(at.Rows, 4*l.Span, a, t)
		if t.Groups == 0 {
			grid = max(1, grid/across)
		}
		c.dispatch(how.Strategy, constants, params.words(), grid, across, b)
	case gpu.Ranks:
		wide := plan.Width(plan.CellsWidth(a), a, t)
		constants["INVOCATIONS"], constants["PLACES"], constants["CELLS"] = wide, uint32(plan.LayRanks(p.Words)), uint32(plan.LayRanks(p.Words)*p.Words)
		c.dispatch(shaders.Ranks, constants, params.words(), plan.RowGrid(at.Rows, int(8*wide), a, t), 1, b)
	case gpu.Partition:
		c.partition(j, p, params, b, t)
	case gpu.Sort:
		c.sort(j, p, params, b, t)
	default:
		wide := plan.Width(plan.Invocations, a, t)
		constants["INVOCATIONS"] = wide
		grid := uint32(min(plan.Ceil(at.Rows, int(wide)*8), plan.MaxGroups))
		if t.Groups != 0 {
			grid = min(t.Groups, plan.MaxGroups)
		}
		c.dispatch(shaders.Global, constants, params.words(), grid, 1, b)
	}
}
