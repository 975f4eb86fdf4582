package data

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
)

// Type is the logical type of a column or a value.
type Type uint8

// The types. Null is the type of a missing value; no column has it.
const (
	Null      Type = iota
	Int            // 64-bit integer; a sum may need 128 bits
	Decimal        // integer times 10^-scale: money stays exact
	Float          // float64
	Bool           //
	Text           // dictionary-encoded UTF-8
	Date           // days since 1970-01-01
	Timestamp      // 10^-scale seconds since 1970-01-01T00:00:00
)

var typeNames = [...]string{"null", "int", "decimal", "float", "bool", "text", "date", "timestamp"}

func (t Type) String() string { return typeNames[t] }

// Numeric reports whether sums and averages of the type make sense.
func (t Type) Numeric() bool { return t == Int || t == Decimal || t == Float }

// Temporal reports whether values are dates, with or without a time.
func (t Type) Temporal() bool { return t == Date || t == Timestamp }

// Value is one cell, of a table or of a result.
type Value struct {
	Type Type
	// Int, Decimal (unscaled), Bool (0, 1), Date, Timestamp; for a text in a result: its place in the order that the
	// file declares, 0 if none
	Int   int128.Int
	Scale int // as Column.Scale
	Float float64
	Text  string
	UTC   bool // as Column.UTC
	// Date, Timestamp in seconds: the value is the period that starts then; 0: the day or the instant itself
	Unit    calendar.Unit
	Rounded bool // the exact result has more digits than the type holds, so it was rounded, once
}

// IsNull reports whether the value is missing.
func (v Value) IsNull() bool { return v.Type == Null }

// TextValue makes a text.
func TextValue(s string) Value { return Value{Type: Text, Text: s} }

// IntValue makes an integer.
func IntValue(n int64) Value { return Value{Type: Int, Int: int128.From(n)} }

// FloatValue makes a float, which may be NaN or infinite.
func FloatValue(f float64) Value { return Value{Type: Float, Float: f} }

// BoolValue makes true or false.
func BoolValue(b bool) Value { return Value{Type: Bool, Int: int128.From(map[bool]int64{true: 1}[b])} }

// DateValue makes the date that is the given number of days after 1970-01-01.
func DateValue(days int64) Value { return Value{Type: Date, Int: int128.From(days)} }

// Number returns the value as the nearest float64. The bool is false if the value is not a number.
func (v Value) Number() (float64, bool) {
	switch v.Type {
	case Float:
		return v.Float, true
	case Int, Decimal:
		f, _ := v.Int.Quo(1, v.Scale)
		return f, true
	}
	return 0, false
}

// PeriodValue makes a period that starts with a day, if the unit is a day or longer, or with a second.
func PeriodValue(u calendar.Unit, start int64) Value {
	v := Value{Type: Date, Int: int128.From(start), Unit: u}
	if u.Seconds() > 0 {
		v.Type = Timestamp
	}
	return v
}

// Period returns the period of a Date or Timestamp that has a Unit.
func (v Value) Period() calendar.Period {
	second, _ := v.Int.Int64()
	if v.Type == Date {
		second *= calendar.DaySeconds
	}
	return calendar.PeriodOf(v.Unit, second)
}

// Time returns a Date or Timestamp as a UTC time. Its scale is at most 9.
func (v Value) Time() time.Time {
	n, _ := v.Int.Int64()
	if v.Type == Date {
		return time.Unix(n*86400, 0).UTC()
	}
	unit := int64(math.Pow10(v.Scale))
	sec, frac := n/unit, n%unit
	if frac < 0 {
		sec, frac = sec-1, frac+unit
	}
	return time.Unix(sec, frac*(1e9/unit)).UTC()
}

// String writes the exact form for programs: dates and periods as ISO 8601, floats in the shortest form that reads
// back, "" for null.
func (v Value) String() string {
	if v.Type == Text {
		return v.Text
	}
	var room [64]byte
	return string(v.Append(room[:0]))
}

// Append appends what String writes.
func (v Value) Append(b []byte) []byte {
	switch v.Type {
	case Null:
		return b
	case Float:
		return appendFloat(b, v.Float)
	case Text:
		return append(b, v.Text...)
	case Bool:
		return strconv.AppendBool(b, v.Int.Sign() != 0)
	case Date, Timestamp:
		return v.appendTime(b)
	}
	return v.Int.AppendDecimal(b, v.Scale)
}

