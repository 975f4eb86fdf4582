package ours

import "strings"

// Rows returns the number of groups.
func (a *Answer) Rows() int { return a.Table.Rows }

// Checksums returns the sums of the answer's measures. Null and NaN count as 0. If a measure has several columns, such
// as the three greatest values, their sums are added together.
func (a *Answer) Checksums() []float64 {
	var out []float64
	for _, c := range a.Table.Columns[a.keys:] {
		sum := 0.0
		for i := range c.Rows {
			if n, ok := c.Value(i).Number(); ok && n == n {
				sum += n
			}
		}
		if strings.Contains(c.Name, ") #") && !strings.HasSuffix(c.Name, ") #1") {
			out[len(out)-1] += sum
		} else {
			out = append(out, sum)
		}
	}
	return out
}
