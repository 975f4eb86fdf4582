package measure

import (
	"math"
	"math/bits"
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

// Op is what an accumulator does.
type Op uint8

// The operations.
const (
	OpCount    Op = iota // rows, or the rows where Column, and Other, are not null
	OpSum                // of Column, where Other is not null either
	OpProducts           // of Column and Other, where neither is null, nor Also
	OpMin
	OpMax
	OpFirst
	OpLast
	OpDistinct
	OpTop
	OpBag
)

// Kind is one accumulator of a plan. Several measures may share it: avg and sum of a column share the sum.
type Kind struct {
	Op     Op
	Column *data.Column // nil: OpCount of rows
	Other  *data.Column
	Also   *data.Column // OpProducts: of the pair that x*x belongs to, the other column
	K      int          // OpTop
}

// Collects reports whether the accumulator keeps values or sets of them, which Totals turns into figures.
func (k Kind) Collects() bool { return k.Op == OpBag || k.Op == OpDistinct }

// Plan is the accumulators that the measures of a query need. Kinds[0] always counts rows.
type Plan struct {
	Kinds  []Kind
	Inputs []aggregate.Input

	measures  []*measure
	questions map[int][]question // by kind, of OpBag
	codes     map[*data.Column]*data.Column
	windows   map[*data.Column]aggregate.Window // of floats
	rows      int
	groups    int // expected
}

// Expect says how many groups are expected, which decides how sets are kept. It must be said before New.
func (p *Plan) Expect(groups int) { p.groups = groups }

// Format is how the figures of measure i are written: like the numbers of its column, if they are of the same unit.
func (p *Plan) Format(i int) data.NumberFormat {
	m := p.measures[i]
	switch m.Func {
	case query.Sum, query.Avg, query.Min, query.Max, query.Median, query.Quantile, query.Stddev, query.StddevPop, query.First, query.Last, query.Mode:
		return m.column.Format
	}
	return data.NumberFormat{}
}

// add returns the place of k in Kinds.
func (p *Plan) add(k Kind) int {
	for i, have := range p.Kinds {
		if have == k {
			return i
		}
	}
	p.Kinds = append(p.Kinds, k)
	for _, c := range []*data.Column{k.Column, k.Other, k.Also} {
		if c != nil {
			p.input(c)
		}
	}
	if k.Op == OpFirst || k.Op == OpLast {
		p.input(nil)
	}
	return len(p.Kinds) - 1
}

// input is the place of a column among the inputs; a count needs none of a column without nulls.
func (p *Plan) input(c *data.Column) int {
	for i, in := range p.Inputs {
		if in.Column == c {
			return i
		}
	}
	p.Inputs = append(p.Inputs, aggregate.Input{Column: c})
	if c != nil && c.Type == data.Float {
		p.windows[c] = aggregate.WindowOf(c)
	}
	return len(p.Inputs) - 1
}

// CountOf is the place among Kinds of the count of the rows where none of the columns is null: that of all rows, where
// no value is. It stands before every other kind of the columns.
func (p *Plan) CountOf(columns ...*data.Column) int {
	k := Kind{Op: OpCount}
	for _, c := range columns {
		switch {
		case c.Valid == nil:
		case k.Column == nil:
			k.Column = c
		case k.Column != c:
			k.Other = c
		}
	}
	if k.Column == nil {
		return 0
	}
	return p.add(k)
}

// New makes a fresh accumulator for each kind.
func (p *Plan) New() []aggregate.Accumulator {
	accs := make([]aggregate.Accumulator, len(p.Kinds))
	for i, k := range p.Kinds {
		accs[i] = p.accumulator(k)
	}
	return accs
}

func (p *Plan) accumulator(k Kind) aggregate.Accumulator {
	c := k.Column
	switch k.Op {
	case OpCount:
		a := &aggregate.Counts{}
		for _, c := range []*data.Column{k.Column, k.Other} {
			if c != nil {
				a.Inputs = append(a.Inputs, aggregate.NullableOf(c, p.input(c)))
			}
		}
		return a
	case OpSum:
		return p.sum(c)
	case OpProducts:
		return p.products(k)
	case OpMin, OpMax:
		return p.extreme(c, k.Op == OpMax)
	case OpFirst, OpLast:
		return &aggregate.FirstLast{Last: k.Op == OpLast, Rows: p.input(nil), Value: p.null(c)}
	case OpDistinct:
		words := p.card(c)/64 + 1
		if words*8*max(p.groups, 1) <= aggregate.MaxDistinctBytes {
			return &aggregate.DistinctBits{Words: words, Value: aggregate.NullableOf(c, p.input(c)), Nulls: c.Valid != nil}
		}
		return p.bag(c)
	case OpTop:
		return p.top(c, k.K)
	}
	return p.bag(c)
}

func (p *Plan) null(c *data.Column) *aggregate.Nullable {
	if c.Valid == nil {
		return nil
	}
	n := aggregate.NullableOf(c, p.input(c))
	return &n
}

// card is one more than the greatest code of a column.
func (p *Plan) card(c *data.Column) int {
	if c.Dict != nil {
		return len(c.Dict.Values) + 1
	}
	return int(uint64(c.Max)-uint64(c.Base)) + 1
}

// Sums is how many sums a Sums can add together, and others the kinds that it updates one by one; direct says that it takes them
// all by groups of any width. It takes the count of rows with any sum.
func (p *Plan) Sums() (sums, others int, direct bool) {
	coded := func(c *data.Column) bool { return c.Type != data.Float && c.Wide == nil }
	direct = true
	for _, k := range p.Kinds[1:] {
		switch {
		case k.Op == OpSum && coded(k.Column), k.Op == OpProducts && p.plain(k):
			sums++
		case k.Op == OpCount && k.Other == nil && slices.Contains(p.Kinds, Kind{Op: OpSum, Column: k.Column}) && coded(k.Column):
		default:
			others++
			direct = direct && (k.Op == OpMin || k.Op == OpMax) && coded(k.Column)
		}
	}
	if sums == 0 {
		others++
	}
	return sums, others, direct
}

func (p *Plan) sum(c *data.Column) aggregate.Accumulator {
	in := p.input(c)
	switch {
	case c.Type == data.Float:
		return aggregate.NewSumFloat(c, p.windows[c], in)
	case c.Wide == nil && aggregate.Width(p.rows, c) == 32:
		return &aggregate.SumCodes[uint32]{Input: in, Bits: codeBits(c)}
	case c.Wide == nil:
		return &aggregate.SumCodes[uint64]{Input: in, Bits: codeBits(c)}
	case Fits64(c):
		return &aggregate.Sum64{Input: in}
	}
	return &aggregate.Sum128{Input: in}
}

// codeBits is the width of the greatest code of a column of integers.
func codeBits(c *data.Column) uint { return uint(bits.Len64(uint64(c.Max) - uint64(c.Base))) }

func (p *Plan) operand(c *data.Column) aggregate.Operand {
	if c == nil {
		return aggregate.NewOperand(nil, -1, aggregate.Window{})
	}
	return aggregate.NewOperand(c, p.input(c), p.windows[c])
}

func (p *Plan) plain(k Kind) bool {
	products, ok := p.products(k).(*aggregate.ProductSums)
	return ok && products.Plain()
}

func (p *Plan) products(k Kind) aggregate.Accumulator {
	if k.Column.Type == data.Float || k.Other != nil && k.Other.Type == data.Float {
		a := aggregate.NewFloatProductSums(p.operand(k.Column), p.operand(k.Other), p.rows)
		if k.Also != nil {
			a.Y.Null = p.null(k.Also)
			a.Masked = a.Y.Null != nil
		}
		return a
	}
	a := &aggregate.ProductSums{X: aggregate.FactorOf(k.Column, p.input(k.Column)), Y: aggregate.Factor{Input: -1}, Bits: codeBits(k.Column)}
	if k.Other != nil {
		a.Y = aggregate.FactorOf(k.Other, p.input(k.Other))
		a.Wide = max(64, aggregate.Width(p.rows, k.Column, k.Other))
	} else {
		a.Wide = max(64, aggregate.Width(p.rows, k.Column))
	}
	if k.Also != nil && k.Also.Valid != nil {
		a.Y.Null = p.null(k.Also)
		a.Test = true
	}
	return a
}

func (p *Plan) extreme(c *data.Column, isMax bool) aggregate.Accumulator {
	if c.Wide != nil || c.Type == data.Float {
		return &aggregate.MinMax64{Max: isMax, Input: p.input(c)}
	}
	a := &aggregate.MinMaxCodes{Max: isMax, Input: p.input(c)}
	switch {
	case c.Dict != nil:
		a.Order = ranks(c, isMax)
	case c.Valid != nil && !isMax:
		a.Bias = 1
	}
	return a
}

// ranks orders the codes of a text column: for a minimum by rank, null 2^32-1; for a maximum by rank+1, null 0.
func ranks(c *data.Column, isMax bool) []uint32 {
	rank := c.Dict.Rank()
	order := make([]uint32, len(rank)+1)
	for code, r := range rank {
		order[code] = r
		if isMax {
			order[code]++
		}
	}
	if !isMax {
		order[len(rank)] = math.MaxUint32
	}
	return order
}

func (p *Plan) top(c *data.Column, k int) aggregate.Accumulator {
	in := p.input(c)
	switch {
	case c.Wide != nil || c.Type == data.Float:
		return &aggregate.TopK[uint64]{K: k, Input: in, At: func(v *aggregate.Vector, i int) uint64 {
			if v.Valid != nil && v.Valid[i] == 0 {
				return 0
			}
			return ordered64(v, i)
		}}
	case c.Dict != nil:
		order := ranks(c, true)
		return &aggregate.TopK[uint32]{K: k, Input: in, At: func(v *aggregate.Vector, i int) uint32 { return order[aggregate.CodeAt(v, i)] }}
	}
	return &aggregate.TopK[uint32]{K: k, Input: in}
}

// ordered64 maps a wide integer or a float to an unsigned integer of the same order; NaN is above all, -0 is 0.
func ordered64(v *aggregate.Vector, i int) uint64 {
	n := int64(0)
	if v.I64 != nil {
		n = v.I64[i]
	} else {
		n = aggregate.OrderedBits(v.F64[i]+0, false)
	}
	return uint64(n) ^ 1<<63
}

func (p *Plan) bag(c *data.Column) aggregate.Accumulator {
	in := p.input(c)
	switch {
	case c.Wide != nil || c.Type == data.Float:
		return &aggregate.ValueList[uint64]{Input: in, Null: p.null(c), At: ordered64}
	case c.Dict != nil:
		rank := c.Dict.Rank()
		return &aggregate.ValueList[uint32]{Input: in, Null: p.null(c), At: func(v *aggregate.Vector, i int) uint32 { return rank[aggregate.CodeAt(v, i)] }}
	}
	return &aggregate.ValueList[uint32]{Input: in, Null: p.null(c)}
}

// Fits64 reports whether no sum over rows of an integer column can leave 64 bits (the precision gate of SEEDS A8,
// answered by widening instead of refusing).
func Fits64(c *data.Column) bool {
	largest := uint64(max(c.Max, 0))
	if c.Min < 0 {
		largest = max(largest, -uint64(c.Min))
	}
	hi, lo := bits.Mul64(largest, uint64(c.Rows))
	return hi == 0 && lo <= math.MaxInt64
}

// GroupBytes is about what the state of one group takes.
func (p *Plan) GroupBytes() int64 {
	n := int64(0)
	for _, k := range p.Kinds {
		n += p.groupBytes(k)
	}
	return n
}

func (p *Plan) groupBytes(k Kind) int64 {
	switch k.Op {
	case OpCount, OpFirst, OpLast:
		return 4
	case OpProducts:
		switch a := p.products(k).(type) {
		case *aggregate.FloatProductSums:
			return 36 + p.restBytes(a.Spilling, a.Rest.Limbs, p.windows[k.Column].Outside+p.windows[k.Other].Outside)
		case *aggregate.ProductSums:
			return int64(a.Wide) / 8
		}
	case OpSum, OpMin, OpMax:
		switch {
		case k.Op == OpSum && k.Column.Type == data.Float:
			w := p.windows[k.Column]
			return 20 + p.restBytes(!w.Whole, aggregate.NewSumFloat(k.Column, w, 0).Rest.Limbs, w.Outside)
		case k.Column.Wide != nil || k.Column.Type == data.Float:
			return 16
		case k.Op == OpSum && aggregate.Width(p.rows, k.Column) > 32:
			return 8
		}
		return 4
	case OpTop:
		return 8 * int64(k.K)
	case OpDistinct:
		if a, ok := p.accumulator(k).(*aggregate.DistinctBits); ok {
			return 8 * int64(a.Words)
		}
	}
	return 0
}

// restBytes is about what a superaccumulator takes a group: the share of the values that it is for are spread over the groups.
func (p *Plan) restBytes(wide bool, limbs int, outside float64) int64 {
	if !wide {
		return 0
	}
	inGroup := outside * float64(p.rows) / float64(max(p.groups, 1))
	return 24 + int64(8*float64(limbs)*min(1, inGroup))
}

// RowBytes is about what the accumulators that keep values take for each row.
func (p *Plan) RowBytes() int64 {
	n := int64(0)
	for _, k := range p.Kinds {
		switch k.Op {
		case OpBag:
			n += 16
		case OpDistinct:
			if _, ok := p.accumulator(k).(*aggregate.DistinctBits); !ok {
				n += 16
			}
		}
	}
	return n
}
