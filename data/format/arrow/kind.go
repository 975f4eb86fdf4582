package arrow

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/decimal256"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/zone"
)

// kind says how values of a type become a column. Exactly one of `ints`, `floats` and `text` is set.
type kind struct {
	typ    data.Type
	scale  int
	utc    bool
	zone   string // as data.Column.Zone
	single bool   // floats are 32-bit floats
	note   string

	ints     func(a arrow.Array, i int) (v int64, fits bool)
	floats   func(a arrow.Array, i int) float64
	text     func(dst []byte, a arrow.Array, i int) (b []byte, fits bool)
	fallback *kind // reads the column if a value does not fit; may be nil

	// These fill in all values of an array at once. nil: only `ints` or `floats` can read the type.
	fillInts   func(dst []int64, a arrow.Array)
	fillFloats func(dst []float64, a arrow.Array)
}

// kindOf chooses how a type is read. It returns nil for an unknown type.
func kindOf(t arrow.DataType) *kind {
	switch t := t.(type) {
	case *arrow.DictionaryType:
		return kindOf(storage(t.ValueType))
	case *arrow.NullType:
		return &kind{typ: data.Text, text: func(dst []byte, _ arrow.Array, _ int) ([]byte, bool) { return dst, true }}
	case *arrow.BooleanType:
		return ints(data.Bool, 0, func(a *array.Boolean, i int) int64 {
			if a.Value(i) {
				return 1
			}
			return 0
		})
	case *arrow.Uint64Type:
		k := &kind{typ: data.Int, ints: func(a arrow.Array, i int) (int64, bool) {
			v := a.(*array.Uint64).Value(i) //nolint:forcetypeassert // by its type
			return int64(v), v <= math.MaxInt64
		}}
		k.fallback = &kind{typ: data.Text, note: "unsigned integers beyond 63 bits: read as text, which keeps all " +
			"digits", text: func(dst []byte, a arrow.Array, i int) ([]byte, bool) {
			return strconv.AppendUint(dst, a.(*array.Uint64).Value(i), 10), true //nolint:forcetypeassert // by its type
		}}
		return k
	case *arrow.Float16Type:
		k := floats(func(a *array.Float16, i int) float64 { return float64(a.Value(i).Float32()) })
		k.single = true
		return k
	case *arrow.Float32Type:
		k := floats(func(a *array.Float32, i int) float64 { return float64(a.Value(i)) })
		k.single = true
		return k
	case *arrow.Float64Type:
		return floats((*array.Float64).Value)
	case *arrow.Date32Type:
		return ints(data.Date, 0, func(a *array.Date32, i int) int64 { return int64(a.Value(i)) })
	case *arrow.Date64Type:
		const day = 86_400_000
		return ints(data.Date, 0, func(a *array.Date64, i int) int64 {
			v := int64(a.Value(i))
			return (v - (v%day+day)%day) / day
		})
	case *arrow.TimestampType:
		k := ints(data.Timestamp, fractionDigits(t.Unit), func(a *array.Timestamp, i int) int64 {
			return int64(a.Value(i))
		})
		k.utc = t.TimeZone != ""
		if at, known := zone.Find(t.TimeZone); known && t.TimeZone != "UTC" {
			k.zone = at.String()
		}
		return k
	case *arrow.DurationType:
		k := ints(data.Int, 0, func(a *array.Duration, i int) int64 { return int64(a.Value(i)) })
		k.note = "durations, counted in " + t.Unit.String()
		return k
	case *arrow.Time32Type:
		return text(func(dst []byte, a *array.Time32, i int) []byte {
			return calendar.AppendTimeOfDay(dst, int64(a.Value(i)), fractionDigits(t.Unit))
		})
	case *arrow.Time64Type:
		return text(func(dst []byte, a *array.Time64, i int) []byte {
			return calendar.AppendTimeOfDay(dst, int64(a.Value(i)), fractionDigits(t.Unit))
		})
	case arrow.DecimalType:
		return decimalKind(t)
	case *arrow.StringType, *arrow.LargeStringType, *arrow.StringViewType:
		return bytesKind(func(dst []byte, a arrow.Array, i int) []byte {
			return append(dst, a.(interface{ Value(int) string }).Value(i)...) //nolint:forcetypeassert // by its type
		})
	case *arrow.BinaryType, *arrow.LargeBinaryType, *arrow.BinaryViewType, *arrow.FixedSizeBinaryType:
		return bytesKind(func(dst []byte, a arrow.Array, i int) []byte {
			return append(dst, a.(interface{ Value(int) []byte }).Value(i)...) //nolint:forcetypeassert // by its type
		})
	}
	return integerKind(t)
}

func integerKind(t arrow.DataType) *kind {
	switch t.(type) {
	case *arrow.Int8Type:
		return ints(data.Int, 0, func(a *array.Int8, i int) int64 { return int64(a.Value(i)) })
	case *arrow.Int16Type:
		return ints(data.Int, 0, func(a *array.Int16, i int) int64 { return int64(a.Value(i)) })
	case *arrow.Int32Type:
		return ints(data.Int, 0, func(a *array.Int32, i int) int64 { return int64(a.Value(i)) })
	case *arrow.Int64Type:
		k := ints(data.Int, 0, (*array.Int64).Value)
		k.fillInts = func(dst []int64, a arrow.Array) {
			copy(dst, a.(*array.Int64).Int64Values())
		}
		return k
	case *arrow.Uint8Type:
		return ints(data.Int, 0, func(a *array.Uint8, i int) int64 { return int64(a.Value(i)) })
	case *arrow.Uint16Type:
		return ints(data.Int, 0, func(a *array.Uint16, i int) int64 { return int64(a.Value(i)) })
	case *arrow.Uint32Type:
		return ints(data.Int, 0, func(a *array.Uint32, i int) int64 { return int64(a.Value(i)) })
	}
	return nil
}

