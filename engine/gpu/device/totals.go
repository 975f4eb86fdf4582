package device

import (
	"cardinal/engine/gpu/plan"
)

// totals is the accumulators of requests. Small accumulators use the two halves of a buffer in turn. The kernels of a
// request add to one half, and set the other half to zero for the next request. So no request waits until its
// accumulators are cleared. On an H200 this wait, between two barriers, was 3 to 5% of an answer over 100 million rows.
type totals struct {
	scratch
	at    int64    // bytes; the start of the last request's accumulators
	turn  int      // the half of the last request
	large bool     // the accumulators take more than a half
	dirty [2]int64 // bytes at the beginning of each half that may not be zero
}

// halfTotals is the size of a half in bytes.
const halfTotals = 4 << 20

// spare is a range of the totals, in words, that a dispatch sets to zero in addition to its own work.
type spare struct{ begin, words int }

// reserve makes room for the accumulators of a request.
func (t *totals) reserve(d *Device, bytes int64) error {
	before := t.held
	if err := t.grow(d, max(bytes, 2*halfTotals)); err != nil {
		return err
	}
	if t.held != before { // WebGPU zeroes a new buffer
		t.dirty = [2]int64{}
	}
	return nil
}

// takeFresh returns the range that the commands c must set to zero for the next request. It makes sure that the first
// `bytes` bytes of accumulators are zero when c runs.
func (t *totals) takeFresh(c *commands, bytes int64) spare {
	t.large = bytes > halfTotals
	if t.large {
		c.clear(t.prefix(int(bytes)))
		t.at, t.dirty = 0, [2]int64{halfTotals, halfTotals}
		return spare{}
	}
	t.turn = 1 - t.turn
	t.at = int64(t.turn) * halfTotals
	if t.dirty[t.turn] > 0 {
		c.clear(region{buffer: t.held, offset: uint64(t.at), size: uint64(t.dirty[t.turn])})
	}
	other := 1 - t.turn
	s := spare{other * halfTotals / 4, int(t.dirty[other] / 4)}
	t.dirty[t.turn], t.dirty[other] = bytes, 0
	return s
}

// spoil marks both halves as dirty, because the commands that clear them may not have run.
func (t *totals) spoil() { t.dirty = [2]int64{halfTotals, halfTotals} }

// regionOf returns the region to bind for the accumulators of a pass, which begin at word base.
func (t *totals) regionOf(p plan.Planned, slots int) (r region, base int) {
	if t.large {
		return region{buffer: t.held, offset: uint64(t.at + p.Offset), size: uint64(p.Bytes(slots))}, 0
	}
	return t.prefix(2 * halfTotals), int(t.at+p.Offset) / 4
}
