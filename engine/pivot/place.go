package pivot

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/data/number/radix"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// beside computes a way to show figures that depends on all labels under one parent, such as a rank. Its functions
// replace the figures of these labels, which are in display order. `total` is the figure of their parent.
type beside struct {
	values func(ctx context.Context, figures []data.Value, total data.Value)

	// integers replaces integer figures. It returns a function that turns a replaced figure into a value. `like` is one
	// of the figures as a value, so that type and scale are known.
	integers func(ctx context.Context, figures []int64, like, total data.Value) func(n int64) data.Value
}

// besides has the ways to show that depend on all labels under one parent.
var besides = map[query.ShowKind]beside{
	query.Running:    {runningTotals, integerTotals},
	query.PctRunning: {runningShares, integerShares},
	query.Rank:       ranking(true),
	query.RankAsc:    ranking(false),
}

// ranking returns the way to show ranks.
func ranking(desc bool) beside {
	return beside{
		func(ctx context.Context, figures []data.Value, _ data.Value) { ranks(ctx, figures, desc) },
		func(ctx context.Context, figures []int64, _, _ data.Value) func(int64) data.Value {
			integerRanks(ctx, figures, desc)
			return data.IntValue
		},
	}
}

// place keeps the present display order of the labels. Measures with the given Show, e.g. running totals, are computed
// in this order. `where` selects the depths of a measure. A nil `where` selects all.
func (c *Crosstab) place(ctx context.Context, show query.Show, where func(m, depth int) bool, threads int) error {
	for m := range c.Measures {
		if now := c.Measures[m].Show; now.Kind != show.Kind || now.Along != show.Along {
			continue
		}
		a := c.axis(show.Along)
		lanes := c.lanesOf(m)
		for depth := 1; depth <= len(a.Fields); depth++ {
			if where != nil && !where(m, depth) {
				continue
			}
			if field := c.Measures[m].Show.Depth(a.Fields); field > 0 && field != depth {
				c.placeAlong(m, depth, field)
				continue
			}
			l := newLane(a, depth)
			if _, whole := besides[show.Kind]; whole {
				if err := c.fill(ctx, m, l, threads); err != nil {
					return err
				}
			}
			lanes[depth] = l
		}
	}
	return nil
}

// placedAt returns the rank or the running total of a pair of nodes. For a pair without a cell, it returns the running
// total of the nearest label before it that has a cell.
func (c *Crosstab) placedAt(row, col, measure int) data.Value {
	show := c.Measures[measure].Show
	n, line := c.Rows.node(row), c.Cols.node(col)
	if whole := c.whole(measure); whole != nil && ranked(show) {
		if r, k, ok := c.inWhole(n, line, measure); ok {
			return whole.placedAt(r, k, measure)
		}
	}
	if show.Along == query.AlongCols {
		n, line = line, n
	}
	l := c.lanes[measure][n.Depth()]
	switch {
	case l == nil && show.Of != query.Field{}:
		return c.placedAlong(measure, n, line)
	case l == nil:
		return data.Value{} // the grand total, or Others
	}
	place, first := l.place(n.id())
	return c.siblingsOf(context.Background(), measure, l, line, first).shown(uint32(place-first), show.Way().Adds)
}

// ranks replaces figures by their ranks. Rank 1 is the greatest figure if desc is true, and else the least. Equal
// figures have the same rank. Null and NaN become null. The figures stay as they are if ctx ends.
func ranks(ctx context.Context, figures []data.Value, desc bool) {
	order := make([]uint32, 0, len(figures))
	for i, v := range figures {
		if !v.IsNull() && !math.IsNaN(v.Float) {
			order = append(order, uint32(i))
		}
	}
	if err := sortFigures(ctx, order, figures, desc, 1); err != nil {
		return
	}
	out := make([]data.Value, len(figures))
	for place, i := range order {
		if place > 0 && data.Compare(figures[i], figures[order[place-1]]) == 0 {
			out[i] = out[order[place-1]]
			continue
		}
		out[i] = data.IntValue(int64(place) + 1)
	}
	copy(figures, out)
}

// integerRanks works like ranks, for integers. It counts figures that lie within a narrow range, and sorts other
// figures.
func integerRanks(ctx context.Context, figures []int64, desc bool) {
	if len(figures) == 0 {
		return
	}
	least, most := slices.Min(figures), slices.Max(figures)
	if span := uint64(most) - uint64(least); span < countedSpan*uint64(len(figures)) {
		countedRanks(figures, least, int(span), desc)
		return
	}
	width := bits.Len(uint(len(figures) - 1)) // the bits of an index, which are below those of the figure
	if bits.Len64(uint64(most)-uint64(least))+width > 64 {
		sortedRanks(ctx, figures, desc)
		return
	}
	both := codeRooms.Get().(*[]uint64)
	defer codeRooms.Put(both)
	if 2*len(figures) > cap(*both) {
		*both = memory.Make[uint64](2 * len(figures))
	}
	codes, room := (*both)[:len(figures)], (*both)[len(figures):2*len(figures)]
	for i, n := range figures {
		code := uint64(n) - uint64(least)
		if desc {
			code = uint64(most) - uint64(n)
		}
		codes[i] = code<<width | uint64(i)
	}
	rank, before := int64(0), uint64(math.MaxUint64)
	for place, code := range radix.SortCodes(codes, room, width) {
		if code>>width != before {
			rank, before = int64(place)+1, code>>width
		}
		figures[code&(1<<width-1)] = rank
	}
}

// codeRooms has memory for integerRanks to sort a line in. The next line uses it again.
var codeRooms = sync.Pool{New: func() any { return &[]uint64{} }}

// sortedRanks ranks figures whose range is so wide that a figure and its index do not fit 64 bits together.
func sortedRanks(ctx context.Context, figures []int64, desc bool) {
	codes := memory.Make[uint64](len(figures))
	for i, n := range figures {
		if codes[i] = orderedInt(n); desc {
			codes[i] = ^codes[i]
		}
	}
	ascending, order, err := radix.Sort(ctx, codes, 1)
	if err != nil {
		return
	}
	rank := int64(0)
	for place, i := range order {
		if place == 0 || ascending[place] != ascending[place-1] {
			rank = int64(place) + 1
		}
		figures[i] = rank
	}
}

// countedSpan is the greatest number of possible values per figure for which counting the figures of each value takes
// less time than sorting.
const countedSpan = 4

// countedRanks ranks figures from `least` to least+span. It counts the figures of each value.
func countedRanks(figures []int64, least int64, span int, desc bool) {
	ranks := memory.Make[uint32](span + 1) // by value: first the number of figures, then the rank
	at := func(n int64) int {
		if desc {
			return span - int(n-least)
		}
		return int(n - least)
	}
	for _, n := range figures {
		ranks[at(n)]++
	}
	next := uint32(1)
	for i, n := range ranks {
		ranks[i], next = next, next+n
	}
	for i, n := range figures {
		figures[i] = int64(ranks[at(n)])
	}
}
