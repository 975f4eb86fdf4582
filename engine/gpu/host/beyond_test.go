package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

// checkBeyond runs a request under a budget and holds it to plain Go.
func checkBeyond(t *testing.T, c *Client, r gpu.Request) gpu.Result {
	t.Helper()
	if r.Form != gpu.Dense {
		return checkGrouped(t, c, r)
	}
	want, high := reference.Answer(r)
	res := mustRun(t, c, r)
	for i, a := range r.Aggregates {
		if !slices.Equal(res.Values[i], want[i]) || !slices.Equal(res.High[i], high[i]) {
			t.Fatalf("wrong %s", a.Op)
		}
	}
	return res
}

// An eighth and a sixty-fourth of the memory that it takes: the same figures to the bit, for all forms and shapes.
func TestBeyondMatchesPlainGo(t *testing.T) {
	const rows = 15_011
	for f, form := range []gpu.Form{gpu.Dense, gpu.Sparse, gpu.Hashed} {
		clients := map[int64]*Client{}
		for s, shape := range []string{"uniform", "unique", "sorted", "hot", "skewed", "periodic"} {
			m := gputest.New(uint64(160_000 + 100*f + 10*s))
			r := m.RequestOf(form, shape, rows)
			share := []int64{64, 8, 8}[(f+s)%3]
			if clients[share] == nil {
				clients[share] = newTestClient(t, func(c *Client) { c.limits.Budget = plan.DeviceBytes(&r) / share })
			}
			c := clients[share]
			r.Expected = []int{0, 200, rows}[m.IntN(3)] // too few: partitions are too large
			r.Tuning.Strategy, r.Tuning.Mapping = append(plan.KernelNames(), "", "")[m.IntN(7)],
				append(plan.MappingNames(), "")[m.IntN(4)]
			split, err := c.SplitOn(c.adapter, &r)
			if err != nil {
				t.Fatal(err)
			}
			res := checkBeyond(t, c, r)
			t.Logf("1/%d, form %d, %s, %d expected: %d tiles, %d partitions of %d, %d loads, %d left", share, form,
				shape, r.Expected,
				res.Tiles, res.Partitions, split.Partitions, res.Loads, res.Left)
			if res.Tiles != split.Tiles || res.Partitions > split.Partitions || res.DeviceBytes > c.limits.Budget {
				t.Errorf("%+v, split %+v", res, split)
			}
		}
	}
}

// Partitions are loaded with feedback where few groups recur in many tiles, and left to the cores where they
// are more than anyone expected.
func TestFeedback(t *testing.T) {
	const rows = 60_000
	for _, test := range []struct {
		groups, expected int
		left             bool
	}{{300, 300, false}, {50_000, 100, true}} {
		m := gputest.New(uint64(170_000 + test.groups))
		u := m.Values(rows)
		r := gpu.Request{
			Form: gpu.Hashed, Rows: rows, Expected: test.expected,
			Keys:       []gpu.Key{{Codes: m.Column(m.ShapedCodes("uniform", rows, uint32(test.groups)))}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &u}, {Op: gpu.First}},
		}
		c := newTestClient(t, func(c *Client) { c.limits.Budget = 150_000 })
		res := checkGrouped(t, c, r)
		if res.Partitions != 1 || res.Loads < 2 != test.left || (res.Left > 0) != test.left {
			t.Errorf("%d groups, %d expected: %d partitions, %d loads, %d left", test.groups, test.expected,
				res.Partitions, res.Loads, res.Left)
		}
		// Each load but the last brings at least what lies between the two load factors.
		split, _ := c.SplitOn(c.adapter, &r)
		if least := split.Room - split.Most(); !test.left && (res.Loads-1)*least > res.Tiles*test.groups {
			t.Errorf("%d loads of %d and more", res.Loads, least)
		}
	}
}

// More slots than a binding holds accumulators for, one row, and no row at all that passes.
func TestBeyondAtTheEdges(t *testing.T) {
	c := newTestClient(t, func(c *Client) { c.limits.Budget = 200_000; c.limits.ChunkRows = 640 })
	m := gputest.New(180_000)
	for _, rows := range []int{1, 63, 64, 65, 3000} {
		for _, form := range []gpu.Form{gpu.Dense, gpu.Sparse, gpu.Hashed} {
			r := m.RequestOf(form, "uniform", rows)
			r.Keys = append(r.Keys, r.Keys...)[:1]
			checkBeyond(t, c, r)
			r.Select = &gpu.Bits{ID: fmt.Sprint("none of ", rows, form), Load: func() []uint64 {
				return make([]uint64, (rows+63)/64)
			}}
			checkBeyond(t, c, r)
		}
	}
}

func TestBeyondIsCancelled(t *testing.T) {
	const rows = 30_000
	m := gputest.New(190_000)
	r := m.RequestOf(gpu.Hashed, "unique", rows)
	c := newTestClient(t, func(c *Client) { c.limits.Budget = plan.DeviceBytes(&r) / 16 })
	pid := c.PID()
	for _, delay := range []int{0, 1, 3, 10, 30, 100, 300} { // in tiles, and in partitions
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Duration(delay)*time.Millisecond, cancel)
		if _, err := c.Run(ctx, r); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("after %d ms: %v", delay, err)
		}
		cancel()
	}
	checkGrouped(t, c, r)
	if c.PID() != pid {
		t.Error("a cancelled request cost the child")
	}
}
