package profiler

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Count writes an integer with a comma between groups of three digits: 3,000.
func Count[N int | int64 | uint32 | uint64](n N) string {
	return Thousands(strconv.FormatInt(int64(n), 10))
}

// Thousands puts a comma between groups of three digits of a number, before its point. The number may have a sign. A number with an
// exponent, an infinity and NaN stay as they are.
func Thousands(number string) string {
	if strings.ContainsAny(number, "eIN") {
		return number
	}
	digits, places, point := strings.Cut(number, ".")
	first := len(digits) - len(strings.TrimLeft(digits, "-"))
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if point {
		digits += "." + places
	}
	return digits
}

// Bytes writes an amount of memory in megabytes or gigabytes.
func Bytes(n int64) string {
	if n >= 1e9 {
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// Counted writes a number of things: "1 row", "3,000 rows".
func Counted[N int | int64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(n) + " " + thing + "s"
}

// Number is a number above 0. The value 0 means that the number is not known; JSON has null for it.
type Number float64

// MarshalJSON implements json.Marshaler.
func (f Number) MarshalJSON() ([]byte, error) {
	if f == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(f), 'g', -1, 64), nil
}

// Score writes a score or a factor with two decimal places, or with more where it is small or would wrongly read as 1.
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
	return text
}
