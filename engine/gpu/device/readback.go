package device

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu/plan"
)

// readTotals shows the accumulators, a part for each aggregate, while seen runs.
func (d *Device) readTotals(j *plan.Job, passes []plan.Planned, seen func(parts [][]byte) error) error {
	return d.read(span{buffer: d.totals.held, offset: uint64(d.totals.at), size: uint64(j.TotalsBytes())}, func(mapped []byte) error {
		parts := make([][]byte, len(j.Aggregates))
		for _, p := range passes {
			for _, m := range p.Measures {
				at := p.Offset + 4*int64(m.Word)*int64(j.Slots)
				parts[m.Aggregate] = mapped[at : at+plan.AccumulatorBytes(m.Op, j.Slots)]
			}
		}
		return seen(parts)
	})
}

// read maps what a span holds into memory and shows it while seen runs.
func (d *Device) read(from span, seen func([]byte) error) error {
	if err := d.readback.grow(d, int64(from.size)); err != nil {
		return err
	}
	encoder, err := d.gpu.CreateCommandEncoder(nil)
	if err != nil {
		return fmt.Errorf("cannot record commands: %w", err)
	}
	defer encoder.Release()
	if err := encoder.CopyBufferToBuffer(from.buffer, from.offset, d.readback.held, 0, from.size); err != nil {
		return fmt.Errorf("cannot copy %d bytes back: %w", from.size, err)
	}
	if err := d.finish(encoder); err != nil {
		return err
	}
	status := wgpu.BufferMapAsyncStatusUnknown
	err = d.readback.held.MapAsync(wgpu.MapModeRead, 0, from.size, func(s wgpu.BufferMapAsyncStatus) { status = s })
	if err != nil {
		return fmt.Errorf("cannot map %d bytes: %w", from.size, err)
	}
	d.wait()
	if status != wgpu.BufferMapAsyncStatusSuccess { // reading the range of a failed mapping aborts the process
		return fmt.Errorf("cannot map %d bytes: %s", from.size, status)
	}
	err = seen(d.readback.held.GetMappedRange(0, uint(from.size)))
	if unmapErr := d.readback.held.Unmap(); err == nil {
		err = unmapErr
	}
	return err
}
