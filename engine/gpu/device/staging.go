package device

import (
	"fmt"
	"math/bits"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/internal/system"
)

// staging is a ring of buffers that the host fills and from which the device copies columns. Queue.WriteBuffer would
// allocate memory for every piece: on an H200 it sent a column of 400 MB in 41 ms, the ring in 30 to 36 ms.
type staging struct {
	ring     []*stage
	scarce   bool         // there was no memory to make a stage ahead
	next     int          // the index of the stage that the next piece gets
	free     int          // number of stages, from next on, that no thread fills and no copy reads
	inFlight []submission // in the order of submission
	crew     *crew        // nil: nothing was sent yet
	link     float64      // measured bytes per second through the ring; 0: not measured
}

// stage is one buffer of the ring. It is made when the first piece gets it, with the least power of two bytes that
// holds the piece. A stage that is made ahead has stageBytes. Not all stages are made at once with stageBytes, since
// that takes a software device 500 milliseconds, and a new process often sends only small columns.
type stage struct {
	buffer *wgpu.Buffer // nil: not made
	bytes  int64
	mapped bool
}

// submission is a batch of commands that copies `stages` stages.
type submission struct {
	index  wgpu.SubmissionIndex
	stages int
}

const (
	// number of stages: enough for three submissions and the pieces that are filled; more would not stay in the caches
	stages     = 8
	stageBytes = 6 << 20  // the largest piece
	leastBytes = 2 << 20  // the smallest piece, except the rest of a chunk
	smallBytes = 64 << 10 // the smallest stage
	// largest number of submissions under way: with fewer, the device is idle until the submitting
	// thread has noticed that the last submission ended
	submissions = 3
)

// send sends a column. Threads fill pieces while the device copies earlier pieces. If several pieces are full, one
// submission copies all of them. This is faster because the device is idle for some 14 microseconds between two
// submissions. send returns once all bytes are read, even if copies are still under way.
func (s *staging) send(d *Device, pieces []*piece, supply func() (Source, error)) error {
	if s.crew == nil {
		s.crew = newCrew()
	}
	sending := &sending{pieces: pieces}
	s.crew.begin(sending, sending.threads()) // before supply opens the source, because threads wake slowly
	given, err := s.sendTo(d, sending, supply)
	if err != nil {
		sending.fail(err)
	}
	return sending.end(given)
}

// sendTo gives stages to the pieces of a column, and submits the copies. given is the number of pieces that got a
// stage.
func (s *staging) sendTo(d *Device, to *sending, supply func() (Source, error)) (given int, err error) {
	s.prepare()
	source, err := supply()
	if err != nil {
		return 0, err
	}
	to.setSource(source)
	sent := 0
	defer func() { // frees the stages of pieces that were not submitted
		s.next, s.free = (s.next+stages-(given-sent))%stages, s.free+given-sent
	}()
	for sent < len(to.pieces) {
		for ; given < len(to.pieces) && s.free > 0; given++ {
			if err := s.give(d, to.pieces[given]); err != nil {
				return given, err
			}
		}
		if given == sent {
			s.reclaim(d)
			continue
		}
		full := waitFilled(to.pieces[sent:given])
		if to.failed.Load() != nil {
			return given, nil
		}
		if err := s.submit(d, to.pieces[sent:sent+full], given-sent); err != nil {
			return given, err
		}
		sent += full
		for len(s.inFlight) > submissions {
			s.reclaim(d)
		}
		// A source that is read in order comes through the wire, on which no abort can be received meanwhile.
		if source.AtOnce && d.Unwanted != nil {
			if err := d.Unwanted(); err != nil {
				return given, err
			}
		}
	}
	return given, nil
}

// waitFilled waits until the first piece is full, and returns the number of full pieces.
func waitFilled(pieces []*piece) int {
	pieces[0].full.wait()
	for i, p := range pieces {
		if !p.full.set.Load() {
			return i
		}
	}
	return len(pieces)
}

// give gives the next stage of the ring to a piece.
func (s *staging) give(d *Device, p *piece) error {
	st, size := s.ring[s.next], (p.bytes+15)/16*16
	if st.bytes < size {
		if err := st.make(d, min(stageBytes, max(smallBytes, int64(1)<<bits.Len64(uint64(size-1))))); err != nil {
			return err
		}
	}
	if err := st.open(d); err != nil {
		return err
	}
	// Zeros fill the last 16 bytes, which kernels read at a time.
	p.room = st.buffer.GetMappedRange(0, uint(size))
	clear(p.room[p.bytes:])
	s.next, s.free = (s.next+1)%stages, s.free-1
	p.open.signal()
	return nil
}

