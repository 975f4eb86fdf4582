package data

import (
	"cardinal/data/spill"
	"cardinal/memory"
)

// Codes is one code a row, in the narrowest width that holds all codes. Exactly one slice is set.
type Codes struct {
	U8  []uint8
	U16 []uint16
	U32 []uint32
}

// PackCodes makes Codes of codes below n. It takes ownership of codes.
func PackCodes(codes []uint32, n int) Codes {
	switch {
	case n <= 1<<8:
		return Codes{U8: narrow[uint8](codes)}
	case n <= 1<<16:
		return Codes{U16: narrow[uint16](codes)}
	}
	return Codes{U32: codes}
}

// narrow is cast into the place of values, of which it takes ownership, where they are spilled.
func narrow[D uint8 | uint16](values []uint32) []D {
	out := spill.Reuse[D](values)
	for i, v := range values {
		out[i] = D(v)
	}
	spill.Done(out)
	return out
}

type integer interface {
	uint8 | uint16 | uint32 | int8 | int16 | int32 | int64
}

func cast[D, S integer](values []S) []D {
	out := memory.Make[D](len(values))
	for i, v := range values {
		out[i] = D(v)
	}
	return out
}

// Len is the number of rows.
func (c Codes) Len() int { return len(c.U8) + len(c.U16) + len(c.U32) }

// At returns the code of row i. Loops over many rows switch on the width once instead.
func (c Codes) At(i int) uint32 {
	switch {
	case c.U8 != nil:
		return uint32(c.U8[i])
	case c.U16 != nil:
		return uint32(c.U16[i])
	}
	return c.U32[i]
}

// Bytes is the memory in bytes that the codes take.
func (c Codes) Bytes() int { return len(c.U8) + 2*len(c.U16) + 4*len(c.U32) }

// rangeOf is the least and the greatest code of rows that are not null.
func (c Codes) rangeOf(valid Bitmap, nulls int) (least, most int64) {
	switch {
	case c.U8 != nil:
		return rangeOf(c.U8, valid, nulls)
	case c.U16 != nil:
		return rangeOf(c.U16, valid, nulls)
	}
	return rangeOf(c.U32, valid, nulls)
}

// minMax is the least and the greatest of values, of which there must be one. Values are compared in two chains, because a comparison
// waits for the one before it in its chain.
func minMax[T integer](values []T) (least, most int64) {
	low, high := values[0], values[0]
	lower, higher := low, high
	for ; len(values) > 1; values = values[2:] {
		low, high = min(low, values[0]), max(high, values[0])
		lower, higher = min(lower, values[1]), max(higher, values[1])
	}
	if len(values) > 0 {
		low, high = min(low, values[0]), max(high, values[0])
	}
	return int64(min(low, lower)), int64(max(high, higher))
}
