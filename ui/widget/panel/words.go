package panel

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// rate writes rows per second.
func rate(v float64) string {
	switch {
	case v >= 1e9:
		return lang.L("{{.Count}} billion rows/s", lang.With{"Count": profiler.Digits(v / 1e9)})
	case v >= 1e6:
		return lang.L("{{.Count}} million rows/s", lang.With{"Count": profiler.Digits(v / 1e6)})
	case v >= 1e3:
		return lang.L("{{.Count}} thousand rows/s", lang.With{"Count": profiler.Digits(v / 1e3)})
	}
	return lang.L("{{.Count}} rows/s", lang.With{"Count": profiler.Digits(v)})
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
