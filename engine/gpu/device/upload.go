package device

import (
	"fmt"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// upload puts a column into buffers, one for each chunk of rows. A column that is resident keeps its buffers.
func (d *Device) upload(id string, k gpu.Kind, rows int, supply func() (Source, error)) (err error) {
	entry, again := d.resident.touch(id)
	var held column
	if again {
		held = entry.held
	} else {
		if err := d.reserve(k.Bytes(rows)); err != nil {
			return err
		}
		if held, err = d.roomFor(id, k, rows); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				held.release()
			}
		}()
	}
	if err := d.staging.send(d, held.pieces(rows, d.chunkRows), supply); err != nil {
		return fmt.Errorf("cannot upload %q: %w", id, err)
	}
	if !again {
		d.resident.put(id, held, k.Bytes(rows), rows)
	}
	return nil
}

// pieces are the pieces that a column of so many rows is sent in. A piece is as large as all before it, within limits.
func (c column) pieces(rows, chunkRows int) (all []*piece) {
	before := int64(0)
	for i, part := range c.parts {
		size := c.kind.Bytes(plan.Chunk(i, rows, chunkRows))
		for at, next := int64(0), int64(0); at < size; at += next {
			next = min(max(firstBytes, before+at), stageBytes, size-at)
			all = append(all, newPiece(region{buffer: part.buffer, offset: part.offset + uint64(at)}, before+at, next))
		}
		before += size
	}
	return all
}
