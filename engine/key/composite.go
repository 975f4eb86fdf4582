package key

import (
	"math"
	"math/bits"

	"cardinal/data"
	"cardinal/internal/memory"
)

// Composite is the key of several columns. The key of a row has two forms. Both are sums of code*weight over the
// columns:
//
//	slot        a number in mixed radix; slots have no gaps and index accumulators
//	packed key  the codes side by side, each in as many bits as its column needs
//
// Hash tables have packed keys, because a packed key is decoded by a shift and a mask. A slot needs divisions.
type Composite struct {
	Cols    []*Column
	Rows    int
	Slots   uint64   // the number of slots: the product of Card over the columns, at most 2^64-1
	Strides []uint64 // the weight of each column in a slot; valid if Slots fits 32 bits
	Bits    int      // the width of a packed key
	Weights []uint64 // the weight of each column in a packed key, a power of two; valid if the key is not wide
	Wide    bool     // Bits is over 64: the key has no packed form before Narrow
}

// Compose makes the key of columns that have `rows` rows each. The last column varies fastest. The key of no columns
// has one slot.
func Compose(rows int, cols []*Column) *Composite {
	k := &Composite{Cols: cols, Rows: rows, Slots: 1, Strides: make([]uint64, len(cols)),
		Weights: make([]uint64, len(cols))}
	for i := len(cols) - 1; i >= 0; i-- {
		k.Strides[i] = k.Slots
		hi, lo := bits.Mul64(k.Slots, uint64(cols[i].Card))
		if hi != 0 {
			lo = math.MaxUint64
		}
		k.Slots = lo
		k.Weights[i] = 1 << k.Bits
		k.Bits += width(cols[i])
	}
	k.Wide = k.Bits > 64
	return k
}

// width returns how many bits the codes of a column take.
func width(c *Column) int { return bits.Len32(uint32(max(c.Card, 1) - 1)) }

// SlotCodes writes the codes of column col in the given slots to dst. A code is slot / stride % card. The number of
// slots must fit 32 bits. Division by a reciprocal takes 1.5 ns a slot, and two machine divisions 5.4 ns.
func (k *Composite) SlotCodes(dst, slots []uint32, col int) {
	dst = dst[:len(slots)]
	stride, card := divisor(k.Strides[col]), uint32(k.Cols[col].Card)
	wrap := divisor(uint64(card))
	switch {
	case card == 1:
		clear(dst)
	case uint64(card) == k.Slots:
		copy(dst, slots)
	case uint64(card)*k.Strides[col] == k.Slots: // the column that varies slowest has nothing above it
		for i, slot := range slots {
			dst[i] = stride.of(slot)
		}
	case k.Strides[col] == 1:
		for i, slot := range slots {
			dst[i] = slot - wrap.of(slot)*card
		}
	default:
		for i, slot := range slots {
			above := stride.of(slot)
			dst[i] = above - wrap.of(above)*card
		}
	}
}

// reciprocal divides 32-bit numbers by multiplying them with 2^64 over the divisor, rounded up: Lemire, Kaser and Kurz,
// "Faster remainder by direct computation" (Software: Practice and Experience 2019). The divisor 1 has no reciprocal.
type reciprocal uint64

func divisor(d uint64) reciprocal { return reciprocal(math.MaxUint64/max(d, 2) + 1) }

func (r reciprocal) of(n uint32) uint32 {
	quotient, _ := bits.Mul64(uint64(r), uint64(n))
	return uint32(quotient)
}

// SlotsAt writes the slots of rows lo, lo+1, ... into dst. The number of slots must fit 32 bits.
func (k *Composite) SlotsAt(dst []uint32, lo int) {
	if len(k.Cols) == 1 && k.Cols[0].Codes.U32 != nil { // five times as fast as the loop
		copy(dst, k.Cols[0].Codes.U32[lo:])
		return
	}
	combine(dst, k.Cols, k.Strides, lo)
}

// PackAt writes the packed keys of rows lo, lo+1, ... into dst. The key must not be wide.
func (k *Composite) PackAt(dst []uint64, lo int) { combine(dst, k.Cols, k.Weights, lo) }

// SlotsOf writes the slots of the given rows into dst. The number of slots must fit 32 bits.
func (k *Composite) SlotsOf(dst, rows []uint32) { combineRows(dst, rows, k.Cols, k.Strides) }

// PackOf writes the packed keys of the given rows into dst. The key must not be wide.
func (k *Composite) PackOf(dst []uint64, rows []uint32) { combineRows(dst, rows, k.Cols, k.Weights) }

