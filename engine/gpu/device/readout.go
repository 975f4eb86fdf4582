package device

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// Readout is the result of a job, still on the device. A Sparse or Hashed job has the list of its groups first; then
// follow the accumulators of each aggregate.
type Readout struct {
	Size    int64 // bytes
	regions []region
	device  *Device
	job     *plan.Job
	answer  *answer
}

// readout returns the result of a job: the lists, then the accumulators, which lie where the passes put them.
func (d *Device) readout(j *plan.Job, a *answer, passes []plan.Planned, lists ...region) *Readout {
	r := &Readout{device: d, job: j, answer: a, regions: lists}
	accumulators := make([]region, len(j.Aggregates))
	for _, p := range passes {
		for _, m := range p.Measures {
			accumulators[m.Aggregate] = region{
				buffer: d.totals.held, offset: uint64(d.totals.at + p.Offset + 4*int64(m.Word)*int64(j.Slots)),
				size: uint64(plan.AccumulatorBytes(m.Op, j.Slots)),
			}
		}
	}
	r.regions = append(r.regions, accumulators...)
	for _, from := range r.regions {
		r.Size += int64(from.size)
	}
	return r
}

// Each passes on the bytes of the result, piece by piece. A piece has at most wire.ResultPiece bytes, and is valid
// until seen returns.
func (r *Readout) Each(seen func(piece []byte) error) error { return r.device.read(r.regions, seen) }

// Outcome returns how the job was run. It must be called once, after Each.
func (r *Readout) Outcome() Outcome {
	if r.Size > 0 {
		r.answer.lap("read back")
	}
	if r.job.Transient {
		r.device.forget(r.job)
	}
	return r.answer.Outcome
}

// decodeAll returns the groups of a Sparse or Hashed job, and the figures.
func (r *Readout) decodeAll() (groups []uint32, values, high [][]uint64, err error) {
	var words []uint32
	if err := r.Each(func(piece []byte) error {
		words = append(words, gpu.AsWords(piece)...)
		return nil
	}); err != nil {
		return nil, nil, nil, err
	}
	groups, words = words[:r.answer.Groups], words[r.answer.Groups:]
	for _, a := range r.job.Aggregates {
		n := a.Op.Words() * r.job.Slots
		v, h := gpu.Decode(a.Op, r.job.Slots, words[:n])
		values, high, words = append(values, v), append(high, h), words[n:]
	}
	return groups, values, high, nil
}

// pieces cuts regions into pieces of at most `most` bytes. A piece may have several small regions.
func pieces(regions []region, most uint64) (list [][]region) {
	var piece []region
	room := most
	for _, r := range regions {
		for r.size > 0 {
			part := r
			part.size = min(r.size, room)
			piece = append(piece, part)
			r.offset, r.size, room = r.offset+part.size, r.size-part.size, room-part.size
			if room == 0 {
				list, piece, room = append(list, piece), nil, most
			}
		}
	}
	if len(piece) > 0 {
		list = append(list, piece)
	}
	return list
}

// landing is a piece of the result that is being copied to the host.
type landing struct {
	buffer *wgpu.Buffer
	size   uint64
	copied wgpu.SubmissionIndex
}

// read maps regions into memory, one piece after another, and passes the bytes of each piece to seen. While seen runs,
// the device copies the next piece.
func (d *Device) read(regions []region, seen func(piece []byte) error) error {
	list := pieces(regions, wire.ResultPiece)
	next, err := d.land(list, 0)
	for i := range list {
		if err != nil {
			return err
		}
		now := next
		if i+1 < len(list) {
			next, err = d.land(list, i+1)
		}
		if seenErr := d.see(now, seen); seenErr != nil {
			return seenErr
		}
	}
	return err
}

// land starts to copy a piece to one of two buffers, which are used in turn.
func (d *Device) land(list [][]region, i int) (l landing, err error) {
	if i >= len(list) {
		return l, nil
	}
	for _, part := range list[i] {
		l.size += part.size
	}
	room := &d.readback[i%len(d.readback)]
	if err := room.grow(d, int64(l.size)); err != nil {
		return l, err
	}
	l.buffer = room.held
	c := commands{d: d}
	at := uint64(0)
	for _, part := range list[i] {
		c.copy(part, region{buffer: l.buffer, offset: at, size: part.size})
		at += part.size
	}
	err = c.start()
	l.copied = d.submitted
	return l, err
}

// see maps a piece that was copied, and passes it to seen.
func (d *Device) see(l landing, seen func(piece []byte) error) error {
	d.waitFor(l.copied)
	status := wgpu.BufferMapAsyncStatusUnknown
	err := l.buffer.MapAsync(wgpu.MapModeRead, 0, l.size, func(s wgpu.BufferMapAsyncStatus) { status = s })
	if err != nil {
		return fmt.Errorf("cannot map %d bytes: %w", l.size, err)
	}
	d.gpu.Poll(false, nil) // the device no longer uses the buffer, so that one poll is enough
	if status == wgpu.BufferMapAsyncStatusUnknown {
		d.wait()
	}
	if status != wgpu.BufferMapAsyncStatusSuccess { // reading the range of a failed mapping aborts the process
		return fmt.Errorf("cannot map %d bytes: %s", l.size, status)
	}
	err = seen(l.buffer.GetMappedRange(0, uint(l.size)))
	if unmapErr := l.buffer.Unmap(); err == nil {
		err = unmapErr
	}
	return err
}

// readWords reads the u32 words of a region.
func (d *Device) readWords(from region) (words []uint32, err error) {
	err = d.read([]region{from}, func(raw []byte) error {
		words = append(words, gpu.AsWords(raw)...)
		return nil
	})
	return words, err
}
