package measure

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Op describes a kind of state: its accumulators and their memory.
type Op struct {
	accumulator func(p *Plan, k Kind) aggregate.Accumulator
	groupBytes  func(p *Plan, k Kind) int64 // of a group's state, approximately; nil: 0
	rowBytes    func(p *Plan, k Kind) int64 // of the values kept per row, approximately; nil: 0
	collects    bool                        // keeps values, or sets of values, which Totals turns into results
	readsRows   bool                        // reads row numbers

	// device lists the operations of a GPU that compute the state, or says why there are none; nil: no kernel
	// computes it.
	device func(p *Plan, k Kind) (ops []DeviceOp, trouble string)
}

// Kind is one state of a plan. Several measures may share it: avg and sum of a column share the sum.
type Kind struct {
	Op     *Op
	Column *data.Column // nil: OpCount counts all rows
	Other  *data.Column
	Also   *data.Column // for OpProducts of x*x in a pair of columns: the other column
	K      int          // OpTop
}

// Collects reports whether the state keeps values or sets of values, which Totals turns into results.
func (k Kind) Collects() bool { return k.Op.collects }

// Plan has the states that the measures of a query need. Kinds[0] always counts rows.
type Plan struct {
	Kinds  []Kind
	Inputs []aggregate.Input

	measures   []*measure
	statistics map[int][]statistic // by index of a kind that collects
	codes      map[*data.Column]*data.Column
	windows    map[*data.Column]aggregate.Window    // of float columns
	rows       int                                  // number of rows that are aggregated
	weighted   bool                                 // rows of the table represent several rows
	groups     int                                  // expected number
	slots      int                                  // number of slots, if the accumulators are indexed by slot
	disk       *aggregate.Disk                      // takes values that do not fit the memory
	ranges     map[*data.Column]*aggregate.Splitter // in which the values of quantiles are counted, if not kept
	again      Again                                // reads the rows once more; nil: the rows have not been grouped yet
}

// Expect sets the expected number of groups, and the number of slots if the accumulators are indexed by slot, else 0.
// Both decide how sets and values are kept. Expect must be called before New.
func (p *Plan) Expect(groups, slots int) { p.groups, p.slots = groups, slots }

// UseDisk sets where lists put values that do not fit the memory. It must be called before New.
func (p *Plan) UseDisk(d *aggregate.Disk) { p.disk = d }

// Disk returns the last argument of UseDisk, or nil.
func (p *Plan) Disk() *aggregate.Disk { return p.disk }

// Format returns the number format of measure i: the format of its column if the figures have the same unit. Figures of
// a formula may be durations.
func (p *Plan) Format(i int) data.NumberFormat {
	switch m := p.measures[i]; {
	case m.formula == nil && m.InUnit:
		return m.x.Format
	case m.figure != nil:
		return m.figure.Format
	}
	return data.NumberFormat{}
}

// ListOf returns the type of the numbers that a figure of measure i lists, or Null if it lists no numbers.
func (p *Plan) ListOf(i int) data.Type {
	if m := p.measures[i]; m.formula == nil && m.Result == query.List && m.x.Type.Numeric() {
		return m.x.Type
	}
	return data.Null
}

// Figures returns the type of the figures of measure i.
func (p *Plan) Figures(i int) query.ColumnTypes { return p.measures[i].figures() }

// IsUngrouped reports whether the figures of measure i have no separators between thousands, like the values of its
// column.
func (p *Plan) IsUngrouped(i int) bool {
	m := p.measures[i]
	return m.formula == nil && m.Within && m.x.IsUngrouped()
}

// add returns the index of k in Kinds. A missing kind is added.
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

// input returns the index of a column among the inputs. A missing column is added.
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

// CountOf returns the index in Kinds of the count of rows in which no column is null. If the columns have no nulls, it
// is the count of all rows. Its index is less than that of every other kind of the columns.
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
	return each.Times(len(p.Kinds), p.NewOf)
}

// NewOf makes a fresh accumulator for the kind at an index.
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

// Sums returns how many sums a packed.Sums can add together, and how many other kinds of state it updates one by one.
// direct reports whether all of these take group ids of any width. If there is a sum, the count of rows is packed with
// it and does not count.
func (p *Plan) Sums() (sums, others int, direct bool) {
	direct = true
	for _, k := range p.Kinds[1:] {
		switch {
		case k.Op == OpSum && isCoded(k.Column), k.Op == OpProducts && isPlain(k.Op.accumulator(p, k)):
			sums++
		case k.Op == OpCount && k.Other == nil && slices.Contains(p.Kinds, Kind{Op: OpSum, Column: k.Column}) &&
			isCoded(k.Column):
		default:
			others++
			direct = direct && (k.Op == OpMin || k.Op == OpMax) && isCoded(k.Column)
		}
	}
	if sums == 0 {
		others++
	}
	return sums, others, direct
}

// isPlain reports whether packed sums can take products.
func isPlain(a aggregate.Accumulator) bool {
	products, ok := a.(*aggregate.ProductSums)
	return ok && products.Plain()
}

// GroupBytes returns the approximate memory of the state of one group.
func (p *Plan) GroupBytes() int64 {
	return p.sizes(func(o *Op) func(*Plan, Kind) int64 { return o.groupBytes })
}

// restBytes returns the approximate memory of a superaccumulator per group. It assumes that the values outside the
// window are spread over the groups.
func (p *Plan) restBytes(wide bool, limbs int, outside float64) int64 {
	if !wide {
		return 0
	}
	inGroup := outside * float64(p.rows) / float64(max(p.groups, 1))
	return 24 + int64(8*float64(limbs)*min(1, inGroup))
}

// RowBytes returns the approximate memory per row of accumulators that keep values.
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

// MeasureOf returns a measure that needs a kind of state, for a message.
func (p *Plan) MeasureOf(k Kind) query.Measure {
	for _, m := range p.allMeasures() {
		if slices.ContainsFunc(m.kinds, func(at int) bool { return p.Kinds[at] == k }) {
			return m.Measure
		}
	}
	return query.Measure{Func: query.Count}
}

// Parts lists the measures. A formula is replaced by its aggregates.
func (p *Plan) Parts() []query.Measure {
	var parts []query.Measure
	for _, m := range p.allMeasures() {
		if m.formula == nil {
			parts = append(parts, m.Measure)
		}
	}
	return parts
}

// allMeasures lists the measures and the parts of formulas.
func (p *Plan) allMeasures() []*measure {
	var all []*measure
	for _, m := range p.measures {
		all = append(all, m)
		for _, part := range m.parts {
			all = append(all, part)
		}
	}
	return all
}

// Asked returns the number of accumulators that the measures need. A sum needs one, and an average needs two: a sum and
// a count. The count of rows, which every plan has, counts only if a figure is divided by it.
func (p *Plan) Asked() int {
	n := each.Count(p.Kinds, func(k Kind) bool { return k.Op != OpCount })
	if slices.ContainsFunc(p.allMeasures(), func(m *measure) bool { return m.formula == nil && m.divides }) {
		n++
	}
	return n
}
