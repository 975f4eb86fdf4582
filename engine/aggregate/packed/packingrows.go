package packed

import "cardinal/engine/aggregate"

func updatePacking[G aggregate.Code](r *packing, groups []G, stride uint32, b *aggregate.Batch) {
	r.reserve(len(groups))
	switch first := &b.In[r.first]; {
	case first.U8 != nil:
		updateFirst(r, groups, stride, first.U8, b)
	case first.U16 != nil:
		updateFirst(r, groups, stride, first.U16, b)
	default:
		updateFirst(r, groups, stride, first.U32, b)
	}
}

func updateFirst[G, C aggregate.Code](r *packing, groups []G, stride uint32, first []C, b *aggregate.Batch) {
	if r.second >= 0 {
		switch second := &b.In[r.second]; {
		case second.U8 != nil:
			updateSecond(r, groups, stride, first, second.U8, b)
		case second.U16 != nil:
			updateSecond(r, groups, stride, first, second.U16, b)
		default:
			updateSecond(r, groups, stride, first, second.U32, b)
		}
		return
	}
	if r.beside >= 0 {
		switch beside := &b.In[r.beside]; {
		case beside.U8 != nil:
			updateBeside(r, groups, stride, first, beside.U8)
		case beside.U16 != nil:
			updateBeside(r, groups, stride, first, beside.U16)
		default:
			updateBeside(r, groups, stride, first, beside.U32)
		}
		return
	}
	switch {
	case r.nullable:
		addValues(r.words, groups, stride, first, r.value, r.one)
	case stride > 0:
		addReplicas(r.words, groups, stride, first, r.one)
	default:
		addSums(r.words, groups, first, r.one)
	}
}

func updateBeside[G, C, E aggregate.Code](r *packing, groups []G, stride uint32, first []C, beside []E) {
	if r.nullable {
		addValuesBeside(r.pairs, groups, stride, first, beside, r.value, r.besideValue, r.one)
	} else {
		addBeside(r.pairs, groups, stride, first, beside, r.one)
	}
}

func updateSecond[G, C, D aggregate.Code](r *packing, groups []G, stride uint32, first []C, second []D,
	b *aggregate.Batch) {
	if r.beside < 0 {
		addTwo(r.words, groups, stride, first, second, r.shift, r.one)
		return
	}
	switch beside := &b.In[r.beside]; {
	case beside.U8 != nil:
		addThree(r.pairs, groups, stride, first, second, beside.U8, r.shift, r.one)
	case beside.U16 != nil:
		addThree(r.pairs, groups, stride, first, second, beside.U16, r.shift, r.one)
	default:
		addThree(r.pairs, groups, stride, first, second, beside.U32, r.shift, r.one)
	}
}

func packingBelow[A aggregate.Code](r *packing, above []A, below *aggregate.Vector, card uint32, b *aggregate.Batch) {
	switch {
	case below.U8 != nil:
		recordPairs(r, above, below.U8, card, b)
	case below.U16 != nil:
		recordPairs(r, above, below.U16, card, b)
	default:
		recordPairs(r, above, below.U32, card, b)
	}
}

func recordPairs[A, B aggregate.Code](r *packing, above []A, below []B, card uint32, b *aggregate.Batch) {
	r.reserve(len(above))
	switch v := &b.In[r.first]; {
	case v.U8 != nil:
		addPair(r.words, above, below, card, v.U8, r.one)
	case v.U16 != nil:
		addPair(r.words, above, below, card, v.U16, r.one)
	default:
		addPair(r.words, above, below, card, v.U32, r.one)
	}
}

// The loops below bring their slices to one length first, so that only a group's index needs a bounds check. They take
// two or four rows per turn, which measured fastest: loops over more columns spill more registers. They do not use +=,
// because the compiler makes it one instruction with an indexed operand, which takes an eighth longer than a load, an
// addition and a store. They are not inlined, because the alignment would then depend on other code, which costs up to
// an eighth. If groups have replicas (see Sums.UpdateCodes), the rows of a turn update different replicas.

//go:noinline
func addSums[G, C aggregate.Code](words []uint64, groups []G, codes []C, one uint64) {
	codes = codes[:len(groups)]
	for i := 0; i < len(groups)-3; i += 4 {
		words[groups[i]] = words[groups[i]] + uint64(codes[i]) + one
		words[groups[i+1]] = words[groups[i+1]] + uint64(codes[i+1]) + one
		words[groups[i+2]] = words[groups[i+2]] + uint64(codes[i+2]) + one
		words[groups[i+3]] = words[groups[i+3]] + uint64(codes[i+3]) + one
	}
	for i := len(groups) &^ 3; i < len(groups); i++ {
		words[groups[i]] += uint64(codes[i]) + one
	}
}

//go:noinline
func addReplicas[G, C aggregate.Code](words []uint64, groups []G, stride uint32, codes []C, one uint64) {
	codes = codes[:len(groups)]
	second, third, fourth := words[stride:], words[2*stride:], words[3*stride:]
	for i := 0; i < len(groups)-3; i += 4 {
		words[groups[i]] = words[groups[i]] + uint64(codes[i]) + one
		second[groups[i+1]] = second[groups[i+1]] + uint64(codes[i+1]) + one
		third[groups[i+2]] = third[groups[i+2]] + uint64(codes[i+2]) + one
		fourth[groups[i+3]] = fourth[groups[i+3]] + uint64(codes[i+3]) + one
	}
	for i := len(groups) &^ 3; i < len(groups); i++ {
		words[groups[i]] += uint64(codes[i]) + one
	}
}

