package aggregate

import "slices"

// Tally updates accumulators, and the count of rows together with a sum of codes by one addition a row: both lie in one word
// of a group, the sum below and the count above, until Flush takes them apart. Half of the additions go, and half of the
// words they touch.
//
// Source: integers packed into the lanes of a word (Lamport, "Multiple byte processing with full-word instructions", CACM
// 1975); how many rows are added between two flushes is bounded so that no sum runs into the count.
type Tally struct {
	counts *Counts // nil: rest has all
	rest   []Accumulator

	sum   joint // nil: none can be joined with the count
	words []uint64
	below uint // bits of the sum
	rows  int  // since the last flush
	most  int
}

// joint is a sum that a Tally may add.
type joint interface {
	Accumulator
	takes() int // the input
	// split adds the lowest bits of the words, so many, to the sums and the others to the counts, and empties the words.
	split(words []uint64, below uint, counts []uint32)
}

func (a *SumCodes[S]) takes() int { return a.input }
func (a *SumCodes[S]) split(words []uint64, below uint, counts []uint32) {
	s, counts := a.S[:len(words)], counts[:len(words)]
	for g, w := range words {
		s[g] += S(w & (1<<below - 1))
		counts[g] += uint32(w >> below)
		words[g] = 0
	}
}

// rowsPerGroup is how many rows a group must have for a flush to cost little beside them.
const rowsPerGroup = 8

// NewTally makes a Tally for so many groups of accumulators that are expected to see so many rows, in batches like in.
func NewTally(accs []Accumulator, groups, rows int, in []Vector) *Tally {
	t := &Tally{rest: accs}
	counts, ok := accs[0].(*Counts)
	if !ok || len(counts.inputs) > 0 {
		return t
	}
	for i, a := range accs {
		sum, ok := a.(joint)
		if !ok {
			continue
		}
		code := 8 * in[sum.takes()].Width()
		above := (64 - code) / 2
		if most := 1<<above - 1; min(most, rows) < rowsPerGroup*groups {
			continue
		}
		t.counts, t.rest = counts, slices.Concat(accs[1:i], accs[i+1:])
		t.sum, t.words, t.below, t.most = sum, make([]uint64, groups), uint(64-above), 1<<above-1
		return t
	}
	if len(accs) == 1 {
		t.counts, t.rest = counts, nil
	}
	return t
}

// Bytes is the memory that the Tally has beside the accumulators.
func (t *Tally) Bytes() int64 { return 8 * int64(len(t.words)) }

// Direct reports that the groups of a batch may be codes of any width, for UpdateCodes.
func (t *Tally) Direct() bool { return len(t.rest) == 0 }

// Update adds a batch.
func (t *Tally) Update(b *Batch) {
	if t.counts != nil {
		t.UpdateCodes(Vector{U32: b.Groups}, 0, b)
	}
	Update(t.rest, b)
}

// UpdateCodes adds a batch whose groups are codes. Of four rows the second falls into the group lane above its code, and the
// next ones into those twice and three times as far.
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

func tallyGroups[G uint8 | uint16 | uint32](t *Tally, groups []G, lane uint32, b *Batch) {
	if t.sum == nil {
		countGroups(t.counts.N, groups, lane)
		return
	}
	one, v := t.take(len(groups)), &b.In[t.sum.takes()]
	switch {
	case v.U8 != nil:
		tally(t.words, groups, lane, v.U8, one)
	case v.U16 != nil:
		tally(t.words, groups, lane, v.U16, one)
	default:
		tally(t.words, groups, lane, v.U32, one)
	}
}

// tally takes two rows a turn, which measured fastest: more of them spill registers.
func tally[G, C uint8 | uint16 | uint32](words []uint64, groups []G, lane uint32, codes []C, one uint64) {
	if lane > 0 {
		tallyLanes(words, groups, lane, codes, one)
		return
	}
	codes = codes[:len(groups)]
	for i := 1; i < len(groups); i += 2 {
		words[groups[i-1]] += one + uint64(codes[i-1])
		words[groups[i]] += one + uint64(codes[i])
	}
	if last := len(groups) - 1; last&1 == 0 {
		words[groups[last]] += one + uint64(codes[last])
	}
}

func tallyLanes[G, C uint8 | uint16 | uint32](words []uint64, groups []G, lane uint32, codes []C, one uint64) {
	codes = codes[:len(groups)]
	second, third, fourth := words[lane:], words[2*lane:], words[3*lane:]
	for i := 3; i < len(groups); i += 4 {
		words[groups[i-3]] += one + uint64(codes[i-3])
		second[groups[i-2]] += one + uint64(codes[i-2])
		third[groups[i-1]] += one + uint64(codes[i-1])
		fourth[groups[i]] += one + uint64(codes[i])
	}
	for i := len(groups) &^ 3; i < len(groups); i++ {
		words[groups[i]] += one + uint64(codes[i])
	}
}

// Pairs reports that UpdatePairs may be called.
func (t *Tally) Pairs() bool { return t.sum != nil && len(t.rest) == 0 }

// UpdatePairs adds a batch whose groups are those of two columns of codes: above*card + below.
func (t *Tally) UpdatePairs(above, below Vector, card uint32, b *Batch) {
	switch {
	case above.U8 != nil:
		tallyBelow(t, above.U8, &below, card, b)
	case above.U16 != nil:
		tallyBelow(t, above.U16, &below, card, b)
	default:
		tallyBelow(t, above.U32, &below, card, b)
	}
}

func tallyBelow[A uint8 | uint16 | uint32](t *Tally, above []A, below *Vector, card uint32, b *Batch) {
	switch {
	case below.U8 != nil:
		tallyPairs(t, above, below.U8, card, b)
	case below.U16 != nil:
		tallyPairs(t, above, below.U16, card, b)
	default:
		tallyPairs(t, above, below.U32, card, b)
	}
}

func tallyPairs[A, B uint8 | uint16 | uint32](t *Tally, above []A, below []B, card uint32, b *Batch) {
	one, v := t.take(len(above)), &b.In[t.sum.takes()]
	switch {
	case v.U8 != nil:
		tallyPair(t.words, above, below, card, v.U8, one)
	case v.U16 != nil:
		tallyPair(t.words, above, below, card, v.U16, one)
	default:
		tallyPair(t.words, above, below, card, v.U32, one)
	}
}

func tallyPair[A, B, C uint8 | uint16 | uint32](words []uint64, above []A, below []B, card uint32, codes []C, one uint64) {
	below, codes = below[:len(above)], codes[:len(above)]
	for i, a := range above {
		words[uint32(a)*card+uint32(below[i])] += one + uint64(codes[i])
	}
}

// take sees to it that no sum runs into the count by so many more rows, and returns what a row counts.
func (t *Tally) take(rows int) (one uint64) {
	if t.rows+rows > t.most {
		t.Flush()
	}
	t.rows += rows
	return 1 << t.below
}

// Flush brings the accumulators up to date.
func (t *Tally) Flush() {
	if t.rows == 0 {
		return
	}
	t.sum.split(t.words, t.below, t.counts.N)
	t.rows = 0
}
