package grid

import (
	"fmt"
	"slices"
)

// Distribution is the way in which rows are spread over groups.
type Distribution string

// The distributions.
const (
	Uniform   Distribution = "uniform"
	Zipf      Distribution = "zipf"      // the i-th group has a weight of i^-1.1
	Hot       Distribution = "hot"       // half of the rows are in one group, the others in any group
	Sorted    Distribution = "sorted"    // uniform, with equal keys next to each other
	Clustered Distribution = "clustered" // the group of a row is in a window of 1,024 groups that moves over all groups
)

// Distributions lists all distributions.
var Distributions = []Distribution{Uniform, Zipf, Hot, Sorted, Clustered}

// Groups are the numbers of groups that rows are spread over. With few rows, some groups may have no row.
var Groups = []int{4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1_000_000, 4_000_000, 10_000_000}

// Shape is one cell of the grid.
type Shape struct {
	Keys         int // 1 to 4. One or two are compact: every combination may occur. Three and four are sparse
	Distribution Distribution
	Groups       int
}

func (s Shape) String() string {
	return fmt.Sprintf("%s, %s, %d groups", keyCount(s.Keys), s.Distribution, s.Groups)
}

func keyCount(n int) string {
	if n == 1 {
		return "1 key"
	}
	return fmt.Sprintf("%d keys", n)
}

// shapes returns all combinations of the arguments.
func shapes(keys []int, distributions []Distribution, groups []int) []Shape {
	var out []Shape
	for _, k := range keys {
		for _, d := range Distributions {
			for _, g := range groups {
				if slices.Contains(distributions, d) {
					out = append(out, Shape{Keys: k, Distribution: d, Groups: g})
				}
			}
		}
	}
	return out
}
