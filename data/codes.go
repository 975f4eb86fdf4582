package data

import (
	"math/bits"

	"cardinal/data/store/spill"
	"cardinal/internal/memory"
)

// Codes has one code for each row, in the narrowest width that holds all codes. Exactly one slice is set.
type Codes struct {
	U8  []uint8
	U16 []uint16
	U32 []uint32
}

// PackCodes stores codes, all below n, in the narrowest width. It takes ownership of codes.
func PackCodes(codes []uint32, n int) Codes {
	switch WidthOf(n) {
	case 1:
		return Codes{U8: narrow[uint8](codes)}
	case 2:
		return Codes{U16: narrow[uint16](codes)}
	}
	return Codes{U32: codes}
}

// WidthOf returns the bytes that a row takes if all codes are below n.
func WidthOf(n int) int64 {
	switch {
	case n <= 1<<8:
		return 1
	case n <= 1<<16:
		return 2
	}
	return 4
}

// MakeCodes makes Codes for rows with codes below n, in memory of s.
func MakeCodes(s *spill.Space, rows, n int) (c Codes, err error) {
	switch WidthOf(n) {
	case 1:
		c.U8, err = spill.Make[uint8](s, rows)
	case 2:
		c.U16, err = spill.Make[uint16](s, rows)
	default:
		c.U32, err = spill.Make[uint32](s, rows)
	}
	return c, err
}

// Spill copies the codes into an arena.
func (c Codes) Spill(a *spill.Arena) (out Codes, err error) {
	switch {
	case c.U8 != nil:
		out.U8, err = spill.Copy(a, c.U8)
	case c.U16 != nil:
		out.U16, err = spill.Copy(a, c.U16)
	default:
		out.U32, err = spill.Copy(a, c.U32)
	}
	return out, err
}

// Fill looks up each code of `from` in mapping, and writes the results to the rows that begin with `row`. A code beyond
// mapping becomes 0; rows without a value may have such a code.
func (c Codes) Fill(row int, from Codes, mapping []uint32) {
	switch {
	case from.U8 != nil:
		fill(c, row, from.U8, mapping)
	case from.U16 != nil:
		fill(c, row, from.U16, mapping)
	default:
		fill(c, row, from.U32, mapping)
	}
}

func fill[S uint8 | uint16 | uint32](c Codes, row int, from []S, mapping []uint32) {
	switch {
	case c.U8 != nil:
		mapInto(c.U8[row:], from, mapping)
	case c.U16 != nil:
		mapInto(c.U16[row:], from, mapping)
	default:
		mapInto(c.U32[row:], from, mapping)
	}
}

func mapInto[D, S uint8 | uint16 | uint32](to []D, from []S, mapping []uint32) {
	spill.Fill(to[:len(from)], func(at int, to []D) {
		for i, code := range from[at:][:len(to)] {
			v := uint32(0)
			if int(code) < len(mapping) {
				v = mapping[code]
			}
			to[i] = D(v)
		}
	})
	spill.Cool(from)
}

// Narrow overwrites all codes with the given codes, one for each row.
func (c Codes) Narrow(codes []uint32) {
	switch {
	case c.U8 != nil:
		narrowInto(c.U8, codes)
	case c.U16 != nil:
		narrowInto(c.U16, codes)
	default:
		spill.Write(c.U32, codes)
	}
}

// Write copies codes of the same width to the rows that begin with `row`.
func (c Codes) Write(row int, codes Codes) {
	switch {
	case c.U8 != nil:
		spill.Write(c.U8[row:][:len(codes.U8)], codes.U8)
	case c.U16 != nil:
		spill.Write(c.U16[row:][:len(codes.U16)], codes.U16)
	default:
		spill.Write(c.U32[row:][:len(codes.U32)], codes.U32)
	}
}

func narrowInto[D uint8 | uint16](to []D, from []uint32) {
	spill.Fill(to[:len(from)], func(at int, to []D) {
		for i, code := range from[at:][:len(to)] {
			to[i] = D(code)
		}
	})
}

