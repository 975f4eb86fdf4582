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
	format func(dst, value []byte) ([]byte, error)
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
		return &kind{typ: data.Bool, bools: plainBools}
	case parquet.Types.Int32:
		return kindOfInt32(logical)
	case parquet.Types.Int64:
		return kindOfInt64(logical)
	case parquet.Types.Int96:
		return &kind{typ: data.Timestamp, scale: 9, ints: plainInt96, wider: &kind{
			typ: data.Timestamp, scale: 6, ints: plainInt96Micros, note: "outside the years of nanosecond timestamps: read to the microsecond",
		}}
	case parquet.Types.Float:
		return &kind{typ: data.Float, floats: plain[float32, float64], single: true}
	case parquet.Types.Double:
		return &kind{typ: data.Float, floats: plain[float64, float64]}
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
		return &kind{typ: data.Date, ints: plain[int32, int64]}
	case schema.DecimalLogicalType:
		return scaled(int(l.Scale()), plain[int32, int64])
	case schema.TimeLogicalType:
		return &kind{typ: data.Text, next: nextFixed(4), format: formatTime32}
	case schema.IntLogicalType:
		if !l.IsSigned() {
			return &kind{typ: data.Int, ints: plain[uint32, int64]}
		}
	}
	return &kind{typ: data.Int, ints: plain[int32, int64]}
}

func kindOfInt64(logical schema.LogicalType) *kind {
	switch l := logical.(type) {
	case schema.DecimalLogicalType:
		return scaled(int(l.Scale()), plain[int64, int64])
	case schema.TimestampLogicalType:
		return &kind{typ: data.Timestamp, scale: digits(l.TimeUnit()), utc: l.IsAdjustedToUTC(), ints: plain[int64, int64]}
	case schema.TimeLogicalType:
		return &kind{typ: data.Text, next: nextFixed(8), format: formatTime64(digits(l.TimeUnit()))}
	case schema.IntLogicalType:
		if !l.IsSigned() {
			return &kind{typ: data.Int, ints: plainUint64, wider: &kind{
				typ: data.Float, floats: plain[uint64, float64], note: "unsigned integers beyond 63 bits: rounded to 64-bit floats",
			}}
		}
	}
	return &kind{typ: data.Int, ints: plain[int64, int64]}
}

func kindOfFixed(logical schema.LogicalType, width int) *kind {
	next := nextFixed(width)
	switch l := logical.(type) {
	case schema.DecimalLogicalType:
		return decimal(int(l.Scale()), next)
	case schema.UUIDLogicalType:
		if width == 16 {
			return &kind{typ: data.Text, next: next, format: formatUUID}
		}
	case schema.Float16LogicalType:
		if width == 2 {
			return &kind{typ: data.Float, floats: plainFloat16, single: true}
		}
	case schema.IntervalLogicalType:
		if width == 12 {
			return &kind{typ: data.Text, next: next, format: formatInterval}
		}
	}
	return plainText(logical, next)
}

// plainText reads bytes as the text they are, and as hexadecimal digits where one value is not text.
func plainText(logical schema.LogicalType, next func([]byte) ([]byte, []byte, error)) *kind {
	hex := &kind{typ: data.Text, next: next, format: formatHex, note: "bytes that are not text: shown as hexadecimal digits"}
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
	wide := &kind{typ: data.Float, floats: plainBigAsFloat(scale, next), note: "decimals wider than 64 bits: rounded to 64-bit floats"}
	if k := scaled(scale, plainBig(next)); k != nil {
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
