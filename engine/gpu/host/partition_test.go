package host

import (
	"context"
	"math/rand/v2"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
)

// The room of partitions is guessed from every eighth stretch of rows. Here those hold other keys than the
// rest: most rows find no room, and must be aggregated all the same.
func TestRowsWithoutRoomInTheirPartition(t *testing.T) {
	c := sharedClient(t)
	a, err := c.Adapter(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	const rows, slots = 400_000, 4
	m := gputest.New(110_000)
	codes := make([]uint32, rows)
	for i := range codes {
		codes[i] = rand.Uint32N(slots)
		if i/plan.SampleRows%plan.SampleStep != 0 {
			codes[i] = slots - 1 - uint32(i%2)
		}
	}
	u, v, w, ok := m.Values(rows), m.Values(rows), m.Values(rows), m.Bits(rows)
	narrow := m.Column(m.Codes(rows, 100))
	for name, aggregates := range map[string][]gpu.Aggregate{
		"one word": {{Op: gpu.Count}, {Op: gpu.Count, Valid: ok}},
		"packed":   {{Op: gpu.Sum, Values: &narrow, Valid: ok}, {Op: gpu.Max, Values: &narrow}},
		"two words": {{Op: gpu.Sum, Values: &u}, {Op: gpu.Min, Values: &u, Valid: ok},
			{Op: gpu.Product, Values: &u}},
		"four words":      {{Op: gpu.Sum, Values: &u}, {Op: gpu.Sum, Values: &v, Valid: ok}, {Op: gpu.Max, Values: &w}},
		"two row numbers": {{Op: gpu.First}, {Op: gpu.Last, Valid: ok}},
	} {
		t.Run(name, func(t *testing.T) {
			r := gpu.Request{Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: m.Column(codes), Stride: 1}},
				Aggregates: aggregates}
			j := plan.JobOf(&r)
			j.Tuning.Strategy = plan.Partition.Name
			j.Widths = map[string]int{narrow.ID: 7}
			if l, can := plan.LayPartitions(plan.Of(j, a)[0].Pass, j, a); !can || l.Sample(rows) == 1 {
				t.Fatalf("%+v", l)
			}
			checkStrategies(t, c, r, plan.Partition.Name)
		})
	}
}
