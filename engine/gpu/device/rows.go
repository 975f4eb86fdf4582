package device

import (
	"fmt"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// answerPartitioned lists the rows of a job by partition.
//
// Source: MP-EGA (Wang, Shen and Lei, 2025), which also makes its partitions on the device. The kernels are a radix
// partition (Merrill and Grimshaw) by a hash of the keys.
func (d *Device) answerPartitioned(j *plan.Job, a *answer) error {
	if j.Rows > d.chunkRows {
		return fmt.Errorf("%w: partitions of %d rows, one buffer holds %d", gpu.ErrMemory, j.Rows, d.chunkRows)
	}
	l, bytes := plan.LayRows(j), 16*plan.Ceil(j.Rows, 4) // the kernels read quads
	for s, bytes := range map[*scratch]int{&d.present: bytes, &d.table: bytes, &d.counts: 4*l.Parts + 4,
		&d.starts: 4*l.Parts + 4} {
		if err := s.grow(d, int64(bytes)); err != nil {
			return err
		}
	}
	defer d.present.trim(keepScratch)
	defer d.table.trim(keepScratch)
	// The rows are not in d.records, which are released if the columns of the next request need room.
	places, rows, counts, starts := d.present.prefix(bytes), d.table.prefix(bytes), d.counts.prefix(4*l.Parts+4),
		d.starts.prefix(4*l.Parts+4)

	c := commands{d: d, recorded: func() { a.lap("plan") }}
	keys, filtered := bound{7: places}, uint32(0)
	for i, k := range j.Keys {
		keys[2+i] = d.heldColumn(k.Codes.ID).chunk(0)
	}
	if j.Select != nil {
		keys[6], filtered = d.heldColumn(j.Select.ID).chunk(0), 1
	}
	spread := plan.SpreadProgram(j)
	seed := uint32(plan.TableSeed)
	c.dispatch(spread.Kernel, spread.Constants, []uint32{uint32(j.Rows), 0, 0, filtered, 5 * seed, uint32(l.Parts), 0,
		0}, itemGrid(j.Rows), 1, keys)
	c.scatter(work{
		job: j, pass: plan.RowsPass, buffers: bound{1: places},
		params: rowParams{rows: j.Rows, slots: l.Parts, span: 1, copies: 1, parts: l.Parts},
	}, l, rows, counts, starts)
	if err := c.start(); err != nil {
		return err
	}
	if j.Meanwhile != nil {
		if err := j.Meanwhile(); err != nil {
			return err
		}
		a.lap("upload")
	}
	d.wait()
	a.lap(shaders.Partition)
	a.Strategy, a.Groups = shaders.Partition, j.Rows
	if j.Select != nil {
		found, err := d.readWords(region{buffer: starts.buffer, offset: uint64(4 * l.Parts), size: 4})
		if err != nil {
			return err
		}
		a.Groups = int(found[0])
	}
	counts.size = uint64(4 * l.Parts)
	return a.deliver(&Readout{
		device: d, job: j, answer: a, Size: int64(4*a.Groups) + int64(counts.size),
		regions: []region{d.table.prefix(4 * a.Groups), counts},
	})
}
