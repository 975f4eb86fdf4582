package measure

import (
	"context"
	"math/rand/v2"
	"testing"

	"cardinal/engine/aggregate"
)

// TestRanges counts values by ranges and reads the rows once more: every figure is the one of a list of all
// values, bit for bit, however the counts were updated, with nulls, ties, one group that has nearly all rows,
// and groups that were renumbered and dropped. The second pass keeps few rows in memory.
func TestRanges(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	measures, tables := rangeMeasures(), 12 // one of each number of rows in each order of groups
	if testing.Short() {
		tables = 4
	}
	for seed := range tables {
		r := rand.New(rand.NewPCG(uint64(seed), 25))
		rows := []int{1, 40, 700, 3000}[seed%4]
		plan, err := NewPlan(sourceOf(lawTable(r, rows)), measures)
		if err != nil {
			t.Fatal(err)
		}
		groups := 1 + r.IntN(9)
		ids := make([]uint32, rows)
		for i := range ids {
			if r.IntN(10) == 0 || seed%3 == 0 {
				ids[i] = r.Uint32N(uint32(groups))
			}
		}
		want := readOut(t, plan, inBatches(r, plan, ids, groups), groups)
		plan.UseRanges(1 + r.IntN(70))
		plan.UseDisk(&aggregate.Disk{Rows: 20 + r.IntN(50), Fail: func(err error) { t.Error(err) }})
		plan.ReadAgain(func(_ context.Context, worker func() func(*aggregate.Batch)) error {
			workers := []func(*aggregate.Batch){worker(), worker()}
			for _, s := range pieces(r, rows) {
				workers[r.IntN(2)](plan.batch(ids, s[0], s[1]))
			}
			return nil
		})
		if states, bytes := plan.Ranged(); states == 0 && rows > 40 || bytes == 0 && states > 0 {
			t.Errorf("seed %d: %d states of %d bytes count by ranges", seed, states, bytes)
		}
		got := map[string][]string{
			"renumbered": readOut(t, plan, inBatches(r, plan, ids, groups), groups),
			"in parts":   figuresOf(t, plan, ids, groups, pieces(r, rows)),
		}
		for name, way := range ways {
			got[name] = readOut(t, plan, way(plan, ids, groups), groups)
		}
		for name, got := range got {
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("seed %d, %d rows, %s: %s of group %d is %s by ranges, %s of all values", seed, rows, name,
						measures[i%len(measures)], i/len(measures), got[i], want[i])
				}
			}
		}
		if err := plan.Release(); err != nil {
			t.Error(err)
		}
	}
}
