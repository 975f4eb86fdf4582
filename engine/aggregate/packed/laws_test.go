package packed

import (
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/query"
)

// TestLaws splits rows anywhere, packs the sums of each part by themselves, and merges the parts in any order,
// parts of no rows among them: every state is the one of all rows without packing.
func TestLaws(t *testing.T) {
	seen := map[string]bool{}
	for seed := range 150 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		rows, groups := 3+r.IntN(20_000), 1+r.IntN(300)
		columns := []*data.Column{data.NewCodes("row", data.Int, 0, data.Codes{U32: make([]uint32, rows)})}
		var measures []query.Measure
		for i := range 1 + r.IntN(4) {
			c := column(r, rows)
			columns = append(columns, c)
			measures = append(measures, query.Measure{Func: query.Sum, Column: c.Name})
			switch r.IntN(4) {
			case 0:
				measures = append(measures, query.Measure{Func: query.Var, Column: c.Name})
			case 1:
				measures = append(measures, query.Measure{Func: query.Corr, Column: c.Name,
					Other: columns[1+r.IntN(i+1)].Name})
			}
		}
		p, err := measure.NewPlan(measure.Source{Table: data.NewTable("random", columns)}, measures)
		if err != nil {
			t.Fatal(err)
		}
		ids := make([]uint32, rows)
		for i := range ids {
			ids[i] = r.Uint32N(uint32(groups))
		}
		want, got := grown(p, groups), grown(p, groups)
		for lo := 0; lo < rows; lo += aggregate.BatchRows {
			aggregate.Update(want, batch(p, ids, lo, min(rows, lo+aggregate.BatchRows)))
		}
		for _, stretch := range stretches(r, rows) {
			part := grown(p, groups)
			sums := New(part, groups, stretch[1]-stretch[0])
			note(seen, sums)
			for lo := stretch[0]; lo < stretch[1]; lo += aggregate.BatchRows {
				sums.Update(batch(p, ids, lo, min(stretch[1], lo+aggregate.BatchRows)))
			}
			sums.Flush()
			for i := range got {
				got[i].Merge(part[i], nil, nil)
			}
		}
		for i := range want {
			if !same(want[i], got[i]) {
				t.Fatalf("seed %d, %d rows in %d groups: accumulator %d of %v differs", seed, rows, groups, i, p.Kinds)
			}
		}
	}
	for _, form := range []string{"rows alone", "one", "one, nullable", "two", "two and one beside", "a variance",
		"a correlation", "a correlation, nullable"} {
		if !seen[form] {
			t.Errorf("no packing of the form %q was made", form)
		}
	}
}

// stretches cuts rows anywhere, in any order, and adds one of no rows.
func stretches(r *rand.Rand, rows int) [][2]int {
	list := [][2]int{{0, 0}}
	for lo := 0; lo < rows; {
		hi := min(rows, lo+1+r.IntN(rows))
		list = append(list, [2]int{lo, hi})
		lo = hi
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func grown(p *measure.Plan, groups int) []aggregate.Accumulator {
	out := p.New()
	for _, a := range out {
		a.Grow(groups)
	}
	return out
}

// batch returns rows lo to hi.
func batch(p *measure.Plan, ids []uint32, lo, hi int) *aggregate.Batch {
	b := &aggregate.Batch{Groups: ids[lo:hi]}
	for i := range p.Inputs {
		whole := p.Inputs[i].Whole(aggregate.OneRange)
		b.In = append(b.In, whole.Slice(lo, hi))
	}
	return b
}
