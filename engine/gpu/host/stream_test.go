package host

import (
	"context"
	"errors"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

// Eight times the budget and more: the same figures to the bit, with everything a request can have.
func TestStreamingMatchesPlainGo(t *testing.T) {
	const rows = 300_001
	m := gputest.New(70_000)
	for _, strategy := range []string{"", plan.Partition.Name} {
		r := gpu.Request{
			Rows: rows, Slots: 600, Tuning: gpu.Tuning{Strategy: strategy}, Select: m.Bits(rows),
			Keys: []gpu.Key{{Codes: m.Column(m.Codes(rows, 20)), Stride: 1},
				{Codes: m.Column(m.Codes(rows, 30)), Stride: 20}},
			Aggregates: m.Aggregates(rows),
		}
		u, ok := m.Values(rows), m.Bits(rows)
		r.Aggregates = append(r.Aggregates, gpu.Aggregate{Op: gpu.First, Valid: ok}, gpu.Aggregate{Op: gpu.Last},
			gpu.Aggregate{Op: gpu.Sum, Values: &u, Valid: ok})
		budget := plan.DeviceBytes(&r) / 9
		c := newTestClient(t, func(c *Client) { c.limits.Budget = budget; c.limits.ChunkRows = 6400 })
		want, high := reference.Answer(r)
		for range 2 {
			res := mustRun(t, c, r)
			for i := range want {
				if !slices.Equal(res.Values[i], want[i]) || !slices.Equal(res.High[i], high[i]) {
					t.Errorf("%q: wrong %s", strategy, r.Aggregates[i].Op)
				}
			}
			if res.LinkShare <= 0 || res.Overlap <= 0 || res.Overlap > 1 {
				t.Errorf("%q: %.2f of the link, %.2f of the time", strategy, res.LinkShare, res.Overlap)
			}
			if res.Tiles < 9 || res.DeviceBytes > budget {
				t.Errorf("%q: %d tiles, %d bytes resident under a budget of %d", strategy, res.Tiles,
					res.DeviceBytes, budget)
			}
		}
	}
}

func TestStreamingIsCancelled(t *testing.T) {
	const rows = 200_000
	c := newTestClient(t, func(c *Client) { c.limits.Budget = 100_000 })
	pid := c.PID()
	ctx, cancel := context.WithCancel(context.Background())
	data := make([]uint32, rows)
	key := gpu.NewColumn("long", func() []uint32 { cancel(); return data })
	r := gpu.Request{Rows: rows, Slots: 1, Keys: []gpu.Key{{Codes: key, Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}}}
	if _, err := c.Run(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	res := mustRun(t, c, r)
	if res.Values[0][0] != rows || c.PID() != pid {
		t.Errorf("after a cancelled one: %d rows, child %d after %d", res.Values[0][0], c.PID(), pid)
	}
}

func TestStreamingNeedsRoomForAFewRows(t *testing.T) {
	c := newTestClient(t, func(c *Client) { c.limits.Budget = 1000 })
	r := reference.Request(50)
	r.Slots = 100_000
	if _, err := c.Run(context.Background(), r); !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("got %v", err)
	}
}
