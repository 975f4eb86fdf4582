package dispatch

import (
	"fmt"
	"math"

	"cardinal/profiler"
)

// Extent is the expected size of a crosstab.
type Extent struct {
	Rows, Cols int // labels of the axes; 1 for an axis without fields
	Values     int // figures per cell
	First      int // labels of the first row field, which top N limits; 0 if there is only one field
}

// Cells returns the number of figures, assuming that the crosstab is a full rectangle. If there are more than
// math.MaxInt, it returns math.MaxInt.
func (e Extent) Cells() int {
	cells := 1
	for _, n := range []int{e.Rows, e.Cols, e.Values} {
		n = max(1, n)
		if cells > math.MaxInt/n {
			return math.MaxInt
		}
		cells *= n
	}
	return cells
}

// TooLarge is the error for a crosstab with more figures than the caller can show. It is not about the memory of a run:
// the code that allocates memory returns an error of its own. A top N would not save this memory, since totals include
// every row.
type TooLarge struct {
	Extent
	Limit int
	// Top is the number of labels of the first row field that would fit, a round number, or 0 if not even one fits.
	Top int
}

func (e *TooLarge) Error() string {
	if e.Top > 0 {
		return e.Excess() + ": keep the top " + profiler.Count(e.Top)
	}
	return e.Excess() + ": keep fewer fields"
}

// Excess says how many cells are expected and how many can be shown.
func (e *TooLarge) Excess() string {
	limit := profiler.Count(e.Limit)
	if about := About(e.Cells()); about != limit {
		return fmt.Sprintf("about %s cells are expected and %s can be shown", about, limit)
	}
	return fmt.Sprintf("more than %s cells are expected, and no more can be shown", limit)
}

// About writes an estimated number to two digits.
func About(n int) string {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return profiler.Count(n / unit * unit)
}

// Abouts writes an estimated number of things: 3,300 rows.
func Abouts(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return About(n) + " " + thing + "s"
}

// Guard returns an error for an extent beyond limit, with the top N that fits, else nil. A limit of 0 is no limit.
func Guard(e Extent, limit int) *TooLarge {
	if limit > 0 && e.Cells() > limit {
		return &TooLarge{Extent: e, Limit: limit, Top: e.top(limit)}
	}
	return nil
}

// top returns the greatest round number of first labels whose cells fit the limit.
func (e Extent) top(limit int) int {
	n := limit / e.Keep(1).Cells()
	for unit := 1; unit <= n; unit *= 10 {
		for _, step := range []int{5, 2, 1} {
			if n/unit < 10 && n >= step*unit {
				return step * unit
			}
		}
	}
	return 0
}

// Keep returns the extent after only the first n labels of the first row field are kept.
func (e Extent) Keep(n int) Extent {
	first := e.First
	if first <= 0 {
		first = max(1, e.Rows)
	}
	if n < first {
		e.Rows, e.First = n*((max(1, e.Rows)+first-1)/first), n
	}
	return e
}
