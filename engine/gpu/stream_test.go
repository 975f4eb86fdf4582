package gpu

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// Eight times the budget and more: the same figures to the bit, with everything a request can have.
func TestStreamingMatchesPlainGo(t *testing.T) {
	const rows = 300_001
	m := newMaker(70_000)
	for _, strategy := range []string{"", Partition} {
		r := Request{
			Rows: rows, Slots: 600, Tuning: Tuning{Strategy: strategy}, Select: m.bits(rows),
			Keys:       []Key{{m.column(m.codes(rows, 20)), 1}, {m.column(m.codes(rows, 30)), 20}},
			Aggregates: m.aggregates(rows),
		}
		u, ok := m.values(rows), m.bits(rows)
		r.Aggregates = append(r.Aggregates, Aggregate{Op: First, Valid: ok}, Aggregate{Op: Last}, Aggregate{Op: Sum, Values: &u, Valid: ok})
		budget := r.DeviceBytes() / 9
		c := newTestClient(t, func(c *Client) { c.limits.Budget = budget; c.limits.ChunkRows = 6400 })
		want, high := reference(r)
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
				t.Errorf("%q: %d tiles, %d bytes resident under a budget of %d", strategy, res.Tiles, res.DeviceBytes, budget)
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
	key := NewColumn("long", func() []uint32 { cancel(); return data })
	r := Request{Rows: rows, Slots: 1, Keys: []Key{{key, 1}}, Aggregates: []Aggregate{{Op: Count}}}
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
	r := testRequest(50)
	r.Slots = 100_000
	if _, err := c.Run(context.Background(), r); !errors.Is(err, ErrMemory) {
		t.Errorf("got %v", err)
	}
}
