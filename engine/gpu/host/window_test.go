package host

import (
	"runtime"
	"slices"
	"strconv"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/reference"
)

// Columns of many pieces must arrive whole by every route, also cut into chunks.
func TestUploadsArriveWhole(t *testing.T) {
	const rows = 20<<20 + 77 // two pieces and a half of the device
	codes := make([]uint32, rows)
	for i := range codes {
		codes[i] = uint32(i) * 2654435761 >> 22
	}
	key := gpu.NewColumn("long", func() []uint32 { return codes })
	r := gpu.Request{Rows: rows, Slots: 1024, Keys: []gpu.Key{{Codes: key, Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Last}}}
	want, _ := reference.Answer(r)
	for name, c := range map[string]*Client{
		"memory": sharedClient(t),
		"window": newTestClient(t, func(c *Client) { c.route = byWindow }),
		"pipe":   newTestClient(t, func(c *Client) { c.route = byPipe }),
		"chunks": newTestClient(t, func(c *Client) { c.limits.ChunkRows = 1_000_000 }),
	} {
		for range 2 {
			res := mustRun(t, c, r)
			if !slices.Equal(res.Values[0], want[0]) || !slices.Equal(res.Values[1], want[1]) {
				t.Errorf("%s: wrong", name)
			}
		}
		if runtime.GOOS != "linux" {
			continue
		}
		if want := map[string]route{"window": byWindow, "pipe": byPipe}[name]; c.child.route() != want ||
			c.adapter.Route != want.String() {
			t.Errorf("%s: columns come %s", name, c.child.route())
		}
	}
}

// Results of all sizes must arrive whole: in the frame, through the window, and through the pipe where no window is.
func TestResultsArriveWhole(t *testing.T) {
	const rows = 300_000
	codes, values := make([]uint32, rows), make([]uint32, rows)
	for i := range codes {
		codes[i], values[i] = uint32(i)*2654435761, uint32(i)
	}
	clients := map[string]*Client{"window": sharedClient(t), "pipe": newTestClient(t, func(c *Client) {
		c.route = byPipe
	})}
	for _, slots := range []int{100, 5400, 70_000, 1 << 20, 6 << 20} { // of the last, the result comes in three pieces
		key := gpu.NewColumn("key of "+strconv.Itoa(slots), func() []uint32 {
			of := make([]uint32, rows)
			for i, c := range codes {
				of[i] = c % uint32(slots)
			}
			return of
		})
		value := gpu.NewColumn("value", func() []uint32 { return values })
		r := gpu.Request{Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: key, Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &value}}}
		want, _ := reference.Answer(r)
		for name, c := range clients {
			res := mustRun(t, c, r)
			if !slices.Equal(res.Values[0], want[0]) || !slices.Equal(res.Values[1], want[1]) {
				t.Errorf("%d slots, %s: wrong", slots, name)
			}
		}
	}
}
