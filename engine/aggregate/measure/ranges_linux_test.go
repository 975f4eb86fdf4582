package measure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
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
		rows := []int{1, 40, 700, 2000}[seed%4]
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

// TestRangesOfManyRows selects quantiles of floats from counts by ranges, and holds them against sorted values: with
// ties, groups that were dropped, and values that crowd in one range.
func TestRangesOfManyRows(t *testing.T) {
	const rows = 150_000
	for seed := range 6 {
		r := rand.New(rand.NewPCG(uint64(seed), 61))
		floats, ids, groups := make([]float64, rows), make([]uint32, rows), 1+r.IntN(300)
		for i := range floats {
			ids[i], floats[i] = r.Uint32N(uint32(groups)), r.NormFloat64()
			switch seed % 3 {
			case 1:
				floats[i] = math.Ldexp(floats[i], r.IntN(200)-100)
			case 2:
				floats[i] = math.Round(4 * floats[i])
			}
		}
		table := data.NewTable("t", []*data.Column{data.NewFloatColumn("float", floats, nil)})
		var measures, sorted []query.Measure
		for _, param := range []string{"0", "0.3", "0.5", "0.99", "1"} {
			measures = append(measures, query.Measure{Func: query.Quantile, Param: param, Column: "float"})
		}
		sorted = append(slices.Clone(measures), query.Measure{Func: query.Mode, Column: "float"})
		var figures [2][]string
		for i, asked := range [][]query.Measure{measures, sorted} {
			plan, err := NewPlan(sourceOf(table), asked)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				plan.UseRanges(256)
			}
			all, to := grown(plan.New(), groups), numbers(0, groups)
			each := func(do func(*aggregate.Batch)) {
				for lo := 0; lo < rows; lo += aggregate.BatchRows {
					do(plan.batch(ids, lo, min(lo+aggregate.BatchRows, rows)))
				}
			}
			each(func(b *aggregate.Batch) { aggregate.Update(all, b) })
			plan.ReadAgain(func(_ context.Context, worker func() func(*aggregate.Batch)) error {
				each(worker())
				return nil
			})
			if err := plan.Arrange(t.Context(), all, groups, 2); err != nil {
				t.Fatal(err)
			}
			total := plan.Totals(t.Context(), 2)
			for k, a := range grown(total, 2*groups+1) {
				a.Merge(all[k], nil, to)
				halves := make([]uint32, groups)
				for g := range halves {
					if halves[g] = uint32(groups + g%2); g%7 == 3 {
						halves[g] = aggregate.Skip
					}
				}
				a.Merge(all[k], nil, halves)
			}
			values, err := plan.Values(total, 2)
			if err != nil {
				t.Fatal(err)
			}
			for g := range groups + 2 {
				for m := range measures {
					figures[i] = append(figures[i], fmt.Sprint(values.At(m, g)))
				}
			}
		}
		if !slices.Equal(figures[0], figures[1]) {
			t.Errorf("seed %d: the quantiles differ", seed)
		}
	}
}
