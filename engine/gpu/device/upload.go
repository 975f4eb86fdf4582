package device

import (
	"fmt"

	"cardinal/engine/gpu/plan"
)

// arrival is a column of a job that is about to be sent, with its buffers, one per chunk of rows.
type arrival struct {
	plan.JobSource
	held  column
	again bool // a resident column is overwritten with the rows of another tile
}

// upload sends a column of `rows` rows. last marks the last column, after which the kernels begin.
func (d *Device) upload(a arrival, rows int, last bool, supply func() (Source, error)) error {
	id := d.name(a.ID)
	if err := d.staging.send(d, a.held.pieces(rows, d.chunkRows, last), supply); err != nil {
		return fmt.Errorf("cannot upload %q: %w", id, err)
	}
	if !a.again {
		d.resident.put(id, a.held, a.Kind.Bytes(rows), rows)
	}
	return nil
}

// pieces returns the pieces in which a column of `rows` rows is sent. A piece is as large as all earlier pieces
// together, within limits: the first piece is small, so that the device can soon start to copy. In the last column, a
// piece is also at most half of the remaining bytes, so that little remains to copy after the last piece is full.
func (c column) pieces(rows, chunkRows int, last bool) (all []*piece) {
	before, total := int64(0), c.kind.Bytes(rows)
	for i, part := range c.parts {
		size := c.kind.Bytes(plan.Chunk(i, rows, chunkRows))
		for at, next := int64(0), int64(0); at < size; at += next {
			most := int64(stageBytes)
			if last {
				most = min(most, max(leastBytes, (total-before-at)/2/blockBytes*blockBytes))
			}
			next = min(max(leastBytes, before+at), most, size-at)
			all = append(all, newPiece(region{buffer: part.buffer, offset: part.offset + uint64(at)}, before+at, next))
		}
		before += size
	}
	return all
}
