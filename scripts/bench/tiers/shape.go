package tiers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"cardinal/data"
)

// Shape is one pivot of the grid.
type Shape struct {
	Rows       int
	Groups     int  // number of groups, with equal shares of the rows
	Keys       int  // 1 to 3 keys are compact: every combination may occur. 4 keys are sparse: each has many values
	Aggregates int  // 1 to 3
	Resident   bool // every column is on the GPU before the run
	Zipf       bool // one of two keys has 1,000 values, and the other follows Zipf's law over a million
}

func (s Shape) String() string {
	where := "not resident"
	if s.Resident {
		where = "resident"
	}
	if s.Zipf {
		return fmt.Sprintf("%d rows, 1,000 values by a Zipf key of a million, aggregates: %d, %s", s.Rows,
			s.Aggregates, where)
	}
	return fmt.Sprintf("%d rows, %d groups, keys: %d, aggregates: %d, %s", s.Rows, s.Groups, s.Keys,
		s.Aggregates, where)
}

// shapes returns the grid. Its numbers of rows are from `least` to `most`, and its numbers of groups from `fewest` to
// the number of rows. It groups by one to four keys, with one to three aggregates. Large tables also have a pair of
// skewed keys.
func shapes(least, most, fewest int, gpu bool) []Shape {
	var out []Shape
	add := func(s Shape) {
		out = append(out, s)
		if s.Resident = true; gpu {
			out = append(out, s)
		}
	}
	for rows := least; rows <= most; rows *= 10 {
		for _, groups := range []int{1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 50_000_000} {
			for _, of := range [][2]int{{1, 1}, {2, 2}, {3, 3}, {4, 1}} {
				if fewest <= groups && groups <= rows {
					add(Shape{Rows: rows, Groups: groups, Keys: of[0], Aggregates: of[1]})
				}
			}
		}
		if rows >= zipfRows {
			add(Shape{Rows: rows, Groups: rows, Keys: 2, Aggregates: 3, Zipf: true})
		}
	}
	return out
}

// zipfRows is the least number of rows of a table that also has a pair of skewed keys.
const zipfRows = 10_000_000

var (
	keyNames   = []string{"k1", "k2", "k3", "k4"}
	aggregates = []string{"sum(v)", "max(w)", "min(w)"}
)

func (s Shape) keys() string     { return strings.Join(keyNames[:s.Keys], ", ") }
func (s Shape) measures() string { return strings.Join(aggregates[:s.Aggregates], ", ") }

// sparse is the greatest number of values of each of four keys. Together they have far more combinations than an index
// can have entries.
const sparse = 2000

// table makes the rows: keys from k1 up to k4, a column named one with a single value, v below 1,000, and w below 2^27.
func (s Shape) table() *data.Table {
	type maker struct {
		name string
		pick func(r *rand.Rand) func(i int) int64
	}
	var makers []maker
	groups := make([]uint64, s.Rows)
	for i, r := 0, rand.New(rand.NewPCG(1, uint64(s.Rows))); i < s.Rows; i++ {
		groups[i] = r.Uint64N(uint64(s.Groups))
	}
	each := uint64(math.Ceil(math.Pow(float64(s.Groups), 1/float64(s.Keys)) - 1e-9))
	below := uint64(1)
	for k := range s.Keys {
		of := below
		makers = append(makers, maker{keyNames[k], func(r *rand.Rand) func(int) int64 {
			switch {
			case s.Zipf && k == 0:
				return func(int) int64 { return r.Int64N(1000) }
			case s.Zipf:
				zipf := rand.NewZipf(r, 1.0001, 1, 999_999)
				return func(int) int64 { return int64(zipf.Uint64()) }
			case s.Keys == 4:
				return func(i int) int64 {
					return int64(groups[i] * (uint64(k)*0x9e3779b97f4a7c15 | 1) >> (8 * k) % sparse)
				}
			case k == s.Keys-1:
				return func(i int) int64 { return int64(groups[i] / of) }
			}
			return func(i int) int64 { return int64(groups[i] / of % each) }
		}})
		below *= each
	}
	under := func(n int64) func(*rand.Rand) func(int) int64 {
		return func(r *rand.Rand) func(int) int64 { return func(int) int64 { return r.Int64N(n) } }
	}
	makers = append(makers, maker{"one", func(*rand.Rand) func(int) int64 { return func(int) int64 { return 1 } }},
		maker{"v", under(1000)}, maker{"w", under(1 << 27)})
	columns := make([]*data.Column, len(makers))
	var all sync.WaitGroup
	for i, m := range makers {
		all.Go(func() {
			pick, values := m.pick(rand.New(rand.NewPCG(uint64(i)+2, uint64(s.Rows)))), make([]int64, s.Rows)
			for row := range values {
				values[row] = pick(row)
			}
			columns[i] = data.NewInts(m.name, data.Int, 0, values, nil)
		})
	}
	all.Wait()
	return data.NewTable("tiers", columns)
}
