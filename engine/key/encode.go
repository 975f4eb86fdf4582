package key

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// Encode makes the key column of a field of t. Dictionary codes, and codes of integers in a narrow range, are shared
// with the table. Any other column is read once, on all cores. The bins of quantiles are made from all rows of the
// table.
//
// It is an error if the table has no such column, or if the column's type has no such date part or bins.
func Encode(ctx context.Context, t *data.Table, f query.Field) (*Column, error) {
	if f.Groups != "" {
		base, err := Encode(ctx, t, f.Base())
		if err != nil {
			return nil, err
		}
		return grouped(ctx, base, f)
	}
	c, err := t.Column(f.Column)
	if err != nil {
		return nil, err
	}
	k, err := encode(ctx, c, f)
	if err == nil {
		k.Computed = c.Computed
	}
	return k, err
}

func encode(ctx context.Context, c *data.Column, f query.Field) (*Column, error) {
	switch f.Part {
	case query.Whole:
		if c.Unit != 0 { // the column's values are the periods that they begin
			periods := f
			periods.Part = query.PeriodPart(c.Unit)
			k, err := encode(ctx, c, periods)
			if err == nil {
				k.Field = f
			}
			return k, err
		}
		k, err := whole(ctx, c, f)
		if err == nil {
			k.Format, k.calendar = c.Format, calendarOf(c, f)
		}
		return k, err
	case query.Bin:
		return bin(ctx, c, f)
	case query.Bins:
		return quantiles(ctx, c, f)
	case query.Edges:
		return edges(ctx, c, f)
	}
	k, err := part(ctx, c, f)
	if err == nil && c.Type != data.Text {
		k.calendar, k.Unit = calendarOf(c, f), f.Part.Kind().Unit
	}
	return k, err
}

// EncodeColumn makes the key column of a column that is not a field of a table, such as a computed column.
func EncodeColumn(ctx context.Context, c *data.Column) (*Column, error) {
	return whole(ctx, c, query.Field{Column: c.Name})
}

// Coded reports whether a column and its key column have the same codes. The key column then takes no time to make.
func Coded(c *data.Column) bool {
	return c.Type == data.Text || c.Type != data.Float && c.Type != data.Null && c.Wide == nil && c.Unit == 0 &&
		maxCode(c) <= widest(c.Rows)
}

func whole(ctx context.Context, c *data.Column, f query.Field) (*Column, error) {
	var k *Column
	var err error
	switch {
	case c.Type == data.Text:
		return texts(c, f), nil
	case c.Type == data.Float:
		return hashed(ctx, f, c, func(dst []uint64, lo int) {
			for i, v := range c.Floats[lo : lo+len(dst)] {
				dst[i] = floatKey(v)
			}
		},
			func(v uint64) data.Value { return data.FloatValue(math.Float64frombits(v)) },
			func(v uint64) uint64 { return floatOrder(math.Float64frombits(v)) })
	case c.Wide != nil:
		k, err = hashed(ctx, f, c, func(dst []uint64, lo int) {
			for i, v := range c.Wide[lo : lo+len(dst)] {
				dst[i] = uint64(v)
			}
		},
			func(v uint64) data.Value { return c.IntValue(int64(v)) },
			func(v uint64) uint64 { return intOrder(int64(v)) })
	case maxCode(c) > widest(c.Rows):
		k, err = hashed(ctx, f, c, func(dst []uint64, lo int) {
			for i, code := range c.Codes.U32[lo : lo+len(dst)] { // codes are wide: maxCode is above 2^22
				dst[i] = uint64(code)
			}
		},
			func(v uint64) data.Value { return c.IntValue(c.Base + int64(v)) }, func(v uint64) uint64 { return v })
	default:
		k = ranged(f, c, c.Codes, int(maxCode(c))+1, func(code uint32) data.Value {
			return c.IntValue(c.Base + int64(code))
		})
	}
	if err == nil && f.Part == query.Whole {
		k.source = c
	}
	if err == nil && f.Part == query.Whole && c.Type == data.Date {
		k.number(c.IntValue)
	}
	return k, err
}

// maxCode returns the greatest code of a column of integers.
func maxCode(c *data.Column) uint64 { return uint64(c.Max) - uint64(c.Base) }

// widest returns the greatest maxCode for which the codes of an integer column are used as its key codes. A column with
// a wider range is hashed, because ranking the labels visits every code.
func widest(rows int) uint64 { return max(1<<22, 2*uint64(rows)) }

func texts(c *data.Column, f query.Field) *Column {
	values, null := c.Dict.Values, uint32(len(c.Dict.Values))
	k := &Column{Field: f, Codes: c.Codes, Card: len(values), Exact: true, source: c}
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
			return cmp.Compare(a, b)
		}
		if places := c.Dict.Places(); places != nil && places[a] != places[b] {
			return cmp.Compare(places[a], places[b])
		}
		if c.Dict.Order == nil && !c.Dict.Ranked() { // comparing two texts does not need the rank of all texts
			return strings.Compare(values[a], values[b])
		}
		rank := c.Dict.Rank()
		return cmp.Compare(rank[a], rank[b])
	}
	return k
}

// ranged makes a key column of codes that ascend with their labels. Code 0 is null if c has nulls.
func ranged(f query.Field, c *data.Column, codes data.Codes, card int, label func(code uint32) data.Value) *Column {
	k := &Column{Field: f, Codes: codes, Card: card, sorted: true, order: cmp.Compare[uint32], label: label}
	if c.Valid != nil {
		k.nulls, k.order = true, nullLast
		k.label = func(code uint32) data.Value {
			if code == 0 {
				return data.Value{}
			}
			return label(code)
		}
	}
	return k
}

// integers makes the key column of computed integers, one for each row of c. Rows that are null in c stay null.
func integers(ctx context.Context, f query.Field, c *data.Column, values []int64,
	label func(int64) data.Value) (*Column, error) {
	derived := data.NewInts(c.Name, data.Int, 0, values, c.Valid)
	k, err := whole(ctx, derived, f)
	if err != nil {
		return nil, err
	}
	k.number(label)
	plain := k.label
	k.label = func(code uint32) data.Value {
		v := plain(code)
		if v.IsNull() {
			return v
		}
		n, _ := v.Int.Int64()
		return label(n)
	}
	return k, nil
}

// floatKey maps equal floats to equal keys. -0 and 0 have the same key, and all NaNs have the same key.
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
