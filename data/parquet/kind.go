package parquet

import (
	"cardinal/data"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// kind says how a column of the file becomes a column of the table. Exactly one of the decoders is set.
type kind struct {
	typ   data.Type
	scale int
	utc   bool
	note  string
	wider *kind // what to read the column as where a value does not fit; nil: every value does

	ints   func(src []byte, dst []int64) error
	floats func(src []byte, dst []float64) error
	single bool // the floats were 32-bit ones
	bools  func(src []byte, dst []uint8) error
	next   func(src []byte) (value, rest []byte, err error)
	form   func(dst, value []byte) ([]byte, error)
}

// bytesPerRow is the memory a row takes while the column is read.
func (k *kind) bytesPerRow() int64 {
	switch {
	case k.bools != nil:
		return 1
	case k.next != nil:
		return 4
	}
	return 8
}

// kindOf chooses the kind of a column, nil where there is none.
func kindOf(c *schema.Column) *kind {
	logical := c.LogicalType()
	switch c.PhysicalType() {
	case parquet.Types.Boolean:
		return &kind{typ: data.Bool, bools: decodeBools}
	case parquet.Types.Int32:
		return kindOfInt32(logical)
	case parquet.Types.Int64:
		return kindOfInt64(logical)
	case parquet.Types.Int96:
		return &kind{typ: data.Timestamp, scale: 9, ints: decodeInt96, wider: &kind{
			typ: data.Timestamp, scale: 6, ints: decodeInt96Micros, note: "outside the years of nanosecond timestamps: read to the microsecond",
		}}
	case parquet.Types.Float:
		return &kind{typ: data.Float, floats: decodeFloat32, single: true}
	case parquet.Types.Double:
		return &kind{typ: data.Float, floats: decodeFloat64}
	case parquet.Types.ByteArray:
		if d, ok := logical.(schema.DecimalLogicalType); ok {
			return decimal(int(d.Scale()), nextBytes)
		}
		return plainText(logical, nextBytes)
	case parquet.Types.FixedLenByteArray:
		return kindOfFixed(logical, c.TypeLength())
	}
	return nil
}

func kindOfInt32(logical schema.LogicalType) *kind {
	switch l := logical.(type) {
	case schema.DateLogicalType:
		return &kind{typ: data.Date, ints: decodeInt32}
	case schema.DecimalLogicalType:
		return scaled(int(l.Scale()), decodeInt32)
	case schema.TimeLogicalType:
		return &kind{typ: data.Text, next: nextFixed(4), form: formTime32}
	case schema.IntLogicalType:
		if !l.IsSigned() {
			return &kind{typ: data.Int, ints: decodeUint32}
		}
	}
	return &kind{typ: data.Int, ints: decodeInt32}
}

func kindOfInt64(logical schema.LogicalType) *kind {
	switch l := logical.(type) {
	case schema.DecimalLogicalType:
		return scaled(int(l.Scale()), decodeInt64)
	case schema.TimestampLogicalType:
		return &kind{typ: data.Timestamp, scale: digits(l.TimeUnit()), utc: l.IsAdjustedToUTC(), ints: decodeInt64}
	case schema.TimeLogicalType:
		return &kind{typ: data.Text, next: nextFixed(8), form: formTime64(digits(l.TimeUnit()))}
	case schema.IntLogicalType:
		if !l.IsSigned() {
			return &kind{typ: data.Int, ints: decodeUint64, wider: &kind{
				typ: data.Float, floats: decodeUint64AsFloat, note: "unsigned integers beyond 63 bits: rounded to 64-bit floats",
			}}
		}
	}
	return &kind{typ: data.Int, ints: decodeInt64}
}

func kindOfFixed(logical schema.LogicalType, width int) *kind {
	next := nextFixed(width)
	switch l := logical.(type) {
	case schema.DecimalLogicalType:
		return decimal(int(l.Scale()), next)
	case schema.UUIDLogicalType:
		if width == 16 {
			return &kind{typ: data.Text, next: next, form: formUUID}
		}
	case schema.Float16LogicalType:
		if width == 2 {
			return &kind{typ: data.Float, floats: decodeFloat16, single: true}
		}
	case schema.IntervalLogicalType:
		if width == 12 {
			return &kind{typ: data.Text, next: next, form: formInterval}
		}
	}
	return plainText(logical, next)
}

// plainText reads bytes as the text they are, and as hexadecimal digits where one value is not text.
func plainText(logical schema.LogicalType, next func([]byte) ([]byte, []byte, error)) *kind {
	hex := &kind{typ: data.Text, next: next, form: formHex, note: "bytes that are not text: shown as hexadecimal digits"}
	if _, ok := logical.(schema.BSONLogicalType); ok {
		return hex
	}
	return &kind{typ: data.Text, next: next, wider: hex}
}

const maxScale = 18

// scaled is an integer with a decimal point.
func scaled(scale int, decode func([]byte, []int64) error) *kind {
	k := &kind{typ: data.Decimal, scale: scale, ints: decode}
	switch {
	case scale == 0:
		k.typ = data.Int
	case scale < 0 || scale > maxScale:
		return nil
	}
	return k
}

// decimal is a big-endian integer of any width with a decimal point.
func decimal(scale int, next func([]byte) ([]byte, []byte, error)) *kind {
	wide := &kind{typ: data.Float, floats: decodeBigAsFloat(scale, next), note: "decimals wider than 64 bits: rounded to 64-bit floats"}
	if k := scaled(scale, decodeBig(next)); k != nil {
		k.wider = wide
		return k
	}
	return wide
}

func digits(u schema.TimeUnitType) int {
	switch u {
	case schema.TimeUnitMillis:
		return 3
	case schema.TimeUnitMicros:
		return 6
	}
	return 9
}

// plainWidth is the width of a column's values in the plain encoding, in bytes; 0 where values differ, or take a bit.
func plainWidth(c *schema.Column) int {
	switch c.PhysicalType() {
	case parquet.Types.Int32, parquet.Types.Float:
		return 4
	case parquet.Types.Int64, parquet.Types.Double:
		return 8
	case parquet.Types.Int96:
		return 12
	case parquet.Types.FixedLenByteArray:
		return c.TypeLength()
	}
	return 0
}
