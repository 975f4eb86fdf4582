package panel

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// rate writes a number of rows per second.
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

// capital writes the first letter as a capital, and adds a full stop if there is none.
func capital(s string) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "。") {
		return lang.L("{{.Sentence}}.", lang.With{"Sentence": s})
	}
	return s
}

// Where names the hardware that ran the pivot.
func Where(r *profiler.Record) string {
	if r.Where() == r.Words().Noun {
		return lang.L(r.Where())
	}
	return lang.L("{{.Threads}} of {{.Cores}} cores", lang.With{"Threads": r.Threads, "Cores": r.Cores})
}

// TimeInShort returns the time of a run and its hardware, e.g. "44 ms on one core, as predicted". For a very short
// time, it does not compare with the prediction.
func TimeInShort(r *profiler.Record) string {
	said := lang.With{"Time": profiler.Millis(r.TotalMS), "Hardware": Where(r),
		"Predicted": profiler.Millis(r.PredictedMS())}
	switch v, slower := r.TimeVerdict(); {
	case v == profiler.Right:
		return lang.L("{{.Time}} on {{.Hardware}}, as predicted", said)
	case v == profiler.Roughly:
		return lang.L("{{.Time}} on {{.Hardware}}, about as predicted", said)
	case slower:
		return lang.L("{{.Time}} on {{.Hardware}}, {{.Predicted}} predicted", said)
	case v == profiler.Off:
		return lang.L("{{.Time}} on {{.Hardware}}, faster than predicted", said)
	}
	return lang.L("{{.Time}} on {{.Hardware}}", said)
}
