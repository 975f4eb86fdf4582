package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

// runMeasures returns every statistic of values, over every type of column.
func runMeasures() (list []query.Measure) {
	for _, column := range []string{"narrow", "few", "far", "wide", "money", "float", "spread", "special",
		"text", "day"} {
		for _, m := range []query.Measure{{Func: query.Median}, {Func: query.Quantile, Param: "0.3"},
			{Func: query.Quantile, Param: "1"}, {Func: query.Mode}, {Func: query.Labels}, {Func: query.Distinct},
			{Func: query.Product}} {
			if m.Column = column; !m.Func.NeedsNumbers() || column != "text" && column != "day" {
				list = append(list, m)
			}
		}
	}
	return list
}

// TestRuns keeps few rows of a list in memory and writes the others to the disk as sorted runs. Every figure is the
// same as that of a list in memory, bit for bit, with nulls, infinities, NaN, -0, ties, one group that has nearly all
// rows, and groups that were renumbered and dropped.
func TestRuns(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	measures, tables := runMeasures(), 12 // one of each number of rows in each order of groups
	if testing.Short() {
		tables = 4 // one of each number of rows
	}
	for seed := range tables {
		r := rand.New(rand.NewPCG(uint64(seed), 21))
		rows := []int{1, 40, 700, 3000}[seed%4]
		table := lawTable(r, rows)
		special := make([]float64, rows)
		for i := range special {
			special[i] = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 5e-324, 1.5,
				math.MaxFloat64}[r.IntN(8)]
		}
		table.Columns = append(table.Columns, data.NewFloatColumn("special", special, nil))
		plan, err := NewPlan(sourceOf(table), measures)
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
		disk := &aggregate.Disk{Rows: 1 + r.IntN(50), Fail: func(err error) { t.Error(err) }}
		plan.UseDisk(disk)
		for name, got := range map[string][]string{
			"renumbered": readOut(t, plan, inBatches(r, plan, ids, groups), groups),
			"in parts":   figuresOf(t, plan, ids, groups, pieces(r, rows)),
		} {
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("seed %d, %d rows, %s: %s of group %d is %s on the disk, %s in memory", seed, rows, name,
						measures[i%len(measures)], i/len(measures), got[i], want[i])
				}
			}
		}
		if rows > 1000 && disk.Arena.Bytes() == 0 {
			t.Errorf("seed %d: nothing was written", seed)
		}
		if err := plan.Release(); err != nil {
			t.Error(err)
		}
	}
}

// inBatches updates states with rows in small batches, and then merges a third of the groups into others: the
// rest is dropped.
func inBatches(r *rand.Rand, p *Plan, ids []uint32, groups int) []aggregate.Accumulator {
	apart := slices.Clone(ids)
	to := slices.Repeat([]uint32{aggregate.Skip}, 3*groups)
	for i := range apart {
		apart[i] = 3*apart[i] + 1
		to[apart[i]] = ids[i]
	}
	all, out := grown(p.New(), 3*groups), grown(p.New(), groups)
	for lo := 0; lo < len(ids); {
		hi := min(lo+1+r.IntN(20), len(ids))
		aggregate.Update(all, p.batch(apart, lo, hi))
		lo = hi
	}
	for i, a := range all {
		out[i].Merge(a, nil, to)
	}
	return out
}

// TestWeights adds rows with weights, once by weight and once row by row: every statistic is the same, bit for bit.
func TestWeights(t *testing.T) {
	measures := runMeasures()
	measures = slices.DeleteFunc(measures, func(m query.Measure) bool { return m.Column == "special" })
	for seed := range 12 {
		r := rand.New(rand.NewPCG(uint64(seed), 24))
		const rows, groups = 150, 4
		source := sourceOf(lawTable(r, rows))
		plain, err := NewPlan(source, measures)
		if err != nil {
			t.Fatal(err)
		}
		source.Rows = 100 * rows
		plan, err := NewPlan(source, measures)
		if err != nil {
			t.Fatal(err)
		}
		ids, weights := make([]uint32, rows), make([]uint32, rows)
		one, many := grown(plain.New(), groups), grown(plan.New(), groups)
		for i := range ids {
			ids[i], weights[i] = r.Uint32N(groups), r.Uint32N(9)
			for range weights[i] {
				aggregate.Update(one, plain.batch(ids, i, i+1))
			}
		}
		for i, a := range many {
			if w, ok := a.(interface {
				Weigh(*aggregate.Batch, []uint32)
			}); ok {
				w.Weigh(plan.batch(ids, 0, rows), weights)
				continue
			}
			many[i] = one[i] // a count
		}
		want, got := readOut(t, plain, one, groups), readOut(t, plan, many, groups)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("seed %d: %s of group %d is %s by weights, not %s", seed, measures[i%len(measures)],
					i/len(measures), got[i], want[i])
			}
		}
	}
}
