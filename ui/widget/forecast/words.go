package forecast

import (
	"strings"

	"cardinal/engine/choice/dispatch"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// Words is a forecast in lines. Warns says that the pivot would not simply run.
type Words struct {
	Lines []string
	Warns bool
}

// noticed is the time in milliseconds from which a step that may be taken later is shown.
const noticed = 100

// wide is the ratio of the ends of a range above which the range is shown.
const wide = 4

// Of returns a forecast in words.
func Of(f session.Forecast) Words {
	switch {
	case f.Failure != nil:
		return Words{[]string{session.Sentence(f.Failure)}, true}
	case f.TooLarge != nil:
		e := f.TooLarge.Extent
		return Words{[]string{
			"Too large to read: about " + dispatch.About(e.Cells()) + " cells,",
			dispatch.Abouts(e.Rows, "row") + " by " + dispatch.Abouts(e.Cols*e.Values, "column") + ".",
			"Cardinal asks before it runs.",
		}, true}
	}
	r := f.Record
	exact := r.Estimate.Exact
	size, cells := number(r.GroupsEstimated, exact)+noun(r.GroupsEstimated, lang.L(" group")),
		number(r.CellsEstimated, r.CellsExact)+noun(r.CellsEstimated, lang.L(" cell"))
	switch {
	case !exact:
		size = "About " + size // this applies to the cells too
	case !r.CellsExact:
		cells = "about " + cells
	}
	lines := []string{size + ", " + cells}
	if r.GroupsHigh > wide*r.GroupsLow {
		lines = append(lines, "Between "+dispatch.About(r.GroupsLow)+" and "+dispatch.About(r.GroupsHigh)+" groups.")
	}
	if ms := r.AheadMS(); ms > 0 {
		lines = append(lines, duration(ms)+" on "+r.Words().Noun)
	}
	if ms := r.LaterMS(); ms >= noticed {
		lines = append(lines, "The order of all rows later: "+strings.ToLower(duration(ms)))
	}
	return Words{Lines: lines}
}

// duration writes an expected time.
func duration(ms float64) string {
	if ms < 1 {
		return "Less than 1 ms"
	}
	return "About " + profiler.Millis(ms)
}

// number writes n, with two digits if it is estimated.
func number(n int, exact bool) string {
	if exact {
		return profiler.Count(n)
	}
	return dispatch.About(n)
}

func noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}
