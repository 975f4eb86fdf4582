package gpu

import (
	"encoding/binary"
	"math/bits"

	"cardinal/shaders"
)

const (
	// manyRows is from where on it pays to look at a column once to learn what it is like.
	manyRows = 1 << 20
	// manySlots is from where on the order of the rows counts.
	manySlots = 4096
)

// learn fills in how wide the values of the job's columns are, and how long the runs of its slots. A column is looked at once
// while it is resident.
func (d *device) learn(j *job, slots column) error {
	j.widths = map[string]int{}
	var ids []string
	for _, a := range j.Aggregates {
		if a.Values == "" || j.kind(a.Values) != kindWords { // its width says enough
			continue
		}
		e, _ := d.resident.touch(d.name(a.Values))
		_, listed := j.widths[a.Values]
		switch {
		case e.width > 0:
			j.widths[a.Values] = e.width
		case !listed && (j.Rows >= manyRows || j.Tuning.Strategy == Partition || j.Tuning.Strategy == Sort):
			j.widths[a.Values] = 32
			ids = append(ids, a.Values)
		}
	}
	lies, _ := d.resident.touch(j.lies)
	order := lies.run == 0 && j.Rows >= manyRows && j.Slots > manySlots
	if len(ids) > 0 || order {
		if err := d.look(j, ids, slots, lies, order); err != nil {
			return err
		}
	}
	j.run = lies.run
	return nil
}

// look walks over columns to find their widths and, where asked for, over the slots to find the length of their runs.
func (d *device) look(j *job, ids []string, slots column, lies *resident[column], order bool) error {
	size := uint64(4 * (len(ids) + 2))
	if err := d.counts.grow(d, int64(size)); err != nil {
		return err
	}
	c := commands{d: d}
	out := span{buffer: d.counts.held, size: size}
	c.clear(out)
	walk := func(kernel string, of column, word int) {
		for k := range of.buffers {
			rows := chunk(k, j.Rows, d.chunkRows)
			c.dispatch(kernel, nil, []uint32{uint32(rows), uint32(word)}, rowGrid(rows, 0, d.info, Tuning{}), 1, bound{1: of.chunk(k), 2: out})
		}
	}
	for i, id := range ids {
		walk(shaders.Widest, d.held(id), i)
	}
	if order {
		walk(shaders.Changes, slots, len(ids))
	}
	if err := c.submit(); err != nil {
		return err
	}
	return d.read(out, func(raw []byte) error {
		word := func(i int) uint32 { return binary.LittleEndian.Uint32(raw[4*i:]) }
		for i, id := range ids {
			width := max(1, bits.Len32(word(i)))
			e, _ := d.resident.touch(d.name(id))
			e.width, j.widths[id] = width, width
		}
		if order {
			lies.run = float64(max(1, word(len(ids)))) / float64(max(1, word(len(ids)+1)))
		}
		return nil
	})
}
