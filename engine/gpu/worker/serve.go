package worker

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/device"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// Serve is the main of the child: it opens the device, tests it, and answers the requests on in, until in ends. The
// error says what broke the conversation; a request that fails is told to the app and is no error here.
func Serve(in io.Reader, out io.Writer) error {
	// The binding hands C the address of a Go variable that nothing else refers to, for the callback of a mapping.
	// A collection in between would free it, so they happen only where no callback is due.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(math.MaxInt64)

	if f, ok := out.(*os.File); ok {
		out = claim(f)
	}
	w := &server{in: inbox{from: in}, out: out}
	h, _, err := w.in.take()
	if err != nil {
		return endOf(err)
	}
	if h.Verb != wire.VerbStart {
		return fmt.Errorf("the first frame is %q, want %q", h.Verb, wire.VerbStart)
	}
	if h.Window {
		if w.window, err = wire.MapWindow(wire.InheritedWindow(), wire.WindowSize); err != nil {
			fmt.Fprintln(os.Stderr, "no window to the app:", err)
		}
	}
	if err := w.open(h.Limits); err != nil {
		return err
	}
	defer func() {
		if w.device != nil {
			w.device.Close()
		}
	}()
	if w.device != nil {
		w.cold = device.WarmUps(w.device.Info)
	}
	for n := 0; ; n++ {
		if uploaded := w.payload.R != nil; uploaded || n%collectEvery == 0 {
			runtime.GC()
			w.payload = io.LimitedReader{}
		}
		h, err := w.next()
		if err != nil {
			return endOf(err)
		}
		if h.Verb != wire.VerbRun || h.Job == nil || w.device == nil {
			return fmt.Errorf("unexpected %q frame", h.Verb)
		}
		if err := w.answer(h.Job); err != nil {
			return err
		}
	}
}

// collectEvery is how many requests without an upload leave garbage behind before it is collected: a few KiB each,
// while a collection would hold up a request that comes right after.
const collectEvery = 64

// endOf tells the end of the app, which is how a child is meant to end, from a broken wire.
func endOf(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// idle is how long no request comes before kernels are compiled ahead: one that comes in the middle waits for the compiler.
const idle = 50 * time.Millisecond

// next waits for the next frame. While none comes, kernels are compiled one after the other, ahead of the requests that will
// want them.
func (w *server) next() (wire.Header, error) {
	for len(w.cold) > 0 && !w.in.within(idle) {
		r := w.cold[0]
		w.cold = w.cold[1:]
		if err := w.device.Warm(r); err != nil {
			fmt.Fprintln(os.Stderr, "cannot compile ahead:", err)
			w.cold = nil // whoever needs the kernels will hear of it
		}
	}
	return w.in.request()
}

// server is the child's side of the wire.
type server struct {
	in      inbox
	payload io.LimitedReader // of the column frame that was read last, where it came through the pipe
	window  []byte           // nil: columns come through the pipe
	coming  windowPieces     // of the column frame that was read last, where it comes through the window
	mu      sync.Mutex       // guards out: the heartbeat writes between the answers
	out     io.Writer
	device  *device.Device
	cold    []gpu.Request // whose kernels are still to be compiled
}

// write sends a frame.
func (w *server) write(h wire.Header, payload ...[]byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return wire.WriteFrame(w.out, h, payload...)
}

// beat says "busy" a few times a second until stopped. It runs beside the driver's calls, so it shows that the
// process lives, not that the device works.
func (w *server) beat() (stop func()) {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(250 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if w.write(wire.Header{Verb: wire.VerbBusy}) != nil {
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

// open opens and tests the device, and says hello.
func (w *server) open(l wire.Limits) error {
	defer w.beat()()
	d, err := device.Open(l)
	if err == nil && !l.Untested {
		if err = d.SelfTest(); err != nil {
			d.Close()
		}
	}
	if err != nil {
		return w.write(wire.Header{Verb: wire.VerbHello, Unusable: err.Error()})
	}
	w.device = d
	return w.write(wire.Header{Verb: wire.VerbHello, Adapter: &d.Info, Window: w.window != nil})
}

// answer runs one request. Its error is one of the wire: the conversation cannot go on.
func (w *server) answer(j *plan.Job) error {
	defer w.beat()()
	var broken error
	supply := func(id string, first, rows int) (device.Pieces, int64, error) {
		if broken = w.write(wire.Header{Verb: wire.VerbNeed, ID: id, First: first, Rows: rows}); broken != nil {
			return nil, 0, broken
		}
		h, payload, err := w.in.take()
		switch {
		case err != nil:
			broken = err
		case h.Verb == wire.VerbAbort:
			return nil, 0, device.ErrAborted
		case h.Verb != wire.VerbColumn || h.ID != id:
			broken = fmt.Errorf("%q frame for %q where column %q was due", h.Verb, h.ID, id)
		}
		if h.Window {
			w.coming = windowPieces{w: w, left: h.Bytes}
			return w.coming.next, h.Bytes, broken
		}
		w.payload = io.LimitedReader{R: w.in.from, N: payload}
		return (&pipePieces{from: &w.payload, left: payload}).next, payload, broken
	}
	w.device.Unwanted = func() error {
		err := w.in.aborted()
		if err != nil && !errors.Is(err, device.ErrAborted) {
			broken = err
		}
		return err
	}
	defer func() { w.device.Unwanted = nil }()
	err := w.device.Execute(j, supply, func(o device.Outcome, parts [][]byte) error {
		broken = w.result(w.status(wire.Header{
			Verb: wire.VerbResult, Strategy: o.Strategy, Groups: o.Groups, Tiles: o.Tiles, Link: o.LinkShare, Overlap: o.Overlap, Stages: o.Stages,
		}), parts)
		return broken
	})
	if broken == nil {
		broken = w.coming.drain()
	}
	// A request that failed may have left a part of a column on the wire.
	if _, drainErr := io.Copy(io.Discard, &w.payload); broken == nil && (drainErr != nil || w.payload.N > 0) {
		broken = fmt.Errorf("the wire ended %d bytes before the end of a column", w.payload.N)
	}
	switch {
	case broken != nil:
		return broken
	case err != nil:
		return w.write(w.status(wire.Header{
			Verb: wire.VerbFailed, Error: err.Error(), NoMemory: errors.Is(err, gpu.ErrMemory), Aborted: errors.Is(err, device.ErrAborted),
		}))
	}
	return nil
}

// status adds what has become of the columns to an answer.
func (w *server) status(h wire.Header) wire.Header {
	h.Resident, h.Bytes, h.Budget = w.device.Residency()
	return h
}
