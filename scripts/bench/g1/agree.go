package g1

import (
	"math"
	"strconv"
	"strings"
)

// Agree reports whether got is the published figure. If the published figure has no point, got must be equal. Otherwise
// got may differ by one unit of the last digit.
func Agree(published string, got float64) bool {
	want, err := strconv.ParseFloat(published, 64)
	if err != nil {
		panic("BUG: the published figure " + published + " is not a number")
	}
	_, places, rounded := strings.Cut(published, ".")
	if !rounded {
		return got == want
	}
	unit := math.Pow10(-len(places))
	return math.Abs(got-want) <= unit*1.000001
}