//go:noinline
func addTwo[G, C, D aggregate.Code](words []uint64, groups []G, stride uint32, first []C, second []D, shift uint,
	one uint64) {
	first, second = first[:len(groups)], second[:len(groups)]
	odd := words[stride:]
	for i := 0; i < len(groups)-1; i += 2 {
		words[groups[i]] = words[groups[i]] + uint64(first[i]) + uint64(second[i])<<(shift&63) + one
		odd[groups[i+1]] = odd[groups[i+1]] + uint64(first[i+1]) + uint64(second[i+1])<<(shift&63) + one
	}
	if last := len(groups) - 1; last&1 == 0 {
		words[groups[last]] += uint64(first[last]) + uint64(second[last])<<(shift&63) + one
	}
}

//go:noinline
func addBeside[G, C, E aggregate.Code](pairs [][2]uint64, groups []G, stride uint32, first []C, beside []E,
	one uint64) {
	first, beside = first[:len(groups)], beside[:len(groups)]
	odd := pairs[stride:]
	for i := 0; i < len(groups)-1; i += 2 {
		p := &pairs[groups[i]]
		p[0] = p[0] + uint64(first[i]) + one
		p[1] += uint64(beside[i])
		p = &odd[groups[i+1]]
		p[0] = p[0] + uint64(first[i+1]) + one
		p[1] += uint64(beside[i+1])
	}
	if last := len(groups) - 1; last&1 == 0 {
		p := &pairs[groups[last]]
		p[0] += uint64(first[last]) + one
		p[1] += uint64(beside[last])
	}
}

//go:noinline
func addThree[G, C, D, E aggregate.Code](pairs [][2]uint64, groups []G, stride uint32, first []C, second []D,
	beside []E, shift uint, one uint64) {
	first, second, beside = first[:len(groups)], second[:len(groups)], beside[:len(groups)]
	odd := pairs[stride:]
	for i := 0; i < len(groups)-1; i += 2 {
		p := &pairs[groups[i]]
		p[0] = p[0] + uint64(first[i]) + uint64(second[i])<<(shift&63) + one
		p[1] += uint64(beside[i])
		p = &odd[groups[i+1]]
		p[0] = p[0] + uint64(first[i+1]) + uint64(second[i+1])<<(shift&63) + one
		p[1] += uint64(beside[i+1])
	}
	if last := len(groups) - 1; last&1 == 0 {
		p := &pairs[groups[last]]
		p[0] += uint64(first[last]) + uint64(second[last])<<(shift&63) + one
		p[1] += uint64(beside[last])
	}
}

// addValues adds codes, and also counts those that are not 0, the code of null.
//
//go:noinline
func addValues[G, C aggregate.Code](words []uint64, groups []G, stride uint32, codes []C, value, one uint64) {
	codes = codes[:len(groups)]
	odd := words[stride:]
	for i := 0; i < len(groups)-1; i += 2 {
		words[groups[i]] = words[groups[i]] + valueIfPresent(codes[i], value) + one
		odd[groups[i+1]] = odd[groups[i+1]] + valueIfPresent(codes[i+1], value) + one
	}
	if last := len(groups) - 1; last&1 == 0 {
		words[groups[last]] += valueIfPresent(codes[last], value) + one
	}
}

func valueIfPresent[C aggregate.Code](c C, value uint64) uint64 {
	x := uint64(c)
	if c != 0 {
		x += value
	}
	return x
}

//go:noinline
func addValuesBeside[G, C, E aggregate.Code](pairs [][2]uint64, groups []G, stride uint32, first []C, beside []E, value,
	besideValue, one uint64) {
	first, beside = first[:len(groups)], beside[:len(groups)]
	odd := pairs[stride:]
	for i := 0; i < len(groups)-1; i += 2 {
		p := &pairs[groups[i]]
		p[0] = p[0] + valueIfPresent(first[i], value) + one
		p[1] += valueIfPresent(beside[i], besideValue)
		p = &odd[groups[i+1]]
		p[0] = p[0] + valueIfPresent(first[i+1], value) + one
		p[1] += valueIfPresent(beside[i+1], besideValue)
	}
	if last := len(groups) - 1; last&1 == 0 {
		p := &pairs[groups[last]]
		p[0] += valueIfPresent(first[last], value) + one
		p[1] += valueIfPresent(beside[last], besideValue)
	}
}

//go:noinline
func addPair[A, B, C aggregate.Code](words []uint64, above []A, below []B, card uint32, codes []C, one uint64) {
	below, codes = below[:len(above)], codes[:len(above)]
	for i := 0; i < len(above)-3; i += 4 {
		g := uint32(above[i])*card + uint32(below[i])
		words[g] = words[g] + uint64(codes[i]) + one
		g = uint32(above[i+1])*card + uint32(below[i+1])
		words[g] = words[g] + uint64(codes[i+1]) + one
		g = uint32(above[i+2])*card + uint32(below[i+2])
		words[g] = words[g] + uint64(codes[i+2]) + one
		g = uint32(above[i+3])*card + uint32(below[i+3])
		words[g] = words[g] + uint64(codes[i+3]) + one
	}
	for i := len(above) &^ 3; i < len(above); i++ {
		words[uint32(above[i])*card+uint32(below[i])] += uint64(codes[i]) + one
	}
}
