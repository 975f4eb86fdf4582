package device

import (
	"encoding/binary"
	"math/bits"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// learn fills in how wide the values of the job's columns are, and how long the runs of its slots. A column is looked at once
// while it is resident.
func (d *Device) learn(j *plan.Job, slots column) error {
	j.Widths = map[string]int{}
	var ids []string
	for _, a := range j.Aggregates {
		if a.Values == "" || j.Kind(a.Values) != gpu.KindWords { // its width says enough
			continue
		}
		e, _ := d.resident.touch(d.name(a.Values))
		_, listed := j.Widths[a.Values]
		switch {
		case e.width > 0:
			j.Widths[a.Values] = e.width
		case !listed && (j.Rows >= plan.ManyRows || j.Tuning.Strategy == gpu.Partition || j.Tuning.Strategy == gpu.Sort):
			j.Widths[a.Values] = 32
			ids = append(ids, a.Values)
		}
	}
	rows, _ := d.resident.touch(j.SlotsName)
	order := rows.run == 0 && j.Rows >= plan.ManyRows && j.Slots > plan.ManySlots
	if len(ids) > 0 || order {
		if err := d.look(j, ids, slots, rows, order); err != nil {
			return err
		}
	}
	j.Run = rows.run
	return nil
}

// look walks over columns to find their widths and, where asked for, over the slots to find the length of their runs.
func (d *Device) look(j *plan.Job, ids []string, slots column, rows *resident[column], order bool) error {
	size := uint64(4 * (len(ids) + 2))
	if err := d.counts.grow(d, int64(size)); err != nil {
		return err
	}
	c := commands{d: d}
	out := span{buffer: d.counts.held, size: size}
	c.clear(out)
	walk := func(kernel string, of column, word int) {
		for k := range of.buffers {
			rows := plan.Chunk(k, j.Rows, d.chunkRows)
			c.dispatch(kernel, nil, []uint32{uint32(rows), uint32(word)}, plan.RowGrid(rows, 0, d.Info, gpu.Tuning{}), 1, bound{1: of.chunk(k), 2: out})
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
			e.width, j.Widths[id] = width, width
		}
		if order {
			rows.run = float64(max(1, word(len(ids)))) / float64(max(1, word(len(ids)+1)))
		}
		return nil
	})
}
