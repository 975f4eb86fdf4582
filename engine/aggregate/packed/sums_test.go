package packed

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/query"
)

// TestSums holds sums and counts that share words against the accumulators by themselves, for codes of every
// width with and without nulls, up to seven columns, and more rows than a word takes between two flushes.
func TestSums(t *testing.T) {
	const rows = 100_000
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	rounds := 150
	if testing.Short() {
		rounds = 50
	}
	for range rounds {
		groups := []int{1, 2, 100, 250, 5_000}[rng.IntN(5)]
		ids := make([]uint32, rows)
		for i := range ids {
			ids[i] = rng.Uint32N(uint32(groups))
		}
		columns := []*data.Column{data.NewCodes("row", data.Int, 0, data.Codes{U32: make([]uint32, rows)})}
		var measures []query.Measure
		for range rng.IntN(8) {
			c := column(rng, rows)
			columns = append(columns, c)
			measures = append(measures, query.Measure{Func: query.Sum, Column: c.Name})
			if rng.IntN(8) == 0 {
				measures = append(measures, query.Measure{Func: query.Max, Column: c.Name})
			}
		}
		for i, x := range columns[1:] {
			switch rng.IntN(6) {
			case 0:
				measures = append(measures, query.Measure{Func: query.Var, Column: x.Name})
			case 1:
				measures = append(measures, query.Measure{Func: query.Corr, Column: x.Name,
					Other: columns[1+(i+1)%(len(columns)-1)].Name})
			}
		}
		p, err := measure.NewPlan(measure.Source{Table: data.NewTable("random", columns)}, measures)
		if err != nil {
			t.Fatal(err)
		}
		var in []aggregate.Vector
		for i := range p.Inputs {
			in = append(in, p.Inputs[i].Whole(aggregate.OneRange))
		}
		stride, room := uint32(0), groups
		if rng.IntN(2) == 0 && groups*4 < rows {
			stride, room = uint32(groups|1), 4*(groups|1)
		}
		want, got := p.New(), p.New()
		for i := range want {
			want[i].Grow(groups)
			got[i].Grow(room)
		}
		sums := New(got, room, rows)
		note(seen, sums)
		for lo := 0; lo < rows; {
			hi := min(lo+1+rng.IntN(2048), rows)
			b := &aggregate.Batch{Groups: ids[lo:hi], In: make([]aggregate.Vector, len(in))}
			for i := range in {
				b.In[i] = in[i].Slice(lo, hi)
			}
			aggregate.Update(want, b)
			update(sums, b, groups, stride)
			lo = hi
		}
		sums.Flush()
		if stride > 0 {
			got = added(p, got, groups, stride)
		}
		for i := range want {
			if !same(want[i], got[i]) {
				t.Fatalf("%d groups, stride %d: accumulator %d of %v differs", groups, stride, i, p.Kinds)
			}
		}
	}
	for _, form := range []string{"rows alone", "one", "one, nullable", "one and one beside",
		"one and one beside, nullable", "two", "two and one beside", "a second packing", "a sum alone", "a variance",
		"a correlation", "a correlation, nullable"} {
		if !seen[form] {
			t.Errorf("no packing of the form %q was made", form)
		}
	}
}

// column makes a random column of integers: constants, codes of 1 to 32 bits, nulls in half of the columns.
func column(rng *rand.Rand, rows int) *data.Column {
	values, valid := make([]int64, rows), data.Bitmap(nil)
	width := rng.IntN(33)
	for i := range values {
		values[i] = int64(rng.Uint64()>>32>>(32-width)) - 7
	}
	if width == 32 {
		values[0], values[1] = -7, 1<<32-12 // as far apart as codes go
	}
	if rng.IntN(2) == 0 {
		valid = data.NewBitmap(rows)
		for i := 2; i < rows; i++ {
			if rng.IntN(3) > 0 {
				valid.Set(i)
			}
		}
		valid.Set(0)
		valid.Set(1)
	}
	return data.NewInts(fmt.Sprint("v", rng.Int()), data.Int, 0, values, valid)
}

// note records which forms of packings occur.
func note(seen map[string]bool, t *Sums) {
	if t.rows != nil {
		seen["rows alone"] = true
	}
	if len(t.alone) > 0 {
		seen["a sum alone"] = true
	}
	for _, m := range t.moments {
		switch {
		case m.y < 0:
			seen["a variance"] = true
		case m.present[0] != nil:
			seen["a correlation, nullable"] = true
		default:
			seen["a correlation"] = true
		}
	}
	for i, r := range t.packings {
		form := "one"
		if r.second >= 0 {
			form = "two"
		}
		if r.beside >= 0 {
			form += " and one beside"
		}
		if r.nullable {
			form += ", nullable"
		}
		seen[form] = true
		if i == 1 {
			seen["a second packing"] = true
		}
	}
}

// update adds a batch. Its groups have the narrowest width if the sums accept it, else 32 bits.
func update(t *Sums, b *aggregate.Batch, groups int, stride uint32) {
	switch {
	case !t.Direct():
		ids := slices.Clone(b.Groups)
		for i := range ids {
			ids[i] += uint32(i%4) * stride
		}
		b.Groups = ids
		t.Update(b)
	case groups == 1 && stride == 0 && t.Columns():
		t.UpdateOne(len(b.Groups), b.In)
	case groups <= 256:
		codes := make([]uint8, len(b.Groups))
		for i, g := range b.Groups {
			codes[i] = uint8(g)
		}
		b.Groups = nil
		t.UpdateCodes(aggregate.Vector{U8: codes}, stride, b)
	default:
		t.UpdateCodes(aggregate.Vector{U32: b.Groups}, stride, b)
	}
}

// added adds the lanes up.
func added(p *measure.Plan, accs []aggregate.Accumulator, groups int, stride uint32) []aggregate.Accumulator {
	to := make([]uint32, 4*stride)
	for i := range to {
		if to[i] = uint32(i) % stride; to[i] >= uint32(groups) {
			to[i] = aggregate.Skip
		}
	}
	out := p.New()
	for i := range out {
		out[i].Grow(groups)
		out[i].Merge(accs[i], nil, to)
	}
	return out
}

func same(a, b aggregate.Accumulator) bool {
	switch a := a.(type) {
	case *aggregate.Counts:
		return slices.Equal(a.S, b.(*aggregate.Counts).S)
	case *aggregate.SumCodes[uint32]:
		return slices.Equal(a.S, b.(*aggregate.SumCodes[uint32]).S)
	case *aggregate.SumCodes[uint64]:
		return slices.Equal(a.S, b.(*aggregate.SumCodes[uint64]).S)
	case *aggregate.ProductSums:
		b := b.(*aggregate.ProductSums)
		return slices.Equal(a.S64.S, b.S64.S) && slices.Equal(a.S128.S, b.S128.S) && slices.Equal(a.S256.S, b.S256.S)
	case *aggregate.MinMaxCodes:
		return slices.Equal(a.S, b.(*aggregate.MinMaxCodes).S)
	case *aggregate.MinMax64:
		return slices.Equal(a.S, b.(*aggregate.MinMax64).S)
	}
	panic(fmt.Sprintf("%T is not compared", a))
}
