package panel

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cardinal/profiler"
)

// rate writes rows per second.
func rate(v float64) string {
	switch {
	case v >= 1e9:
		return profiler.Digits(v/1e9) + " billion rows/s"
	case v >= 1e6:
		return profiler.Digits(v/1e6) + " million rows/s"
	case v >= 1e3:
		return profiler.Digits(v/1e3) + " thousand rows/s"
	}
	return profiler.Digits(v) + " rows/s"
}

// capital writes the first letter as a capital and adds a full stop.
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
