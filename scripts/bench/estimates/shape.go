package estimates

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"cardinal/bench/ours"
	"cardinal/data"
)

// Shape is a kind of tables: how their key columns are filled.
type Shape struct {
	Family, Name string
	// columns returns a function for each key column, which draws the column's values. For each row, all functions are
	// called in turn.
	columns func(r *rand.Rand, rows int) []func(i int) int64
	texts   bool // the columns are texts, whose dictionary has the number of distinct values
}

// draw is a way to draw the values of one column.
type draw = func(r *rand.Rand, rows int) func(i int) int64

// one returns a shape of a column and a second column, which is computed from the first. Therefore no dictionary has
// the number of groups, and the product of the domains is seven times as great.
func one(family, name string, first draw) Shape {
	return Shape{Family: family, Name: name, columns: func(r *rand.Rand, rows int) []func(int) int64 {
		pick, last := first(r, rows), int64(0)
		return []func(int) int64{
			func(i int) int64 { last = pick(i); return last },
			func(int) int64 { return last % 7 },
		}
	}}
}

// many returns a shape of several columns.
func many(family, name string, columns func(r *rand.Rand, rows int) []func(i int) int64) Shape {
	return Shape{Family: family, Name: name, columns: columns}
}

// text returns a shape with texts as its columns.
func text(s Shape) Shape {
	s.texts, s.Name = true, s.Name+", texts"
	return s
}

// apart returns a shape of independent columns.
func apart(family, name string, draws ...draw) Shape {
	return many(family, name, func(r *rand.Rand, rows int) (out []func(int) int64) {
		for _, d := range draws {
			out = append(out, d(r, rows))
		}
		return out
	})
}

func uniform(n int64) draw {
	return func(r *rand.Rand, _ int) func(int) int64 { return func(int) int64 { return r.Int64N(n) } }
}

// weighted draws n values with probabilities in proportion to weight(i) by Walker's alias method.
func weighted(n int, weight func(i int) float64) func(*rand.Rand) int64 {
	share, alias, total := make([]float64, n), make([]int32, n), 0.0
	for i := range share {
		share[i] = weight(i)
		total += share[i]
	}
	var small, large []int32
	for i := range share {
		share[i] *= float64(n) / total
		if share[i] < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small, alias[s] = small[:len(small)-1], l
		if share[l] -= 1 - share[s]; share[l] < 1 {
			large, small = large[:len(large)-1], append(small, l)
		}
	}
	for _, i := range slices.Concat(small, large) {
		share[i] = 1
	}
	return func(r *rand.Rand) int64 {
		if i := r.IntN(n); r.Float64() >= share[i] {
			return int64(alias[i])
		} else {
			return int64(i)
		}
	}
}

func sized(n int, weight func(r *rand.Rand, i int) float64) draw {
	return func(r *rand.Rand, _ int) func(int) int64 {
		pick := weighted(n, func(i int) float64 { return weight(r, i) })
		return func(int) int64 { return pick(r) }
	}
}

func zipf(s float64, n int) draw {
	return sized(n, func(_ *rand.Rand, i int) float64 { return math.Pow(float64(i+1), -s) })
}

func lognormal(n int, sigma float64) draw {
	return sized(n, func(r *rand.Rand, _ int) float64 { return math.Exp(sigma * r.NormFloat64()) })
}

// mix draws from a with probability share, or else from b. To values of b, it adds `after`, so that they differ from
// those of a.
func mix(share float64, a draw, after int64, b draw) draw {
	return func(r *rand.Rand, rows int) func(int) int64 {
		x, y := a(r, rows), b(r, rows)
		return func(i int) int64 {
			if r.Float64() < share {
				return x(i)
			}
			return after + y(i)
		}
	}
}

// unique gives every row a value of its own.
func unique(*rand.Rand, int) func(int) int64 { return func(i int) int64 { return int64(i) } }

// needles draws from a, except in a few rows, which have values of their own: `labels` values with `each` rows each.
func needles(labels, each int, a draw, after int64) draw {
	return func(r *rand.Rand, rows int) func(int) int64 {
		x, at := a(r, rows), map[int]int64{}
		for len(at) < labels*each {
			if i := r.IntN(rows); at[i] == 0 {
				at[i] = after + int64(len(at)/each)
			}
		}
		return func(i int) int64 {
			v := x(i)
			if rare, ok := at[i]; ok {
				return rare
			}
			return v
		}
	}
}

// clustered repeats each value of a for a random number of rows, whose mean is `mean`.
func clustered(mean float64, a draw) draw {
	return func(r *rand.Rand, rows int) func(int) int64 {
		x, left, at := a(r, rows), 0, int64(0)
		return func(i int) int64 {
			if left--; left < 0 {
				left, at = int(r.ExpFloat64()*mean), x(i)
			}
			return at
		}
	}
}

// each returns a column whose value is computed from the number of the row.
func each(value func(i, rows int) int64) draw {
	return func(_ *rand.Rand, rows int) func(int) int64 { return func(i int) int64 { return value(i, rows) } }
}

// times multiplies the values of a.
func times(by int64, a draw) draw {
	return func(r *rand.Rand, rows int) func(int) int64 {
		x := a(r, rows)
		return func(i int) int64 { return by * x(i) }
	}
}

// table makes the rows of a shape. The keys are k1, k2 and so on, and the value is v.
func (s Shape) table(rows int, seed uint64) (_ *data.Table, keys string) {
	r := rand.New(rand.NewPCG(seed, 58))
	draws := s.columns(r, rows)
	values := make([][]int64, len(draws))
	for c := range values {
		values[c] = make([]int64, rows)
	}
	for i := range rows {
		for c, d := range draws {
			values[c][i] = d(i)
		}
	}
	columns := make([]*data.Column, len(draws)+1)
	var all sync.WaitGroup
	for c, v := range values {
		name := "k" + strconv.Itoa(c+1)
		if c > 0 {
			keys += ", "
		}
		keys += name
		all.Go(func() {
			if s.texts {
				columns[c] = ours.Texts(name, v)
			} else {
				columns[c] = data.NewInts(name, data.Int, 0, v, nil)
			}
			values[c] = nil
		})
	}
	v := make([]int64, rows)
	for i := range v {
		v[i] = int64(i % 1000)
	}
	columns[len(draws)] = data.NewInts("v", data.Int, 0, v, nil)
	all.Wait()
	return data.NewTable(s.Name, columns), keys
}
