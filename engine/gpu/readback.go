package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// readTotals maps the accumulators into memory and shows them, a part for each aggregate, while seen runs.
func (d *device) readTotals(j *job, seen func(parts [][]byte) error) error {
	bytes := j.totalsBytes()
	if err := d.readback.grow(d, bytes); err != nil {
		return err
	}
	encoder, err := d.gpu.CreateCommandEncoder(nil)
	if err != nil {
		return fmt.Errorf("cannot record commands: %w", err)
	}
	defer encoder.Release()
	if err := encoder.CopyBufferToBuffer(d.totals.held, 0, d.readback.held, 0, uint64(bytes)); err != nil {
		return fmt.Errorf("cannot copy %d bytes back: %w", bytes, err)
	}
	if err := d.finish(encoder); err != nil {
		return err
	}
	status := wgpu.BufferMapAsyncStatusUnknown
	err = d.readback.held.MapAsync(wgpu.MapModeRead, 0, uint64(bytes), func(s wgpu.BufferMapAsyncStatus) { status = s })
	if err != nil {
		return fmt.Errorf("cannot map %d bytes: %w", bytes, err)
	}
	d.wait()
	if status != wgpu.BufferMapAsyncStatusSuccess { // reading the range of a failed mapping aborts the process
		return fmt.Errorf("cannot map %d bytes: %s", bytes, status)
	}
	mapped := d.readback.held.GetMappedRange(0, uint(bytes))
	parts := make([][]byte, 0, len(j.Aggregates))
	for _, a := range j.Aggregates {
		parts = append(parts, mapped[:accumulatorBytes(a.Op, j.Slots)])
		mapped = mapped[totalsBytes(a.Op, j.Slots):]
	}
	err = seen(parts)
	if unmapErr := d.readback.held.Unmap(); err == nil {
		err = unmapErr
	}
	return err
}

// figures turns the accumulators of an aggregate, as they lie on the device, into its numbers.
func figures(op Op, slots int, raw []uint32) []uint64 {
	out := make([]uint64, slots)
	switch op {
	case Sum:
		low, high := raw[:slots], raw[slots:2*slots]
		for i := range out {
			out[i] = uint64(high[i])<<32 | uint64(low[i])
		}
	case Min: // kept as the maximum of the complements
		for i, v := range raw[:slots] {
			out[i] = uint64(^v)
		}
	default:
		for i, v := range raw[:slots] {
			out[i] = uint64(v)
		}
	}
	return out
}
