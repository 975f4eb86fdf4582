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
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// lawMeasures has every aggregate over every type of column that it takes, so that every state occurs.
func lawMeasures() []query.Measure {
	list := []query.Measure{{Func: query.Count}}
	for _, column := range []string{"narrow", "wide", "money", "float", "spread", "text", "day"} {
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
		data.NewInts("wide", data.Int, 0, ints(func() int64 { return int64(r.Uint64()) }), valid()),
		data.NewInts("money", data.Decimal, 2, ints(func() int64 { return r.Int64N(1e7) }), valid()),
		data.NewFloatColumn("float", floats(8), nil),
		data.NewFloatColumn("spread", floats(2000), valid()),
		data.NewText("text", codes, []string{"e", "d", "c", "b", "a"}, valid()),
		data.NewInts("day", data.Date, 0, ints(func() int64 { return 9000 + r.Int64N(400) }), valid()),
	})
}

// TestLaws splits rows anywhere, merges the parts in any order, and merges states of no rows in between: every figure of every
// aggregate is the one of all rows together, bit for bit.
func TestLaws(t *testing.T) {
	measures := lawMeasures()
	for seed := range 12 {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		rows := []int{1, 2, 40, 700}[seed%4]
		table := lawTable(r, rows)
		plan, err := NewPlan(Source{Table: table, Encode: func(c *data.Column) (*key.Column, error) { return key.EncodeColumn(context.Background(), c) }}, measures)
		if err != nil {
			t.Fatal(err)
		}
		ids := make([]uint32, rows)
		groups := 1 + r.IntN(6)
		for i := range ids {
			ids[i] = r.Uint32N(uint32(groups))
		}
		want := figuresOf(t, plan, ids, groups, [][2]int{{0, rows}})
		for range 4 {
			got := figuresOf(t, plan, ids, groups, pieces(r, rows))
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("seed %d, %d rows: %s of group %d is %s in parts, %s at once", seed, rows, measures[i%len(measures)], i/len(measures), got[i], want[i])
				}
			}
		}
	}
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
	totals := p.Totals(context.Background(), 2)
	to := make([]uint32, groups)
	for g := range to {
		to[g] = uint32(g)
	}
	for i, a := range grown(totals, groups) {
		a.Merge(all[i], nil, to)
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

func grown(accs []aggregate.Accumulator, groups int) []aggregate.Accumulator {
	for _, a := range accs {
		a.Grow(groups)
	}
	return accs
}

// batch is rows lo to hi.
func (p *Plan) batch(ids []uint32, lo, hi int) *aggregate.Batch {
	b := &aggregate.Batch{Groups: ids[lo:hi]}
	for _, in := range p.Inputs {
		if in.Column == nil {
			numbers := make([]uint32, hi-lo)
			for i := range numbers {
				numbers[i] = uint32(lo + i)
			}
			b.In = append(b.In, aggregate.Vector{U32: numbers})
			continue
		}
		whole := in.Whole()
		b.In = append(b.In, whole.Slice(lo, hi))
	}
	return b
}
