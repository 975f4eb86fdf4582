package forecast

import (
	"cardinal/engine/choice/dispatch"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// Words are the lines of a forecast. Warns is true if the pivot fails, or if the window asks before it runs.
type Words struct {
	Lines []string
	Warns bool
}

// noticed is how long a later step must take, in milliseconds, for the forecast to mention it.
const noticed = 100

// wide is the ratio of the ends of a range above which the forecast mentions the range.
const wide = 4

// Of puts a forecast into words.
func Of(f session.Forecast) Words {
	switch {
	case f.Failure != nil:
		return Words{[]string{session.Sentence(f.Failure)}, true}
	case f.TooLarge != nil:
		e := f.TooLarge.Extent
		return Words{[]string{
			lang.L("Too large to read: about {{.Cells}} cells,", lang.With{"Cells": dispatch.About(e.Cells())}),
			lang.L("{{.Rows}} by {{.Columns}}.", lang.With{"Rows": Rows(e.Rows),
				"Columns": Columns(e.Cols * e.Values)}),
			lang.L("Cardinal asks before it runs."),
		}, true}
	}
	r := f.Record
	exact := r.Estimate.Exact
	size := lang.N("{{.N}} group", "{{.N}} groups", r.GroupsEstimated, number(r.GroupsEstimated, exact))
	cells := lang.N("{{.N}} cell", "{{.N}} cells", r.CellsEstimated, number(r.CellsEstimated, r.CellsExact))
	switch {
	case !exact:
		size = lang.L("About {{.Size}}", lang.With{"Size": size}) // "About" is also said of the cells after it
	case !r.CellsExact:
		cells = lang.L("about {{.Count}}", lang.With{"Count": cells})
	}
	lines := []string{size + ", " + cells}
	if r.GroupsHigh > wide*r.GroupsLow {
		lines = append(lines, lang.L("Between {{.Low}} and {{.High}} groups.",
			lang.With{"Low": dispatch.About(r.GroupsLow), "High": dispatch.About(r.GroupsHigh)}))
	}
	if ms := r.AheadMS(); ms > 0 {
		lines = append(lines, lang.L("{{.Time}} on {{.Hardware}}", lang.With{"Time": duration(ms),
			"Hardware": lang.L(r.Words().Noun)}))
	}
	if ms := r.LaterMS(); ms >= noticed {
		lines = append(lines, lang.L("The order of all rows later: {{.Time}}",
			lang.With{"Time": lang.InSentence(duration(ms))}))
	}
	return Words{Lines: lines}
}

// duration writes an expected time.
func duration(ms float64) string {
	if ms < 1 {
		return lang.L("Less than {{.Time}}", lang.With{"Time": "1 ms"})
	}
	return lang.L("About {{.Size}}", lang.With{"Size": profiler.Millis(ms)})
}

// number returns N for a template: all digits if n is exact, or else two digits.
func number(n int, exact bool) lang.With {
	if exact {
		return lang.With{}
	}
	return lang.With{"N": dispatch.About(n)}
}

// Rows writes an estimated number of rows.
func Rows(n int) string {
	return lang.N("{{.N}} row", "{{.N}} rows", n, number(n, false))
}

// Columns writes an estimated number of columns.
func Columns(n int) string {
	return lang.N("{{.N}} column", "{{.N}} columns", n, number(n, false))
}
