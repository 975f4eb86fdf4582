package measure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// lawMeasures returns every aggregate over every type of column that it takes, so that every state occurs.
func lawMeasures() []query.Measure {
	list := []query.Measure{{Func: query.Count}}
	for _, column := range []string{"narrow", "far", "wide", "money", "float", "spread", "text", "day"} {
		for _, f := range query.Funcs {
			m := query.Measure{Func: f, Column: column}
			switch f {
			case query.Formula:
				continue
			case query.Quantile:
				m.Param = "0.3"
			case query.Top:
				m.Param = "3"
			case query.Ratio, query.Corr:
				m.Other = "float"
				list = append(list, query.Measure{Func: f, Column: column, Other: "wide"})
			}
			list = append(list, m)
		}
	}
	list = append(list, query.Measure{Func: query.Median, Column: "few"}, query.Measure{Func: query.Quantile,
		Column: "few", Param: "0.9"}, query.Measure{Func: query.Mode, Column: "few"})
	return slices.DeleteFunc(list, func(m query.Measure) bool {
		return m.Func.NeedsNumbers() && (m.Column == "text" || m.Column == "day")
	})
}

func lawTable(r *rand.Rand, rows int) *data.Table {
	valid := func() data.Bitmap {
		b := data.NewBitmap(rows)
		for i := range rows {
			if r.IntN(5) > 0 {
				b.Set(i)
			}
		}
		return b
	}
	ints := func(pick func() int64) []int64 {
		out := make([]int64, rows)
		for i := range out {
			out[i] = pick()
		}
		return out
	}
	floats := func(spread int) []float64 {
		out := make([]float64, rows)
		for i := range out {
			out[i] = math.Ldexp(r.Float64()-0.5, r.IntN(spread)-spread/2)
		}
		return out
	}
	codes := make([]uint32, rows)
	for i := range codes {
		codes[i] = r.Uint32N(5)
	}
	return data.NewTable("laws", []*data.Column{
		data.NewInts("narrow", data.Int, 0, ints(func() int64 { return r.Int64N(200) - 90 }), nil),
		data.NewInts("few", data.Int, 0, ints(func() int64 { return r.Int64N(6) - 2 }), valid()),
		data.NewInts("far", data.Int, 0, ints(func() int64 { return r.Int64N(1 << 45) }), valid()),
		data.NewInts("wide", data.Int, 0, ints(func() int64 { return int64(r.Uint64()) }), valid()),
		data.NewInts("money", data.Decimal, 2, ints(func() int64 { return r.Int64N(1e7) }), valid()),
		data.NewFloatColumn("float", floats(8), nil),
		data.NewFloatColumn("spread", floats(2000), valid()),
		data.NewText("text", codes, []string{"e", "d", "c", "b", "a"}, valid()),
		data.NewInts("day", data.Date, 0, ints(func() int64 { return 9000 + r.Int64N(400) }), valid()),
	})
}

func sourceOf(table *data.Table) Source {
	return Source{Table: table, Encode: func(c *data.Column) (*key.Column, error) {
		return key.EncodeColumn(context.Background(), c)
	}}
}

// TestLaws splits rows anywhere, merges the parts in any order, and merges states of no rows in between: every figure
// of every aggregate is the same as for all rows together, bit for bit.
func TestLaws(t *testing.T) {
	measures := lawMeasures()
	for seed := range 12 {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		rows := []int{1, 2, 40, 700}[seed%4]
		table := lawTable(r, rows)
		source := sourceOf(table)
		if seed/4%2 == 1 { // as if rows could stand for many
			source.Rows = rows
		}
		encodeMore(t, seed%2<<12)
		plan, err := NewPlan(source, measures)
		if err != nil {
			t.Fatal(err)
		}
		ids := make([]uint32, rows)
		groups := 1 + r.IntN(6)
		for i := range ids {
			ids[i] = r.Uint32N(uint32(groups))
		}
		want := figuresOf(t, plan, ids, groups, [][2]int{{0, rows}})
		for try := range 4 {
			plan.Expect(groups<<(30*(try%2)), groups) // so that values are counted where there are few, and listed
			got := figuresOf(t, plan, ids, groups, pieces(r, rows))
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("seed %d, %d rows: %s of group %d is %s in parts, %s at once", seed, rows,
						measures[i%len(measures)], i/len(measures), got[i], want[i])
				}
			}
		}
	}
}

// encodeMore sets manyValues for a test.
func encodeMore(t *testing.T, values int) {
	before := manyValues
	t.Cleanup(func() { manyValues = before })
	manyValues = values
}

