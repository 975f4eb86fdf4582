package tiers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"cardinal/data"
)

// Shape is one pivot of the grid.
type Shape struct {
	Rows       int
	Groups     int  // that rows are spread over evenly
	Keys       int  // 1 to 3 compact: every combination may occur. 4 are sparse: each tells many groups apart by itself
	Aggregates int  // 1 to 3
	Resident   bool // every column is on the GPU before
}

func (s Shape) String() string {
	where := "not resident"
	if s.Resident {
		where = "resident"
	}
	return fmt.Sprintf("%d rows, %d groups, keys: %d, aggregates: %d, %s", s.Rows, s.Groups, s.Keys, s.Aggregates, where)
}

// shapes is the grid: every number of groups that the rows allow, by one to four keys with one to three aggregates.
func shapes(most int, gpu bool) []Shape {
	var out []Shape
	for rows := 1000; rows <= most; rows *= 10 {
		for groups := 1; groups <= min(rows, 1_000_000); groups *= 10 {
			for _, of := range [][2]int{{1, 1}, {2, 2}, {3, 3}, {4, 1}} {
				s := Shape{Rows: rows, Groups: groups, Keys: of[0], Aggregates: of[1]}
				out = append(out, s)
				if s.Resident = true; gpu {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

var (
	keyNames   = []string{"k1", "k2", "k3", "k4"}
	aggregates = []string{"sum(v)", "max(w)", "min(w)"}
)

func (s Shape) keys() string     { return strings.Join(keyNames[:s.Keys], ", ") }
func (s Shape) measures() string { return strings.Join(aggregates[:s.Aggregates], ", ") }

// sparse is how many values each of four keys has at most. Together they span far more than can be indexed.
const sparse = 2000

// table makes the rows: keys k1 to k4 as far as there are any, a column one of one value, v below 1,000 and w below 2^27.
func (s Shape) table() *data.Table {
	r := rand.New(rand.NewPCG(1, uint64(s.Rows)))
	column := func(name string, pick func(i int) int64) *data.Column {
		values := make([]int64, s.Rows)
		for i := range values {
			values[i] = pick(i)
		}
		return data.NewInts(name, data.Int, 0, values, nil)
	}
	groups := make([]uint64, s.Rows)
	for i := range groups {
		groups[i] = r.Uint64N(uint64(s.Groups))
	}
	var columns []*data.Column
	each := uint64(math.Ceil(math.Pow(float64(s.Groups), 1/float64(s.Keys)) - 1e-9))
	below := uint64(1)
	for k := range s.Keys {
		columns = append(columns, column(keyNames[k], func(i int) int64 {
			if s.Keys == 4 {
				return int64(groups[i] * (uint64(k)*0x9e3779b97f4a7c15 | 1) >> (8 * k) % sparse)
			}
			if k == s.Keys-1 {
				return int64(groups[i] / below)
			}
			return int64(groups[i] / below % each)
		}))
		below *= each
	}
	return data.NewTable("tiers", append(columns,
		column("one", func(int) int64 { return 1 }),
		column("v", func(int) int64 { return r.Int64N(1000) }),
		column("w", func(int) int64 { return r.Int64N(1 << 27) }),
	))
}
