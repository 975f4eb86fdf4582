package device

import (
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// softwareTiles is the largest number of tiles per workgroup on llvmpipe. llvmpipe silently ends the loops of an
// invocation once they have run 65,535 rounds together. In the worst tile an invocation runs 4 * 256 * 6 rounds: for
// four runs of 256 records, and for six measures.
const softwareTiles = 8

// sort writes the rows to partitions of a first level, and the rows of these to partitions of a second level. Then it
// dispatches sort.wgsl over the tiles of the second level.
func (c *commands) sort(w work) {
	a := c.d.Info
	s := plan.LaySort(w.pass, w.job, a)
	coarse, fine := s.Coarse, s.Fine
	first := func(b *scratch) region { return b.prefix(4*coarse.Parts + 4) }
	second := func(b *scratch) region {
		return region{buffer: b.held, offset: uint64(s.Second()), size: uint64(4*s.Parts + 4)}
	}

	w.params.parts, w.params.shift, w.params.finer = coarse.Parts, coarse.Shift, fine.Shift
	c.scatter(w, coarse, whole(c.d.records.held), first(&c.d.counts), first(&c.d.starts))

	tile := s.RefineTile(a)
	buffers := bound{recordBinding[coarse.Words].read: whole(c.d.records.held), 4: first(&c.d.starts),
		5: first(&c.d.tiles), 8: second(&c.d.counts)}
	c.scan(first(&c.d.starts), first(&c.d.tiles), coarse.Parts, plan.ScanTiles(tile))
	c.clear(second(&c.d.counts))
	w.params.copies = counterCopies(fine.Parts)
	grid := tileGrid(w.params.rows, tile, coarse.Parts, a, gpu.Tuning{})
	c.dispatch(shaders.Digits, s.DigitsConstants(w.pass, a), w.params.words(), grid, 1, buffers)
	c.scan(second(&c.d.counts), second(&c.d.starts), s.Parts, nil)
	c.copy(second(&c.d.starts), second(&c.d.counts))
	c.dispatch(shaders.Refine, s.RefineConstants(w.pass, a), w.params.words(), grid, 1,
		mergeMaps(buffers, bound{recordBinding[fine.Words].write: whole(c.d.sorted.held)}))

	tile = s.Tile()
	w.params.parts, w.params.shift = s.Parts, fine.Shift
	c.scan(second(&c.d.starts), second(&c.d.tiles), s.Parts, plan.ScanTiles(tile))
	c.dispatch(w.kernel, s.SortConstants(w.pass), w.params.words(), tileGrid(w.params.rows, tile, s.Parts,
		a, w.tuning), 1,
		bound{recordBinding[fine.Words].read: whole(c.d.sorted.held), 4: second(&c.d.starts), 5: second(&c.d.tiles),
			8: w.buffers[8]})
}

// tileGrid returns the number of workgroups that share the tiles of `rows` rows in `parts` partitions. The smaller a
// tile is, the more workgroups are needed to fill the device.
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
