package key

import (
	"math"
	"math/bits"

	"cardinal/data"
)

// Composite is the key of several columns. It has two forms, and nothing is ever joined into strings: a slot in mixed
// radix, sum of code*Stride, which wastes no number and indexes accumulators; and a packed word, the codes side by
// side in as many bits as each needs, which is quicker to take apart and is hashed.
type Composite struct {
	Cols []*Column
	Rows int
	// Slots is the size of the mixed-radix domain, the product of the columns' cards, at most 2^64-1. Strides mean
	// something where it fits 32 bits.
	Slots   uint64
	Strides []uint64
	// Bits is the width of the packed form, and Shifts where the columns' codes start. Wide says that it is over 64:
	// then the key is folded.
	Bits   int
	Shifts []uint
	Wide   bool
}

// Compose joins columns of equal length; the last one varies fastest. No columns make one slot.
func Compose(rows int, cols []*Column) *Composite {
	k := &Composite{Cols: cols, Rows: rows, Slots: 1, Strides: make([]uint64, len(cols)), Shifts: make([]uint, len(cols))}
	for i := len(cols) - 1; i >= 0; i-- {
		k.Strides[i] = k.Slots
		hi, lo := bits.Mul64(k.Slots, uint64(cols[i].Card))
		if hi != 0 {
			lo = math.MaxUint64
		}
		k.Slots = lo
		k.Shifts[i] = uint(k.Bits)
		k.Bits += width(cols[i])
	}
	k.Wide = k.Bits > 64
	return k
}

// width is the bits of a column's codes.
func width(c *Column) int { return bits.Len32(uint32(max(c.Card, 1) - 1)) }