func ints[A arrow.Array](t data.Type, scale int, value func(A, int) int64) *kind {
	return &kind{typ: t, scale: scale,
		ints: func(a arrow.Array, i int) (int64, bool) {
			return value(a.(A), i), true
		},
		fillInts: func(dst []int64, a arrow.Array) {
			fill(dst, a.(A), value)
		}}
}

func floats[A arrow.Array](value func(A, int) float64) *kind {
	return &kind{typ: data.Float,
		floats: func(a arrow.Array, i int) float64 {
			return value(a.(A), i)
		},
		fillFloats: func(dst []float64, a arrow.Array) {
			fill(dst, a.(A), value)
		}}
}

// fill sets the values of an array that are not null.
func fill[A arrow.Array, T int64 | float64](dst []T, a A, value func(A, int) T) {
	all := a.NullN() == 0
	for i := range dst {
		if all || a.IsValid(i) {
			dst[i] = value(a, i)
		}
	}
}

func text[A arrow.Array](write func(dst []byte, a A, i int) []byte) *kind {
	return &kind{typ: data.Text, text: func(dst []byte, a arrow.Array, i int) ([]byte, bool) {
		return write(dst, a.(A), i), true
	}}
}

// bytesKind reads bytes as text, or as hexadecimal digits if any value is not UTF-8.
func bytesKind(value func(dst []byte, a arrow.Array, i int) []byte) *kind {
	return &kind{typ: data.Text,
		text: func(dst []byte, a arrow.Array, i int) ([]byte, bool) {
			dst = value(dst, a, i)
			return dst, utf8.Valid(dst)
		},
		fallback: &kind{typ: data.Text, note: "bytes that are not text: shown as hexadecimal digits",
			text: func(dst []byte, a arrow.Array, i int) ([]byte, bool) {
				return hex.AppendEncode(dst, value(nil, a, i)), true
			}},
	}
}

// uuidKind reads 16 bytes as 550e8400-e29b-41d4-a716-446655440000.
func uuidKind() *kind {
	return text(func(dst []byte, a *array.FixedSizeBinary, i int) []byte {
		for n, b := range a.Value(i) {
			if n == 4 || n == 6 || n == 8 || n == 10 {
				dst = append(dst, '-')
			}
			dst = hex.AppendEncode(dst, []byte{b})
		}
		return dst
	})
}

// maxScale is the greatest number of decimal places of a 64-bit decimal.
const maxScale = 18

// decimalKind reads decimals as scaled integers, or as floats if any value needs more than 64 bits.
func decimalKind(t arrow.DecimalType) *kind {
	scale := int(t.GetScale())
	wide := &kind{typ: data.Float, note: "decimals wider than 64 bits: rounded to 64-bit floats",
		floats: func(a arrow.Array, i int) float64 {
			switch a := a.(type) {
			case *array.Decimal32:
				return nearestFloat(big.NewInt(int64(a.Value(i))), scale)
			case *array.Decimal64:
				return nearestFloat(big.NewInt(int64(a.Value(i))), scale)
			case *array.Decimal128:
				return nearestFloat(a.Value(i).BigInt(), scale)
			case *array.Decimal256:
				return nearestFloat(a.Value(i).BigInt(), scale)
			}
			panic(fmt.Sprintf("%T is no decimal", a))
		}}
	if scale < 0 || scale > maxScale {
		return wide
	}
	k := &kind{typ: data.Decimal, scale: scale, fallback: wide, ints: func(a arrow.Array, i int) (int64, bool) {
		switch a := a.(type) {
		case *array.Decimal32:
			return int64(a.Value(i)), true
		case *array.Decimal64:
			return int64(a.Value(i)), true
		case *array.Decimal128:
			v := a.Value(i)
			low := int64(v.LowBits())
			return low, decimal128.FromI64(low) == v
		case *array.Decimal256:
			v := a.Value(i)
			low := int64(v.Array()[0])
			return low, decimal256.FromI64(low) == v
		}
		panic(fmt.Sprintf("%T is no decimal", a))
	}}
	if t.ID() == arrow.DECIMAL64 {
		k.fillInts = func(dst []int64, a arrow.Array) {
			fill(dst, a.(*array.Decimal64), func(a *array.Decimal64, i int) int64 {
				return int64(a.Value(i))
			})
		}
	}
	if scale == 0 {
		k.typ = data.Int
	}
	return k
}

// nearestFloat returns the float nearest to n times 10^-scale. Arrow's ToFloat64 rounds several times, and a third of
// its results are off by one float.
func nearestFloat(n *big.Int, scale int) float64 {
	text := append(n.Append(nil, 10), 'e')
	v, _ := strconv.ParseFloat(string(strconv.AppendInt(text, int64(-scale), 10)), 64) // too large: infinite
	return v
}

// fractionDigits returns the number of digits behind the decimal point of a second.
func fractionDigits(u arrow.TimeUnit) int {
	switch u {
	case arrow.Second:
		return 0
	case arrow.Millisecond:
		return 3
	case arrow.Microsecond:
		return 6
	}
	return 9
}
