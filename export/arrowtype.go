package export

import (
	"math"
	"math/big"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"

	"cardinal/data"
	"cardinal/data/number/calendar"
)

// arrowType returns the narrowest Arrow type that can represent all values exactly. If no other type can, it is the
// type of texts.
func arrowType(rows int, at func(int) data.Value) arrow.DataType {
	var first data.Value
	wide := false // an integer needs more than 64 bits
	widest := 0
	for row := range rows {
		v := at(row)
		if v.IsNull() {
			continue
		}
		if first.IsNull() {
			first = v
		}
		if v.Unit != 0 && v.Unit < calendar.Days {
			return arrow.BinaryTypes.String // a period longer than a day, such as a month, is not a date
		}
		if v.Type != first.Type || v.Scale != first.Scale {
			return arrow.BinaryTypes.String
		}
		if v.Type == data.Int || v.Type == data.Decimal {
			if _, ok := v.Int.Int64(); !ok {
				wide = true
				widest = max(widest, len(new(big.Int).Abs(v.Int.Big()).String()))
			}
		}
	}
	switch first.Type {
	case data.Int, data.Decimal:
		switch {
		case widest > maxPrecision:
			return arrow.BinaryTypes.String
		case wide:
			return &arrow.Decimal128Type{Precision: maxPrecision, Scale: int32(first.Scale)}
		case first.Type == data.Int:
			return arrow.PrimitiveTypes.Int64
		}
		return decimalType(rows, at, first.Scale)
	case data.Float:
		return arrow.PrimitiveTypes.Float64
	case data.Bool:
		return arrow.FixedWidthTypes.Boolean
	case data.Date:
		return dateType(rows, at)
	case data.Timestamp:
		return timestampType(rows, at, first)
	}
	return arrow.BinaryTypes.String
}

// columnType returns the arrowType of a column, if it follows from the range of the column. If it depends on each
// value, columnType returns nil.
func (t *flatTable) columnType(l *flatColumn) arrow.DataType {
	c := l.column
	if c == nil || c.Unit != 0 {
		return nil
	}
	first := 0
	for first < t.rows && !c.Valid.Get(t.row(first)) {
		first++
	}
	if first == t.rows {
		return arrow.BinaryTypes.String
	}
	ends := func(place int) data.Value { return c.IntValue([]int64{c.Min, c.Max}[place]) }
	switch c.Type {
	case data.Decimal:
		if c.Min <= -1e18 || c.Max >= 1e18 {
			return nil // the range may come from rows that are not listed
		}
	case data.Date, data.Timestamp:
		if arrowType(2, ends) == arrow.BinaryTypes.String {
			return nil
		}
	case data.Int:
	default:
		return arrowType(1, func(int) data.Value { return l.at(first) })
	}
	return arrowType(2, ends)
}

// The numbers of decimal digits that always fit 64 and 128 bits.
const (
	narrowPrecision = 18
	maxPrecision    = 38
)

func decimalType(rows int, at func(int) data.Value, scale int) arrow.DataType {
	precision := narrowPrecision
	for row := range rows {
		if n, _ := at(row).Int.Int64(); n >= 1e18 || n <= -1e18 {
			precision = maxPrecision
		}
	}
	return &arrow.Decimal128Type{Precision: int32(precision), Scale: int32(scale)}
}

func dateType(rows int, at func(int) data.Value) arrow.DataType {
	for row := range rows {
		if n, ok := at(row).Int.Int64(); !ok || n < math.MinInt32 || n > math.MaxInt32 {
			return arrow.BinaryTypes.String
		}
	}
	return arrow.FixedWidthTypes.Date32
}

func timestampType(rows int, at func(int) data.Value, first data.Value) arrow.DataType {
	t := &arrow.TimestampType{Unit: arrow.Nanosecond}
	switch {
	case first.Scale <= 3:
		t.Unit = arrow.Millisecond
	case first.Scale <= 6:
		t.Unit = arrow.Microsecond
	}
	if first.UTC {
		t.TimeZone = "UTC"
	}
	for row := range rows {
		if v := at(row); !v.IsNull() {
			if _, ok := ticks(v, t.Unit); !ok {
				return arrow.BinaryTypes.String
			}
		}
	}
	return t
}

// ticks returns a timestamp as a number of the given units, and whether the number fits 64 bits. The unit must be at
// least as fine as the unit of the timestamp.
func ticks(v data.Value, unit arrow.TimeUnit) (int64, bool) {
	n, ok := v.Int.Int64()
	for scale := v.Scale; scale < 3*int(unit); scale++ {
		if n > math.MaxInt64/10 || n < math.MinInt64/10 {
			return 0, false
		}
		n *= 10
	}
	return n, ok
}

func appendValue(b array.Builder, v data.Value) {
	if v.IsNull() {
		b.AppendNull()
		return
	}
	n, _ := v.Int.Int64()
	switch b := b.(type) {
	case *array.Int64Builder:
		b.Append(n)
	case *array.Decimal128Builder:
		b.Append(decimal128.FromBigInt(v.Int.Big()))
	case *array.Float64Builder:
		b.Append(v.Float)
	case *array.BooleanBuilder:
		b.Append(n != 0)
	case *array.Date32Builder:
		b.Append(arrow.Date32(n))
	case *array.TimestampBuilder:
		t, _ := ticks(v, b.Type().(*arrow.TimestampType).Unit)
		b.Append(arrow.Timestamp(t))
	case *array.StringBuilder:
		b.Append(v.String())
	default:
		panic("BUG: no column type for " + v.Type.String())
	}
}
