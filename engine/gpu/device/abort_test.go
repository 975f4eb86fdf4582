package device

import (
	"io"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// The word that a request is no longer wanted comes while the kernels run: the child leaves it after a few portions, says
// so, and answers the next one.
func TestAbortComesInTheMiddle(t *testing.T) {
	d := openTestDevice(t)
	slowly(t, d)
	r := longRequest(gputest.New(150_000), gpu.Dense)
	if _, _, err := d.local(r); err != nil { // the columns stay
		t.Fatal(err)
	}
	fromApp, app := io.Pipe()
	fromChild, child := io.Pipe()
	w := &server{in: inbox{from: fromApp}, out: child, device: d}
	served := make(chan struct{})
	go func() {
		defer close(served)
		for range 3 {
			h, err := w.in.request()
			if err != nil || w.answer(h.Job) != nil {
				return
			}
		}
	}()
	send := func(h wire.Header) {
		if err := wire.WriteFrame(app, h); err != nil {
			t.Error(err)
		}
	}
	answer := func() (h wire.Header, payload []byte) {
		for {
			h, size, err := wire.ReadFrame(fromChild)
			if err != nil {
				t.Fatal(err)
			}
			if payload = make([]byte, size); h.Verb != wire.VerbBusy {
				_, _ = io.ReadFull(fromChild, payload)
				return h, payload
			}
		}
	}
	send(wire.Header{Verb: wire.VerbRun, Job: plan.JobOf(&r)})
	first, want := answer()
	if first.Verb != wire.VerbResult {
		t.Fatalf("%q, %s", first.Verb, first.Error)
	}
	send(wire.Header{Verb: wire.VerbRun, Job: plan.JobOf(&r)})
	go send(wire.Header{Verb: wire.VerbAbort})
	if h, _ := answer(); !h.Aborted { // nothing is asked after the last portion, so some were left
		t.Errorf("%+v", h)
	}
	send(wire.Header{Verb: wire.VerbRun, Job: plan.JobOf(&r)})
	if h, got := answer(); h.Verb != wire.VerbResult || !slices.Equal(got, want) {
		t.Errorf("after an aborted request: %q", h.Verb)
	}
	<-served // which uses the device until after the answer
}
