package device

import (
	"math/bits"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// learn sets the widths of the values of the job's columns, and the mean length of the runs of equal slots. It measures
// a resident column once, and only if the plan may depend on the result. measured is true if this call measured a
// column.
func (d *Device) learn(j *plan.Job, slots column) (measured bool, _ error) {
	j.Widths = map[string]int{}
	var ids []string
	for _, a := range j.Aggregates {
		if a.Values == nil || a.Values.Kind() != gpu.KindWords { // the kind says enough
			continue
		}
		id := a.Values.ID
		e, _ := d.resident.touch(d.name(id))
		_, listed := j.Widths[id]
		switch {
		case e.width > 0:
			j.Widths[id] = e.width
		case !listed && j.Packs():
			j.Widths[id] = 32
			ids = append(ids, id)
		}
	}
	rows, _ := d.resident.touch(j.SlotsName)
	order := rows.run == 0 && j.DependsOnOrder()
	if len(ids) > 0 || order {
		if err := d.measure(j, ids, slots, rows, order); err != nil {
			return false, err
		}
		measured = true
	}
	j.Run = rows.run
	return measured, nil
}

// measure finds the widths of columns and, if order is set, the mean length of the runs of equal slots.
func (d *Device) measure(j *plan.Job, ids []string, slots column, rows *resident[column], order bool) error {
	size := 4 * (len(ids) + 2)
	if err := d.counts.grow(d, int64(size)); err != nil {
		return err
	}
	c := commands{d: d}
	out := d.counts.prefix(size)
	c.clear(out)
	walk := func(kernel string, of column, word int) {
		for k := range of.parts {
			rows := plan.Chunk(k, j.Rows, d.chunkRows)
			c.dispatch(kernel, nil, []uint32{uint32(rows), uint32(word)}, plan.RowGrid(rows, 0, d.Info, gpu.Tuning{}),
				1, bound{1: of.chunk(k), 2: out})
		}
	}
	for i, id := range ids {
		walk(shaders.Widest, d.heldColumn(id), i)
	}
	if order {
		walk(shaders.Changes, slots, len(ids))
	}
	if err := c.submit(); err != nil {
		return err
	}
	words, err := d.readWords(out)
	if err != nil {
		return err
	}
	for i, id := range ids {
		e, _ := d.resident.touch(d.name(id))
		e.width = max(1, bits.Len32(words[i]))
		j.Widths[id] = e.width
	}
	if order {
		pairs, changes := words[len(ids)], words[len(ids)+1]
		rows.run = float64(max(1, pairs)) / float64(max(1, changes))
	}
	return nil
}