// appendTime appends a Date or a Timestamp.
func (v Value) appendTime(b []byte) []byte {
	if v.Unit != 0 {
		return append(b, v.Period().String()...)
	}
	t := v.Time()
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		b = t.AppendFormat(b, time.DateOnly)
	} else {
		b = appendTwo(appendTwo(b, year/100), year%100)
		b = appendTwo(append(b, '-'), int(month))
		b = appendTwo(append(b, '-'), day)
	}
	if v.Type == Date {
		return b
	}
	hour, minute, second := t.Clock()
	b = appendTwo(append(b, 'T'), hour)
	b = appendTwo(append(b, ':'), minute)
	b = appendTwo(append(b, ':'), second)
	if t.Nanosecond() != 0 {
		b = t.AppendFormat(b, ".999999999")
	}
	if v.UTC {
		b = append(b, 'Z')
	}
	return b
}

// appendTwo appends two digits.
func appendTwo(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// appendFloat appends the shortest form that reads back as f, as JSON does: plain between 1e-6 and 1e21. It appends
// -0 as 0.
func appendFloat(b []byte, f float64) []byte {
	switch {
	case f == 0:
		return append(b, '0')
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 0):
		return append(b, map[bool]string{true: "Infinity", false: "-Infinity"}[f > 0]...)
	}
	if a := math.Abs(f); a < 1e-6 || a >= 1e21 {
		return strconv.AppendFloat(b, f, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}

// AppendJSON appends the value in the interchange form: an integer is a number up to 2^53 and a string beyond,
// a decimal is a string with its scale, and a float is the shortest number that reads back, or a string for NaN
// and infinities.
func (v Value) AppendJSON(b []byte) []byte {
	switch v.Type {
	case Null:
		return append(b, "null"...)
	case Int:
		if n, ok := v.Int.Int64(); ok && n >= -1<<53 && n <= 1<<53 {
			return strconv.AppendInt(b, n, 10)
		}
	case Bool:
		return v.Append(b)
	case Float:
		if !math.IsNaN(v.Float) && !math.IsInf(v.Float, 0) {
			return appendFloat(b, v.Float)
		}
	case Text:
		if !isPlainJSON(v.Text) {
			break
		}
		return append(append(append(b, '"'), v.Text...), '"')
	}
	if v.Type != Text {
		return append(v.Append(append(b, '"')), '"')
	}
	var quoted bytes.Buffer
	enc := json.NewEncoder(&quoted)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v.String()); err != nil {
		panic(fmt.Sprintf("BUG: a string cannot be quoted: %v", err))
	}
	return append(b, bytes.TrimSpace(quoted.Bytes())...)
}

// isPlainJSON reports whether a text has only ASCII characters that JSON does not escape.
func isPlainJSON(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// Compare orders values ascending, with nulls last. Int, Decimal and Float compare as numbers, NaN is above
// every number, and -0 is below +0. Values of other types order by type first.
func Compare(a, b Value) int {
	if a.Type == Null || b.Type == Null {
		return cmp.Compare(boolInt(a.Type == Null), boolInt(b.Type == Null))
	}
	if a.Type.Numeric() && b.Type.Numeric() && (a.Type == Float || b.Type == Float || a.Scale != b.Scale) {
		if order, fits := compareDecimals(a, b); fits {
			return order
		}
		x, _ := a.Number()
		y, _ := b.Number()
		return CompareFloat(x, y)
	}
	if a.Type != b.Type && !(a.Type.Numeric() && b.Type.Numeric()) {
		return cmp.Compare(a.Type, b.Type)
	}
	if a.Type == Text {
		return cmp.Or(a.Int.Cmp(b.Int), strings.Compare(a.Text, b.Text))
	}
	return a.Int.Cmp(b.Int)
}

// compareDecimals compares integers and decimals of different scales. fits is false for floats, and if 128 bits
// cannot hold both numbers at one scale.
func compareDecimals(a, b Value) (order int, fits bool) {
	x, y, fits := a.Int, b.Int, a.Type != Float && b.Type != Float
	for places := a.Scale; fits && places < b.Scale; places++ {
		x, fits = x.MulFits(10)
	}
	for places := b.Scale; fits && places < a.Scale; places++ {
		y, fits = y.MulFits(10)
	}
	return x.Cmp(y), fits
}

// Rational returns a number as a fraction, and nil for anything but a finite number.
func (v Value) Rational() *big.Rat {
	switch v.Type {
	case Float:
		return new(big.Rat).SetFloat64(v.Float)
	case Int, Decimal:
		return new(big.Rat).SetFrac(v.Int.Big(), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(v.Scale)), nil))
	}
	return nil
}

// CompareFloat compares floats in a total order: -0 is below +0, and NaN above every number.
func CompareFloat(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case x == y:
		return cmp.Compare(boolInt(math.Signbit(y)), boolInt(math.Signbit(x)))
	}
	return cmp.Compare(boolInt(x != x), boolInt(y != y))
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
