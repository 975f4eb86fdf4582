package worker

import (
	"bytes"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/device"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// openDevice opens the device for a test, or skips the test if the machine has none.
func openDevice(t *testing.T, l wire.Limits) *device.Device {
	t.Helper()
	percent := debug.SetGCPercent(-1) // as Serve does
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	d, err := device.Open(l)
	if err != nil && os.Getenv("CARDINAL_REQUIRE_GPU") != "1" {
		t.Skipf("no GPU, not even a software one (CARDINAL_REQUIRE_GPU=1 makes this a failure): %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// The word that a request is no longer wanted comes while the kernels run: the child leaves it after a few
// portions, says so, and answers the next one.
func TestAbortComesInTheMiddle(t *testing.T) {
	d := openDevice(t, wire.Limits{})
	gputest.Slowly(t, plan.Speeds, d.Info.Class)
	r := gputest.New(150_000).Long(gpu.Dense)
	sources := r.Sources()
	err := d.Execute(plan.JobOf(&r), func(c plan.JobSource, _, _ int) (device.Source, error) {
		data, err := sources[c.ID].Load()
		return pipeSource(&io.LimitedReader{R: bytes.NewReader(data), N: int64(len(data))}), err
	}, func(*device.Readout) error { return nil }) // the columns stay
	if err != nil {
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
			if err != nil || w.answer(h) != nil {
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
