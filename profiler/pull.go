package profiler

import (
	"fmt"
	"math"

	"cardinal/internal/separators"
)

// Pull weighs whether to copy the columns that a pivot reads from a server's table to this machine.
type Pull struct {
	Columns     []string `json:"columns"`
	Bytes       int64    `json:"bytes"`        // of the copy
	PredictedMS float64  `json:"predicted_ms"` // predicted time of reading the columns
	MS          float64  `json:"ms,omitempty"` // measured time of reading the columns; 0 if they were not read
	// the time of day at which the copy was read, if the figures are from a copy; "" if they are from the server
	Read    string  `json:"read,omitempty"`
	LocalMS float64 `json:"local_ms"` // of the pivot over the copy
	// above 1, the copy pays off within few pivots; 0: it never does
	Score  Number `json:"score"`
	Pivots int    `json:"pivots"`         // the number of pivots after which the copy has paid off; 0: never
	Shut   string `json:"shut,omitempty"` // why a copy is impossible, or ""
}

// Words returns a clause that says whether the copy pays off.
func (p *Pull) Words() string {
	switch {
	case p.Shut != "":
		return "there can be no copy here, because " + p.Shut
	case len(p.Columns) == 0 || p.Pivots == 0:
		return "a copy here would not be faster"
	}
	return fmt.Sprintf("a copy of the %s that the pivot reads would take about %s to read, and pay for itself after %s",
		separators.Plural(len(p.Columns), "column", "%d columns"), aboutTime(p.PredictedMS), Counted(p.Pivots, "pivot"))
}

// aboutTime writes a time with few digits.
func aboutTime(ms float64) string {
	switch {
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", math.Max(1, ms))
	case ms < 60_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return fmt.Sprintf("%.0f minutes", ms/60_000)
}
