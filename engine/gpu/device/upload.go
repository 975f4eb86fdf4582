package device

import (
	"fmt"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
	"cardinal/system"
)

// upload puts a column into buffers, one for each chunk of rows. A column that is resident keeps its buffers.
func (d *Device) upload(id string, k gpu.Kind, rows int, fill Fill) (err error) {
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
	if err := d.staging.send(d, held.pieces(rows, d.chunkRows), fill); err != nil {
		return fmt.Errorf("cannot upload %q: %w", id, err)
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

const (
	stages     = 3        // pieces under way: one is filled, one is copied, and one waits
	stageBytes = 32 << 20 // the most bytes of a piece; an H100 receives pieces of 16 MB at 35 GB/s and these at 45, of 55 that its link does
	firstBytes = 4 << 20  // of the first piece, which nothing is copied beside
)

// piece is so many bytes of a column, at most stageBytes, on their way to a region.
type piece struct {
	to    region
	bytes int64
	stage *stage
	room  []byte // of the stage
	err   error
}

// pieces are the pieces that a column of so many rows is sent in. A piece is as large as all before it, within limits.
func (c column) pieces(rows, chunkRows int) (all []piece) {
	for i, part := range c.parts {
		size := c.kind.Bytes(plan.Chunk(i, rows, chunkRows))
		for at, next := int64(0), int64(0); at < size; at += next {
			next = min(max(firstBytes, at), stageBytes, size-at)
			all = append(all, piece{to: region{buffer: part.buffer, offset: part.offset + uint64(at)}, bytes: next})
		}
	}
	return all
}

// send sends a column. While a piece is copied, fill fills the next one in a thread of its own. send returns when all bytes are read; the copies go on.
func (s *staging) send(d *Device, pieces []piece, fill Fill) (err error) {
	empty, full := make(chan piece, 1), make(chan piece, 1)
	go func() {
		var failed error
		for p := range empty {
			if failed == nil { // after an error, fill may wait for what no one sends
				failed = fill(p.room[:p.bytes])
			}
			p.err = failed
			full <- p
		}
	}()
	filling := 0
	submit := func() {
		p := <-full
		filling--
		if err == nil {
			err = p.err
		}
		if err == nil {
			err = s.submit(d, p)
		}
	}
	for _, p := range pieces {
		if p.stage, err = s.free(d); err != nil {
			break
		}
		// Zeros fill the last 16 bytes, which kernels read at a time.
		p.room = p.stage.buffer.GetMappedRange(0, uint((p.bytes+15)/16*16))
		clear(p.room[p.bytes:])
		empty <- p
		if filling++; filling == 2 {
			if submit(); err != nil {
				break
			}
		}
	}
	close(empty)
	for filling > 0 {
		submit()
	}
	return err
}

// submit starts the copy of a piece that is filled.
func (s *staging) submit(d *Device, p piece) error {
	if err := p.stage.buffer.Unmap(); err != nil {
		return fmt.Errorf("cannot unmap a piece of %d bytes: %w", p.bytes, err)
	}
	p.stage.mapped = false
	size := uint64(len(p.room))
	if err := d.copy(region{buffer: p.stage.buffer, size: size}, region{buffer: p.to.buffer, offset: p.to.offset, size: size}); err != nil {
		return err
	}
	p.stage.used = d.submitted
	return nil
}

// free returns a mapped buffer of the ring, and waits for the device where it must.
func (s *staging) free(d *Device) (*stage, error) {
	if len(s.ring) < stages {
		b, err := d.gpu.CreateBuffer(&wgpu.BufferDescriptor{
			Label: "staging", Size: stageBytes, Usage: wgpu.BufferUsageMapWrite | wgpu.BufferUsageCopySrc, MappedAtCreation: true,
		})
		if err != nil {
			return nil, fmt.Errorf("%w: no %d bytes of staging memory: %w", gpu.ErrMemory, stageBytes, err)
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
	err := st.buffer.MapAsync(wgpu.MapModeWrite, 0, stageBytes, func(s wgpu.BufferMapAsyncStatus) { status = s })
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
	to, err := d.buffer("link", stageBytes, wgpu.BufferUsageCopyDst)
	if err != nil {
		return 0, err
	}
	defer to.Release()
	zeros := make([]byte, stageBytes)
	fill := func(room []byte) error {
		wire.CopyWide(room, zeros)
		return nil
	}
	const times = 4 * stages
	pieces := slices.Repeat([]piece{{to: whole(to), bytes: stageBytes}}, times)
	for range 2 { // the first round touches the memory for the first time
		d.wait()
		begin := system.Now()
		if err := s.send(d, pieces, fill); err != nil {
			return 0, err
		}
		d.wait()
		s.link = times * stageBytes / system.Since(begin).Seconds()
	}
	return s.link, nil
}

func (s *staging) release() {
	for _, st := range s.ring {
		st.buffer.Release()
	}
	s.ring = nil
}
