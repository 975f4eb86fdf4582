package gpu

import (
	"math/bits"

	"cardinal/shaders"
)

// partition adds the dispatches that write the rows of a piece to their partitions and aggregate those. b binds the
// columns and the totals of the pass.
func (c *commands) partition(j *job, p pass, params rowParams, b bound, t Tuning) {
	a := c.d.info
	l, _ := layPartitions(p, j, a)
	table := uint64(4*l.parts + 4)
	counts, starts := span{buffer: c.d.counts.held, size: table}, span{buffer: c.d.starts.held, size: table}
	params.parts, params.shift, params.span, params.spans = l.parts, l.shift, 1<<l.shift/l.spans, l.spans
	c.scatter(p, l, params, b, counts, starts)

	held := layCells(p.words, params.span, a).tuned(t)
	params.copies = held.copies
	grid := rowGrid(params.rows, 4*params.span, a, t)
	params.block = l.parts
	if a.Class == Software {
		params.block = softwareBlock
	}
	c.dispatch(shaders.Partition, join(p.measureConstants(), shaders.Constants{
		"INVOCATIONS": width(cellsWidth(a), a, t), "CELLS": uint32(held.words), "WIDTH": uint32(l.words),
		"SHIFT": uint32(l.value), "BITMAPS": uint32(len(p.bitmaps)),
	}), params.words(), grid, uint32(ceil(l.parts, params.block)*l.spans),
		bound{recordBinding[l.words].aggregate: whole(c.d.records.held), 4: starts, 5: counts, 8: b[8]})
}

// scatter adds the dispatches that write the rows of a piece to their partitions. starts says then where these begin, and
// counts where their records end.
func (c *commands) scatter(p pass, l partitions, params rowParams, b bound, counts, starts span) {
	a, sample := c.d.info, l.sample(params.rows)
	params.copies = min(8, 1<<(bits.Len(uint(maxParts/l.parts))-1))
	c.clear(counts)
	c.dispatch(shaders.Histogram, shaders.Constants{"COLUMNS": 0, "CELLS": maxParts, "INVOCATIONS": invocations, "SAMPLE": uint32(sample)},
		params.words(), rowGrid(params.rows/sample, 4*l.parts, a, Tuning{}), 1, bound{1: b[1], 8: counts})
	c.scan(counts, starts, l.parts, room(sample))
	c.copy(starts, counts)

	s := layScatter(l, a)
	into := join2(b, bound{recordBinding[l.words].scatter: whole(c.d.records.held), 12: counts, 13: starts})
	sampled := uint32(0)
	if sample > 1 {
		sampled = 1
	}
	c.dispatch(shaders.Scatter, join(p.columnConstants(), p.measureConstants(), shaders.Constants{
		"SAMPLED":     sampled,
		"INVOCATIONS": uint32(s.invocations), "PARTS": uint32(s.parts), "WIDTH": uint32(l.words),
		"SHIFT": uint32(l.value), "EACH": uint32(ceil(s.parts, s.invocations)),
		"TILE": uint32(s.tile(1, l)), "TILE1": uint32(s.tile(2, l)), "TILE2": uint32(s.tile(4, l)),
	}), params.words(), rowGrid(params.rows, 4*s.invocations, a, Tuning{}), 1, into)
}

// softwareBlock is the partitions that a workgroup may come across on llvmpipe, which ends all loops of an invocation,
// silently, after 65,535 rounds together.
const softwareBlock = 64

// recordBinding is where the kernels bind records, by their words.
var recordBinding = map[int]struct{ scatter, aggregate int }{1: {9, 1}, 2: {10, 2}, 4: {11, 3}}

// scatterLayout is a workgroup of the scatter kernel.
type scatterLayout struct {
	parts       int // counters in workgroup memory
	invocations int // each brings four rows
}

// layScatter sizes a scatter workgroup: as large as workgroup memory allows beside the counters, since the more rows
// of its tile fall in one partition, the fuller are the lines that it writes.
func layScatter(l partitions, a Adapter) scatterLayout {
	s := scatterLayout{parts: max(fewParts, 1<<bits.Len(uint(l.parts-1)))}
	room := largestStorage(a) - 12*s.parts - 16
	s.invocations = min(1<<(bits.Len(uint(room/(16*l.staged())))-1), int(a.MaxInvocations))
	return s
}

// tile is the room of a word of the tile's records that those of so many words, and wider ones, have.
func (s scatterLayout) tile(has int, l partitions) int {
	if l.staged() < has {
		return 1
	}
	return 4 * s.invocations
}
