package host

import (
	"fmt"
	"math"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// orders of keys that a sort may meet: the code below slots of the i-th of so many rows.
var orders = []struct {
	name string
	code func(m gputest.Maker, i, rows, slots int) int
}{
	{"uniform", func(m gputest.Maker, _, _, slots int) int { return m.IntN(slots) }},
	{"zipf", func(m gputest.Maker, _, _, slots int) int {
		return int(math.Exp(m.Float64()*math.Log(float64(slots)+1))) - 1
	}},
	{"sorted", func(_ gputest.Maker, i, rows, slots int) int { return i * slots / rows }},
	{"backwards", func(_ gputest.Maker, i, rows, slots int) int { return (rows - 1 - i) * slots / rows }},
	{"periodic", func(_ gputest.Maker, i, _, slots int) int {
		return i % min(slots, 1000) * (slots / min(slots, 1000))
	}},
	{"unique", func(_ gputest.Maker, i, _, slots int) int { return int(uint64(i) * 2654435761 % uint64(slots)) }},
	{"one hot", func(m gputest.Maker, _, _, slots int) int {
		if m.IntN(20) == 0 {
			return m.IntN(slots)
		}
		return slots / 2
	}},
	{"the last", func(_ gputest.Maker, _, _, slots int) int { return slots - 1 }},
}

// Records of every width, packed at both levels, at either or at none, of keys in any order.
func TestSortOfEveryOrder(t *testing.T) {
	c := sharedClient(t)
	const rows = 150_000
	m := gputest.New(440_000)
	u, v, w, ok, also := m.Values(rows), m.Values(rows), m.Values(rows), m.Bits(rows), m.Bits(rows)
	narrow, tiny := m.Column(m.Codes(rows, 1<<16)), m.Column(m.Codes(rows, 2))
	aggregates := [][]gpu.Aggregate{
		{{Op: gpu.Count}},
		{{Op: gpu.Count}, {Op: gpu.Count, Valid: ok}},
		{{Op: gpu.Sum, Values: &narrow}, {Op: gpu.Max, Values: &narrow}},
		{{Op: gpu.Sum, Values: &tiny, Valid: ok}, {Op: gpu.Count, Valid: also},
			{Op: gpu.Min, Values: &tiny, Valid: ok}},
		{{Op: gpu.Sum, Values: &u}, {Op: gpu.Min, Values: &u}},
		{{Op: gpu.Sum, Values: &u, Valid: ok}, {Op: gpu.Product, Values: &u, Valid: also}, {Op: gpu.Max, Values: &u}},
		{{Op: gpu.First}, {Op: gpu.Last, Valid: ok}, {Op: gpu.Sum, Values: &u}},
		{{Op: gpu.Sum, Values: &u}, {Op: gpu.Sum, Values: &v, Valid: ok}, {Op: gpu.Product, Values: &v, With: &w,
			Valid: also}},
	}
	for i, slots := range []int{1, 5, 1000, 70_000, 1_000_003, 5_000_000} {
		for k, order := range orders {
			if slots > 2_000_000 && k%3 > 0 {
				continue // reading out so many slots takes longer than the sort
			}
			t.Run(fmt.Sprintf("%s of %d", order.name, slots), func(t *testing.T) {
				codes := make([]uint32, rows)
				for row := range codes {
					codes[row] = uint32(min(slots-1, order.code(m, row, rows, slots)))
				}
				r := gpu.Request{Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: m.Column(codes), Stride: 1}},
					Aggregates: aggregates[(i+k)%len(aggregates)]}
				checkStrategies(t, c, r, plan.Sort.Name)
			})
		}
	}
}

func TestSortUnderTuning(t *testing.T) {
	c := sharedClient(t)
	m := gputest.New(445_000)
	for i, tune := range []gpu.Tuning{{Invocations: 16}, {Invocations: 64, Groups: 1}, {Invocations: 1024, Groups: 700},
		{Groups: 1}} {
		r := m.Request(50_000, []int{7, 3000, 200_000}[i%3], 1)
		r.Tuning = tune
		checkStrategies(t, c, r, plan.Sort.Name)
	}
}

