package packed

import (
	"cmp"
	"slices"

	"cardinal/engine/aggregate"
	"cardinal/internal/each"
)

// Sums updates accumulators. It packs sums of codes together with counts of rows and of values, so that a few additions
// update all of them. A packing has one or two words per group. Flush adds the sums and counts of a packing to the
// accumulators. One pass over the rows updates a whole packing, and a row touches one place in memory.
//
// Source: integers packed into the lanes of a word (Lamport, "Multiple byte processing with full-word instructions",
// CACM 1975). The number of rows between two flushes is limited so that no lane overflows into its neighbour.
type Sums struct {
	moments  []*momentPacking
	packings []*packing
	rows     *aggregate.Counts       // nil if a packing counts the rows
	alone    []aggregate.Accumulator // sums without a packing, and extremes of codes
	rest     []aggregate.Accumulator
}

// summand is a sum, with the count of its values if some are null.
type summand struct {
	sum    aggregate.PackedSums
	values *aggregate.Counts
	input  int
	bits   uint
}

// New makes a Sums of accumulators with `groups` groups that are expected to see `rows` rows.
func New(accs []aggregate.Accumulator, groups, rows int) *Sums {
	t := &Sums{rest: accs}
	counts, ok := accs[0].(*aggregate.Counts)
	if !ok || len(counts.Inputs) > 0 {
		return t
	}
	t.rows = counts
	left := t.packMoments(summands(accs), accs, groups, rows)
	for len(left) > 0 {
		r := &packing{}
		n := r.fit(t.rows, left, groups, rows)
		if n == 0 || n == 1 && r.isPlain() && t.rows == nil { // no gain
			break
		}
		t.packings, t.rows, left = append(t.packings, r), nil, left[n:]
	}
	for _, s := range left {
		t.alone = append(t.alone, s.sum)
	}
	for _, a := range accs {
		if a, ok := a.(*aggregate.MinMaxCodes); ok {
			t.alone = append(t.alone, a)
		}
	}
	t.rest = slices.DeleteFunc(slices.Clone(accs), t.has)
	return t
}

// summands lists the sums of codes, the narrowest first.
func summands(accs []aggregate.Accumulator) []summand {
	var out []summand
	for _, a := range accs {
		sum, ok := a.(aggregate.PackedSums)
		if !ok {
			continue
		}
		s := summand{sum: sum}
		if s.input, s.bits, ok = sum.Takes(); !ok {
			continue
		}
		for _, a := range accs {
			c, ok := a.(*aggregate.Counts)
			taken := func(s summand) bool { return s.values == c }
			if ok && len(c.Inputs) == 1 && c.Inputs[0].Input == s.input && !slices.ContainsFunc(out, taken) {
				s.values = c
			}
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b summand) int { return cmp.Compare(a.bits, b.bits) })
	return out
}

func (t *Sums) has(a aggregate.Accumulator) bool {
	return a == t.rows || slices.Contains(t.alone, a) ||
		slices.ContainsFunc(t.moments, func(m *momentPacking) bool { return m.has(a) }) ||
		slices.ContainsFunc(t.packings, func(r *packing) bool { return r.has(a) })
}

// Bytes returns the memory of the Sums besides the accumulators.
func (t *Sums) Bytes() int64 {
	n := each.Sum(t.moments, func(m *momentPacking) int64 { return 16*int64(len(m.pairs)) + 32*int64(len(m.quads)) })
	for _, r := range t.packings {
		n += 8*int64(len(r.words)) + 16*int64(len(r.pairs))
	}
	return n
}

// Flush updates the accumulators. The Sums must not be used afterwards.
func (t *Sums) Flush() {
	for _, m := range t.moments {
		m.flush()
	}
	for _, r := range t.packings {
		r.flush()
		r.release()
	}
}

// Direct reports whether UpdateCodes may be called, for groups that are codes of any width.
func (t *Sums) Direct() bool { return len(t.rest) == 0 }

