package data

// Codes is one small integer a row in the narrowest width that holds them all. Exactly one slice is set.
type Codes struct {
	U8  []uint8
	U16 []uint16
	U32 []uint32
}

// PackCodes narrows codes that are all below n. It takes ownership of codes.
func PackCodes(codes []uint32, n int) Codes {
	switch {
	case n <= 1<<8:
		return Codes{U8: narrow[uint8](codes)}
	case n <= 1<<16:
		return Codes{U16: narrow[uint16](codes)}
	}
	return Codes{U32: codes}
}

func narrow[T uint8 | uint16](codes []uint32) []T {
	out := make([]T, len(codes))
	for i, c := range codes {
		out[i] = T(c)
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

// Bytes is the memory the codes take.
func (c Codes) Bytes() int { return len(c.U8) + 2*len(c.U16) + 4*len(c.U32) }

// minMax is the least and the greatest code of the rows, of which there must be one.
func (c Codes) minMax() (least, most int64) {
	switch {
	case c.U8 != nil:
		return minMax(c.U8)
	case c.U16 != nil:
		return minMax(c.U16)
	}
	return minMax(c.U32)
}

// minMax is the least and the greatest of some values, of which there must be one. Two chains of comparisons wait for each other
// half as often as one.
func minMax[T uint8 | uint16 | uint32 | int8 | int16 | int32 | int64](values []T) (least, most int64) {
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
