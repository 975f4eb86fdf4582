package device

import (
	"math/bits"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// partition adds the dispatches that write the rows of a piece to their partitions and aggregate those. b binds the
// columns and the totals of the pass.
func (c *commands) partition(j *plan.Job, p plan.Pass, params rowParams, b bound, t gpu.Tuning) {
	a := c.d.Info
	l, _ := plan.LayPartitions(p, j, a)
	table := uint64(4*l.Parts + 4)
	counts, starts := span{buffer: c.d.counts.held, size: table}, span{buffer: c.d.starts.held, size: table}
	params.parts, params.shift, params.span, params.spans = l.Parts, l.Shift, 1<<l.Shift/l.Spans, l.Spans
	c.scatter(p, l, params, b, counts, starts)

	held := plan.LayCells(p.Words, params.span, a).Tuned(t)
	params.copies = held.Copies
	grid := plan.RowGrid(params.rows, 4*params.span, a, t)
	params.block = l.Parts
	if a.Class == gpu.Software {
		params.block = softwareBlock
	}
	c.dispatch(shaders.Partition, join(p.MeasureConstants(), shaders.Constants{
		"INVOCATIONS": plan.Width(plan.CellsWidth(a), a, t), "CELLS": uint32(held.Words), "WIDTH": uint32(l.Words),
		"SHIFT": uint32(l.Value), "BITMAPS": uint32(len(p.Bitmaps)),
	}), params.words(), grid, uint32(plan.Ceil(l.Parts, params.block)*l.Spans),
		bound{recordBinding[l.Words].aggregate: whole(c.d.records.held), 4: starts, 5: counts, 8: b[8]})
}

// scatter adds the dispatches that write the rows of a piece to their partitions. starts says then where these begin, and
// counts where their records end.
func (c *commands) scatter(p plan.Pass, l plan.Partitions, params rowParams, b bound, counts, starts span) {
	a, sample := c.d.Info, l.Sample(params.rows)
	params.copies = min(8, 1<<(bits.Len(uint(plan.MaxParts/l.Parts))-1))
	c.clear(counts)
	c.dispatch(shaders.Histogram, shaders.Constants{"COLUMNS": 0, "CELLS": plan.MaxParts, "INVOCATIONS": plan.Invocations, "SAMPLE": uint32(sample)},
		params.words(), plan.RowGrid(params.rows/sample, 4*l.Parts, a, gpu.Tuning{}), 1, bound{1: b[1], 8: counts})
	c.scan(counts, starts, l.Parts, room(sample))
	c.copy(starts, counts)

	s := plan.LayScatter(l, a)
	into := join2(b, bound{recordBinding[l.Words].scatter: whole(c.d.records.held), 12: counts, 13: starts})
	sampled := uint32(0)
	if sample > 1 {
		sampled = 1
	}
	c.dispatch(shaders.Scatter, join(p.ColumnConstants(), p.MeasureConstants(), shaders.Constants{
		"SAMPLED":     sampled,
		"INVOCATIONS": uint32(s.Invocations), "PARTS": uint32(s.Parts), "WIDTH": uint32(l.Words),
		"SHIFT": uint32(l.Value), "EACH": uint32(plan.Ceil(s.Parts, s.Invocations)),
		"TILE": uint32(s.Tile(1, l)), "TILE1": uint32(s.Tile(2, l)), "TILE2": uint32(s.Tile(4, l)),
	}), params.words(), plan.RowGrid(params.rows, 4*s.Invocations, a, gpu.Tuning{}), 1, into)
}

// softwareBlock is the partitions that a workgroup may come across on llvmpipe, which ends all loops of an invocation,
// silently, after 65,535 rounds together.
const softwareBlock = 64

// recordBinding is where the kernels bind records, by their words.
var recordBinding = map[int]struct{ scatter, aggregate int }{1: {9, 1}, 2: {10, 2}, 4: {11, 3}}
