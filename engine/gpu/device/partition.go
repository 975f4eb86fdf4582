package device

import (
	"math/bits"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// recordBinding maps the number of words of a record to the bindings of the records: in kernels that write records, and
// in kernels that read records.
var recordBinding = map[int]struct{ write, read int }{1: {9, 1}, 2: {10, 2}, 4: {11, 3}}

// softwareBlock is the largest number of partitions per workgroup on llvmpipe. llvmpipe silently ends the loops of an
// invocation once they have run 65,535 rounds together.
const softwareBlock = 64

// partition writes the rows to their partitions, and dispatches partition.wgsl over the partitions.
func (c *commands) partition(w work) {
	a := c.d.Info
	l, _ := plan.LayPartitions(w.pass, w.job, a)
	counts, starts := c.d.counts.prefix(4*l.Parts+4), c.d.starts.prefix(4*l.Parts+4)
	w.params.parts, w.params.shift, w.params.span, w.params.spans = l.Parts, l.Shift, l.Span(), l.Spans
	c.scatter(w, l, whole(c.d.records.held), counts, starts)

	w.params.copies = plan.LayCells(w.pass.Words, w.params.span, a).Tuned(w.tuning).Copies
	w.params.block = l.Parts
	if a.Class == gpu.Software {
		w.params.block = softwareBlock
	}
	c.dispatch(w.kernel, plan.PartitionConstants(w.pass, w.job, l, a), w.params.words(),
		plan.RowGrid(w.params.rows, 4*w.params.span, a, w.tuning), uint32(plan.Ceil(l.Parts, w.params.block)*l.Spans),
		bound{recordBinding[l.Words].read: whole(c.d.records.held), 4: starts, 5: counts, 8: w.buffers[8]})
}

// scatter writes the rows to their partitions, as records. Afterwards starts has the first record of each partition,
// and counts the end of its records.
func (c *commands) scatter(w work, l plan.Partitions, records, counts, starts region) {
	a, sample := c.d.Info, l.Sample(w.params.rows)
	w.params.copies = counterCopies(l.Parts)
	c.clear(counts)
	c.dispatch(shaders.Histogram, plan.HistogramConstants(sample), w.params.words(), plan.RowGrid(w.params.rows/sample,
		4*l.Parts, a, gpu.Tuning{}), 1, bound{1: w.buffers[1], 8: counts})
	c.scan(counts, starts, l.Parts, plan.ScanSample(sample))
	c.copy(starts, counts)

	c.dispatch(shaders.Scatter, plan.ScatterConstants(w.pass, l, sample, a), w.params.words(),
		plan.RowGrid(w.params.rows, 4*plan.LayScatter(l, a).Invocations, a, gpu.Tuning{}), 1,
		mergeMaps(w.buffers, bound{recordBinding[l.Words].write: records, 12: counts, 13: starts}))
}

// counterCopies returns how many counters each partition has in workgroup memory.
func counterCopies(parts int) int { return min(8, 1<<(bits.Len(uint(plan.MaxParts/parts))-1)) }
