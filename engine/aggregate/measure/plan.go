package measure

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

// Op describes a kind of state: its accumulators and the memory that they take.
type Op struct {
	name        string
	accumulator func(p *Plan, k Kind) aggregate.Accumulator
	groupBytes  func(p *Plan, k Kind) int64 // of the state of a group, about; nil: 0
	rowBytes    func(p *Plan, k Kind) int64 // of the values that are kept of a row, about; nil: 0
	collects    bool                        // it keeps values, or sets of them, which Totals turns into results
	readsRows   bool                        // it reads the numbers of the rows

	// device lists the operations of a GPU that give the state, or says why there are none; nil: there is no
	// kernel for it.
	device func(k Kind) (ops []DeviceOp, trouble string)
}

// Kind is one state of a plan. Several measures may share it: avg and sum of a column share the sum.
type Kind struct {
	Op     *Op
	Column *data.Column // nil: OpCount of rows
	Other  *data.Column
	Also   *data.Column // OpProducts: of the pair that x*x belongs to, the other column
	K      int          // OpTop
}

// Collects reports whether the state keeps values or sets of them, which Totals turns into results.
func (k Kind) Collects() bool { return k.Op.collects }

// Plan is the states that the measures of a query need. Kinds[0] always counts rows.
type Plan struct {
	Kinds  []Kind
	Inputs []aggregate.Input

	measures   []*measure
	statistics map[int][]statistic // by kind, of states that collect
	codes      map[*data.Column]*data.Column
	windows    map[*data.Column]aggregate.Window // of floats
	rows       int                               // that are added up
	weighted   bool                              // the rows of the table stand for many
	groups     int                               // expected
	places     int                               // of accumulators that are indexed by slot
	disk       *aggregate.Disk                   // takes what the memory does not hold
	// in which values are counted for a group, at most; 0: lists keep all values
	ranges int
	again  Again // nil: the rows have not been grouped
}

// Expect says how many groups are expected, and how many places the accumulators have at least. It decides how
// sets and values are kept, and must be said before New.
func (p *Plan) Expect(groups, places int) { p.groups, p.places = groups, places }

// UseDisk says where the lists of accumulators that New makes put values that the memory does not hold.
func (p *Plan) UseDisk(d *aggregate.Disk) { p.disk = d }

// Disk is what UseDisk was given last, or nil.
func (p *Plan) Disk() *aggregate.Disk { return p.disk }

// Format is how the figures of measure i are written: like the numbers of its column, if they are of the same
// unit. Those of a formula may be durations.
func (p *Plan) Format(i int) data.NumberFormat {
	switch m := p.measures[i]; {
	case m.formula == nil && m.InUnit:
		return m.x.Format
	case m.figure != nil:
		return m.figure.Format
	}
	return data.NumberFormat{}
}

// ListOf is the type of the numbers that a figure of measure i lists, Null where it is no list of numbers.
func (p *Plan) ListOf(i int) data.Type {
	if m := p.measures[i]; m.formula == nil && m.Result == query.List && m.x.Type.Numeric() {
		return m.x.Type
	}
	return data.Null
}

// Figures is the type of the figures of measure i.
func (p *Plan) Figures(i int) query.ColumnTypes { return p.measures[i].figures() }

// IsUngrouped reports whether the figures of measure i are written without signs between the thousands, as the
// values of its column are.
func (p *Plan) IsUngrouped(i int) bool {
	m := p.measures[i]
	return m.formula == nil && m.Within && m.x.IsUngrouped()
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
	if k.Op.readsRows {
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
		p.windows[c] = aggregate.WindowOf(c, p.rows)
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
	for i := range p.Kinds {
		accs[i] = p.NewOf(i)
	}
	return accs
}

// NewOf makes a fresh accumulator for the kind at a place.
func (p *Plan) NewOf(kind int) aggregate.Accumulator {
	k := p.Kinds[kind]
	return k.Op.accumulator(p, k)
}

func (p *Plan) null(c *data.Column) *aggregate.Nullable {
	if c.Valid == nil {
		return nil
	}
	n := aggregate.NullableOf(c, p.input(c))
	return &n
}

// Sums is how many sums a Sums can add together, and others the kinds that it updates one by one; direct says
// that it takes them all by groups of any width. It takes the count of rows with any sum.
func (p *Plan) Sums() (sums, others int, direct bool) {
	direct = true
	for _, k := range p.Kinds[1:] {
		switch {
		case k.Op == OpSum && coded(k.Column), k.Op == OpProducts && plain(k.Op.accumulator(p, k)):
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

// plain reports whether packed sums can take products.
func plain(a aggregate.Accumulator) bool {
	products, ok := a.(*aggregate.ProductSums)
	return ok && products.Plain()
}

// GroupBytes is about what the state of one group takes.
func (p *Plan) GroupBytes() int64 {
	return p.sizes(func(o *Op) func(*Plan, Kind) int64 { return o.groupBytes })
}

// restBytes is about what a superaccumulator takes a group: the share of the values that it is for are spread
// over the groups.
func (p *Plan) restBytes(wide bool, limbs int, outside float64) int64 {
	if !wide {
		return 0
	}
	inGroup := outside * float64(p.rows) / float64(max(p.groups, 1))
	return 24 + int64(8*float64(limbs)*min(1, inGroup))
}

// RowBytes is about what the accumulators that keep values take for each row.
func (p *Plan) RowBytes() int64 {
	return p.sizes(func(o *Op) func(*Plan, Kind) int64 { return o.rowBytes })
}

// sizes adds up a size over all accumulators.
func (p *Plan) sizes(of func(*Op) func(*Plan, Kind) int64) (n int64) {
	for _, k := range p.Kinds {
		if size := of(k.Op); size != nil {
			n += size(p, k)
		}
	}
	return n
}

// MeasureOf is a measure that needs an accumulator, for a message.
func (p *Plan) MeasureOf(k Kind) query.Measure {
	for _, m := range p.all() {
		if slices.ContainsFunc(m.kinds, func(at int) bool { return p.Kinds[at] == k }) {
			return m.Measure
		}
	}
	return query.Measure{Func: query.Count}
}

// Parts lists the measures, the aggregates of a formula in its place.
func (p *Plan) Parts() []query.Measure {
	var parts []query.Measure
	for _, m := range p.all() {
		if m.formula == nil {
			parts = append(parts, m.Measure)
		}
	}
	return parts
}

// all lists the measures and the parts of formulas.
func (p *Plan) all() []*measure {
	var all []*measure
	for _, m := range p.measures {
		all = append(all, m)
		for _, part := range m.parts {
			all = append(all, part)
		}
	}
	return all
}

// Asked is how many accumulators the measures ask for: a sum one, an average two, a sum and a count. The count of rows
// that every plan has is not asked for by a sum.
func (p *Plan) Asked() int {
	n := 0
	for _, k := range p.Kinds {
		if k.Op != OpCount {
			n++
		}
	}
	if slices.ContainsFunc(p.all(), func(m *measure) bool { return m.formula == nil && m.divides }) {
		n++
	}
	return n
}
