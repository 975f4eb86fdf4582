package gpu

import (
	"encoding/binary"
	"math/bits"

	"cardinal/shaders"
)

// manyRows is from where on it pays to look at a column once to learn how wide its values are.
const manyRows = 1 << 20

// learnWidths fills in how wide the values of the job's columns are. A column is looked at once while it is resident.
func (d *device) learnWidths(j *job) error {
	j.widths = map[string]int{}
	var ids []string
	for _, a := range j.Aggregates {
		if a.Values == "" {
			continue
		}
		e, _ := d.resident.touch(d.name(a.Values))
		_, listed := j.widths[a.Values]
		switch {
		case e.width > 0:
			j.widths[a.Values] = e.width
		case !listed && (j.Rows >= manyRows || j.Tuning.Strategy == Partition):
			j.widths[a.Values] = 32
			ids = append(ids, a.Values)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	size := uint64(4 * len(ids))
	if err := d.counts.grow(d, int64(size)); err != nil {
		return err
	}
	c := commands{d: d}
	out := span{d.counts.held, 0, size}
	c.clear(out)
	for i, id := range ids {
		for k, b := range d.held(id) {
			rows := chunk(k, j.Rows, d.chunkRows)
			c.dispatch(shaders.Widest, nil, []uint32{uint32(rows), uint32(i)}, rowGrid(rows, 0, d.info, Tuning{}), 1, bound{1: whole(b), 2: out})
		}
	}
	if err := c.submit(); err != nil {
		return err
	}
	return d.read(out, func(raw []byte) error {
		for i, id := range ids {
			width := max(1, bits.Len32(binary.LittleEndian.Uint32(raw[4*i:])))
			e, _ := d.resident.touch(d.name(id))
			e.width, j.widths[id] = width, width
		}
		return nil
	})
}
