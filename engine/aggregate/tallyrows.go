package aggregate

type code interface{ uint8 | uint16 | uint32 }

// Direct reports that the groups of a batch may be codes of any width, for UpdateCodes.
func (t *Tally) Direct() bool { return len(t.rest) == 0 }

// Pairs reports that UpdatePairs may be called.
func (t *Tally) Pairs() bool { return t.Direct() && len(t.sums) == 1 }

// Update adds a batch.
func (t *Tally) Update(b *Batch) {
	if t.counts != nil {
		t.UpdateCodes(Vector{U32: b.Groups}, 0, b)
	}
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
	if t.first < 0 {
		countGroups(t.counts.N, groups, lane)
		return
	}
	one := t.take(len(groups))
	switch first := &b.In[t.first]; {
	case first.U8 != nil:
		tallyFirst(t, groups, lane, first.U8, one, b)
	case first.U16 != nil:
		tallyFirst(t, groups, lane, first.U16, one, b)
	default:
		tallyFirst(t, groups, lane, first.U32, one, b)
	}
}

// take sees to it that no sum runs into the next by so many more rows, and returns what a row counts.
func (t *Tally) take(rows int) (one uint64) {
	if t.rows+rows > t.most {
		t.Flush()
	}
	t.rows += rows
	return 1 << t.count.shift
}

func tallyFirst[G, C code](t *Tally, groups []G, lane uint32, first []C, one uint64, b *Batch) {
	switch {
	case t.second >= 0:
		switch second := &b.In[t.second]; {
		case second.U8 != nil:
			tallySecond(t, groups, lane, first, second.U8, one, b)
		case second.U16 != nil:
			tallySecond(t, groups, lane, first, second.U16, one, b)
		default:
			tallySecond(t, groups, lane, first, second.U32, one, b)
		}
	case t.beside >= 0:
		switch beside := &b.In[t.beside]; {
		case beside.U8 != nil:
			tallyBeside(t.pairs, groups, lane, first, beside.U8, one)
		case beside.U16 != nil:
			tallyBeside(t.pairs, groups, lane, first, beside.U16, one)
		default:
			tallyBeside(t.pairs, groups, lane, first, beside.U32, one)
		}
	case lane > 0:
		tallyLanes(t.words, groups, lane, first, one)
	default:
		if bytes, ok := any(groups).([]uint8); ok {
			tallyBytes((*[256]uint64)(t.words), bytes, first, one)
		} else {
			tally(t.words, groups, first, one)
		}
	}
}

func tallySecond[G, C, D code](t *Tally, groups []G, lane uint32, first []C, second []D, one uint64, b *Batch) {
	switch shift := t.sums[1].shift; {
	case t.beside >= 0:
		switch beside := &b.In[t.beside]; {
		case beside.U8 != nil:
			tallyThree(t.pairs, groups, lane, first, second, beside.U8, shift, one)
		case beside.U16 != nil:
			tallyThree(t.pairs, groups, lane, first, second, beside.U16, shift, one)
		default:
			tallyThree(t.pairs, groups, lane, first, second, beside.U32, shift, one)
		}
	default:
		tallyTwo(t.words, groups, lane, first, second, shift, one)
	}
}

// The loops below bring their slices to one length first, which spares the tests of every index, and take two rows a turn, which
// measured fastest: more of them spill registers. Where groups have lanes, the rows of a turn take them in turn.

func tally[G, C code](words []uint64, groups []G, codes []C, one uint64) {
	codes = codes[:len(groups)]
	for i := 1; i < len(groups); i += 2 {
		words[groups[i-1]] += one + uint64(codes[i-1])
		words[groups[i]] += one + uint64(codes[i])
	}
	if last := len(groups) - 1; last&1 == 0 {
		words[groups[last]] += one + uint64(codes[last])
	}
}

// tallyBytes needs no test of the groups either.
func tallyBytes[C code](words *[256]uint64, groups []uint8, codes []C, one uint64) {
	codes = codes[:len(groups)]
	for i, g := range groups {
		words[g] += one + uint64(codes[i])
	}
}

func tallyLanes[G, C code](words []uint64, groups []G, lane uint32, codes []C, one uint64) {
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

func tallyTwo[G, C, D code](words []uint64, groups []G, lane uint32, first []C, second []D, shift uint, one uint64) {
	first, second = first[:len(groups)], second[:len(groups)]
	odd := words[lane:]
	for i := 1; i < len(groups); i += 2 {
		words[groups[i-1]] += one + uint64(first[i-1]) + uint64(second[i-1])<<(shift&63)
		odd[groups[i]] += one + uint64(first[i]) + uint64(second[i])<<(shift&63)
	}
	if last := len(groups) - 1; last&1 == 0 {
		words[groups[last]] += one + uint64(first[last]) + uint64(second[last])<<(shift&63)
	}
}

func tallyBeside[G, C, E code](pairs [][2]uint64, groups []G, lane uint32, first []C, beside []E, one uint64) {
	first, beside = first[:len(groups)], beside[:len(groups)]
	odd := pairs[lane:]
	for i := 1; i < len(groups); i += 2 {
		p := &pairs[groups[i-1]]
		p[0] += one + uint64(first[i-1])
		p[1] += uint64(beside[i-1])
		p = &odd[groups[i]]
		p[0] += one + uint64(first[i])
		p[1] += uint64(beside[i])
	}
	if last := len(groups) - 1; last&1 == 0 {
		p := &pairs[groups[last]]
		p[0] += one + uint64(first[last])
		p[1] += uint64(beside[last])
	}
}

func tallyThree[G, C, D, E code](pairs [][2]uint64, groups []G, lane uint32, first []C, second []D, beside []E, shift uint, one uint64) {
	first, second, beside = first[:len(groups)], second[:len(groups)], beside[:len(groups)]
	odd := pairs[lane:]
	for i := 1; i < len(groups); i += 2 {
		p := &pairs[groups[i-1]]
		p[0] += one + uint64(first[i-1]) + uint64(second[i-1])<<(shift&63)
		p[1] += uint64(beside[i-1])
		p = &odd[groups[i]]
		p[0] += one + uint64(first[i]) + uint64(second[i])<<(shift&63)
		p[1] += uint64(beside[i])
	}
	if last := len(groups) - 1; last&1 == 0 {
		p := &pairs[groups[last]]
		p[0] += one + uint64(first[last]) + uint64(second[last])<<(shift&63)
		p[1] += uint64(beside[last])
	}
}

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

func tallyBelow[A code](t *Tally, above []A, below *Vector, card uint32, b *Batch) {
	switch {
	case below.U8 != nil:
		tallyPairs(t, above, below.U8, card, b)
	case below.U16 != nil:
		tallyPairs(t, above, below.U16, card, b)
	default:
		tallyPairs(t, above, below.U32, card, b)
	}
}

func tallyPairs[A, B code](t *Tally, above []A, below []B, card uint32, b *Batch) {
	one, v := t.take(len(above)), &b.In[t.first]
	switch {
	case v.U8 != nil:
		tallyPair(t.words, above, below, card, v.U8, one)
	case v.U16 != nil:
		tallyPair(t.words, above, below, card, v.U16, one)
	default:
		tallyPair(t.words, above, below, card, v.U32, one)
	}
}

func tallyPair[A, B, C code](words []uint64, above []A, below []B, card uint32, codes []C, one uint64) {
	below, codes = below[:len(above)], codes[:len(above)]
	for i, a := range above {
		words[uint32(a)*card+uint32(below[i])] += one + uint64(codes[i])
	}
}
