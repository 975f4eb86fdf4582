package inspect

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"cardinal/data"
	"cardinal/data/number/floatsum"
	"cardinal/data/number/int128"
)

// Distribution says how the values of a column are distributed.
type Distribution struct {
	Mean Value `json:"mean"` // of numbers, rounded only once; null for other columns
	// of texts and truth values: the most frequent values; equally frequent values are in ascending order
	Top []Frequency `json:"top"`
	// of numbers and dates: number of rows in each of several intervals of equal width, from the minimum to the maximum
	Bins []int `json:"bins"`
}

// Frequency is a value and the number of its rows.
type Frequency struct {
	Value Value `json:"value"`
	Rows  int   `json:"rows"`
}

// mostTop is the number of most frequent values that are listed, and mostBins the number of bins.
const mostTop, mostBins = 5, 20

// Distribute returns the distribution of a column. It returns an error only if ctx ends.
func Distribute(ctx context.Context, c *data.Column) (Distribution, error) {
	d := Distribution{Top: []Frequency{}, Bins: []int{}}
	if c.Nulls == c.Rows {
		return d, nil
	}
	var err error
	switch c.Type {
	case data.Text:
		d.Top, err = mostFrequent(ctx, c, len(c.Dict.Values), func(i int) int { return int(c.Codes.At(i)) },
			func(code int) data.Value { return data.TextValue(c.Dict.Values[code]) })
	case data.Bool:
		d.Top, err = mostFrequent(ctx, c, 2, func(i int) int {
			return int(c.Int(i))
		}, func(code int) data.Value { return data.BoolValue(code == 1) })
	case data.Float:
		err = d.floats(ctx, c)
	default:
		err = d.ints(ctx, c)
	}
	return d, err
}

// mostFrequent counts the rows of each code, and returns the most frequent codes.
func mostFrequent(ctx context.Context, c *data.Column, codes int, code func(row int) int,
	value func(code int) data.Value) ([]Frequency, error) {
	rows := make([]int, codes)
	err := eachBatch(ctx, c.Rows, func(from, to int) {
		for i := from; i < to; i++ {
			if c.Valid.Get(i) {
				rows[code(i)]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	top := []Frequency{}
	for code, n := range rows {
		if n == 0 || len(top) == mostTop && n < top[mostTop-1].Rows {
			continue
		}
		top = append(top, Frequency{Value{value(code)}, n})
		slices.SortFunc(top, func(a, b Frequency) int {
			return cmp.Or(cmp.Compare(b.Rows, a.Rows), data.Compare(a.Value.Value, b.Value.Value))
		})
		top = top[:min(len(top), mostTop)]
	}
	return top, nil
}

// ints sets the mean of integers and decimals, and the bins of all columns of integers. If the range has fewer than
// mostBins integers, each has its own bin.
func (d *Distribution) ints(ctx context.Context, c *data.Column) error {
	extent := uint64(c.Max) - uint64(c.Min)
	d.Bins = make([]int, min(extent, mostBins-1)+1)
	n := uint64(len(d.Bins))
	var sum int128.Int
	err := eachBatch(ctx, c.Rows, func(from, to int) {
		for i := from; i < to; i++ {
			if !c.Valid.Get(i) {
				continue
			}
			v := c.Int(i)
			sum = sum.Add(int128.From(v))
			if at := uint64(v) - uint64(c.Min); extent == math.MaxUint64 { // extent+1 would overflow
				high, _ := bits.Mul64(at, n)
				d.Bins[high]++
			} else {
				high, low := bits.Mul64(at, n)
				bin, _ := bits.Div64(high, low, extent+1)
				d.Bins[bin]++
			}
		}
	})
	if (c.Type == data.Int || c.Type == data.Decimal) && !c.IsIdentifier() {
		mean, _ := sum.Quo(int64(c.Rows-c.Nulls), c.Scale)
		d.Mean = Value{data.FloatValue(mean)}
	}
	return err
}

// floats sets the mean of floats, and the bins of the finite floats.
func (d *Distribution) floats(ctx context.Context, c *data.Column) error {
	low, high := math.Inf(1), math.Inf(-1)
	var sum floatsum.Sum
	err := eachBatch(ctx, c.Rows, func(from, to int) {
		for i := from; i < to; i++ {
			if v := c.Floats[i]; c.Valid.Get(i) {
				sum.Add(v)
				if !math.IsInf(v, 0) && v == v {
					low, high = min(low, v), max(high, v)
				}
			}
		}
	})
	total, _ := sum.Float()
	d.Mean = Value{data.FloatValue(total / float64(c.Rows-c.Nulls))}
	if err != nil || low > high {
		return err
	}
	if d.Bins = make([]int, mostBins); low == high {
		d.Bins = d.Bins[:1]
	}
	n := float64(len(d.Bins))
	width := high/n - low/n // high-low could overflow
	return eachBatch(ctx, c.Rows, func(from, to int) {
		for i := from; i < to; i++ {
			if v := c.Floats[i]; c.Valid.Get(i) && v >= low && v <= high {
				at := 0.0
				if width > 0 {
					at = v/width - low/width
				}
				d.Bins[min(int(max(at, 0)), len(d.Bins)-1)]++
			}
		}
	})
}
