package gpu

import (
	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/shaders"
)

// slots returns the slot column of the job: a key that is one already, or one composed and kept like any column.
func (d *device) slots(j *job) (_ []*wgpu.Buffer, composed bool, err error) {
	if !j.composes() {
		return d.held(j.Keys[0].ID), false, nil
	}
	id := d.name(j.slotsID())
	e, there := d.resident.touch(id)
	if there && d.tile == "" {
		return e.held, false, nil
	}
	if there { // of the tile before the last
		return e.held, true, d.composeAll(j, e.held)
	}
	bytes := kindWords.bytes(j.Rows)
	if err := d.reserve(bytes); err != nil {
		return nil, false, err
	}
	var held []*wgpu.Buffer
	defer func() {
		if err != nil {
			releaseAll(held)
		}
	}()
	for i := range chunks(j.Rows, d.chunkRows) {
		b, err := d.buffer("slots", kindWords.bytes(chunk(i, j.Rows, d.chunkRows)), wgpu.BufferUsageStorage)
		if err != nil {
			return nil, false, err
		}
		held = append(held, b)
	}
	if err := d.composeAll(j, held); err != nil {
		return nil, false, err
	}
	d.resident.put(id, held, bytes, j.Rows)
	return held, true, nil
}

// composeAll fills a slot column. Tiles are not waited for: what uses their slots comes after.
func (d *device) composeAll(j *job, into []*wgpu.Buffer) error {
	c := commands{d: d}
	for i := range into {
		c.compose(j, into[i], i)
	}
	if d.tile != "" {
		return c.start()
	}
	return c.submit()
}

// compose adds the dispatches that fill the i-th chunk of a slot column.
func (c *commands) compose(j *job, into *wgpu.Buffer, i int) {
	rows := chunk(i, j.Rows, c.d.chunkRows)
	keys := j.Keys
	for first := true; first || len(keys) > 0; first = false {
		now := keys[:min(len(keys), keysPerCompose)]
		keys = keys[len(now):]
		params := []uint32{uint32(rows), uint32(len(now)), 0, 0, 0, 0, 0, 0}
		if !first {
			params[2] = 1
		}
		b := bound{1: whole(into)}
		if len(keys) == 0 && j.Select != "" {
			b[2] = whole(c.d.held(j.Select)[i])
			params[3] = 1
		}
		for k, key := range now {
			b[3+k] = whole(c.d.held(key.ID)[i])
			params[4+k] = key.Stride
		}
		c.dispatch(shaders.Compose, nil, params, composeGroups(rows), 1, b)
	}
}
