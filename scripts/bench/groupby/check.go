package groupby

import (
	"fmt"
	"math"
	"strings"

	"cardinal/bench/g1"
)

// coarse has tolerances for the types that v3 may have in DuckDB, but not in the published answers. FLOAT has fewer
// digits, and the median of a DECIMAL has only six places. The sums of these types are not compared with the published
// sums.
var coarse = map[string]float64{"float": 1e-5, "decimal(9,6)": 1e-7}

// judge compares the sides' answers with each other and with the published checksums, if these are known.
func (r *result) judge(data string, h how) {
	var faults []string
	first := -1
	for i, t := range r.times {
		switch {
		case t.Err != nil:
			faults = append(faults, "failed: "+t.Err.Error())
			continue
		case r.question.List:
			r.sums[i] = []float64{total(r.sums[i])}
		}
		if first < 0 {
			first = i
			continue
		}
		if r.rows[i] != r.rows[first] && !r.question.List {
			faults = append(faults, fmt.Sprintf("differ: %d rows and %d", r.rows[first], r.rows[i]))
		}
		if fault := r.differ(r.sums[first], r.sums[i], coarse[h.v3]); fault != "" {
			faults = append(faults, fault)
		}
	}
	if len(faults) > 0 {
		r.verdict = strings.Join(faults, "; ")
		return
	}
	published := g1.Published[data][r.question.Number]
	for i, figure := range published {
		for side, name := range h.sides {
			if name != sideOurs && coarse[h.v3] > 0 {
				continue
			}
			if !g1.Agree(figure, r.sums[side][i]) {
				r.verdict = fmt.Sprintf("published %s, here %.12g", figure, r.sums[side][i])
				return
			}
		}
	}
	r.verdict, r.agrees = "agree", true
	if len(published) > 0 {
		r.verdict = "agree, as published"
	}
}

// differ describes how the sums of two answers differ, or returns "".
func (r *result) differ(a, b []float64, coarse float64) string {
	if len(a) != len(b) {
		return fmt.Sprintf("differ: %d value columns and %d", len(a), len(b))
	}
	allowed := max(r.question.Tolerance, tolerance, coarse)
	for i := range a {
		if math.Abs(a[i]-b[i]) > allowed*max(math.Abs(a[i]), math.Abs(b[i])) {
			return fmt.Sprintf("differ: %.15g and %.15g", a[i], b[i])
		}
	}
	return ""
}

func total(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}
