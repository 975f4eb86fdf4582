package worker

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/device"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// Serve runs the child. It opens the device, tests it, and answers the requests on in until in ends. It returns an
// error if the wire is broken. If a request fails, Serve reports the failure to the app and goes on.
func Serve(in io.Reader, out io.Writer) error {
	// For the callback of a mapping, the binding passes C the address of a Go variable to which Go keeps no reference.
	// A garbage collection before the callback would free the variable. So collections run only while no callback is
	// due.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(math.MaxInt64)

	if f, ok := out.(*os.File); ok {
		out = claim(f)
	}
	s := &server{in: inbox{from: in}, out: out}
	h, _, err := s.in.take()
	if err != nil {
		return unlessEOF(err)
	}
	if h.Verb != wire.VerbStart {
		return fmt.Errorf("the first frame is %q, want %q", h.Verb, wire.VerbStart)
	}
	if h.Window {
		if s.window, err = wire.MapWindow(wire.InheritedWindow(), wire.WindowSize); err != nil {
			fmt.Fprintln(os.Stderr, "no window to the app:", err)
		}
	}
	if err := s.open(h.Limits, h.Probe.Readable()); err != nil {
		return err
	}
	if s.device != nil {
		defer s.device.Close()
		s.ahead = device.WarmUps(s.device.Info)
	}
	for n := 0; ; n++ {
		if uploaded := s.payload.R != nil; uploaded || n%collectEvery == 0 {
			runtime.GC()
			s.payload = io.LimitedReader{}
		}
		h, err := s.next()
		if err != nil {
			return unlessEOF(err)
		}
		if h.Verb == wire.VerbCompile && s.device != nil {
			if err := s.compile(h.Job); err != nil {
				return err
			}
			continue
		}
		if h.Verb != wire.VerbRun || h.Job == nil || s.device == nil {
			return fmt.Errorf("unexpected %q frame", h.Verb)
		}
		if err := s.answer(h); err != nil {
			return err
		}
		s.leaving = append(s.leaving, h.Forget...)
	}
}

// collectEvery is the number of requests without an upload between two garbage collections. They need not be frequent,
// since each request leaves only a few KiB, and a collection would delay the next request.
const collectEvery = 64

// unlessEOF returns nil for io.EOF, which means that the app has ended or wants the child to end.
func unlessEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// server is the child's side of the wire.
type server struct {
	in      inbox
	payload io.LimitedReader       // the latest column that came through the pipe
	window  []byte                 // nil: columns come through the pipe
	pieces  windowPieces           // the latest column that came through the window
	places  map[string]wire.Memory // the addresses of columns of the request, by ID
	read    int64                  // bytes that the request has read at these addresses
	mu      sync.Mutex             // guards out, to which the heartbeat also writes
	out     io.Writer
	device  *device.Device
	leaving []string       // prefixes of columns that no later request names
	ahead   []plan.Program // programs to compile before a request needs them
}

// idle is the time without requests after which programs are compiled ahead. A request that comes during a compilation
// does not wait for its end.
const idle = 50 * time.Millisecond

// next waits for the next request. Until a request comes, it drops the columns that no request needs, one column after
// another, since dropping a GB takes an H100 30 ms. Then it makes memory for future columns, and compiles programs
// ahead of the requests that will need them, one after another.
func (s *server) next() (wire.Header, error) {
	for len(s.leaving) > 0 && !s.in.waitFor(0) {
		if !s.device.Forget(s.leaving[0]) {
			s.leaving = s.leaving[1:]
		}
	}
	for s.device != nil && s.device.Lacking() && !s.in.waitFor(idle) {
		s.device.Provision()
	}
	if len(s.ahead) > 0 && !s.in.waitFor(idle) {
		if s.ahead = s.compileUntilFrame(s.ahead); len(s.ahead) == 0 {
			runtime.GC() // frees the texts of the programs
		}
	}
	return s.in.request()
}

// compileUntilFrame compiles programs until a frame comes, and returns the programs that it has not begun. The current
// program is still compiled to its end, concurrently with the work that the frame asks for.
func (s *server) compileUntilFrame(list []plan.Program) (left []plan.Program) {
	for len(list) > 0 {
		done := s.device.Ahead(list[0])
		list = list[1:]
		if s.in.waitUntil(done) {
			break
		}
	}
	return list
}

// compile compiles the programs of a job, or s.ahead if j is nil, until a frame comes. An error means that the wire is
// broken.
func (s *server) compile(j *plan.Job) error {
	defer s.beat()()
	if j != nil {
		s.compileUntilFrame(plan.Programs(j, s.device.Info))
	} else {
		for s.device.Lacking() {
			s.device.Provision()
		}
		s.ahead = s.compileUntilFrame(s.ahead)
	}
	if err := s.in.checkAborted(); err != nil && !errors.Is(err, device.ErrAborted) {
		return err
	}
	return s.write(s.residency(wire.Header{Verb: wire.VerbResult}))
}

