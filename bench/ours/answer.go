package ours

import (
	"strconv"
	"strings"

	"cardinal/data"
)

// Rows is the number of groups.
func (a *Answer) Rows() int { return a.Table.Rows }

// Checksums are the sums of the answer's measures. Null and NaN count as 0, a list as the sum of its numbers.
func (a *Answer) Checksums() []float64 {
	var out []float64
	for _, c := range a.Table.Columns[a.keys:] {
		sum := 0.0
		for i := range c.Rows {
			sum += number(c.Value(i))
		}
		out = append(out, sum)
	}
	return out
}

func number(v data.Value) float64 {
	if v.Type == data.Text {
		sum := 0.0
		for text := range strings.SplitSeq(v.Text, ", ") {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return 0
			}
			sum += n
		}
		return sum
	}
	n, ok := v.Number()
	if !ok || n != n {
		return 0
	}
	return n
}
