package data

import "math"

// NewCodes makes a column of integers without nulls that are their own codes. It takes ownership of codes.
func NewCodes(name string, t Type, scale int, codes Codes) *Column {
	c := &Column{Name: name, Type: t, Scale: scale, Codes: codes, Rows: codes.Len()}
	if c.Rows > 0 {
		c.Min, c.Max = codes.minMax()
	}
	return c
}

// NewWide makes a column of integers that keeps the values as they are. It takes ownership of values and valid (nil: no
// nulls).
func NewWide(name string, t Type, scale int, values []int64, valid Bitmap) *Column {
	c := &Column{Name: name, Type: t, Scale: scale, Wide: values, Rows: len(values)}
	c.setValid(valid)
	findRange(c, values)
	for i := range c.Valid.nulls(c.Rows) {
		values[i] = 0
	}
	return c
}

const infinity = 0x7ff << 52 // as the bits of a float

// NewFloatColumn makes a Float column even where every value is a decimal. It takes ownership of values and valid.
func NewFloatColumn(name string, values []float64, valid Bitmap) *Column {
	c := &Column{Name: name, Type: Float, Floats: values, Rows: len(values), MinFloat: math.Inf(1), MaxFloat: math.Inf(-1)}
	c.setValid(valid)
	for i := range c.Valid.nulls(c.Rows) {
		values[i] = math.NaN() // which is in no range
	}
	least, most := uint64(math.MaxUint64), uint64(0) // magnitudes, as bits, which are in the order of the magnitudes
	for _, v := range values {
		if v == v {
			c.MinFloat, c.MaxFloat = min(c.MinFloat, v), max(c.MaxFloat, v)
		}
		if magnitude := math.Float64bits(v) &^ (1 << 63); magnitude-1 < infinity-1 {
			least, most = min(least, magnitude), max(most, magnitude)
		}
	}
	if most > 0 {
		c.LowBit = max(int(least>>52), 1) - 1075
		c.HighBit = max(int(most>>52), 1) - 1022
	}
	for i := range c.Valid.nulls(c.Rows) {
		values[i] = 0
	}
	return c
}

// FromValues makes a column of values of one type, nulls among them. Integers beyond 64 bits become floats.
func FromValues(name string, values []Value) *Column {
	kind, valid := Value{Type: Null}, NewBitmap(len(values))
	isFloat := false
	for i, v := range values {
		if v.IsNull() {
			continue
		}
		valid.Set(i)
		if kind.Type == Null {
			kind = v
		}
		_, fits := v.Int.Int64()
		isFloat = isFloat || v.Type == Float || !fits
	}
	switch {
	case kind.Type == Text || kind.Type == Null:
		return textColumn(name, values, valid)
	case isFloat:
		floats := make([]float64, len(values))
		for i, v := range values {
			floats[i], _ = v.Number()
		}
		return NewFloatColumn(name, floats, valid)
	}
	ints := make([]int64, len(values))
	for i, v := range values {
		ints[i], _ = v.Int.Int64()
	}
	c := NewInts(name, kind.Type, kind.Scale, ints, valid)
	c.UTC = kind.UTC
	return c
}

func textColumn(name string, values []Value, valid Bitmap) *Column {
	codes, seen := make([]uint32, len(values)), map[string]uint32{}
	var dict []string
	for i, v := range values {
		if v.IsNull() {
			continue
		}
		code, ok := seen[v.Text]
		if !ok {
			code = uint32(len(dict))
			seen[v.Text] = code
			dict = append(dict, v.Text)
		}
		codes[i] = code
	}
	return NewText(name, codes, dict, valid)
}

// WithCodes makes a column of the same kind whose rows have the codes given. Min and Max stay those of c.
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