// A sort in pieces, as little memory makes it, adds to the totals of the pieces before. Here those of a product
// are 2^64-1 after the first half, and carry from word to word.
func TestSortInPieces(t *testing.T) {
	const rows, slots = 300_000, 50_000
	m := gputest.New(450_000)
	factors := [...][2]uint32{{math.MaxUint32, math.MaxUint32}, {math.MaxUint32, 2}, {0, 0}, {1, 1},
		{math.MaxUint32, math.MaxUint32}, {1, 7}}
	codes, x, y := make([]uint32, rows), make([]uint32, rows), make([]uint32, rows)
	for i := range rows {
		codes[i], x[i], y[i] = uint32(i%slots), factors[i/slots][0], factors[i/slots][1]
	}
	u, v := m.Column(x), m.Column(y)
	r := gpu.Request{
		Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: m.Column(codes), Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Product, Values: &u, With: &v}, {Op: gpu.Sum, Values: &u},
			{Op: gpu.Min, Values: &v}, {Op: gpu.Last}},
	}
	for _, room := range []int64{1 << 30, 6 << 20, 3 << 20} { // one piece, two, four
		c := newTestClient(t, func(c *Client) { c.limits.Budget = plan.DeviceBytes(&r) + room })
		checkStrategies(t, c, r, plan.Sort.Name, plan.Partition.Name, plan.Sort.Name)
	}
}

// Streamed tiles are sorted each by itself, under a budget that leaves little for records.
func TestSortOfStreamedRows(t *testing.T) {
	const rows = 300_001
	m := gputest.New(455_000)
	u, ok := m.Values(rows), m.Bits(rows)
	r := gpu.Request{
		Rows: rows, Slots: 90_000, Select: m.Bits(rows),
		Keys: []gpu.Key{{Codes: m.Column(m.Codes(rows, 300)), Stride: 1}, {Codes: m.Column(m.Codes(rows, 300)),
			Stride: 300}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &u, Valid: ok}, {Op: gpu.First, Valid: ok}, {Op: gpu.Last},
			{Op: gpu.Count}},
	}
	j := plan.JobOf(&r)
	c := newTestClient(t, func(c *Client) {
		c.limits.Budget, c.limits.ChunkRows = j.TotalsBytes()+j.SourceBytes()/2, 6400
	})
	checkStrategies(t, c, r, plan.Sort.Name)
	r.Tuning.Strategy = plan.Sort.Name
	if res := mustRun(t, c, r); res.Tiles < 2 {
		t.Errorf("%d tiles", res.Tiles)
	}
}

// The ranks of listed groups are sorted like any slots.
func TestSortOfListedGroups(t *testing.T) {
	c := sharedClient(t)
	const rows = 60_000
	m := gputest.New(456_000)
	codes := m.Codes(rows, 70_000)
	for i := range codes {
		codes[i] *= 5000
	}
	for _, form := range []gpu.Form{gpu.Sparse, gpu.Hashed} {
		r := gpu.Request{
			Form: form, Rows: rows, Slots: 350_000_000, Keys: []gpu.Key{{Codes: m.Column(codes), Stride: 1}},
			Select:     m.Bits(rows),
			Aggregates: m.Aggregates(rows), Tuning: gpu.Tuning{Strategy: plan.Sort.Name},
		}
		checkGrouped(t, c, r)
	}
}

// The sort makes do with the workgroup memory that there is.
func TestSortUnderLimits(t *testing.T) {
	for _, l := range []wire.Limits{{WorkgroupBytes: 16 << 10}, {WorkgroupBytes: 32 << 10, ChunkRows: 8192},
		{WorkgroupBytes: 48 << 10}} {
		c := newTestClient(t, func(c *Client) { l.Untested = true; c.limits = l })
		if c.adapter.WorkgroupBytes < l.WorkgroupBytes {
			t.Logf("this adapter has %d KiB of workgroup memory", c.adapter.WorkgroupBytes>>10)
			break // it sorts with all that it has in the tests above
		}
		const rows = 60_000
		m := gputest.New(460_000)
		u, v, w, ok := m.Values(rows), m.Values(rows), m.Values(rows), m.Bits(rows)
		for _, slots := range []int{3, 2_000_000} {
			r := gpu.Request{
				Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: m.Column(m.Codes(rows, uint32(slots))), Stride: 1}},
				Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &u, Valid: ok}, {Op: gpu.Max, Values: &v, Valid: ok},
					{Op: gpu.Last}, {Op: gpu.Count}},
			}
			checkStrategies(t, c, r, plan.Sort.Name)
			r.Aggregates = []gpu.Aggregate{{Op: gpu.Sum, Values: &u}, {Op: gpu.Sum, Values: &v},
				{Op: gpu.Sum, Values: &w}, {Op: gpu.Count, Valid: ok}}
			checkStrategies(t, c, r, plan.Sort.Name)
		}
	}
}
