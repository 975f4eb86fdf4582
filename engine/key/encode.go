package key

import (
	"cmp"
	"fmt"
	"math"

	"cardinal/data"
	"cardinal/engine/query"
)

// Encode makes the key column of a field. It reads the whole column once, unless its codes exist already.
func Encode(t *data.Table, f query.Field) (*Column, error) {
	c, err := t.Column(f.Column)
	if err != nil {
		return nil, err
	}
	switch f.Part {
	case query.Whole:
		return whole(c, f), nil
	case query.Bin:
		return bin(c, f)
	}
	return part(c, f)
}

func whole(c *data.Column, f query.Field) *Column {
	switch c.Type {
	case data.Text:
		values, null := c.Dict.Values, uint32(len(c.Dict.Values))
		rank := c.Dict.Rank
		k := &Column{Field: f, Codes: c.Codes, Card: len(values), Exact: true}
		if c.Nulls > 0 {
			k.Card++
		}
		k.label = func(code uint32) data.Value {
			if code == null {
				return data.Value{}
			}
			return data.TextValue(values[code])
		}
		k.order = func(a, b uint32) int {
			if a == null || b == null {
				return ordered(a, b)
			}
			return ordered(rank()[a], rank()[b])
		}
		return k
	case data.Bool:
		return ranged(f, c.Rows, c.Valid, 0, 1, func(i int) int64 { return int64(c.Codes.U8[i]) },
			func(v int64) data.Value { return data.BoolValue(v == 1) })
	case data.Float:
		return hashed(f, c.Rows, c.Valid, func(i int) uint64 { return floatKey(c.Floats[i]) },
			func(v uint64) data.Value { return data.FloatValue(math.Float64frombits(v)) },
			func(a, b uint64) int { return data.CompareFloat(math.Float64frombits(a), math.Float64frombits(b)) })
	}
	return ints(f, c, c.Ints, c.Min, c.Max, c.IntValue)
}

// maxRange is the widest spread of values that become codes by subtraction; a wider column is hashed. A table of
// that many codes is still cheap to walk when labels are ranked.
const maxRange = 1 << 22

// ints encodes integers by subtraction where they lie close together, else by hashing.
func ints(f query.Field, c *data.Column, values []int64, lo, hi int64, label func(int64) data.Value) *Column {
	if span := uint64(hi) - uint64(lo); span < maxRange {
		return ranged(f, c.Rows, c.Valid, lo, hi, func(i int) int64 { return values[i] }, label)
	}
	return hashed(f, c.Rows, c.Valid, func(i int) uint64 { return uint64(values[i]) },
		func(v uint64) data.Value { return label(int64(v)) },
		func(a, b uint64) int { return cmp.Compare(int64(a), int64(b)) })
}

// ranged codes v as v-lo, and null as the code after hi.
func ranged(f query.Field, rows int, valid data.Bitmap, lo, hi int64, at func(int) int64, label func(int64) data.Value) *Column {
	null := uint32(uint64(hi)-uint64(lo)) + 1
	codes := make([]uint32, rows)
	for i := range codes {
		if valid.Get(i) {
			codes[i] = uint32(at(i) - lo)
		} else {
			codes[i] = null
		}
	}
	k := &Column{Field: f, Card: int(null), sorted: true, order: ordered}
	if valid != nil {
		k.Card++
	}
	k.Codes = data.PackCodes(codes, k.Card)
	k.label = func(code uint32) data.Value {
		if code == null {
			return data.Value{}
		}
		return label(lo + int64(code))
	}
	return k
}

// hashed codes values in order of first appearance, and null after the last.
func hashed(f query.Field, rows int, valid data.Bitmap, at func(int) uint64, label func(uint64) data.Value, order func(a, b uint64) int) *Column {
	ids := NewTable(1024)
	codes := make([]uint32, rows)
	for i := range codes {
		if valid.Get(i) {
			codes[i] = ids.ID(at(i))
		}
	}
	values := ids.Keys()
	null := uint32(len(values))
	k := &Column{Field: f, Card: len(values), Exact: true}
	if valid != nil {
		k.Card++
		for i := range codes {
			if !valid.Get(i) {
				codes[i] = null
			}
		}
	}
	k.Codes = data.PackCodes(codes, k.Card)
	k.label = func(code uint32) data.Value {
		if code == null {
			return data.Value{}
		}
		return label(values[code])
	}
	k.order = func(a, b uint32) int {
		if a == null || b == null {
			return ordered(a, b)
		}
		return order(values[a], values[b])
	}
	return k
}

// floatKey makes equal floats equal keys: one zero, one NaN.
func floatKey(v float64) uint64 {
	switch {
	case v == 0:
		return 0
	case v != v:
		return math.Float64bits(math.NaN())
	}
	return math.Float64bits(v)
}

func wrongPart(c *data.Column, f query.Field, want string) error {
	return fmt.Errorf("%s needs a %s column, and %q is %s", f, want, c.Name, c.Type)
}
