package worker

import (
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
	"cardinal/engine/gpu/wire"
)

// TestPlaces wants a child to read the columns whose places it knows, whole or in tiles, to ask for those alone
// that the device lacks and whose place it does not know, and to take no byte behind the end of a column.
func TestPlaces(t *testing.T) {
	const rows = 100_000
	m := gputest.New(210_000)
	key, value := gpu.ColumnOf("key", m.Codes(rows, 50)), gpu.ColumnOf("value", m.Codes(rows, 1<<20))
	r := gpu.Request{
		Rows: rows, Slots: 50, Select: m.Bits(rows), Keys: []gpu.Key{{Codes: key, Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &value}},
	}
	want, _ := reference.Answer(r)
	all := int64(8*rows + (rows+63)/64*8)
	for _, test := range []struct {
		name         string
		limits       wire.Limits
		hide, shrink string // the column whose place is not said, and that which ends too early
		asked        []string
		read         int64
		broken       string
	}{
		{name: "whole", read: all},
		{name: "in tiles", limits: wire.Limits{Budget: plan.DeviceBytes(&r) / 4}, read: all},
		{name: "one is computed", hide: "value", asked: []string{"value"}, read: all - 4*rows},
		{name: "a short one", shrink: "value", broken: "column \"value\" has 399999 bytes"},
		{name: "a short one in tiles", limits: wire.Limits{Budget: plan.DeviceBytes(&r) / 4}, shrink: "key",
			broken: "column \"key\" has 399999 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fromApp, app := io.Pipe()
			fromChild, child := io.Pipe()
			w := &server{in: inbox{from: fromApp}, out: child, device: openDevice(t, test.limits)}
			run, loaded := wire.Header{Verb: wire.VerbRun, Job: plan.JobOf(&r), Places: map[string]wire.Memory{}},
				map[string][]byte{}
			defer runtime.KeepAlive(loaded)
			for id, s := range r.Sources() {
				loaded[id], _ = s.Load()
				place := *wire.MemoryOf(os.Getpid(), loaded[id])
				if id == test.shrink {
					place.Bytes--
				}
				if id != test.hide {
					run.Places[id] = place
				}
			}
			for _, first := range []bool{true, false} {
				broken := make(chan error, 1)
				go func() {
					err := w.answer(run)
					if broken <- err; err != nil {
						_ = child.CloseWithError(err)
					}
				}()
				var asked []string
				h, size, err := wire.ReadFrame(fromChild)
				for ; err == nil && (h.Verb == wire.VerbNeed ||
					h.Verb == wire.VerbBusy); h, size, err = wire.ReadFrame(fromChild) {
					if h.Verb == wire.VerbNeed {
						asked = append(asked, h.ID)
						if err := wire.WriteFrame(app, wire.Header{Verb: wire.VerbColumn, ID: h.ID},
							loaded[h.ID]); err != nil {
							t.Fatal(err)
						}
					}
				}
				if test.broken != "" {
					if err == nil || !strings.Contains(err.Error(), test.broken) {
						t.Errorf("%v, want %q", err, test.broken)
					}
					return
				}
				raw := make([]byte, size)
				if _, err := io.ReadFull(fromChild, raw); err != nil || h.Verb != wire.VerbResult {
					t.Fatalf("%q %s, %v", h.Verb, h.Error, err)
				}
				if err := <-broken; err != nil {
					t.Fatal(err)
				}
				words := gpu.AsWords(raw)
				count, _ := gpu.Decode(gpu.Count, r.Slots, words[:r.Slots*gpu.Count.Words()])
				sum, _ := gpu.Decode(gpu.Sum, r.Slots, words[r.Slots*gpu.Count.Words():])
				if !slices.Equal(count, want[0]) || !slices.Equal(sum, want[1]) {
					t.Error("wrong")
				}
				wantAsked, wantRead := test.asked, test.read
				if !first && h.Tiles == 0 { // the columns are there
					wantAsked, wantRead = nil, 0
				}
				if !slices.Equal(asked, wantAsked) || h.Read != wantRead {
					t.Errorf("first %v: asked for %q and read %d bytes, want %q and %d", first, asked, h.Read,
						wantAsked, wantRead)
				}
			}
		})
	}
}
