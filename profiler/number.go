package profiler

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cardinal/internal/separators"
)

// Count writes an integer with a separator between groups of three digits: 3,000.
func Count[N int | int64 | uint32 | uint64](n N) string { return separators.Count(n) }

// Counted writes a number of things: "1 row", "3,000 rows".
func Counted[N int | int64](n N, thing string) string { return separators.Counted(n, thing) }

// Number is a number above 0. The value 0 means that the number is unknown; JSON has null for it.
type Number float64

// MarshalJSON implements json.Marshaler.
func (f Number) MarshalJSON() ([]byte, error) {
	if f == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(f), 'g', -1, 64), nil
}

// Score writes a score or a factor with two decimal places. It uses more if the number is small or would wrongly read
// as 1.
func Score[N float64 | Number](n N) string {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "–"
	}
	digits := 2
	if v > 0 && v < 0.1 {
		digits = min(12, int(math.Ceil(-math.Log10(v)))+1)
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	for v != 1 && strings.Trim(text, "0") == "1." && digits < 12 {
		digits++
		text = strconv.FormatFloat(v, 'f', digits, 64)
	}
	return separators.Show(text)
}

// Millis writes a time with at most three digits, in the unit that suits it.
func Millis(ms float64) string {
	switch {
	case ms >= 60_000:
		return separators.Show(fmt.Sprintf("%.1f min", ms/60_000))
	case ms >= 1000:
		return Digits(ms/1000) + " s"
	case ms >= 0.95:
		return Digits(ms) + " ms"
	case ms > 0:
		return Digits(ms*1000) + " µs"
	}
	return "0 ms"
}

// Digits writes a positive number to about three significant digits, without an exponent.
func Digits(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "–"
	case v >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 9.995:
		return separators.Show(strconv.FormatFloat(v, 'f', 1, 64))
	}
	return separators.Show(strconv.FormatFloat(v, 'f', 2, 64))
}
