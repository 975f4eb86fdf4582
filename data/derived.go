package data

import (
	"cardinal/data/number/calendar"
	"cardinal/data/text/intern"
	"cardinal/internal/memory"
)

// NewCodes makes a column of integers without nulls, whose codes are the values. It takes ownership of codes.
func NewCodes(name string, t Type, scale int, codes Codes) *Column {
	c := &Column{Name: name, Type: t, Scale: scale, Codes: codes, Rows: codes.Len()}
	if c.Rows > 0 {
		c.Min, c.Max = codes.rangeOf(nil, 0)
	}
	return c
}

// NewWide makes a column of integers with the values in Column.Wide. It takes ownership of values and valid
// (nil: no nulls).
func NewWide(name string, t Type, scale int, values []int64, valid Bitmap) *Column {
	c := &Column{Name: name, Type: t, Scale: scale, Wide: values, Rows: len(values)}
	c.setValid(valid)
	c.Min, c.Max = rangeOf(values, c.Valid, c.Nulls)
	for i := range c.Valid.nulls(c.Rows) {
		values[i] = 0
	}
	return c
}

// FromValues makes a column of values that share a type or are null. Integers beyond 64 bits become floats. The
// result is a Text column if a value is a text or a period longer than a day, or if all values are null.
func FromValues(name string, values []Value) *Column {
	kind, valid := Value{Type: Null}, NewBitmap(len(values))
	isFloat, isText := false, false
	for i, v := range values {
		if v.IsNull() {
			continue
		}
		valid.Set(i)
		if kind.Type == Null {
			kind = v
		}
		_, fits := v.Int.Int64()
		isText = isText || v.Type == Text || v.Unit != 0 && v.Unit < calendar.Days
		isFloat = isFloat || v.Type == Float || !fits
	}
	switch {
	case isText || kind.Type == Null:
		return textColumn(name, values, valid)
	case isFloat:
		floats := memory.Make[float64](len(values))
		for i, v := range values {
			floats[i], _ = v.Number()
		}
		return NewFloatColumn(name, floats, valid)
	}
	ints := memory.Make[int64](len(values))
	for i, v := range values {
		ints[i], _ = v.Int.Int64()
	}
	c := NewInts(name, kind.Type, kind.Scale, ints, valid)
	c.UTC = kind.UTC
	return c
}

func textColumn(name string, values []Value, valid Bitmap) *Column {
	codes := memory.Make[uint32](len(values))
	var texts intern.Table
	for i, v := range values {
		if !v.IsNull() {
			codes[i] = texts.Code([]byte(v.String()))
		}
	}
	return NewText(name, codes, texts.Values, valid)
}

// WithCodes makes a column of c's type, base and dictionary whose rows have the given codes. It keeps Min and Max of
// c.
func (c *Column) WithCodes(codes Codes) *Column {
	out := *c
	out.Codes, out.Rows, out.Valid, out.Nulls = codes, codes.Len(), nil, 0
	if c.Valid == nil {
		return &out
	}
	null := uint32(0)
	if c.Dict != nil {
		null = uint32(len(c.Dict.Values))
	}
	switch {
	case codes.U8 != nil:
		out.setValid(NotEqual(codes.U8, uint8(null)))
	case codes.U16 != nil:
		out.setValid(NotEqual(codes.U16, uint16(null)))
	default:
		out.setValid(NotEqual(codes.U32, null))
	}
	return &out
}

// head makes a column of the first n rows, with its own range and dictionary.
func (c *Column) head(n int) *Column {
	values := make([]Value, n)
	valid, ints, floats := NewBitmap(n), memory.Make[int64](n), memory.Make[float64](n)
	for i := range values {
		if values[i] = c.Value(i); values[i].IsNull() {
			continue
		}
		valid.Set(i)
		ints[i], _ = values[i].Int.Int64()
		floats[i] = values[i].Float
	}
	var out *Column
	switch c.Type {
	case Text:
		out = textColumn(c.Name, values, valid)
		out.Dict.Order = c.Dict.Order
	case Float:
		out = NewFloatColumn(c.Name, floats, valid)
	case Bool:
		out = NewBools(c.Name, cast[uint8](ints), valid)
	default:
		out = NewInts(c.Name, c.Type, c.Scale, ints, valid)
	}
	out.UTC, out.Zone, out.Unit, out.Format = c.UTC, c.Zone, c.Unit, c.Format
	out.Computed, out.ByZero = c.Computed, c.ByZero
	return out
}

// Only returns the column with null in every row that keep does not mark.
func (c *Column) Only(keep Bitmap) *Column {
	valid := NewBitmap(c.Rows)
	for i := range valid {
		valid[i] = keep[i]
		if c.Valid != nil {
			valid[i] &= c.Valid[i]
		}
	}
	var out *Column
	switch c.Type {
	case Float:
		out = NewFloatColumn(c.Name, append([]float64(nil), c.Floats...), valid)
	case Text:
		codes := memory.Make[uint32](c.Rows)
		for i := range codes {
			codes[i] = c.Codes.At(i)
		}
		out = NewText(c.Name, codes, c.Dict.Values, valid)
		out.Dict = c.Dict
	case Bool:
		values := memory.Make[uint8](c.Rows)
		for i := range values {
			if valid.Get(i) {
				values[i] = uint8(c.Int(i))
			}
		}
		out = NewBools(c.Name, values, valid)
	default:
		values := memory.Make[int64](c.Rows)
		for i := range values {
			if valid.Get(i) {
				values[i] = c.Int(i)
			}
		}
		out = NewInts(c.Name, c.Type, c.Scale, values, valid)
	}
	out.UTC, out.Zone, out.Unit, out.Format = c.UTC, c.Zone, c.Unit, c.Format
	return out
}
