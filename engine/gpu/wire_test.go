package gpu

import (
	"bytes"
	"errors"
	"io"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestFramesRoundTrip(t *testing.T) {
	var wire bytes.Buffer
	r := testRequest(10)
	sent := []header{
		{Verb: verbStart, Limits: limits{ChunkRows: 64, Budget: 1}},
		{Verb: verbHello, Adapter: &card},
		{Verb: verbRun, Job: r.job()},
		{Verb: verbColumn, ID: "a \"name\"\n"},
		{Verb: verbResult, Resident: map[string]int64{"x": 1}, Bytes: 3},
	}
	for i, h := range sent {
		if err := writeFrame(&wire, h, bytes.Repeat([]byte{1}, i), []byte{2}); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range sent {
		got, size, err := readFrame(&wire)
		if err != nil || !reflect.DeepEqual(got, want) || size != int64(i+1) {
			t.Errorf("frame %d: %+v with %d bytes, %v; want %+v", i, got, size, err, want)
		}
		if payload := wire.Next(int(size)); payload[size-1] != 2 {
			t.Errorf("frame %d: payload %v", i, payload)
		}
	}
	if _, _, err := readFrame(&wire); err != io.EOF {
		t.Errorf("after the last frame: %v, want EOF", err)
	}
}

func TestReadFrameRefusesGarbage(t *testing.T) {
	var good bytes.Buffer
	if err := writeFrame(&good, header{Verb: verbBusy}); err != nil {
		t.Fatal(err)
	}
	frame := good.Bytes()
	for name, wire := range map[string][]byte{
		"text":        []byte("Mesa: warning: something\n"),
		"huge header": slices.Concat(frame[:4], []byte{255, 255, 255, 255}, frame[8:]),
		"not JSON":    slices.Concat(frame[:16], bytes.Repeat([]byte("x"), len(frame)-16)),
	} {
		if _, _, err := readFrame(bytes.NewReader(wire)); !errors.Is(err, errGarbage) {
			t.Errorf("%s: %v, want errGarbage", name, err)
		}
	}
	for cut := 1; cut < len(frame); cut++ {
		if _, _, err := readFrame(bytes.NewReader(frame[:cut])); err == nil || err == io.EOF {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
}

// A length that is a lie must not be allocated.
func TestReadPayloadChecksItsLength(t *testing.T) {
	if _, err := readPayload(strings.NewReader("short"), maxPayload); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a cut payload: %v", err)
	}
	if _, err := readPayload(strings.NewReader(""), maxPayload+1); !errors.Is(err, errGarbage) {
		t.Errorf("an impossible payload: %v", err)
	}
	if _, err := readPayload(strings.NewReader(""), -1); !errors.Is(err, errGarbage) {
		t.Errorf("a negative payload: %v", err)
	}
}

func TestChildEndsWithItsInput(t *testing.T) {
	for name, test := range map[string]struct {
		input string
		fails bool
	}{"no input": {"", false}, "garbage": {"this is no frame, whatever it is\n", true}} {
		cmd := testChild()()
		cmd.Stdin = strings.NewReader(test.input)
		out, err := cmd.Output()
		var exit *exec.ExitError
		if test.fails != errors.As(err, &exit) || len(out) > 0 {
			t.Errorf("%s: %v, output %q", name, err, out)
		}
	}
}

func TestFigures(t *testing.T) {
	for _, test := range []struct {
		op         Op
		raw        []uint32
		want, high []uint64
	}{
		{Sum, []uint32{1, 2, 3, 0}, []uint64{3<<32 | 1, 2}, nil},
		{Min, []uint32{0, ^uint32(7)}, []uint64{1<<32 - 1, 7}, nil},
		{Max, []uint32{0, 7}, []uint64{0, 7}, nil},
		{Product, []uint32{1, 2, 3, 0, 5, 6}, []uint64{3<<32 | 1, 2}, []uint64{5, 6}},
		{First, []uint32{0, ^uint32(1)}, []uint64{1<<32 - 1, 0}, nil},
		{Last, []uint32{0, 7}, []uint64{1<<32 - 1, 6}, nil},
	} {
		if got, high := figures(test.op, 2, test.raw); !slices.Equal(got, test.want) || !slices.Equal(high, test.high) {
			t.Errorf("%s: %v, %v", test.op, got, high)
		}
	}
}
