package aggregate

import "cardinal/data"

// Input is what a plan reads of every row: the values of a column, or the number of the row.
type Input struct{ Column *data.Column } // nil: the row's number

// Vector is the values of an input over some rows; exactly one slice of values is set. U8, U16 and U32 are the
// column's codes (data.Column tells which is null). Valid has 1 where a value of I64 or F64 is not null; it is nil
// where none is null. Row numbers are U32.
type Vector struct {
	U8    []uint8
	U16   []uint16
	U32   []uint32
	I64   []int64
	F64   []float64
	Valid []uint8
}

// Whole returns an input's values over all rows of its column, and makes bytes of the validity bitmap where they are
// needed. Row numbers have none: they are made where rows are picked.
func (in Input) Whole() Vector {
	c := in.Column
	if c == nil {
		return Vector{}
	}
	v := Vector{U8: c.Codes.U8, U16: c.Codes.U16, U32: c.Codes.U32, I64: c.Wide, F64: c.Floats}
	if c.Valid != nil && (v.I64 != nil || v.F64 != nil) {
		v.Valid = make([]uint8, c.Rows)
		for i := range v.Valid {
			v.Valid[i] = uint8(c.Valid[i>>6] >> (i & 63) & 1)
		}
	}
	return v
}

// Slice is rows lo to hi.
func (v *Vector) Slice(lo, hi int) Vector {
	out := Vector{}
	switch {
	case v.U8 != nil:
		out.U8 = v.U8[lo:hi]
	case v.U16 != nil:
		out.U16 = v.U16[lo:hi]
	case v.U32 != nil:
		out.U32 = v.U32[lo:hi]
	case v.I64 != nil:
		out.I64 = v.I64[lo:hi]
	case v.F64 != nil:
		out.F64 = v.F64[lo:hi]
	}
	if v.Valid != nil {
		out.Valid = v.Valid[lo:hi]
	}
	return out
}

// Make returns a vector of n values of the same form.
func (v *Vector) Make(n int) Vector {
	out := Vector{}
	switch {
	case v.U8 != nil:
		out.U8 = make([]uint8, n)
	case v.U16 != nil:
		out.U16 = make([]uint16, n)
	case v.U32 != nil:
		out.U32 = make([]uint32, n)
	case v.I64 != nil:
		out.I64 = make([]int64, n)
	case v.F64 != nil:
		out.F64 = make([]float64, n)
	}
	if v.Valid != nil {
		out.Valid = make([]uint8, n)
	}
	return out
}

// Gather fills v, which Make made, with the values of from at rows, and returns the part filled.
func (v *Vector) Gather(from *Vector, rows []uint32) Vector {
	switch {
	case v.U8 != nil:
		gather(v.U8, from.U8, rows)
	case v.U16 != nil:
		gather(v.U16, from.U16, rows)
	case v.U32 != nil:
		gather(v.U32, from.U32, rows)
	case v.I64 != nil:
		gather(v.I64, from.I64, rows)
	case v.F64 != nil:
		gather(v.F64, from.F64, rows)
	}
	if v.Valid != nil {
		gather(v.Valid, from.Valid, rows)
	}
	return v.Slice(0, len(rows))
}

func gather[T any](to, from []T, rows []uint32) {
	to = to[:len(rows)]
	for i, row := range rows {
		to[i] = from[row]
	}
}

// Scatter puts the values of from into v at the places given, one for each.
func (v *Vector) Scatter(from *Vector, places []uint32) {
	switch {
	case v.U8 != nil:
		scatter(v.U8, from.U8, places)
	case v.U16 != nil:
		scatter(v.U16, from.U16, places)
	case v.U32 != nil:
		scatter(v.U32, from.U32, places)
	case v.I64 != nil:
		scatter(v.I64, from.I64, places)
	case v.F64 != nil:
		scatter(v.F64, from.F64, places)
	}
	if v.Valid != nil {
		scatter(v.Valid, from.Valid, places)
	}
}

func scatter[T any](to, from []T, places []uint32) {
	from = from[:len(places)]
	for i, p := range places {
		to[p] = from[i]
	}
}

// Width is the bytes of a row.
func (v *Vector) Width() int {
	n := 0
	switch {
	case v.U8 != nil:
		n = 1
	case v.U16 != nil:
		n = 2
	case v.U32 != nil:
		n = 4
	case v.I64 != nil, v.F64 != nil:
		n = 8
	}
	if v.Valid != nil {
		n++
	}
	return n
}

// CodeAt is row i of a vector of codes.
func CodeAt(v *Vector, i int) uint32 {
	switch {
	case v.U8 != nil:
		return uint32(v.U8[i])
	case v.U16 != nil:
		return uint32(v.U16[i])
	}
	return v.U32[i]
}

// Code is a column's code in one of its widths.
type Code interface{ uint8 | uint16 | uint32 }