// pieces cuts rows into stretches in any order, empty ones among them.
func pieces(r *rand.Rand, rows int) (list [][2]int) {
	for lo := 0; lo < rows; {
		hi := min(rows, lo+r.IntN(rows/2+2))
		list = append(list, [2]int{lo, hi})
		lo = hi
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// figuresOf updates states of their own with each stretch of rows, merges them, and reads every measure of every group.
func figuresOf(t *testing.T, p *Plan, ids []uint32, groups int, stretches [][2]int) []string {
	t.Helper()
	all := grown(p.New(), groups)
	for _, s := range stretches {
		part := grown(p.New(), groups)
		aggregate.Update(part, p.batch(ids, s[0], s[1]))
		for i := range all {
			all[i].Merge(part[i], nil, nil)
		}
	}
	return readOut(t, p, all, groups)
}

// readOut reads every measure of every group.
func readOut(t *testing.T, p *Plan, states []aggregate.Accumulator, groups int) []string {
	t.Helper()
	totals := p.Totals(context.Background(), 2)
	for i, a := range grown(totals, groups) {
		a.Merge(states[i], nil, numbers(0, groups))
	}
	values, err := p.Values(totals, 2)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for g := range groups {
		for m := range p.measures {
			v := values.At(m, g)
			out = append(out, fmt.Sprint(v.Type, v.Int, v.Scale, math.Float64bits(v.Float), v.Text, v.Rounded))
		}
	}
	return out
}

// numbers returns from, from+1, ... to-1.
func numbers(from, to int) []uint32 {
	out := make([]uint32, to-from)
	for i := range out {
		out[i] = uint32(from + i)
	}
	return out
}

// ways are how a state may come to hold rows, beside an update of the rows in order.
var ways = map[string]func(p *Plan, ids []uint32, groups int) []aggregate.Accumulator{
	"by runs": func(p *Plan, ids []uint32, groups int) []aggregate.Accumulator {
		b := p.batch(slices.Clone(ids), 0, len(ids))
		for i, g := range ids {
			if i == 0 || g != ids[i-1] {
				b.Starts, b.Runs = append(b.Starts, uint32(i)), append(b.Runs, g)
			}
		}
		b.Starts = append(b.Starts, uint32(len(ids)))
		all := grown(p.New(), groups)
		aggregate.Update(all, b)
		return all
	},
	"after it was cleared": func(p *Plan, ids []uint32, groups int) []aggregate.Accumulator {
		all := grown(p.New(), groups)
		aggregate.Update(all, p.batch(ids, 0, len(ids)))
		for i, a := range all {
			if c, ok := a.(aggregate.Columnar); ok {
				c.Clear(numbers(0, groups))
			} else {
				all[i] = grown(p.New(), groups)[i]
			}
		}
		aggregate.Update(all, p.batch(ids, 0, len(ids)))
		return all
	},
	"in every third of more groups, the others of which are dropped": func(p *Plan, ids []uint32,
		groups int) []aggregate.Accumulator {
		apart := slices.Clone(ids)
		for i := range apart {
			apart[i] = 3*apart[i] + 1
		}
		kept := numbers(0, groups)
		for i := range kept {
			kept[i] = 3*kept[i] + 1
		}
		to := slices.Repeat([]uint32{aggregate.Skip}, 3*groups)
		for i, g := range kept {
			to[g] = uint32(i)
		}
		all, out := grown(p.New(), 3*groups), grown(p.New(), groups)
		aggregate.Update(all, p.batch(apart, 0, len(ids)))
		for i, a := range all {
			if c, ok := a.(aggregate.Columnar); ok {
				c.Keep(kept, inTwo)
				out[i] = c
			} else {
				out[i].Merge(a, nil, to)
			}
		}
		return out
	},
	"in other groups of the same state": func(p *Plan, ids []uint32, groups int) []aggregate.Accumulator {
		all, parts, to := inParts(p, ids, groups)
		for _, a := range all {
			if c, ok := a.(aggregate.Columnar); ok {
				c.Merge(c, parts, to)
				c.Keep(numbers(0, groups), inTwo)
			}
		}
		return all
	},
	"in groups that were merged before": func(p *Plan, ids []uint32, groups int) []aggregate.Accumulator {
		all, parts, to := inParts(p, ids, groups)
		for i, a := range all {
			if c, ok := a.(aggregate.Columnar); ok {
				c.Merge(c, parts, to)
				all[i] = grown(p.New(), groups)[i]
				all[i].Merge(c, parts, to)
			}
		}
		return all
	},
	"in two parts of the groups": func(p *Plan, ids []uint32, groups int) []aggregate.Accumulator {
		all, other := grown(p.New(), groups), grown(p.New(), groups)
		aggregate.Update(other, p.batch(ids, 0, len(ids)))
		for i, a := range all {
			c, ok := a.(aggregate.Columnar)
			if !ok {
				a.Merge(other[i], nil, nil)
				continue
			}
			half := groups / 2
			c.Slice(0, half).Merge(other[i], numbers(0, half), numbers(0, half))
			c.Slice(half, groups).Merge(other[i], numbers(half, groups), numbers(0, groups-half))
		}
		return all
	},
}

// inParts updates columns of state with each group's rows in three parts, which are further groups, and other
// states as they are. to is the group of each part.
func inParts(p *Plan, ids []uint32, groups int) (all []aggregate.Accumulator, parts, to []uint32) {
	apart := slices.Clone(ids)
	for i := range apart {
		apart[i] += uint32(groups * (1 + i%3))
	}
	all, columns := grown(p.New(), groups), grown(p.New(), 4*groups)
	for i, a := range all {
		if _, ok := a.(aggregate.Columnar); ok {
			all[i] = columns[i]
			aggregate.Update(all[i:i+1], p.batch(apart, 0, len(ids)))
		} else {
			aggregate.Update(all[i:i+1], p.batch(ids, 0, len(ids)))
		}
	}
	for g := range 3 * groups {
		parts, to = append(parts, uint32(groups+g)), append(to, uint32(g%groups))
	}
	return all, parts, to
}

// TestWays compares every way of updating with the plain one, bit for bit.
func TestWays(t *testing.T) {
	measures, tables := lawMeasures(), 8
	if testing.Short() {
		tables = 4
	}
	for seed := range tables {
		r := rand.New(rand.NewPCG(uint64(seed), 10))
		rows := []int{1, 30, 600, 1500}[seed%4]
		plan, err := NewPlan(sourceOf(lawTable(r, rows)), measures)
		if err != nil {
			t.Fatal(err)
		}
		groups := 1 + r.IntN(40)
		ids := make([]uint32, rows)
		for i := range ids {
			if ids[i] = r.Uint32N(uint32(groups)); i > 0 && r.IntN(2) == 0 {
				ids[i] = ids[i-1]
			}
		}
		want := figuresOf(t, plan, ids, groups, [][2]int{{0, rows}})
		plan.Expect(groups, groups)
		for name, way := range ways {
			got := readOut(t, plan, way(plan, ids, groups), groups)
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("seed %d, %d rows: updated %s, %s of group %d is %s, not %s", seed, rows, name,
						measures[i%len(measures)], i/len(measures), got[i], want[i])
				}
			}
		}
	}
}

