package report

import (
	"fmt"
	"slices"
)

// OffHeader is the header of a table of predictions, whose lines OffLine writes.
func OffHeader(predicted, of string) []string {
	return []string{predicted, of, "median off by", "within 25%", "within a factor of 2", "worst"}
}

// Off returns the factor between a prediction and the truth. It is at least 1.
func Off(predicted, taken float64) float64 { return max(predicted/taken, taken/predicted) }

// OffLine returns a line about some predictions, whose factors are given. It sorts the factors.
func OffLine(name string, factors []float64) []string {
	slices.Sort(factors)
	within := func(most float64) string {
		n := 0
		for _, f := range factors {
			if f <= most {
				n++
			}
		}
		return fmt.Sprintf("%.0f%%", 100*float64(n)/float64(len(factors)))
	}
	return []string{name, Count(len(factors)), fmt.Sprintf("%.0f%%", 100*(factors[len(factors)/2]-1)), within(1.25),
		within(2), Ratio(factors[len(factors)-1])}
}