// write sends a frame.
func (s *server) write(h wire.Header, payload ...[]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return wire.WriteFrame(s.out, h, payload...)
}

// beat sends "busy" a few times a second until stopped. It runs concurrently with calls of the driver. So "busy" shows
// only that the process lives, even if the device hangs.
func (s *server) beat() (stop func()) {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(250 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if s.write(wire.Header{Verb: wire.VerbBusy}) != nil {
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

// open opens and tests the device, and sends the hello. readable says whether this process can read the app's memory.
func (s *server) open(l wire.Limits, readable bool) error {
	defer s.beat()()
	d, err := device.Open(l)
	if err == nil && !l.Untested {
		if err = d.SelfTest(); err != nil {
			d.Close()
		}
	}
	if err != nil {
		return s.write(wire.Header{Verb: wire.VerbHello, Unusable: err.Error()})
	}
	s.device = d
	return s.write(wire.Header{Verb: wire.VerbHello, Adapter: &d.Info, Window: s.window != nil, Readable: readable,
		Compiled: d.Compiled()})
}

// answer runs one job, and sends its result or the reason of its failure. If answer itself returns an error, the wire
// is broken.
func (s *server) answer(run wire.Header) error {
	defer s.beat()()
	s.places, s.read = run.Places, 0
	var broken error
	s.device.Unwanted = func() error {
		err := s.in.checkAborted()
		if err != nil && !errors.Is(err, device.ErrAborted) {
			broken = err
		}
		return err
	}
	defer func() { s.device.Unwanted = nil }()
	err := s.device.Execute(run.Job, func(c plan.JobSource, first, rows int) (source device.Source, err error) {
		source, err = s.column(c, first, rows)
		if err != nil && !errors.Is(err, device.ErrAborted) {
			broken = err
		}
		return source, err
	}, func(r *device.Readout) (err error) {
		broken, err = s.result(r)
		return errors.Join(broken, err)
	})
	if broken == nil {
		broken = s.pieces.drain()
	}
	// A request that failed may have left unread bytes of a column in the pipe.
	if _, drainErr := io.Copy(io.Discard, &s.payload); broken == nil && (drainErr != nil || s.payload.N > 0) {
		broken = fmt.Errorf("the wire ended %d bytes before the end of a column", s.payload.N)
	}
	switch {
	case broken != nil:
		return broken
	case err != nil:
		return s.write(s.residency(wire.Header{
			Verb: wire.VerbFailed, Error: err.Error(), NoMemory: errors.Is(err, gpu.ErrMemory),
			Aborted: errors.Is(err, device.ErrAborted),
		}))
	}
	return nil
}

// residency adds to the header of an answer what has changed since the last answer: resident columns, and compiled
// programs.
func (s *server) residency(h wire.Header) wire.Header {
	h.Resident, h.Bytes, h.Budget = s.device.Residency()
	h.Compiled = s.device.Compiled()
	return h
}

// result sends a result: in the frame or, if it is large, through the window. broken is an error of the wire, err an
// error of the device.
func (s *server) result(r *device.Readout) (broken, err error) {
	var payload [][]byte
	size := int64(0) // number of bytes in the window
	switch room := []byte(nil); {
	case s.window == nil || r.Size <= wire.SmallResult:
		err = r.Each(func(piece []byte) error {
			payload = append(payload, slices.Clone(piece))
			return nil
		})
	case r.Size <= wire.ResultRoom:
		room, size = wire.Results(s.window), r.Size
		err = r.Each(func(piece []byte) error {
			wire.CopyWide(room, piece)
			room = room[len(piece):]
			return nil
		})
	default:
		size = r.Size
		broken, err = s.resultPieces(r)
	}
	if broken != nil || err != nil {
		return broken, err
	}
	o := r.Outcome()
	return s.write(s.residency(wire.Header{Verb: wire.VerbResult, Outcome: o.Outcome, Groups: o.Groups, Size: size,
		Read: s.read}), payload...), nil
}

// resultPieces sends a result through the halves of the room for results.
func (s *server) resultPieces(r *device.Readout) (broken, err error) {
	pieces := 0
	err = r.Each(func(piece []byte) error {
		if pieces >= 2 { // the piece before the previous one has left this half
			if broken = s.awaitTaken(); broken != nil {
				return broken
			}
		}
		wire.CopyWide(wire.ResultHalf(s.window, pieces), piece)
		pieces++
		broken = s.write(wire.Header{Verb: wire.VerbPiece, Bytes: int64(len(piece)), Size: r.Size})
		return broken
	})
	for range min(pieces, 2) {
		if broken == nil {
			broken = s.awaitTaken()
		}
	}
	return broken, err
}

// awaitTaken waits until the app has copied a piece. It ignores an abort, which comes too late.
func (s *server) awaitTaken() error {
	h, err := s.in.request()
	if err == nil && h.Verb != wire.VerbTaken {
		err = fmt.Errorf("the frame after a piece is %q, want %q", h.Verb, wire.VerbTaken)
	}
	return err
}
