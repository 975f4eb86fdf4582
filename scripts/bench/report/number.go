package report

import (
	"fmt"
	"math"
	"time"
)

// MS writes a duration as milliseconds with three significant digits, and 0 as a dash.
func MS(d time.Duration) string {
	if d == 0 {
		return "–"
	}
	return significant(float64(d.Nanoseconds()) / 1e6)
}

// Ratio writes by how much a side is faster, e.g. 2.53x. It writes 0 as a dash.
func Ratio(r float64) string {
	if r == 0 || math.IsNaN(r) || math.IsInf(r, 0) {
		return "–"
	}
	return fmt.Sprintf("%.2fx", r)
}

// MiB writes bytes as mebibytes with three significant digits.
func MiB(bytes int64) string { return significant(float64(bytes) / (1 << 20)) }

// Count writes a number with commas between thousands.
func Count(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// significant writes a number with three digits. If there are more before the point, it writes all of these.
func significant(v float64) string {
	switch a := math.Abs(v); {
	case a >= 100:
		return fmt.Sprintf("%.0f", v)
	case a >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// GeometricMean returns the geometric mean of the positive values, or 0 if none is positive.
func GeometricMean(values []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if v > 0 {
			sum += math.Log(v)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Exp(sum / float64(n))
}
