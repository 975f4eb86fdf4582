package gpu

import (
	"slices"
	"testing"
)

// Columns of many pieces must arrive whole, through the window and through the pipe, also cut into chunks.
func TestUploadsArriveWhole(t *testing.T) {
	const rows = 5<<20 + 77 // two pieces and a half
	codes := make([]uint32, rows)
	for i := range codes {
		codes[i] = uint32(i) * 2654435761 >> 22
	}
	key := Column{"long", func() []uint32 { return codes }}
	r := Request{Rows: rows, Slots: 1024, Keys: []Key{{key, 1}}, Aggregates: []Aggregate{{Op: Count}, {Op: Last}}}
	want, _ := reference(r)
	for name, c := range map[string]*Client{
		"window": sharedClient(t),
		"pipe":   newTestClient(t, func(c *Client) { c.narrow = true }),
		"chunks": newTestClient(t, func(c *Client) { c.limits.ChunkRows = 1_000_000 }),
	} {
		for range 2 {
			res := mustRun(t, c, r)
			if !slices.Equal(res.Values[0], want[0]) || !slices.Equal(res.Values[1], want[1]) {
				t.Errorf("%s: wrong", name)
			}
		}
		if has := c.child.window != nil; has == (name == "pipe") {
			t.Logf("%s: a window is there: %v", name, has)
		}
	}
}
