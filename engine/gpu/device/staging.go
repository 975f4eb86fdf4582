package device

import (
	"fmt"
	"time"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/wire"
)

// staging is a ring of buffers that the host writes into and columns pass through on their way to the device. Queue.WriteBuffer
// takes fresh memory for every piece instead: on an H200 a column of 400 MB then took 41 ms rather than 30 to 36.
type staging struct {
	ring []*stage
	next int
	link float64 // bytes a second that go through it, 0 where no one has measured
}

// stage is one buffer of the ring.
type stage struct {
	buffer *wgpu.Buffer
	used   wgpu.SubmissionIndex // of the last copy out of it
	mapped bool
}

// stages is how many pieces may be under way: one is written, one is copied, and one waits for its turn.
const stages = 3

// send puts a piece of at most uploadPiece bytes at an offset of a buffer, a multiple of 4; a piece that is none is followed by
// zeros. It returns once the piece has been taken; the copying goes on.
func (s *staging) send(d *Device, to *wgpu.Buffer, offset int64, piece []byte) error {
	st, err := s.free(d)
	if err != nil {
		return err
	}
	size := uint64(len(piece)+3) / 4 * 4
	room := st.buffer.GetMappedRange(0, uint(size))
	wire.CopyWide(room, piece)
	clear(room[len(piece):])
	if err := st.buffer.Unmap(); err != nil {
		return fmt.Errorf("cannot unmap a piece of %d bytes: %w", size, err)
	}
	st.mapped = false
	encoder, err := d.gpu.CreateCommandEncoder(nil)
	if err != nil {
		return fmt.Errorf("cannot record commands: %w", err)
	}
	defer encoder.Release()
	if err := encoder.CopyBufferToBuffer(st.buffer, 0, to, uint64(offset), size); err != nil {
		return fmt.Errorf("cannot copy a piece of %d bytes: %w", size, err)
	}
	if err := d.hand(encoder); err != nil {
		return err
	}
	st.used = d.submitted
	return nil
}

// free returns a buffer of the ring that is mapped, and waits for the device where it must.
func (s *staging) free(d *Device) (*stage, error) {
	if len(s.ring) < stages {
		b, err := d.gpu.CreateBuffer(&wgpu.BufferDescriptor{
			Label: "staging", Size: wire.UploadPiece, Usage: wgpu.BufferUsageMapWrite | wgpu.BufferUsageCopySrc, MappedAtCreation: true,
		})
		if err != nil {
			return nil, fmt.Errorf("%w: no %d bytes of staging memory: %w", gpu.ErrMemory, wire.UploadPiece, err)
		}
		s.ring = append(s.ring, &stage{buffer: b, mapped: true})
		return s.ring[len(s.ring)-1], nil
	}
	st := s.ring[s.next]
	s.next = (s.next + 1) % stages
	if st.mapped {
		return st, nil
	}
	d.gpu.Poll(true, &wgpu.WrappedSubmissionIndex{Queue: d.queue, SubmissionIndex: st.used})
	status := wgpu.BufferMapAsyncStatusUnknown
	err := st.buffer.MapAsync(wgpu.MapModeWrite, 0, wire.UploadPiece, func(s wgpu.BufferMapAsyncStatus) { status = s })
	if err != nil {
		return nil, fmt.Errorf("cannot map staging memory: %w", err)
	}
	d.gpu.Poll(false, nil) // nothing uses it any more, so one look is enough
	if status == wgpu.BufferMapAsyncStatusUnknown {
		d.wait()
	}
	st.mapped = status == wgpu.BufferMapAsyncStatusSuccess
	if !st.mapped { // reading the range of a failed mapping aborts the process
		return nil, fmt.Errorf("cannot map staging memory: %s", status)
	}
	return st, nil
}

// bandwidth is the bytes a second that reach the device through the ring when nothing keeps it waiting, measured once.
func (s *staging) bandwidth(d *Device) (float64, error) {
	if s.link > 0 {
		return s.link, nil
	}
	to, err := d.buffer("link", wire.UploadPiece, wgpu.BufferUsageCopyDst)
	if err != nil {
		return 0, err
	}
	defer to.Release()
	piece := make([]byte, wire.UploadPiece)
	const times = 4 * stages
	for range 2 { // the first time, the memory is touched for the first time
		d.wait()
		begin := time.Now()
		for range times {
			if err := s.send(d, to, 0, piece); err != nil {
				return 0, err
			}
		}
		d.wait()
		s.link = times * wire.UploadPiece / time.Since(begin).Seconds()
	}
	return s.link, nil
}

func (s *staging) release() {
	for _, st := range s.ring {
		st.buffer.Release()
	}
	s.ring = nil
}
