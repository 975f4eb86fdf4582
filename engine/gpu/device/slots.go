package device

import (
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// slots returns the slot column of the job: either the only key, or a composed column, which stays resident like other
// columns. composed is true if this call composed it.
func (d *Device) slots(j *plan.Job) (_ column, composed bool, _ error) {
	if !j.Composes() {
		return d.heldColumn(j.Keys[0].Codes.ID), false, nil
	}
	id := d.name(j.SlotsID())
	e, there := d.resident.touch(id)
	if there && d.tile == "" {
		return e.held, false, nil
	}
	if there { // the buffer of the tile before the previous one
		return e.held, true, d.compose(j, e.held)
	}
	bytes := j.SlotKind().Bytes(j.Rows)
	if err := d.reserve(bytes); err != nil {
		return column{}, false, err
	}
	held, err := d.newColumn("slots", j.SlotKind(), j.Rows)
	if err != nil {
		return column{}, false, err
	}
	if err := d.compose(j, held); err != nil {
		held.release()
		return column{}, false, err
	}
	d.resident.put(id, held, bytes, j.Rows)
	return held, true, nil
}

// compose fills a slot column, chunk by chunk. Each dispatch adds some keys to the slots; the last one of a chunk
// applies the filter. For a tile, compose does not wait for the device, which runs the kernels that read the slots
// afterwards anyway.
func (d *Device) compose(j *plan.Job, into column) error {
	c := commands{d: d}
	for i := range into.parts {
		rows := plan.Chunk(i, j.Rows, d.chunkRows)
		keys := j.Keys
		for first := true; first || len(keys) > 0; first = false {
			now := keys[:min(len(keys), plan.KeysPerCompose)]
			keys = keys[len(now):]
			params := []uint32{uint32(rows), uint32(len(now)), 0, 0, 0, 0, 0, 0}
			if !first {
				params[2] = 1
			}
			b := bound{1: into.chunk(i)}
			if len(keys) == 0 && j.Select != nil {
				b[2] = d.heldColumn(j.Select.ID).chunk(i)
				params[3] = 1
			}
			for k, key := range now {
				b[3+k] = d.heldColumn(key.Codes.ID).chunk(i)
				params[4+k] = key.Stride
			}
			c.dispatch(shaders.Compose, nil, params, plan.ComposeGroups(rows), 1, b)
		}
	}
	if d.tile != "" {
		return c.start()
	}
	return c.submit()
}
