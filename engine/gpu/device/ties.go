package device

import (
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// growTies makes room for the ties of the bitmaps of a pass. They have the rows of one chunk at a time.
func (d *Device) growTies(j *plan.Job) error {
	for i := range d.ties {
		if err := d.ties[i].grow(d, gpu.KindBits.Bytes(min(j.Rows, d.chunkRows))); err != nil {
			return err
		}
	}
	return nil
}

// markTies marks the rows of a piece that tie, before a pass takes them.
func (c *commands) markTies(j *plan.Job, p plan.Planned, passes []plan.Planned, slots column, at plan.Piece) {
	for _, t := range plan.TiesOf(j, p.Pass, passes) {
		b := c.columns(t.Reads, slots, at.Chunk)
		params := rowParams{rows: at.Rows, start: at.Start / 4, slots: j.Slots}
		b[8], params.base = c.d.totals.regionOf(t.Found, j.Slots)
		params.base += t.Word * j.Slots
		b[9] = whole(c.d.ties[t.Bitmap].held)
		c.dispatch(shaders.Ties, t.Program.Constants, params.words(), itemGrid(at.Rows/4), 1, b)
	}
}