// FillOffsets sets the codes of the rows that begin with `row` to values*factor - base. The code of a null becomes 0.
func FillOffsets[T integer](c Codes, row int, values []T, factor, base int64, nulls Bitmap) {
	switch {
	case c.U8 != nil:
		offsetsInto(c.U8[row:], values, factor, base)
	case c.U16 != nil:
		offsetsInto(c.U16[row:], values, factor, base)
	default:
		offsetsInto(c.U32[row:], values, factor, base)
	}
	for w, word := range nulls {
		for ; word != 0; word &= word - 1 {
			c.set(row+w*64+bits.TrailingZeros64(word), 0)
		}
	}
}

func offsetsInto[D uint8 | uint16 | uint32, T integer](to []D, values []T, factor, base int64) {
	spill.Fill(to[:len(values)], func(at int, to []D) {
		values := values[at:][:len(to)]
		if factor == 1 {
			for i, v := range values {
				to[i] = D(int64(v) - base)
			}
		} else {
			for i, v := range values {
				to[i] = D(int64(v)*factor - base)
			}
		}
	})
	spill.Cool(values)
}

func (c Codes) set(row int, code uint32) {
	switch {
	case c.U8 != nil:
		c.U8[row] = uint8(code)
	case c.U16 != nil:
		c.U16[row] = uint16(code)
	default:
		c.U32[row] = code
	}
}

// narrow casts values to a narrower width. It takes ownership of values, and reuses their memory if they are spilled.
func narrow[D uint8 | uint16](values []uint32) []D {
	out := spill.Reuse[D](values)
	convertInPlace(values, out, func(from, to int) {
		for i, v := range values[from:to] {
			out[from+i] = D(v)
		}
	})
	spill.Done(out)
	return out
}

// convertInPlace calls f for ranges of rows. The results of spilled values overwrite the values, so f gets their ranges
// in order, one after the other.
func convertInPlace[D, S integer](values []S, out []D, f func(from, to int)) {
	if !spill.Held(values) {
		forStretches(len(values), f)
		return
	}
	for from := 0; from < len(values); from += stretchRows {
		to := min(from+stretchRows, len(values))
		f(from, to)
		spill.Cool(values[from:to])
		spill.Cool(out[from:to])
	}
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

// Range returns the codes of the rows with numbers in [from, to).
func (c Codes) Range(from, to int) Codes {
	switch {
	case c.U8 != nil:
		return Codes{U8: c.U8[from:to]}
	case c.U16 != nil:
		return Codes{U16: c.U16[from:to]}
	}
	return Codes{U32: c.U32[from:to]}
}

// Width returns the bytes of a row.
func (c Codes) Width() int64 {
	switch {
	case c.U8 != nil:
		return 1
	case c.U16 != nil:
		return 2
	}
	return 4
}

// First returns the codes of the first n rows.
func (c Codes) First(n int) Codes {
	switch {
	case c.U8 != nil:
		return Codes{U8: c.U8[:n]}
	case c.U16 != nil:
		return Codes{U16: c.U16[:n]}
	}
	return Codes{U32: c.U32[:n]}
}

// Len returns the number of rows.
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

// Bytes returns the memory of the codes in bytes.
func (c Codes) Bytes() int { return len(c.U8) + 2*len(c.U16) + 4*len(c.U32) }

// rangeOf returns the least and the greatest code of the rows that are not null, or 0 and 0 if all are null.
func (c Codes) rangeOf(valid Bitmap, nulls int) (least, most int64) {
	switch {
	case c.U8 != nil:
		return rangeOf(c.U8, valid, nulls)
	case c.U16 != nil:
		return rangeOf(c.U16, valid, nulls)
	}
	return rangeOf(c.U32, valid, nulls)
}

// minMax returns the least and the greatest of values, which must not be empty. Two values are compared at a time, each
// in a chain of comparisons of its own, because a comparison waits for the comparison before it.
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
