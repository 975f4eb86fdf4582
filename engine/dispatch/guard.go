package dispatch

import (
	"fmt"
	"math"
	"strconv"
)

// Extent is the size that a crosstab is expected to have.
type Extent struct {
	Rows, Cols int // labels of the axes; 1 for an axis without fields
	Values     int // figures a cell
	First      int // labels of the first row field, which top N counts; 0 where there is one field only
}

// Cells is the number of figures, the crosstab being a full rectangle. It saturates.
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

// Limits are the most figures that can be shown in the grid and held in memory; 0 is no limit.
type Limits struct{ Shown, Held int }

// TooLarge is a crosstab beyond a limit.
type TooLarge struct {
	Cells, Limit int
	Held         bool // it cannot even be held; else it could not be shown
	// Top is how many labels of the first row field would fit, a round number. It is 0 where even one does not.
	Top int
}

func (e *TooLarge) Error() string {
	verb, way := "shown", "keep fewer fields"
	if e.Held {
		verb = "held in memory"
	}
	if e.Top > 0 {
		way = "keep the top " + grouped(e.Top)
	}
	return fmt.Sprintf("about %s cells are expected and %s can be %s: %s", grouped(e.Cells), grouped(e.Limit), verb, way)
}

// Guard returns a *TooLarge where an extent is beyond a limit, that of memory before that of the grid, and offers the
// top N that is within both.
func Guard(e Extent, limits Limits) error {
	cells := e.Cells()
	least := 0
	for _, limit := range []int{limits.Shown, limits.Held} {
		if limit > 0 && (least == 0 || limit < least) {
			least = limit
		}
	}
	switch {
	case limits.Held > 0 && cells > limits.Held:
		return &TooLarge{Cells: cells, Limit: limits.Held, Held: true, Top: e.top(least)}
	case limits.Shown > 0 && cells > limits.Shown:
		return &TooLarge{Cells: cells, Limit: limits.Shown, Top: e.top(least)}
	}
	return nil
}

// top is the greatest round number of first labels whose cells are within limit.
func (e Extent) top(limit int) int {
	first := e.First
	if first <= 0 {
		first = max(1, e.Rows)
	}
	within := Extent{Rows: (max(1, e.Rows) + first - 1) / first, Cols: e.Cols, Values: e.Values}
	n := limit / within.Cells()
	for unit := 1; unit <= n; unit *= 10 {
		for _, step := range []int{5, 2, 1} {
			if n/unit < 10 && n >= step*unit {
				return step * unit
			}
		}
	}
	return 0
}

// grouped writes a number with commas between the thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