// combine writes the sum of code*weight over the columns, for rows lo, lo+1, ... The weight of the last column is 1.
// The last two columns are read in one pass, which is up to a third faster than two passes.
func combine[K uint32 | uint64](dst []K, cols []*Column, weights []uint64, lo int) {
	last := len(cols) - 1
	if last < 0 {
		clear(dst)
		return
	}
	codes := cols[last].Codes
	switch {
	case codes.U8 != nil:
		combineLast(dst, codes.U8[lo:], cols[:last], weights, lo)
	case codes.U16 != nil:
		combineLast(dst, codes.U16[lo:], cols[:last], weights, lo)
	default:
		combineLast(dst, codes.U32[lo:], cols[:last], weights, lo)
	}
	for i := range max(0, last-1) {
		switch weight, codes := K(weights[i]), cols[i].Codes; {
		case codes.U8 != nil:
			addCodes(dst, codes.U8[lo:], weight)
		case codes.U16 != nil:
			addCodes(dst, codes.U16[lo:], weight)
		default:
			addCodes(dst, codes.U32[lo:], weight)
		}
	}
}

// combineLast writes the sum for the last two columns, or the codes of the last column if it is the only one.
func combineLast[K uint32 | uint64, C uint8 | uint16 | uint32](dst []K, last []C, before []*Column,
	weights []uint64, lo int) {
	n := len(before) - 1
	if n < 0 {
		last = last[:len(dst)]
		for i, c := range last {
			dst[i] = K(c)
		}
		return
	}
	switch weight, codes := K(weights[n]), before[n].Codes; {
	case codes.U8 != nil:
		combinePair(dst, codes.U8[lo:], weight, last)
	case codes.U16 != nil:
		combinePair(dst, codes.U16[lo:], weight, last)
	default:
		combinePair(dst, codes.U32[lo:], weight, last)
	}
}

func combinePair[K uint32 | uint64, B, C uint8 | uint16 | uint32](dst []K, before []B, weight K, last []C) {
	before, last = before[:len(dst)], last[:len(dst)]
	for i, c := range before {
		dst[i] = K(c)*weight + K(last[i])
	}
}

func addCodes[K uint32 | uint64, C uint8 | uint16 | uint32](dst []K, codes []C, weight K) {
	codes = codes[:len(dst)]
	for i, c := range codes {
		dst[i] += K(c) * weight
	}
}

// combineRows writes the sum of code*weight over the columns, for the given rows.
func combineRows[K uint32 | uint64](dst []K, rows []uint32, cols []*Column, weights []uint64) {
	clear(dst)
	for i, c := range cols {
		switch weight, codes := K(weights[i]), c.Codes; {
		case codes.U8 != nil:
			addCodesOf(dst, rows, codes.U8, weight)
		case codes.U16 != nil:
			addCodesOf(dst, rows, codes.U16, weight)
		default:
			addCodesOf(dst, rows, codes.U32, weight)
		}
	}
}

func addCodesOf[K uint32 | uint64, C uint8 | uint16 | uint32](dst []K, rows []uint32, codes []C, weight K) {
	dst = dst[:len(rows)]
	for i, row := range rows {
		dst[i] += K(codes[row]) * weight
	}
}

// Place returns where a packed key has the code of column col. A shift to the right and the mask give the code.
func (k *Composite) Place(col int) (shift int, mask uint64) {
	return bits.TrailingZeros64(k.Weights[col]) & 63, uint64(1)<<width(k.Cols[col]) - 1
}

// Decode returns the codes of column col in the packed keys, in the width of the column. `each` must call its
// argument `do` for ranges that cover all keys.
func (k *Composite) Decode(keys []uint64, col int, each func(n int, do func(lo, hi int))) data.Codes {
	shift, mask := k.Place(col)
	switch codes := k.Cols[col].Codes; {
	case codes.U8 != nil:
		return data.Codes{U8: unpack[uint8](keys, shift, mask, each)}
	case codes.U16 != nil:
		return data.Codes{U16: unpack[uint16](keys, shift, mask, each)}
	}
	return data.Codes{U32: unpack[uint32](keys, shift, mask, each)}
}

func unpack[C uint8 | uint16 | uint32](keys []uint64, shift int, mask uint64,
	each func(n int, do func(lo, hi int))) []C {
	out := memory.Uninitialized[C](len(keys))
	each(len(keys), func(lo, hi int) {
		to := out[lo:hi]
		for i, key := range keys[lo:hi] {
			to[i] = C(key >> (shift & 63) & mask)
		}
	})
	return out
}

// Hash returns a hash of the key of row i. The key may be wide.
func (k *Composite) Hash(i int) uint64 {
	h := uint64(len(k.Cols))
	for _, c := range k.Cols {
		h = Mix(h ^ uint64(c.Codes.At(i)))
		h ^= h >> 32
	}
	return h
}
