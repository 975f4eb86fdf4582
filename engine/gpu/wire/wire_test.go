package wire

import (
	"bytes"
	"errors"
	"io"
	"os"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

func TestFramesRoundTrip(t *testing.T) {
	var wire bytes.Buffer
	r := reference.Request(10)
	sent := []Header{
		{Verb: VerbStart, Limits: Limits{ChunkRows: 64, Budget: 1}},
		{Verb: VerbHello, Adapter: &gputest.Card},
		{Verb: VerbRun, Job: plan.JobOf(&r)},
		{Verb: VerbColumn, ID: "a \"name\"\n"},
		{Verb: VerbResult, Resident: map[string]int64{"x": 1}, Bytes: 3},
	}
	for i, h := range sent {
		if err := WriteFrame(&wire, h, bytes.Repeat([]byte{1}, i), []byte{2}); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range sent {
		got, size, err := ReadFrame(&wire)
		if err != nil || !reflect.DeepEqual(got, want) || size != int64(i+1) {
			t.Errorf("frame %d: %+v with %d bytes, %v; want %+v", i, got, size, err, want)
		}
		if payload := wire.Next(int(size)); payload[size-1] != 2 {
			t.Errorf("frame %d: payload %v", i, payload)
		}
	}
	if _, _, err := ReadFrame(&wire); !errors.Is(err, io.EOF) {
		t.Errorf("after the last frame: %v, want EOF", err)
	}
}

func TestReadFrameRefusesGarbage(t *testing.T) {
	var good bytes.Buffer
	if err := WriteFrame(&good, Header{Verb: VerbBusy}); err != nil {
		t.Fatal(err)
	}
	frame := good.Bytes()
	for name, wire := range map[string][]byte{
		"text":        []byte("Mesa: warning: something\n"),
		"huge header": slices.Concat(frame[:4], []byte{255, 255, 255, 255}, frame[8:]),
		"not JSON":    slices.Concat(frame[:16], bytes.Repeat([]byte("x"), len(frame)-16)),
	} {
		if _, _, err := ReadFrame(bytes.NewReader(wire)); !errors.Is(err, ErrGarbage) {
			t.Errorf("%s: %v, want errGarbage", name, err)
		}
	}
	for cut := 1; cut < len(frame); cut++ {
		if _, _, err := ReadFrame(bytes.NewReader(frame[:cut])); err == nil || errors.Is(err, io.EOF) {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
}

// A child that does not find the value of the probe where the app says gets its columns through the window.
func TestUnreadableMemory(t *testing.T) {
	for name, change := range map[string]func(*Probe){
		"another value": func(p *Probe) { p.Value++ }, "no such address": func(p *Probe) { p.Address = 8 },
		"no such process": func(p *Probe) { p.Process = 1 << 30 },
	} {
		value := make([]byte, 8)
		p := &Probe{Memory: *MemoryOf(os.Getpid(), value)}
		if p.Readable() != (runtime.GOOS == "linux") {
			t.Errorf("%s: the process cannot read itself, or can where it should not", name)
		}
		if change(p); p.Readable() {
			t.Errorf("%s: the probe is readable", name)
		}
	}
	if (*Probe)(nil).Readable() {
		t.Error("a probe that is not there is readable")
	}
}

func TestMemoryPart(t *testing.T) {
	m := Memory{Process: 1, Address: 1000, Bytes: 100}
	if got, ok := m.Part(40, 60); !ok || got != (Memory{Process: 1, Address: 1040, Bytes: 60}) {
		t.Errorf("%+v, %v", got, ok)
	}
	for _, part := range [][2]int64{{41, 60}, {-1, 10}, {0, 101}, {0, -1}, {1 << 62, 1 << 62}, {101, 0}} {
		if _, ok := m.Part(part[0], part[1]); ok {
			t.Errorf("%d bytes from %d on are there", part[1], part[0])
		}
	}
}
