package device

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
	"cardinal/system"
)

// upload puts the pieces of a column into buffers, one for each chunk of rows. A column that is resident keeps its buffers.
func (d *Device) upload(id string, k gpu.Kind, rows int, next Pieces) (err error) {
	entry, again := d.resident.touch(id)
	var held column
	if again {
		held = entry.held
	} else {
		if err := d.reserve(k.Bytes(rows)); err != nil {
			return err
		}
		if held, err = d.newColumn(id, k, rows, wgpu.BufferUsageStorage|wgpu.BufferUsageCopyDst); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				held.release()
			}
		}()
	}
	var piece []byte
	for i, b := range held.buffers {
		size := k.Bytes(plan.Chunk(i, rows, d.chunkRows))
		for at := int64(0); at < size; {
			if len(piece) == 0 {
				if piece, err = next(); err != nil {
					return fmt.Errorf("the upload of %q was cut: %w", id, err)
				}
			}
			now := piece[:min(int64(len(piece)), size-at)]
			if err := d.staging.send(d, b, at, now); err != nil {
				return fmt.Errorf("cannot upload %q: %w", id, err)
			}
			at += int64(len(now))
			piece = piece[len(now):]
		}
	}
	if !again {
		d.resident.put(id, held, k.Bytes(rows), rows)
	}
	return nil
}

// staging is a ring of buffers that the host writes and the device copies columns from. Queue.WriteBuffer takes fresh memory
// for every piece instead: on an H200 a column of 400 MB then took 41 ms rather than 30 to 36.
type staging struct {
	ring []*stage
	next int
	link float64 // bytes a second that go through the ring; 0: not measured
}

// stage is one buffer of the ring.
type stage struct {
	buffer *wgpu.Buffer
	used   wgpu.SubmissionIndex // of the latest copy from the buffer
	mapped bool
}

// stages is the number of pieces under way: one is written, one is copied, and one waits.
const stages = 3

// send puts a piece of at most wire.UploadPiece bytes at an offset of a buffer, a multiple of 4. Zeros fill the last word of
// the piece. send returns when it has read the piece; the copy goes on.
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
	if err := d.copy(region{buffer: st.buffer, size: size}, region{buffer: to, offset: uint64(offset)}); err != nil {
		return err
	}
	st.used = d.submitted
	return nil
}

// free returns a mapped buffer of the ring, and waits for the device where it must.
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
	d.waitFor(st.used)
	status := wgpu.BufferMapAsyncStatusUnknown
	err := st.buffer.MapAsync(wgpu.MapModeWrite, 0, wire.UploadPiece, func(s wgpu.BufferMapAsyncStatus) { status = s })
	if err != nil {
		return nil, fmt.Errorf("cannot map staging memory: %w", err)
	}
	d.gpu.Poll(false, nil) // the device no longer uses the buffer, so one poll is enough
	if status == wgpu.BufferMapAsyncStatusUnknown {
		d.wait()
	}
	st.mapped = status == wgpu.BufferMapAsyncStatusSuccess
	if !st.mapped { // reading the range of a failed mapping aborts the process
		return nil, fmt.Errorf("cannot map staging memory: %s", status)
	}
	return st, nil
}

// bandwidth is the bytes a second that reach the device through the ring where nothing keeps it waiting. It is measured once.
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
	for range 2 { // the first round touches the memory for the first time
		d.wait()
		begin := system.Now()
		for range times {
			if err := s.send(d, to, 0, piece); err != nil {
				return 0, err
			}
		}
		d.wait()
		s.link = times * wire.UploadPiece / system.Since(begin).Seconds()
	}
	return s.link, nil
}

func (s *staging) release() {
	for _, st := range s.ring {
		st.buffer.Release()
	}
	s.ring = nil
}
