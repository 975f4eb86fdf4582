package gpu

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

// spread are key codes in the shapes that stress partitions differently.
func (m maker) spread(shape string, rows int, width uint32) []uint32 {
	out := make([]uint32, rows)
	for i := range out {
		switch shape {
		case "uniform":
			out[i] = m.Uint32N(width)
		case "unique":
			out[i] = uint32(uint64(i) * 2654435761 % uint64(width))
		case "sorted":
			out[i] = uint32(uint64(i) * uint64(width) / uint64(rows))
		case "hot": // one key has nine rows of ten
			if m.IntN(10) == 0 {
				out[i] = m.Uint32N(width)
			}
		case "skewed":
			out[i] = uint32(float64(width-1) / float64(1+m.IntN(int(width))))
		case "periodic":
			out[i] = uint32(i) % min(width, 97)
		}
	}
	return out
}

// everything are all the aggregates, with and without nulls, half of them at a time: each pass is compiled.
func (m maker) everything(rows int) []Aggregate {
	u, v := m.values(rows), m.values(rows)
	ok, few := m.bits(rows), m.bits(rows)
	all := []Aggregate{
		{Op: Count}, {Op: Count, Valid: ok}, {Op: Sum, Values: &u}, {Op: Sum, Values: &v, Valid: few}, {Op: Min, Values: &u, Valid: ok},
		{Op: Max, Values: &v, Valid: few}, {Op: Product, Values: &u, With: &v, Valid: ok}, {Op: Product, Values: &v},
		{Op: First, Valid: few}, {Op: Last}, {Op: Last, Valid: ok}, {Op: First},
	}
	if m.IntN(2) == 0 {
		return all[:6]
	}
	return all[6:]
}

// beyondRequest is a request of each form over keys of a shape.
func (m maker) beyondRequest(form Form, shape string, rows int) Request {
	r := Request{Form: form, Rows: rows, Aggregates: m.everything(rows)}
	if m.IntN(2) == 0 {
		kept := make([]uint64, (rows+63)/64)
		for i := range kept {
			kept[i] = m.Uint64() | m.Uint64()
		}
		r.Select = &Bits{m.name(), func() []uint64 { return kept }}
	}
	switch form {
	case Dense:
		r.Slots = 50 * 1000
		r.Keys = []Key{{m.column(m.spread(shape, rows, 50)), 1}, {m.column(m.spread("uniform", rows, 1000)), 50}}
		if shape == "unique" {
			r.Slots, r.Keys = 2*rows, []Key{{m.column(m.spread(shape, rows, uint32(2*rows))), 1}}
		}
	case Sparse:
		r.Slots = 1 << 24
		r.Keys = []Key{{m.column(m.spread(shape, rows, 1<<12)), 1 << 12}, {m.column(m.spread("sorted", rows, 1<<12)), 1}}
	case Hashed:
		for k := range 1 + m.IntN(maxHashedKeys) {
			codes := m.spread(shape, rows, uint32(rows))
			for i := range codes {
				codes[i] *= uint32(2*k + 0x0FEDCBA9)
			}
			r.Keys = append(r.Keys, Key{Codes: m.column(codes)})
		}
	}
	return r
}

// checkBeyond runs a request under a budget and holds it to plain Go.
func checkBeyond(t *testing.T, c *Client, r Request) Result {
	t.Helper()
	if r.Form != Dense {
		return checkGrouped(t, c, r)
	}
	want, high := reference(r)
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
	for f, form := range []Form{Dense, Sparse, Hashed} {
		clients := map[int64]*Client{}
		for s, shape := range []string{"uniform", "unique", "sorted", "hot", "skewed", "periodic"} {
			m := newMaker(uint64(160_000 + 100*f + 10*s))
			r := m.beyondRequest(form, shape, rows)
			share := []int64{64, 8, 8}[(f+s)%3]
			if clients[share] == nil {
				clients[share] = newTestClient(t, func(c *Client) { c.limits.Budget = r.DeviceBytes() / share })
			}
			c := clients[share]
			r.Expected = []int{0, 200, rows}[m.IntN(3)] // too few: partitions are too large
			r.Tuning.Strategy, r.Tuning.Mapping = append(strategies, "", "")[m.IntN(7)], append(mappings, "")[m.IntN(4)]
			split, err := c.Split(&r)
			if err != nil {
				t.Fatal(err)
			}
			res := checkBeyond(t, c, r)
			t.Logf("1/%d, form %d, %s, %d expected: %d tiles, %d partitions of %d, %d loads, %d left", share, form, shape, r.Expected,
				res.Tiles, res.Partitions, split.Partitions, res.Loads, res.Left)
			if res.Tiles != split.Tiles || res.Partitions > split.Partitions || res.DeviceBytes > c.limits.Budget {
				t.Errorf("%+v, split %+v", res, split)
			}
		}
	}
}

