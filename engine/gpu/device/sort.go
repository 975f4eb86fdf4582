package device

import (
	"math/bits"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// sort adds the dispatches that sort the rows of a piece and add up the runs of equal slots. b binds the columns and the totals
// of the pass.
func (c *commands) sort(j *plan.Job, p plan.Pass, params rowParams, b bound, t gpu.Tuning) {
	a := c.d.Info
	s := plan.LaySort(p, j, a)
	coarse, fine := s.Coarse, s.Fine
	first := func(b *scratch) span { return span{buffer: b.held, size: uint64(4*coarse.Parts + 4)} }
	second := func(b *scratch) span {
		return span{buffer: b.held, offset: uint64(s.Second()), size: uint64(4*s.Parts + 4)}
	}
	in := func(l plan.Partitions) shaders.Constants {
		return shaders.Constants{"WIDTH": uint32(l.Words), "SHIFT": uint32(l.Value), "BITMAPS": uint32(len(p.Bitmaps))}
	}

	params.parts, params.shift, params.finer = coarse.Parts, coarse.Shift, fine.Shift
	c.scatter(p, coarse, params, b, first(&c.d.counts), first(&c.d.starts))

	w := plan.LayScatter(fine, a)
	tile := 4 * w.Invocations
	records := bound{recordBinding[coarse.Words].aggregate: whole(c.d.records.held), 4: first(&c.d.starts), 5: first(&c.d.tiles), 8: second(&c.d.counts)}
	c.scan(first(&c.d.starts), first(&c.d.tiles), coarse.Parts, tilesOf(tile))
	c.clear(second(&c.d.counts))
	params.copies = min(8, 1<<(bits.Len(uint(plan.MaxParts/fine.Parts))-1))
	grid := tileGrid(params.rows, tile, coarse.Parts, a, gpu.Tuning{})
	walk := join(in(coarse), shaders.Constants{"INVOCATIONS": uint32(w.Invocations), "TILE": uint32(tile)})
	c.dispatch(shaders.Digits, join(walk, shaders.Constants{"CELLS": plan.MaxParts}), params.words(), grid, 1, records)
	c.scan(second(&c.d.counts), second(&c.d.starts), s.Parts, room(1))
	c.copy(second(&c.d.starts), second(&c.d.counts))
	c.dispatch(shaders.Refine, join(walk, shaders.Constants{
		"DIGITS": uint32(w.Parts), "EACH": uint32(plan.Ceil(w.Parts, w.Invocations)), "OUT": uint32(fine.Words), "PACKED": uint32(fine.Value),
		"TILE1": uint32(w.Tile(2, fine)), "TILE2": uint32(w.Tile(4, fine)),
	}), params.words(), grid, 1, join2(records, bound{recordBinding[fine.Words].scatter: whole(c.d.sorted.held)}))

	tile = 4 * s.Invocations
	params.parts, params.shift = s.Parts, fine.Shift
	c.scan(second(&c.d.starts), second(&c.d.tiles), s.Parts, tilesOf(tile))
	room := func(has bool) uint32 {
		if has {
			return uint32(tile)
		}
		return 1
	}
	c.dispatch(shaders.Sort, join(in(fine), p.MeasureConstants(), shaders.Constants{
		"INVOCATIONS": uint32(s.Invocations), "TILE": uint32(tile), "SLOTS": uint32(s.Counters + 1), "LONGS": uint32(max(1, tile/plan.LongRun)),
		"TAGS": room(fine.Value > 0 || len(p.Bitmaps) > 0), "TILE1": room(fine.Words > 1), "TILE2": room(fine.Words > 2),
	}), params.words(), tileGrid(params.rows, tile, s.Parts, a, t), 1,
		bound{recordBinding[fine.Words].aggregate: whole(c.d.sorted.held), 4: second(&c.d.starts), 5: second(&c.d.tiles), 8: b[8]})
}

// tileGrid is how many workgroups share the tiles of so many rows in so many partitions: the smaller ones are, the more of them
// fill the device. On llvmpipe none may have many tiles: it ends all loops of an invocation, silently, after 65,535 rounds
// together.
func tileGrid(rows, tile, parts int, a gpu.Adapter, t gpu.Tuning) uint32 {
	grid := plan.RowGrid(rows, tile, a, t)
	if t.Groups == 0 {
		grid *= uint32(max(1, 4096/tile))
	}
	if a.Class == gpu.Software {
		tiles := min(rows, plan.Ceil(rows, tile)+parts)
		grid = max(grid, uint32(min(plan.Ceil(tiles, softwareTiles), plan.MaxGroups)))
	}
	return grid
}

// softwareTiles are the tiles of a workgroup on llvmpipe: in the worst one, an invocation has a round for each of four runs of
// 256 records and each of six measures.
const softwareTiles = 8