// Pairs reports whether UpdatePairs may be called.
func (t *Sums) Pairs() bool {
	return t.Direct() && len(t.alone) == 0 && len(t.moments) == 0 && len(t.packings) == 1 && t.packings[0].isPlain()
}

// Columns reports whether UpdateOne may be called: all accumulators are sums of columns without nulls, or their counts.
func (t *Sums) Columns() bool {
	return t.Direct() && t.rows == nil && len(t.alone) == 0 && len(t.moments) == 0 &&
		!slices.ContainsFunc(t.packings, func(r *packing) bool { return r.nullable })
}

// UpdateOne adds a batch of n rows, all of them in group 0.
func (t *Sums) UpdateOne(n int, in []aggregate.Vector) {
	for _, r := range t.packings {
		r.reserve(n)
		word := uint64(n)*r.one + sumOf(&in[r.first], n)
		if r.second >= 0 {
			word += sumOf(&in[r.second], n) << r.shift
		}
		if r.beside < 0 {
			r.words[0] += word
			continue
		}
		r.pairs[0][0] += word
		r.pairs[0][1] += sumOf(&in[r.beside], n)
	}
}

// sumOf adds the first n codes of an input.
func sumOf(v *aggregate.Vector, n int) uint64 {
	switch {
	case v.U8 != nil:
		return sumOfCodes(v.U8[:n])
	case v.U16 != nil:
		return sumOfCodes(v.U16[:n])
	}
	return sumOfCodes(v.U32[:n])
}

func sumOfCodes[C aggregate.Code](codes []C) uint64 {
	var a, b, c, d uint64
	for ; len(codes) >= 4; codes = codes[4:] {
		some := codes[:4:4]
		a, b, c, d = a+uint64(some[0]), b+uint64(some[1]), c+uint64(some[2]), d+uint64(some[3])
	}
	for _, n := range codes {
		a += uint64(n)
	}
	return a + b + c + d
}

// Update adds a batch.
func (t *Sums) Update(b *aggregate.Batch) {
	t.UpdateCodes(aggregate.Vector{U32: b.Groups}, 0, b)
	aggregate.Update(t.rest, b)
}

// UpdateCodes adds a batch whose groups are codes. If stride is above 0, groups have two or four replicas, which are
// stride entries apart, and rows update them in turn.
func (t *Sums) UpdateCodes(groups aggregate.Vector, stride uint32, b *aggregate.Batch) {
	switch {
	case groups.U8 != nil:
		addGroups(t, groups.U8, stride, b)
	case groups.U16 != nil:
		addGroups(t, groups.U16, stride, b)
	default:
		addGroups(t, groups.U32, stride, b)
	}
}

func addGroups[G aggregate.Code](t *Sums, groups []G, stride uint32, b *aggregate.Batch) {
	if t.rows != nil {
		aggregate.CountGroups(t.rows.S, groups, stride)
	}
	for _, m := range t.moments {
		updateMoments(m, groups, stride, b)
	}
	for _, r := range t.packings {
		updatePacking(r, groups, stride, b)
	}
	for _, a := range t.alone {
		switch a := a.(type) {
		case *aggregate.SumCodes[uint32]:
			aggregate.AddInput(a.S, groups, stride, &b.In[a.Input])
		case *aggregate.SumCodes[uint64]:
			aggregate.AddInput(a.S, groups, stride, &b.In[a.Input])
		case *aggregate.ProductSums:
			aggregate.AddInput(a.S64.S, groups, stride, &b.In[a.X.Input])
		case *aggregate.MinMaxCodes:
			aggregate.ExtremesOf(a, groups, stride, &b.In[a.Input])
		}
	}
}

// UpdatePairs adds a batch whose groups combine two columns of codes: above*card + below.
func (t *Sums) UpdatePairs(above, below aggregate.Vector, card uint32, b *aggregate.Batch) {
	switch r := t.packings[0]; {
	case above.U8 != nil:
		packingBelow(r, above.U8, &below, card, b)
	case above.U16 != nil:
		packingBelow(r, above.U16, &below, card, b)
	default:
		packingBelow(r, above.U32, &below, card, b)
	}
}
