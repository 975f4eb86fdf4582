package panel

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardinal/internal/separators"
)

// Millis writes a time to three digits at most, in the unit that suits it.
func Millis(ms float64) string {
	switch {
	case ms >= 60_000:
		return separators.Show(fmt.Sprintf("%.1f min", ms/60_000))
	case ms >= 1000:
		return digits(ms/1000) + " s"
	case ms >= 0.95:
		return digits(ms) + " ms"
	case ms > 0:
		return digits(ms*1000) + " µs"
	}
	return "0 ms"
}

// rate writes rows per second.
func rate(v float64) string {
	switch {
	case v >= 1e9:
		return digits(v/1e9) + " billion rows/s"
	case v >= 1e6:
		return digits(v/1e6) + " million rows/s"
	case v >= 1e3:
		return digits(v/1e3) + " thousand rows/s"
	}
	return digits(v) + " rows/s"
}

// digits writes a positive number to about three significant digits, without an exponent.
func digits(v float64) string {
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

// capital makes the first letter a capital one and ends the sentence.
func capital(s string) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}
