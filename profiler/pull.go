package profiler

import (
	"fmt"
	"math"
)

// Pull weighs a copy, on this machine, of the columns that a pivot of a table on a server reads.
type Pull struct {
	Columns     []string `json:"columns"`
	Bytes       int64    `json:"bytes"`        // of the copy
	PredictedMS float64  `json:"predicted_ms"` // to read the columns
	MS          float64  `json:"ms,omitempty"` // that reading them took; 0 where they were not read
	// the time of day at which the copy was read that the figures are of; "" where they are the server's
	Read    string  `json:"read,omitempty"`
	LocalMS float64 `json:"local_ms"` // of the pivot over the copy
	// above 1 the copy pays for itself within few pivots; 0 where it never does
	Score  Number `json:"score"`
	Pivots int    `json:"pivots"`         // after which the copy has paid for itself; 0: never
	Shut   string `json:"shut,omitempty"` // why there can be no copy; "" where there can be
}

// Words says whether the copy pays for itself, as a clause.
func (p *Pull) Words() string {
	copied := fmt.Sprintf("a copy of the %d columns that the pivot reads", len(p.Columns))
	if len(p.Columns) == 1 {
		copied = "a copy of the column that the pivot reads"
	}
	switch {
	case p.Shut != "":
		return "there can be no copy here, because " + p.Shut
	case len(p.Columns) == 0 || p.Pivots == 0:
		return "a copy here would not be faster"
	}
	pivots := fmt.Sprintf("%s pivots", Count(p.Pivots))
	if p.Pivots == 1 {
		pivots = "1 pivot"
	}
	return fmt.Sprintf("%s would take about %s to read, and pay for itself after %s", copied, about(p.PredictedMS), pivots)
}

// about is a time in few digits.
func about(ms float64) string {
	switch {
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", math.Max(1, ms))
	case ms < 60_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return fmt.Sprintf("%.0f minutes", ms/60_000)
}
