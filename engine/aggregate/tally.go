package aggregate

import (
	"cmp"
	"slices"
)

// Tally updates accumulators, and the sums of codes among them together with the counts of rows and of values by as few
// additions as they can be packed into: it keeps records of one or two words a group, which Flush takes apart. One pass over
// the rows updates all of a record, and a row touches one place in memory.
//
// Source: integers packed into the lanes of a word (Lamport, "Multiple byte processing with full-word instructions", CACM
// 1975); how many rows are added between two flushes is bounded so that nothing runs into its neighbour.
type Tally struct {
	moments []*momentRecord
	records []*record
	rows    *Counts       // not in a record
	alone   []Accumulator // sums without one, and extremes of codes
	rest    []Accumulator
}

// summand is a sum, and the count of its values where some are null.
type summand struct {
	sum    PackedSums
	values *Counts
	input  int
	bits   uint
}

// NewTally makes a Tally for so many groups of accumulators that are expected to see so many rows.
func NewTally(accs []Accumulator, groups, rows int) *Tally {
	t := &Tally{rest: accs}
	counts, ok := accs[0].(*Counts)
	if !ok || len(counts.inputs) > 0 {
		return t
	}
	t.rows = counts
	left := t.takeMoments(summands(accs), accs, groups, rows)
	for len(left) > 0 {
		r := &record{}
		n := r.fit(t.rows, left, groups, rows)
		if n == 0 || n == 1 && r.plain() && t.rows == nil { // which gains nothing
			break
		}
		t.records, t.rows, left = append(t.records, r), nil, left[n:]
	}
	for _, s := range left {
		t.alone = append(t.alone, s.sum)
	}
	for _, a := range accs {
		if a, ok := a.(*ExtremeCode); ok {
			t.alone = append(t.alone, a)
		}
	}
	t.rest = slices.DeleteFunc(slices.Clone(accs), t.has)
	return t
}

// summands lists the sums of codes, the narrowest first.
func summands(accs []Accumulator) []summand {
	var out []summand
	for _, a := range accs {
		sum, ok := a.(PackedSums)
		if !ok {
			continue
		}
		s := summand{sum: sum}
		if s.input, s.bits, ok = sum.Takes(); !ok {
			continue
		}
		for _, a := range accs {
			c, ok := a.(*Counts)
			taken := func(s summand) bool { return s.values == c }
			if ok && len(c.inputs) == 1 && c.inputs[0].input == s.input && !slices.ContainsFunc(out, taken) {
				s.values = c
			}
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b summand) int { return cmp.Compare(a.bits, b.bits) })
	return out
}

func (t *Tally) has(a Accumulator) bool {
	return a == t.rows || slices.Contains(t.alone, a) ||
		slices.ContainsFunc(t.moments, func(m *momentRecord) bool { return m.has(a) }) ||
		slices.ContainsFunc(t.records, func(r *record) bool { return r.has(a) })
}

// Bytes is the memory that the Tally has beside the accumulators.
func (t *Tally) Bytes() int64 {
	n := int64(0)
	for _, m := range t.moments {
		n += 16*int64(len(m.pairs)) + 32*int64(len(m.quads))
	}
	for _, r := range t.records {
		n += 8*int64(len(r.words)) + 16*int64(len(r.pairs))
	}
	return n
}

// Flush brings the accumulators up to date, and ends the Tally.
func (t *Tally) Flush() {
	for _, m := range t.moments {
		m.flush()
	}
	for _, r := range t.records {
		r.flush()
		r.release()
	}
}

// Direct reports that the groups of a batch may be codes of any width, for UpdateCodes.
func (t *Tally) Direct() bool { return len(t.rest) == 0 }

// Pairs reports that UpdatePairs may be called.
func (t *Tally) Pairs() bool {
	return t.Direct() && len(t.alone) == 0 && len(t.moments) == 0 && len(t.records) == 1 && t.records[0].plain()
}

// Update adds a batch.
func (t *Tally) Update(b *Batch) {
	t.UpdateCodes(Vector{U32: b.Groups}, 0, b)
	Update(t.rest, b)
}

// UpdateCodes adds a batch whose groups are codes. A lane above 0 is how far apart copies of the groups lie, which rows take in
// turn: two of them or four.
func (t *Tally) UpdateCodes(groups Vector, lane uint32, b *Batch) {
	switch {
	case groups.U8 != nil:
		tallyGroups(t, groups.U8, lane, b)
	case groups.U16 != nil:
		tallyGroups(t, groups.U16, lane, b)
	default:
		tallyGroups(t, groups.U32, lane, b)
	}
}

func tallyGroups[G code](t *Tally, groups []G, lane uint32, b *Batch) {
	if t.rows != nil {
		countGroups(t.rows.N, groups, lane)
	}
	for _, m := range t.moments {
		updateMoments(m, groups, lane, b)
	}
	for _, r := range t.records {
		updateRecord(r, groups, lane, b)
	}
	for _, a := range t.alone {
		switch a := a.(type) {
		case *SumCodes[uint32]:
			addInput(a.S, groups, lane, &b.In[a.input])
		case *SumCodes[uint64]:
			addInput(a.S, groups, lane, &b.In[a.input])
		case *Products:
			addInput(a.S64, groups, lane, &b.In[a.x.input])
		case *ExtremeCode:
			extremesOf(a, groups, lane, &b.In[a.input])
		}
	}
}

// UpdatePairs adds a batch whose groups are those of two columns of codes: above*card + below.
func (t *Tally) UpdatePairs(above, below Vector, card uint32, b *Batch) {
	switch r := t.records[0]; {
	case above.U8 != nil:
		recordBelow(r, above.U8, &below, card, b)
	case above.U16 != nil:
		recordBelow(r, above.U16, &below, card, b)
	default:
		recordBelow(r, above.U32, &below, card, b)
	}
}
