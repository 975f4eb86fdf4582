package gpu

import (
	"maps"

	"cardinal/shaders"
)

// rowGrid is how many workgroups share rows: enough to fill the device a few times over, few enough that what a
// workgroup does besides its rows, worth so many of them, stays small.
func rowGrid(rows, each int, a Adapter, t Tuning) uint32 {
	if t.Groups != 0 {
		return min(t.Groups, maxGroups)
	}
	fill := map[string]int{Discrete: 264, Integrated: 256, Software: max(16, rows>>18)}[a.Class]
	return uint32(max(1, min(ceil(rows, max(4096, each)), fill)))
}

// width is the size of a workgroup.
func width(usual uint32, a Adapter, t Tuning) uint32 {
	if t.Invocations != 0 {
		usual = t.Invocations
	}
	return min(usual, a.MaxInvocations)
}

// cellsWidth is the usual size of a workgroup that holds accumulators: on a card, as large as they come, since few
// such workgroups fit a core at a time.
func cellsWidth(a Adapter) uint32 {
	if a.Class == Discrete {
		return 4 * invocations
	}
	return invocations
}

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

// piece is a stretch of rows that a dispatch takes: a part of one chunk.
type piece struct {
	chunk int
	start int // row of the chunk, a multiple of 64
	rows  int
}

// pieces cuts rows into stretches of at most so many, which do not cross chunks.
func pieces(rows, perChunk, most int) (list []piece) {
	most = max(64, most/64*64)
	for i := range chunks(rows, perChunk) {
		n := chunk(i, rows, perChunk)
		for start := 0; start < n; start += most {
			list = append(list, piece{i, start, min(most, n-start)})
		}
	}
	return list
}

// columns binds the columns of a pass as rows.wgsl wants them.
func (c *commands) columns(p pass, slots column, chunk int) bound {
	b := bound{1: slots.chunk(chunk)}
	for i, id := range p.columns {
		if id != rowNumbers {
			b[2+i] = c.d.held(id).chunk(chunk)
		}
	}
	for i, id := range p.bitmaps {
		b[5+i] = c.d.held(id).chunk(chunk)
	}
	return b
}

// aggregate adds the dispatches of a pass over a piece.
func (c *commands) aggregate(j *job, how planned, slots column, at piece) {
	p, a, t := how.pass, c.d.info, j.tuning(how.strategy)
	params := rowParams{
		rows: at.rows, start: at.start / 4, number: j.first + at.chunk*c.d.chunkRows + at.start, slots: j.Slots, span: 1, copies: 1,
	}
	b := c.columns(p, slots, at.chunk)
	b[8], params.base = c.d.totals.of(how, j.Slots)
	params.spare, params.vacated = c.vacate.begin, c.vacate.words
	c.vacate = spare{}
	constants := join(p.columnConstants(), p.measureConstants())
	switch how.strategy {
	case Private, Workgroup:
		l := layCells(p.words, j.Slots, a).tuned(t)
		constants["CELLS"], constants["INVOCATIONS"] = uint32(l.words), width(cellsWidth(a), a, t)
		params.span, params.copies = l.span, l.copies
		across := uint32(ceil(j.Slots, l.span))
		grid := rowGrid(at.rows, 4*l.span, a, t)
		if t.Groups == 0 {
			grid = max(1, grid/across)
		}
		c.dispatch(how.strategy, constants, params.words(), grid, across, b)
	case Ranks:
		wide := width(cellsWidth(a), a, t)
		constants["INVOCATIONS"], constants["PLACES"], constants["CELLS"] = wide, uint32(layRanks(p.words)), uint32(layRanks(p.words)*p.words)
		c.dispatch(shaders.Ranks, constants, params.words(), rowGrid(at.rows, int(8*wide), a, t), 1, b)
	case Partition:
		c.partition(j, p, params, b, t)
	case Sort:
		c.sort(j, p, params, b, t)
	default:
		wide := width(invocations, a, t)
		constants["INVOCATIONS"] = wide
		grid := uint32(min(ceil(at.rows, int(wide)*8), maxGroups))
		if t.Groups != 0 {
			grid = min(t.Groups, maxGroups)
		}
		c.dispatch(shaders.Global, constants, params.words(), grid, 1, b)
	}
}
