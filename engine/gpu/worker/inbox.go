package worker

import (
	"fmt"
	"io"
	"time"

	"cardinal/engine/gpu/device"
	"cardinal/engine/gpu/wire"
)

// inbox reads the app's frames one at a time. If a wait for a frame ends without a frame, the read goes on, and the
// next call gets the frame.
type inbox struct {
	from    io.Reader
	pending chan frame // receives the frame of the read under way; nil: no read was started
}

// frame is the header of a frame, with the size of its payload, which is still unread.
type frame struct {
	wire.Header
	payload int64
	err     error
}

// read starts to read the next frame, unless a read is under way.
func (b *inbox) read() chan frame {
	if b.pending == nil {
		pending := make(chan frame, 1)
		b.pending = pending
		go func() {
			h, payload, err := wire.ReadFrame(b.from)
			pending <- frame{h, payload, err}
		}()
	}
	return b.pending
}

// take waits for the next frame.
func (b *inbox) take() (wire.Header, int64, error) {
	if b.pending == nil {
		return wire.ReadFrame(b.from)
	}
	f := <-b.pending
	b.pending = nil
	return f.Header, f.payload, f.err
}

// waitFor waits for a frame, at most for the time t, and reports whether a frame came. take then returns the frame.
func (b *inbox) waitFor(t time.Duration) bool {
	pending := b.read()
	select {
	case f := <-pending:
		pending <- f
		return true
	case <-time.After(t):
		return false
	}
}

// waitUntil waits until a frame comes or done is closed, and reports whether a frame came. take then returns the frame.
func (b *inbox) waitUntil(done <-chan struct{}) bool {
	pending := b.read()
	select {
	case f := <-pending:
		pending <- f
		return true
	case <-done:
		return false
	}
}

// checkAborted returns device.ErrAborted if the app has withdrawn its request, or an error of the wire.
func (b *inbox) checkAborted() error {
	if len(b.read()) == 0 {
		return nil
	}
	h, _, err := b.take()
	switch {
	case err != nil:
		return err
	case h.Verb != wire.VerbAbort:
		return fmt.Errorf("%q frame in the middle of a request", h.Verb)
	}
	return device.ErrAborted
}

// request waits for the next frame that is not an abort. Such an abort came too late for the previous request.
func (b *inbox) request() (wire.Header, error) {
	for {
		h, _, err := b.take()
		if err != nil || h.Verb != wire.VerbAbort {
			return h, err
		}
	}
}
