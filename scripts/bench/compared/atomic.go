package compared

import (
	"sync/atomic"

	"cardinal/engine/aggregate"
)

// isAtomic reports whether updateAtomic can update a state.
func isAtomic(a aggregate.Accumulator) bool {
	switch a := a.(type) {
	case *aggregate.Counts:
		return len(a.Inputs) == 0
	case *aggregate.SumCodes[uint32], *aggregate.SumCodes[uint64], *aggregate.Sum64:
		return true
	}
	return false
}

// atomics lists the atomic states.
func atomics(accs []aggregate.Accumulator) []aggregate.Columnar {
	var out []aggregate.Columnar
	for _, a := range accs {
		if isAtomic(a) {
			out = append(out, a.(aggregate.Columnar))
		}
	}
	return out
}

// updateAtomic adds a batch while other workers may add theirs.
func updateAtomic(a aggregate.Columnar, b *aggregate.Batch) {
	switch a := a.(type) {
	case *aggregate.Counts:
		for _, g := range b.Groups {
			atomic.AddUint32(&a.S[g], 1)
		}
	case *aggregate.SumCodes[uint32]:
		v := &b.In[a.Input]
		for i, g := range b.Groups {
			atomic.AddUint32(&a.S[g], aggregate.CodeAt(v, i))
		}
	case *aggregate.SumCodes[uint64]:
		v := &b.In[a.Input]
		for i, g := range b.Groups {
			atomic.AddUint64(&a.S[g], uint64(aggregate.CodeAt(v, i)))
		}
	case *aggregate.Sum64:
		values := b.In[a.Input].I64
		for i, g := range b.Groups {
			atomic.AddInt64(&a.S[g], values[i])
		}
	}
}