// submit starts the copies of full pieces. given is the number of stages whose pieces are not submitted yet; the full
// pieces have the first of these stages.
func (s *staging) submit(d *Device, full []*piece, given int) error {
	encoder, err := d.gpu.CreateCommandEncoder(nil)
	if err != nil {
		return fmt.Errorf("cannot record commands: %w", err)
	}
	defer encoder.Release()
	for i, p := range full {
		st := s.ring[(s.next+stages-given+i)%stages]
		if err := st.buffer.Unmap(); err != nil {
			return fmt.Errorf("cannot unmap a piece of %d bytes: %w", p.bytes, err)
		}
		st.mapped = false
		if err := encoder.CopyBufferToBuffer(st.buffer, 0, p.to.buffer, p.to.offset, uint64(len(p.room))); err != nil {
			return fmt.Errorf("cannot copy %d bytes: %w", p.bytes, err)
		}
	}
	if err := d.submit(encoder); err != nil {
		return err
	}
	s.inFlight = append(s.inFlight, submission{d.submitted, len(full)})
	return nil
}

// reclaim waits for the oldest submission, and frees its stages.
func (s *staging) reclaim(d *Device) {
	f := s.inFlight[0]
	s.inFlight = s.inFlight[1:]
	d.waitFor(f.index)
	s.free += f.stages
}

// prepare makes the ring, whose stages have no memory yet. A stage is made and mapped when a piece gets it, so that
// threads fill the first stage while the next one is mapped.
func (s *staging) prepare() {
	for len(s.ring) < stages {
		s.ring = append(s.ring, &stage{})
		s.free++
	}
}

// missingStage returns the first stage that is smaller than the largest piece, or nil if no stage should be made ahead.
// Before it looks, it waits for the copies under way.
func (s *staging) missingStage(d *Device) *stage {
	s.prepare()
	for len(s.inFlight) > 0 {
		s.reclaim(d)
	}
	for i := range s.free {
		if st := s.ring[(s.next+i)%stages]; st.bytes < stageBytes && !s.scarce {
			return st
		}
	}
	return nil
}

// make makes the stage anew, with `bytes` bytes. The device must not be using it.
func (st *stage) make(d *Device, bytes int64) error {
	st.release()
	b, err := d.create(wgpu.BufferDescriptor{
		Label: "staging", Size: uint64(bytes), Usage: wgpu.BufferUsageMapWrite | wgpu.BufferUsageCopySrc,
		MappedAtCreation: true,
	})
	if err != nil {
		return fmt.Errorf("%w: no %d bytes of staging memory: %w", gpu.ErrMemory, bytes, err)
	}
	*st = stage{buffer: b, bytes: bytes, mapped: true}
	return nil
}

func (st *stage) release() {
	if st.buffer != nil {
		st.buffer.Release()
	}
	*st = stage{}
}

// open maps the stage.
func (st *stage) open(d *Device) error {
	if st.mapped {
		return nil
	}
	status := wgpu.BufferMapAsyncStatusUnknown
	err := st.buffer.MapAsync(wgpu.MapModeWrite, 0, uint64(st.bytes), func(s wgpu.BufferMapAsyncStatus) { status = s })
	if err != nil {
		return fmt.Errorf("cannot map staging memory: %w", err)
	}
	d.gpu.Poll(false, nil) // the device no longer uses the buffer, so that one poll is enough
	if status == wgpu.BufferMapAsyncStatusUnknown {
		d.wait()
	}
	st.mapped = status == wgpu.BufferMapAsyncStatusSuccess
	if !st.mapped { // reading the range of a failed mapping aborts the process
		return fmt.Errorf("cannot map staging memory: %s", status)
	}
	return nil
}

// bandwidth returns the bytes per second that the ring can send to the device. It measures them once.
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
	source := Source{AtOnce: true, Read: func(room []byte, at int64) error {
		copy(room, zeros[at%stageBytes:])
		return nil
	}}
	for _, times := range []int64{stages, 8 * stages} { // the first round touches the memory for the first time
		var pieces []*piece
		for i := range times {
			pieces = append(pieces, newPiece(whole(to), i*stageBytes, stageBytes))
		}
		d.wait()
		begin := system.Now()
		if err := s.send(d, pieces, func() (Source, error) { return source, nil }); err != nil {
			return 0, err
		}
		d.wait()
		s.link = float64(times*stageBytes) / system.Since(begin).Seconds()
	}
	return s.link, nil
}

func (s *staging) release() {
	if s.crew != nil {
		s.crew.end()
	}
	for _, st := range s.ring {
		st.release()
	}
	*s = staging{link: s.link}
}
