package worker

import (
	"fmt"
	"io"
	"time"

	"cardinal/engine/gpu/device"
	"cardinal/engine/gpu/wire"
)

// inbox reads the app's frames one at a time. A frame that was looked for before it came is still the next one.
type inbox struct {
	from  io.Reader
	under chan frame // the read that is under way, or done and not taken; nil: neither
}

// frame is the header of a frame with the size of its payload, which is left unread.
type frame struct {
	wire.Header
	payload int64
	err     error
}

// coming starts to read the next frame, unless that is under way.
func (b *inbox) coming() chan frame {
	if b.under == nil {
		under := make(chan frame, 1)
		b.under = under
		go func() {
			h, payload, err := wire.ReadFrame(b.from)
			under <- frame{h, payload, err}
		}()
	}
	return b.under
}

// take waits for the next frame.
func (b *inbox) take() (wire.Header, int64, error) {
	if b.under == nil {
		return wire.ReadFrame(b.from)
	}
	f := <-b.under
	b.under = nil
	return f.Header, f.payload, f.err
}

// within waits for a frame to take, for so long at most.
func (b *inbox) within(t time.Duration) bool {
	coming := b.coming()
	select {
	case f := <-coming:
		coming <- f
		return true
	case <-time.After(t):
		return false
	}
}

// aborted reports ErrAborted where the app has taken its request back, and else what is wrong with the wire.
func (b *inbox) aborted() error {
	if len(b.coming()) == 0 {
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

// request waits for the next frame that is more than a late word on the request before.
func (b *inbox) request() (wire.Header, error) {
	for {
		h, _, err := b.take()
		if err != nil || h.Verb != wire.VerbAbort {
			return h, err
		}
	}
}