// rangeMeasures returns quantiles only: other statistics need all values.
func rangeMeasures() (list []query.Measure) {
	for _, column := range []string{"narrow", "few", "far", "wide", "money", "float", "spread"} {
		for _, m := range []query.Measure{{Func: query.Median}, {Func: query.Quantile, Param: "0"},
			{Func: query.Quantile, Param: "0.3"}, {Func: query.Quantile, Param: "1"}} {
			m.Column = column
			list = append(list, m)
		}
	}
	return list
}

// TestEveryStateHasLaws looks for states that no measure of the laws has.
func TestEveryStateHasLaws(t *testing.T) {
	seen := map[string]bool{"PairCounts": true} // merges with no other: engine's TestPairsOnTheGPU has its totals
	for _, o := range []struct {
		rows, ranges, groups int
		measures             []query.Measure
	}{{0, 0, 6, lawMeasures()}, {0, 0, 6 << 30, lawMeasures()}, {100, 0, 6, lawMeasures()},
		{0, 2, 6, rangeMeasures()}} {
		source := sourceOf(lawTable(rand.New(rand.NewPCG(1, 1)), 100))
		source.Rows = o.rows
		encodeMore(t, 1<<12*(1-min(o.groups>>30, 1)))
		plan, err := NewPlan(source, o.measures)
		if err != nil {
			t.Fatal(err)
		}
		plan.Expect(o.groups, 6)
		plan.UseRanges(o.ranges)
		for _, a := range slices.Concat(plan.New(), plan.Totals(context.Background(), 2)) {
			name, _, _ := strings.Cut(reflect.TypeOf(a).Elem().Name(), "[")
			seen[name] = true
		}
	}
	for _, folder := range []string{".", ".."} {
		paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`(?m)^func \(\w* ?\*(\w+)(?:\[\w+\])?\) Merge\(`).FindAllSubmatch(source, -1) {
				if !seen[string(m[1])] {
					t.Errorf("no law is tried on a %s", m[1])
				}
			}
		}
	}
}

func grown(accs []aggregate.Accumulator, groups int) []aggregate.Accumulator {
	for _, a := range accs {
		a.Grow(groups)
	}
	return accs
}

// inTwo calls do for two ranges of n groups.
func inTwo(n int, do func(lo, hi int)) {
	do(0, n/2)
	do(n/2, n)
}

// batch returns rows lo to hi.
func (p *Plan) batch(ids []uint32, lo, hi int) *aggregate.Batch {
	b := &aggregate.Batch{Groups: ids[lo:hi]}
	for _, in := range p.Inputs {
		if in.Column == nil {
			b.In = append(b.In, aggregate.Vector{U32: numbers(lo, hi)})
			continue
		}
		whole := in.Whole(aggregate.OneRange)
		b.In = append(b.In, whole.Slice(lo, hi))
	}
	return b
}
