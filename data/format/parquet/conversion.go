package parquet

import (
	"cardinal/data"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// conversion says how a column of the file becomes a column of the table. Exactly one of `ints`, `floats`, `bools` and
// `next` is set.
type conversion struct {
	typ      data.Type
	scale    int
	utc      bool
	note     string
	fallback *conversion // is used if a value does not fit; nil: every value fits

	ints   func(src []byte, dst []int64) error
	floats func(src []byte, dst []float64) error
	single bool // the floats are 32-bit floats
	bools  func(src []byte, dst []uint8) error
	next   func(src []byte) (value, rest []byte, err error)
	format func(dst, value []byte) ([]byte, error)
}

// bytesPerRow returns the memory in bytes that a row takes while the column is read.
func (k *conversion) bytesPerRow() int64 {
	switch {
	case k.bools != nil:
		return 1
	}
	return 8
}

// conversionOf returns the conversion of a column, or nil for an unknown type.
func conversionOf(c *schema.Column) *conversion {
	logical := c.LogicalType()
	switch c.PhysicalType() {
	case parquet.Types.Boolean:
		return &conversion{typ: data.Bool, bools: plainBools}
	case parquet.Types.Int32:
		return conversionOfInt32(logical)
	case parquet.Types.Int64:
		return conversionOfInt64(logical)
	case parquet.Types.Int96:
		return &conversion{typ: data.Timestamp, scale: 9, ints: plainInt96, fallback: &conversion{
			typ: data.Timestamp, scale: 6, ints: plainInt96Micros, note: "outside the years of nanosecond " +
				"timestamps: read to the microsecond",
		}}
	case parquet.Types.Float:
		return &conversion{typ: data.Float, floats: plain[float32, float64], single: true}
	case parquet.Types.Double:
		return &conversion{typ: data.Float, floats: plain[float64, float64]}
	case parquet.Types.ByteArray:
		if d, ok := logical.(schema.DecimalLogicalType); ok {
			return decimal(int(d.Scale()), nextBytes)
		}
		return plainText(logical, nextBytes)
	case parquet.Types.FixedLenByteArray:
		return conversionOfFixed(logical, c.TypeLength())
	}
	return nil
}

func conversionOfInt32(logical schema.LogicalType) *conversion {
	switch l := logical.(type) {
	case schema.DateLogicalType:
		return &conversion{typ: data.Date, ints: plain[int32, int64]}
	case schema.DecimalLogicalType:
		return scaledInt(int(l.Scale()), plain[int32, int64])
	case schema.TimeLogicalType:
		return &conversion{typ: data.Text, next: nextFixed(4), format: formatTime32}
	case schema.IntLogicalType:
		if !l.IsSigned() {
			return &conversion{typ: data.Int, ints: plain[uint32, int64]}
		}
	}
	return &conversion{typ: data.Int, ints: plain[int32, int64]}
}

func conversionOfInt64(logical schema.LogicalType) *conversion {
	switch l := logical.(type) {
	case schema.DecimalLogicalType:
		return scaledInt(int(l.Scale()), plain[int64, int64])
	case schema.TimestampLogicalType:
		return &conversion{typ: data.Timestamp, scale: digits(l.TimeUnit()), utc: l.IsAdjustedToUTC(),
			ints: plain[int64, int64]}
	case schema.TimeLogicalType:
		return &conversion{typ: data.Text, next: nextFixed(8), format: formatTime64(digits(l.TimeUnit()))}
	case schema.IntLogicalType:
		if !l.IsSigned() {
			return &conversion{typ: data.Int, ints: plainUint64, fallback: &conversion{
				typ: data.Text, next: nextFixed(8), format: formatUint64, note: "unsigned integers beyond 63 bits: " +
					"read as text, which keeps all digits",
			}}
		}
	}
	return &conversion{typ: data.Int, ints: plain[int64, int64]}
}

func conversionOfFixed(logical schema.LogicalType, width int) *conversion {
	next := nextFixed(width)
	switch l := logical.(type) {
	case schema.DecimalLogicalType:
		return decimal(int(l.Scale()), next)
	case schema.UUIDLogicalType:
		if width == 16 {
			return &conversion{typ: data.Text, next: next, format: formatUUID}
		}
	case schema.Float16LogicalType:
		if width == 2 {
			return &conversion{typ: data.Float, floats: plainFloat16, single: true}
		}
	case schema.IntervalLogicalType:
		if width == 12 {
			return &conversion{typ: data.Text, next: next, format: formatInterval}
		}
	}
	return plainText(logical, next)
}

// plainText reads bytes as text, or as hexadecimal digits if any value is not UTF-8.
func plainText(logical schema.LogicalType, next func([]byte) ([]byte, []byte, error)) *conversion {
	hex := &conversion{typ: data.Text, next: next, format: formatHex, note: "bytes that are not text: shown as " +
		"hexadecimal digits"}
	if _, ok := logical.(schema.BSONLogicalType); ok {
		return hex
	}
	return &conversion{typ: data.Text, next: next, fallback: hex}
}

const maxScale = 18

// scaledInt returns the conversion of integers with a scale, or nil if the scale is not valid.
func scaledInt(scale int, decode func([]byte, []int64) error) *conversion {
	k := &conversion{typ: data.Decimal, scale: scale, ints: decode}
	switch {
	case scale == 0:
		k.typ = data.Int
	case scale < 0 || scale > maxScale:
		return nil
	}
	return k
}

// decimal returns the conversion of big-endian integers of any width with a scale.
func decimal(scale int, next func([]byte) ([]byte, []byte, error)) *conversion {
	wide := &conversion{typ: data.Float, floats: plainBigAsFloat(scale, next), note: "decimals wider than 64 bits: " +
		"rounded to 64-bit floats"}
	if k := scaledInt(scale, plainBig(next)); k != nil {
		k.fallback = wide
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

// plainWidth returns the width in bytes of a value in the plain encoding. It returns 0 if the values have different
// widths, or if a value takes one bit.
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
