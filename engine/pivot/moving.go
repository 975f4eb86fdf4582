package pivot

import (
	"math/big"

	"cardinal/data"
	"cardinal/engine/query"
)

// movingAt returns the moving average of a pair of nodes: the mean of the figures of the label and of the labels
// before it. These are N labels, or fewer at the beginning.
//
// If the figures of the measure add up, a label without a figure counts as 0. Otherwise it does not count. The average
// is null for Others, for the grand total, and if none of these labels has a figure.
func (c *Crosstab) movingAt(row, col, measure int) data.Value {
	show := c.Measures[measure].Show
	n, line := c.Rows.node(row), c.Cols.node(col)
	if show.Along == query.AlongCols {
		n, line = line, n
	}
	if n.Depth() == 0 || n.code == othersCode {
		return data.Value{}
	}
	figures, labels := make([]data.Value, 0, min(show.N, 16)), 0
	take := func(n *Node) {
		if cell, ok := c.cellBeside(measure, n, line); ok {
			if v := c.cells.values.At(measure, cell); !v.IsNull() {
				figures = append(figures, v)
			}
		}
	}
	if l := c.lanes[measure][n.Depth()]; l != nil {
		place, first := l.place(n.id())
		first = max(first, place-show.N+1)
		for at := first; at <= place; at++ {
			take(l.node(at))
		}
		labels = place - first + 1
	} else if c.along != nil && c.along[measure] != nil && c.along[measure][n.Depth()] != nil {
		l := c.along[measure][n.Depth()]
		group, turn := l.groups[l.group[n.id()]], int(l.turn[n.id()])
		if turn < 0 {
			return data.Value{}
		}
		labels = min(show.N, turn+1)
		for at := int(l.place[n.id()]); at >= 0; at-- {
			if int(l.turn[group[at].id()]) <= turn-labels {
				break
			}
			take(&group[at])
		}
	}
	if !c.Measures[measure].Adds() {
		labels = len(figures)
	}
	return mean(figures, labels)
}

// mean returns the sum of figures divided by n, rounded once. It returns null without figures.
func mean(figures []data.Value, n int) data.Value {
	if len(figures) == 0 {
		return data.Value{}
	}
	var sum runningSum
	for _, v := range figures {
		if v.Type != figures[0].Type || v.Scale != figures[0].Scale {
			return mixedMean(figures, n)
		}
		sum.add(v)
	}
	switch v := sum.value(); {
	case v.Type != data.Float:
		f, exact := v.Int.Quo(int64(n), v.Scale)
		return data.Value{Type: data.Float, Float: f, Rounded: v.Rounded || !exact}
	case sum.wild != 0:
		return v
	}
	q := new(big.Float).SetPrec(floatBits).Quo(sum.sum, new(big.Float).SetInt64(int64(n)))
	f, accuracy := q.Float64()
	return data.Value{Type: data.Float, Float: f, Rounded: sum.rounded || q.Acc() != big.Exact || accuracy != big.Exact}
}

// mixedMean returns mean for figures of several types or scales, which a formula may have.
func mixedMean(figures []data.Value, n int) data.Value {
	sum, wild, rounded := new(big.Rat), 0.0, false
	for _, v := range figures {
		rounded = rounded || v.Rounded
		if r := v.Rational(); r != nil {
			sum.Add(sum, r)
		} else {
			wild += v.Float
		}
	}
	if wild != 0 {
		return data.FloatValue(wild)
	}
	return quotient(sum, big.NewRat(int64(n), 1), rounded)
}
