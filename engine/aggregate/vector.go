package aggregate

import (
	"cardinal/data"
	"cardinal/data/store/spill"
	"cardinal/internal/memory"
)

// Input is what a plan reads of every row: the values of a column, or the row number.
type Input struct{ Column *data.Column } // nil: the row number

// Vector is the values of an input over some rows. Exactly one slice of values is set. U8, U16 and U32 are the
// column's codes; data.Column says which code is null. Valid is 1 if a value of I64 or F64 is not null; it is nil if
// no value is null. Row numbers are U32.
type Vector struct {
	U8    []uint8
	U16   []uint16
	U32   []uint32
	I64   []int64
	F64   []float64
	Valid []uint8
}

// Whole returns the values of an input over all rows of its column. If the vector needs Valid, Whole makes Valid from
// the validity bitmap. The vector of row numbers or computed values is empty: they are made when rows are read.
func (in Input) Whole(each Ranges) Vector {
	c := in.Column
	if c == nil {
		return Vector{}
	}
	if c.Compute != nil && c.Type == data.Float {
		return Vector{F64: []float64{}}
	}
	if c.Compute != nil {
		return Vector{U32: []uint32{}}
	}
	v := Vector{U8: c.Codes.U8, U16: c.Codes.U16, U32: c.Codes.U32, I64: c.Wide, F64: c.Floats}
	if c.Valid != nil && (v.I64 != nil || v.F64 != nil) {
		v.Valid = memory.Uninitialized[uint8](c.Rows)
		each(c.Rows, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				v.Valid[i] = uint8(c.Valid[i>>6] >> (i & 63) & 1)
			}
		})
	}
	return v
}

// Slice returns rows lo to hi.
func (v *Vector) Slice(lo, hi int) Vector {
	return Vector{slice(v.U8, lo, hi), slice(v.U16, lo, hi), slice(v.U32, lo, hi), slice(v.I64, lo, hi),
		slice(v.F64, lo, hi), slice(v.Valid, lo, hi)}
}

// Spilled reports whether the values are in temporary files.
func (v *Vector) Spilled() bool {
	return spill.Held(v.U8) || spill.Held(v.U16) || spill.Held(v.U32) || spill.Held(v.I64) || spill.Held(v.F64)
}

// Cool gives the memory of values in temporary files back to the system. They are read from the file again when used.
func (v *Vector) Cool() {
	spill.Cool(v.U8)
	spill.Cool(v.U16)
	spill.Cool(v.U32)
	spill.Cool(v.I64)
	spill.Cool(v.F64)
}

func slice[T any](s []T, lo, hi int) []T {
	if s == nil {
		return nil
	}
	return s[lo:hi]
}

// Make returns a vector of n values of the same form, which the caller fills.
func (v *Vector) Make(n int) Vector {
	return Vector{like(v.U8, n), like(v.U16, n), like(v.U32, n), like(v.I64, n), like(v.F64, n), like(v.Valid, n)}
}

func like[T any](s []T, n int) []T {
	if s == nil {
		return nil
	}
	return memory.Uninitialized[T](n)
}

// Gather fills v, which Make made, with the values of from at rows, and returns the filled part.
func (v *Vector) Gather(from *Vector, rows []uint32) Vector {
	gather(v.U8, from.U8, rows)
	gather(v.U16, from.U16, rows)
	gather(v.U32, from.U32, rows)
	gather(v.I64, from.I64, rows)
	gather(v.F64, from.F64, rows)
	gather(v.Valid, from.Valid, rows)
	return v.Slice(0, len(rows))
}

func gather[T any](to, from []T, rows []uint32) {
	if to == nil {
		return
	}
	to = to[:len(rows)]
	for i, row := range rows {
		to[i] = from[row]
	}
}

// Scatter writes the values of from to the given places of v, one place per value.
func (v *Vector) Scatter(from *Vector, places []uint32) {
	scatter(v.U8, from.U8, places)
	scatter(v.U16, from.U16, places)
	scatter(v.U32, from.U32, places)
	scatter(v.I64, from.I64, places)
	scatter(v.F64, from.F64, places)
	scatter(v.Valid, from.Valid, places)
}

func scatter[T any](to, from []T, places []uint32) {
	if to == nil {
		return
	}
	from = from[:len(places)]
	for i, p := range places {
		to[p] = from[i]
	}
}

// Width returns the number of bytes per row.
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

// CodeAt returns row i of a vector of codes.
func CodeAt(v *Vector, i int) uint32 {
	switch {
	case v.U8 != nil:
		return uint32(v.U8[i])
	case v.U16 != nil:
		return uint32(v.U16[i])
	}
	return v.U32[i]
}

// Code is the type of a column's codes in one of their widths.
type Code interface{ uint8 | uint16 | uint32 }