// Partitions are loaded with feedback where few groups recur in many tiles, and left to the cores where they are more than
// anyone expected.
func TestFeedback(t *testing.T) {
	const rows = 60_000
	for _, test := range []struct {
		groups, expected int
		left             bool
	}{{300, 300, false}, {50_000, 100, true}} {
		m := newMaker(uint64(170_000 + test.groups))
		u := m.values(rows)
		r := Request{
			Form: Hashed, Rows: rows, Expected: test.expected, Keys: []Key{{Codes: m.column(m.spread("uniform", rows, uint32(test.groups)))}},
			Aggregates: []Aggregate{{Op: Count}, {Op: Sum, Values: &u}, {Op: First}},
		}
		c := newTestClient(t, func(c *Client) { c.limits.Budget = 150_000 })
		res := checkGrouped(t, c, r)
		if res.Partitions != 1 || res.Loads < 2 != test.left || (res.Left > 0) != test.left {
			t.Errorf("%d groups, %d expected: %d partitions, %d loads, %d left", test.groups, test.expected, res.Partitions, res.Loads, res.Left)
		}
		// Each load but the last brings at least what lies between the two load factors.
		split, _ := c.Split(&r)
		if least := split.room - split.most(); !test.left && (res.Loads-1)*least > res.Tiles*test.groups {
			t.Errorf("%d loads of %d and more", res.Loads, least)
		}
	}
}

// More slots than a binding holds accumulators for, one row, and no row at all that passes.
func TestBeyondAtTheEdges(t *testing.T) {
	c := newTestClient(t, func(c *Client) { c.limits.Budget = 200_000; c.limits.ChunkRows = 640 })
	m := newMaker(180_000)
	for _, rows := range []int{1, 63, 64, 65, 3000} {
		for _, form := range []Form{Dense, Sparse, Hashed} {
			r := m.beyondRequest(form, "uniform", rows)
			r.Keys = append(r.Keys, r.Keys...)[:1]
			checkBeyond(t, c, r)
			r.Select = &Bits{fmt.Sprint("none of ", rows, form), func() []uint64 { return make([]uint64, (rows+63)/64) }}
			checkBeyond(t, c, r)
		}
	}
}

// While the kernels of a tile run, the columns of the next one are sent; each column is sent once, and in the end none of them
// is left on the device.
func TestColumnsAreSentAhead(t *testing.T) {
	d := openTestDevice(t)
	m := newMaker(200_000)
	r := m.beyondRequest(Hashed, "uniform", 3*64)
	b := newBeyond(nil, nil, r, Split{})
	tiles := []Request{b.tile(0, 64), b.tile(64, 64), b.tile(128, 64)}
	sent := 0
	for i := range tiles {
		if i+1 < len(tiles) {
			tiles[i].next = &tiles[i+1]
		}
		columns := len(tiles[i].job().sources())
		supply := supplyOf(tiles[i])
		asked := 0
		err := d.execute(tiles[i].job(), func(id string, first, rows int) (pieceReader, int64, error) {
			asked++
			return supply(id, first, rows)
		}, func(o outcome, parts [][]byte) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		sent += asked
		if want := min(i+2, len(tiles)) * columns; sent != want {
			t.Errorf("%d columns were sent by the end of tile %d, want %d", sent, i, want)
		}
	}
	if len(d.resident.entries) > 0 || d.resident.bytes > 0 {
		t.Errorf("%d columns are left, %d bytes", len(d.resident.entries), d.resident.bytes)
	}
	// What was sent ahead of a request that comes to nothing is given back with it.
	tiles[0].next = &tiles[1]
	d.unwanted = func() error { return errAborted }
	if err := d.execute(tiles[0].job(), supplyOf(tiles[0]), nil); !errors.Is(err, errAborted) {
		t.Errorf("got %v", err)
	}
	if len(d.resident.entries) > 0 {
		t.Errorf("%d columns are left of a request that was aborted", len(d.resident.entries))
	}
}

func TestBeyondIsCancelled(t *testing.T) {
	const rows = 100_000
	m := newMaker(190_000)
	r := m.beyondRequest(Hashed, "unique", rows)
	c := newTestClient(t, func(c *Client) { c.limits.Budget = r.DeviceBytes() / 16 })
	pid := c.PID()
	for _, delay := range []time.Duration{0, 1, 3, 10, 30, 100, 300} { // in tiles, and in partitions
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(delay*time.Millisecond, cancel)
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
