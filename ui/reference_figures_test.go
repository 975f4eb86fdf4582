package ui

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// figure returns an aggregate of the rows under two paths, or nil. The caller must not change it.
func (r *reference) figure(title string, rows, cols []string) *big.Rat {
	k := title + key("r", rows) + key("c", cols)
	v, known := r.known[k]
	if !known {
		v = r.aggregate(title, rows, cols)
		r.known[k] = v
	}
	return v
}

func (r *reference) aggregate(title string, rows, cols []string) *big.Rat {
	set := r.under("r", rows).and(r.under("c", cols))
	var lines []line
	for i, l := range r.lines {
		if set.has(i) {
			lines = append(lines, l)
		}
	}
	if title == "Number of rows" {
		if len(lines) == 0 && len(rows)+len(cols) > 0 {
			return nil
		}
		return big.NewRat(int64(len(lines)), 1)
	}
	if len(lines) == 0 {
		return nil
	}
	title, where := strings.CutSuffix(title, " where paid = yes")
	if where {
		lines = slices.DeleteFunc(lines, func(l line) bool { return l.label["paid"] != "yes" })
	}
	what, column, _ := strings.Cut(title, " of ")
	var values []*big.Rat
	distinct, count := map[string]bool{}, int64(0)
	for _, l := range lines {
		if v := l.figure[column]; v != nil {
			values = append(values, v)
			distinct[v.String()] = true
			count++
		} else if label, ok := l.label[column]; ok {
			distinct[label] = true
			count++
		}
	}
	switch {
	case what == "Count":
		return big.NewRat(count, 1)
	case what == "Distinct count":
		return big.NewRat(int64(len(distinct)), 1)
	case len(values) == 0:
		return nil
	}
	if pick, is := picks[what]; is {
		return pick(values)
	}
	slices.SortFunc(values, (*big.Rat).Cmp)
	sum := new(big.Rat)
	for _, v := range values {
		sum.Add(sum, v)
	}
	switch what {
	case "Sum":
		return sum
	case "Average":
		return rounded(sum.Quo(sum, big.NewRat(count, 1)))
	case "Minimum":
		return values[0]
	case "Maximum":
		return values[len(values)-1]
	}
	panic(fmt.Sprintf("no reference for %q", title))
}

// rounded returns the nearest float.
func rounded(x *big.Rat) *big.Rat {
	f, _ := x.Float64()
	return new(big.Rat).SetFloat64(f)
}

// picks are the aggregates of the values of a column in the order of the rows, at least one of them.
var picks = map[string]func(values []*big.Rat) *big.Rat{
	"First": func(values []*big.Rat) *big.Rat { return values[0] },
	"Last":  func(values []*big.Rat) *big.Rat { return values[len(values)-1] },
	"Product": func(values []*big.Rat) *big.Rat {
		product := big.NewRat(1, 1)
		for _, v := range values {
			product.Mul(product, v)
		}
		return product
	},
	"Median": func(values []*big.Rat) *big.Rat {
		slices.SortFunc(values, (*big.Rat).Cmp)
		sum := new(big.Rat).Add(values[(len(values)-1)/2], values[len(values)/2])
		return rounded(sum.Quo(sum, big.NewRat(2, 1)))
	},
	"Most frequent": func(values []*big.Rat) (mode *big.Rat) {
		slices.SortFunc(values, (*big.Rat).Cmp)
		most, count := 0, 0
		for i, v := range values {
			if count++; i > 0 && v.Cmp(values[i-1]) != 0 {
				count = 1
			}
			if count > most {
				mode, most = v, count
			}
		}
		return mode
	},
}
