package key

import (
	"math/bits"

	"cardinal/data"
)

// Composite is the key of several columns, in mixed radix: slot = sum of code*Stride. Nothing is ever joined into strings.
type Composite struct {
	Cols    []*Column
	Strides []uint64
	Rows    int
	// Slots is the size of the domain, the product of the columns' cards. Wide says that it does not fit 64 bits:
	// then Strides and Slots mean nothing, and a group is named by a row that has its key.
	Slots uint64
	Wide  bool
}

// Compose joins columns of equal length; the last one varies fastest. No columns make one slot.
func Compose(rows int, cols []*Column) *Composite {
	k := &Composite{Cols: cols, Rows: rows, Slots: 1, Strides: make([]uint64, len(cols))}
	for i := len(cols) - 1; i >= 0; i-- {
		k.Strides[i] = k.Slots
		hi, lo := bits.Mul64(k.Slots, uint64(cols[i].Card))
		if hi != 0 {
			k.Wide = true
			return k
		}
		k.Slots = lo
	}
	return k
}

// Code is column col's part of a slot.
func (k *Composite) Code(slot uint64, col int) uint32 {
	return uint32(slot / k.Strides[col] % uint64(k.Cols[col].Card))
}

// Slots32 writes the slots of rows lo.. into dst. The domain must fit 32 bits.
func (k *Composite) Slots32(dst []uint32, lo int) {
	if len(k.Cols) == 0 {
		clear(dst)
	}
	for i, c := range k.Cols {
		addCodes(dst, c.Codes, lo, uint32(k.Strides[i]), i == 0)
	}
}

// Slots64 writes the slots of rows lo.. into dst.
func (k *Composite) Slots64(dst []uint64, lo int) {
	if len(k.Cols) == 0 {
		clear(dst)
	}
	for i, c := range k.Cols {
		addCodes(dst, c.Codes, lo, k.Strides[i], i == 0)
	}
}

func addCodes[D uint32 | uint64](dst []D, codes data.Codes, lo int, stride D, first bool) {
	switch {
	case codes.U8 != nil:
		addWidth(dst, codes.U8[lo:], stride, first)
	case codes.U16 != nil:
		addWidth(dst, codes.U16[lo:], stride, first)
	default:
		addWidth(dst, codes.U32[lo:], stride, first)
	}
}

func addWidth[D uint32 | uint64, C uint8 | uint16 | uint32](dst []D, codes []C, stride D, first bool) {
	codes = codes[:len(dst)]
	if first {
		for i, c := range codes {
			dst[i] = D(c) * stride
		}
		return
	}
	for i, c := range codes {
		dst[i] += D(c) * stride
	}
}

// Hash mixes the codes of row i, for keys too wide for a slot.
func (k *Composite) Hash(i int) uint64 {
	h := uint64(len(k.Cols))
	for _, c := range k.Cols {
		h = hash(h ^ uint64(c.Codes.At(i)))
		h ^= h >> 32
	}
	return h
}

// Equal reports whether two rows have the same key, column by column.
func (k *Composite) Equal(a, b int) bool {
	for _, c := range k.Cols {
		if c.Codes.At(a) != c.Codes.At(b) {
			return false
		}
	}
	return true
}
