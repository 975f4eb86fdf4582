package gpu

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/profiler"
)

// supplier gives the bytes of a column that the device does not have.
type supplier func(id string) (from io.Reader, bytes int64, err error)

// outcome is what a job says beside its accumulators.
type outcome struct {
	strategy string
	stages   []profiler.Stage
}

// errAborted says that the app no longer wants the request.
var errAborted = errors.New("aborted")

// execute runs a job. deliver sees the accumulators, those of each aggregate after the other, only while it runs.
func (d *device) execute(j *job, supply supplier, deliver func(outcome, [][]byte) error) error {
	d.resident.begin()
	defer d.totals.trim()
	defer d.readback.trim()
	o := outcome{strategy: strategy(j.ops(), j.Slots, d.info, j.Tuning)}
	clock := time.Now()
	lap := func(name string) {
		o.stages = append(o.stages, profiler.Stage{Name: name, MS: float64(time.Since(clock).Nanoseconds()) / 1e6})
		clock = time.Now()
	}

	if err := d.fits(j); err != nil {
		return err
	}
	uploaded, err := d.fetch(j, supply)
	if err != nil {
		return err
	}
	if uploaded {
		lap("upload")
	}
	slots, composed, err := d.slots(j)
	if err != nil {
		return err
	}
	if composed {
		lap("compose")
	}
	if err := d.aggregate(j, o.strategy, slots); err != nil {
		return err
	}
	lap("kernel")
	return d.readTotals(j, func(parts [][]byte) error {
		lap("read back")
		return deliver(o, parts)
	})
}

// fetch makes every column of the job resident.
func (d *device) fetch(j *job, supply supplier) (uploaded bool, err error) {
	need := j.totalsBytes()
	if _, ok := d.resident.touch(j.slotsID()); !ok && j.composes() {
		need += kindWords.bytes(j.Rows)
	}
	for _, s := range j.sources() {
		if e, ok := d.resident.touch(s.id); !ok {
			need += s.kind.bytes(j.Rows)
		} else if e.rows != j.Rows {
			return false, fmt.Errorf("column %q has %d rows on the device, the request has %d", s.id, e.rows, j.Rows)
		}
	}
	// All at once and first: what cannot stay until the end would be uploaded in vain.
	if err := d.resident.reserve(need); err != nil {
		return false, err
	}
	for _, s := range j.sources() {
		if _, ok := d.resident.touch(s.id); ok {
			continue
		}
		from, bytes, err := supply(s.id)
		if err != nil {
			return uploaded, err
		}
		if want := s.kind.bytes(j.Rows); bytes != want {
			return uploaded, fmt.Errorf("column %q came with %d bytes, want %d", s.id, bytes, want)
		}
		if err := d.upload(s.id, s.kind, j.Rows, from); err != nil {
			return uploaded, err
		}
		uploaded = true
	}
	return uploaded, nil
}

// aggregate runs every aggregate over every chunk, into cleared totals.
func (d *device) aggregate(j *job, where string, slots []*wgpu.Buffer) error {
	bytes := j.totalsBytes()
	if err := d.totals.grow(d, bytes); err != nil {
		return err
	}
	c := commands{d: d}
	offset := int64(0)
	for _, a := range j.Aggregates {
		values, valid := d.held(a.Values), d.held(a.Valid)
		nullable := uint32(0)
		if valid != nil {
			nullable = 1
		}
		into := span{d.totals.held, uint64(offset), uint64(accumulatorBytes(a.Op, j.Slots))}
		for i := range slots {
			rows := chunk(i, j.Rows, d.chunkRows)
			p := planAggregate(where, a.Op, rows, j.Slots, d.info, j.Tuning)
			c.steps = append(c.steps, step{
				variant: variant{p.kernel, a.Op, p.invocations, p.cells},
				buffers: []span{whole(slots[i]), d.part(values, i), d.part(valid, i), into},
				params:  []uint32{uint32(rows), uint32(j.Slots), p.span, p.copies, nullable},
				x:       p.groups, y: p.spans,
			})
		}
		offset += totalsBytes(a.Op, j.Slots)
	}
	return c.submit(d.totals.held, uint64(bytes))
}

// fits reports accumulators that no buffer of the device can hold.
func (d *device) fits(j *job) error {
	for _, a := range j.Aggregates {
		if b := accumulatorBytes(a.Op, j.Slots); uint64(b) > d.info.MaxBindingBytes {
			return fmt.Errorf("%w: %s over %d slots takes %d bytes, a binding holds %d", ErrMemory, a.Op, j.Slots, b, d.info.MaxBindingBytes)
		}
	}
	if b := j.totalsBytes(); uint64(b) > d.info.MaxBufferBytes {
		return fmt.Errorf("%w: the accumulators take %d bytes, a buffer holds %d", ErrMemory, b, d.info.MaxBufferBytes)
	}
	return nil
}

// held returns the buffers of a resident column, nil where the request has none.
func (d *device) held(id string) []*wgpu.Buffer {
	if id == "" {
		return nil
	}
	e, ok := d.resident.touch(id)
	if !ok {
		panic(fmt.Sprintf("BUG: %q went while the request ran", id))
	}
	return e.held
}

// part is the i-th chunk of a column, or a stand-in where there is none.
func (d *device) part(buffers []*wgpu.Buffer, i int) span {
	if buffers == nil {
		return whole(d.nothing)
	}
	return whole(buffers[i])
}
