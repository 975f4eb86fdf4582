package gpu

import (
	"context"
	"math"
	"runtime"

	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// decodeSlots is the number of slots that a thread decodes at a time.
const decodeSlots = 1 << 15

// Decode turns the accumulators of an aggregate, as the device stores them, into a result for each slot. raw has the
// first words of all slots, then the second words, and so on. high has bits 64 to 95 of the sums of a Product; for
// other operations it is nil.
func Decode(op Op, slots int, raw []uint32) (low, high []uint64) {
	low = memory.Uninitialized[uint64](slots)
	if op == Product {
		high = memory.Uninitialized[uint64](slots)
	}
	ranges(slots, func(from, to int) {
		word := func(w int) []uint32 { return raw[w*slots+from : w*slots+to] }
		decode(op, low[from:to], word)
		if op == Product {
			widen(high[from:to], word(2))
		}
	})
	return low, high
}

// CopyGroups returns a copy of the groups of a result.
func CopyGroups(groups []uint32) []uint32 {
	out := memory.Uninitialized[uint32](len(groups))
	ranges(len(groups), func(from, to int) { copy(out[from:to], groups[from:to]) })
	return out
}

// ranges calls do for ranges of n slots, on all cores.
func ranges(n int, do func(from, to int)) {
	if err := parallel.Ranges(context.Background(), runtime.GOMAXPROCS(0), n, decodeSlots, do); err != nil {
		panic("BUG: accumulators that cannot be decoded: " + err.Error())
	}
}

// decode fills out with the lower 64 bits of some slots.
func decode(op Op, out []uint64, word func(int) []uint32) {
	low := word(0)[:len(out)]
	switch op {
	case Sum, Product:
		high := word(1)[:len(out)]
		for i, v := range low {
			out[i] = uint64(high[i])<<32 | uint64(v)
		}
	case Min: // the device stores the maximum of the complements
		for i, v := range low {
			out[i] = uint64(^v)
		}
	case First, Last: // row numbers from 1
		for i, v := range low {
			if op == First {
				v = ^v
			}
			out[i] = uint64(v - 1)
			if v == 0 || v == math.MaxUint32 {
				out[i] = math.MaxUint32
			}
		}
	default:
		widen(out, low)
	}
}

func widen(out []uint64, values []uint32) {
	values = values[:len(out)]
	for i, v := range values {
		out[i] = uint64(v)
	}
}