// SlotCodes writes column col's part of the slots, slot / stride % card. The domain must fit 32 bits.
func (k *Composite) SlotCodes(dst, slots []uint32, col int) {
	dst = dst[:len(slots)]
	stride, card := divisor(k.Strides[col]), uint32(k.Cols[col].Card)
	wrap := divisor(uint64(card))
	switch {
	case card == 1:
		clear(dst)
	case uint64(card) == k.Slots:
		copy(dst, slots)
	case uint64(card)*k.Strides[col] == k.Slots: // the column that varies slowest
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
// "Faster remainder by direct computation" (Software: Practice and Experience 2019). Of 1 there is none.
type reciprocal uint64

func divisor(d uint64) reciprocal { return reciprocal(math.MaxUint64/max(d, 2) + 1) }

func (r reciprocal) of(n uint32) uint32 {
	quotient, _ := bits.Mul64(uint64(r), uint64(n))
	return uint32(quotient)
}

// SlotsAt writes the slots of rows lo.. into dst. The domain must fit 32 bits.
func (k *Composite) SlotsAt(dst []uint32, lo int) {
	last := len(k.Cols) - 1
	switch last {
	case -1:
		clear(dst)
		return
	case 0:
		switch codes := k.Cols[0].Codes; {
		case codes.U8 != nil:
			copyCodes(dst, codes.U8[lo:])
		case codes.U16 != nil:
			copyCodes(dst, codes.U16[lo:])
		default:
			copy(dst, codes.U32[lo:])
		}
		return
	}
	switch codes, below := k.Cols[last-1].Codes, k.Cols[last]; {
	case codes.U8 != nil:
		joinCodes(dst, codes.U8[lo:], below, lo)
	case codes.U16 != nil:
		joinCodes(dst, codes.U16[lo:], below, lo)
	default:
		joinCodes(dst, codes.U32[lo:], below, lo)
	}
	for i, c := range k.Cols[:last-1] {
		switch stride, codes := uint32(k.Strides[i]), c.Codes; {
		case codes.U8 != nil:
			addCodes(dst, codes.U8[lo:], stride)
		case codes.U16 != nil:
			addCodes(dst, codes.U16[lo:], stride)
		default:
			addCodes(dst, codes.U32[lo:], stride)
		}
	}
}

func copyCodes[C uint8 | uint16](dst []uint32, codes []C) {
	codes = codes[:len(dst)]
	for i, c := range codes {
		dst[i] = uint32(c)
	}
}

// joinCodes writes the slots of the two columns that vary fastest in one pass.
func joinCodes[C uint8 | uint16 | uint32](dst []uint32, codes []C, below *Column, lo int) {
	switch stride := uint32(below.Card); {
	case below.Codes.U8 != nil:
		joinPairs(dst, codes, stride, below.Codes.U8[lo:])
	case below.Codes.U16 != nil:
		joinPairs(dst, codes, stride, below.Codes.U16[lo:])
	default:
		joinPairs(dst, codes, stride, below.Codes.U32[lo:])
	}
}

func joinPairs[C, D uint8 | uint16 | uint32](dst []uint32, codes []C, stride uint32, below []D) {
	codes, below = codes[:len(dst)], below[:len(dst)]
	for i, c := range codes {
		dst[i] = uint32(c)*stride + uint32(below[i])
	}
}

func addCodes[C uint8 | uint16 | uint32](dst []uint32, codes []C, stride uint32) {
	codes = codes[:len(dst)]
	for i, c := range codes {
		dst[i] += uint32(c) * stride
	}
}

// SlotsOf writes the slots of the rows listed.
func (k *Composite) SlotsOf(dst []uint32, rows []uint32) {
	clear(dst)
	for i, c := range k.Cols {
		switch stride, codes := uint32(k.Strides[i]), c.Codes; {
		case codes.U8 != nil:
			addCodesOf(dst, rows, codes.U8, stride)
		case codes.U16 != nil:
			addCodesOf(dst, rows, codes.U16, stride)
		default:
			addCodesOf(dst, rows, codes.U32, stride)
		}
	}
}

func addCodesOf[C uint8 | uint16 | uint32](dst, rows []uint32, codes []C, stride uint32) {
	dst = dst[:len(rows)]
	for i, row := range rows {
		dst[i] += uint32(codes[row]) * stride
	}
}

// PackAt writes the packed keys of rows lo.. into dst. The key must not be wide.
func (k *Composite) PackAt(dst []uint64, lo int) {
	if len(k.Cols) == 0 {
		clear(dst)
	}
	for i, c := range k.Cols {
		switch shift, codes := k.Shifts[i], c.Codes; {
		case codes.U8 != nil:
			pack(dst, codes.U8[lo:], shift, i == 0)
		case codes.U16 != nil:
			pack(dst, codes.U16[lo:], shift, i == 0)
		default:
			pack(dst, codes.U32[lo:], shift, i == 0)
		}
	}
}

func pack[C uint8 | uint16 | uint32](dst []uint64, codes []C, shift uint, first bool) {
	codes = codes[:len(dst)]
	if first {
		for i, c := range codes {
			dst[i] = uint64(c) << (shift & 63)
		}
		return
	}
	for i, c := range codes {
		dst[i] |= uint64(c) << (shift & 63)
	}
}

// PackOf writes the packed keys of the rows listed.
func (k *Composite) PackOf(dst []uint64, rows []uint32) {
	clear(dst)
	for i, c := range k.Cols {
		switch shift, codes := k.Shifts[i], c.Codes; {
		case codes.U8 != nil:
			packOf(dst, rows, codes.U8, shift)
		case codes.U16 != nil:
			packOf(dst, rows, codes.U16, shift)
		default:
			packOf(dst, rows, codes.U32, shift)
		}
	}
}

func packOf[C uint8 | uint16 | uint32](dst []uint64, rows []uint32, codes []C, shift uint) {
	dst = dst[:len(rows)]
	for i, row := range rows {
		dst[i] |= uint64(codes[row]) << (shift & 63)
	}
}

// Decode writes column col's codes of packed keys, in the column's own width.
func (k *Composite) Decode(keys []uint64, col int) data.Codes {
	shift, mask := k.Shifts[col], uint64(1)<<width(k.Cols[col])-1
	switch codes := k.Cols[col].Codes; {
	case codes.U8 != nil:
		return data.Codes{U8: unpack[uint8](keys, shift, mask)}
	case codes.U16 != nil:
		return data.Codes{U16: unpack[uint16](keys, shift, mask)}
	}
	return data.Codes{U32: unpack[uint32](keys, shift, mask)}
}

func unpack[C uint8 | uint16 | uint32](keys []uint64, shift uint, mask uint64) []C {
	out := make([]C, len(keys))
	for i, key := range keys {
		out[i] = C(key >> (shift & 63) & mask)
	}
	return out
}

// Hash mixes the codes of row i, for keys of any width.
func (k *Composite) Hash(i int) uint64 {
	h := uint64(len(k.Cols))
	for _, c := range k.Cols {
		h = Mix(h ^ uint64(c.Codes.At(i)))
		h ^= h >> 32
	}
	return h
}
