package sheet

import (
	"cmp"
	"container/heap"
	"context"
	"slices"

	"cardinal/data/format/workbook/zipxml"
)

// fill gives the empty cells of each range the value of the range's first cell. Rows of the ranges count from 0, as in
// the columns. A file may have ranges that share cells, although no spreadsheet program makes them. The cells then get
// the value of the first of these ranges. The value of its first cell may come from an earlier range. what names the
// sheet in errors, and memory limits the memory.
//
// fill visits the columns from left to right, and keeps the ranges that reach the current column in a segment tree over
// the rows. It takes O(n log n) for n ranges, and O(1) for each filled cell.
func (g *Grid) fill(ctx context.Context, what string, memory zipxml.Budget, ranges []Range) error {
	begin, end := make([]int32, len(ranges)), make([]int32, len(ranges)) // sorted by first and by last column
	for i := range ranges {
		begin[i], end[i] = int32(i), int32(i)
	}
	slices.SortStableFunc(begin, func(a, b int32) int { return cmp.Compare(ranges[a].Left, ranges[b].Left) })
	slices.SortStableFunc(end, func(a, b int32) int { return cmp.Compare(ranges[a].Right, ranges[b].Right) })
	c := newCover(ranges)
	for c.column = 1; len(end) > 0; c.column++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for ; len(end) > 0 && ranges[end[0]].Right < c.column; end = end[1:] {
			if c.values[end[0]].Kind != Empty {
				c.change(end[0], -1)
			}
		}
		for ; len(begin) > 0 && ranges[begin[0]].Left == c.column; begin = begin[1:] {
			i := begin[0]
			value := g.columns[c.column-1].cell(ranges[i].Top)
			if j := c.firstAt(ranges[i].Top); value.Kind == Empty && j < i {
				value = c.values[j]
			}
			if value.Kind != Empty {
				c.values[i] = value
				c.change(i, 1)
			}
		}
		if err := g.fillColumn(what, memory, c); err != nil {
			return err
		}
	}
	return nil
}

// fillColumn fills the empty cells of a column.
func (g *Grid) fillColumn(what string, memory zipxml.Budget, c *cover) error {
	spans := c.spans()
	if len(spans) == 0 {
		return nil
	}
	old := g.column(c.column)
	next := cells{rounded: old.rounded, early: old.early, undated: old.undated, format: old.format, latest: old.latest}
	fillTo := func(row int) error {
		for ; len(spans) > 0 && spans[0].from < row; spans = spans[1:] {
			s := &spans[0]
			value := c.values[s.of]
			value.Format = old.latest
			for ; s.from < min(s.to, row); s.from++ {
				g.stored += int64(next.put(s.from, value))
			}
			if err := memory.Check(what, g.Stored(), 1, 1); err != nil {
				return err
			}
			if s.from < s.to {
				return nil
			}
		}
		return nil
	}
	for row, v := range old.all() {
		if err := fillTo(row); err != nil {
			return err
		}
		if len(spans) > 0 && spans[0].from == row {
			if spans[0].from++; spans[0].from == spans[0].to {
				spans = spans[1:]
			}
		}
		v.Format = old.latest
		next.put(row, v)
	}
	if err := fillTo(MaxRow); err != nil {
		return err
	}
	*old = next
	return nil
}

// cover has the ranges with a value that reach the current column, in a segment tree over the rows.
type cover struct {
	ranges []Range
	values []Cell // for each range, the value of its first cell
	column int

	// the first rows of ranges, and the rows after their last rows; leaf n of the tree has the rows from cut n to cut
	// n+1
	cuts []int
	// for each node, the ranges that cover all its rows but not all rows of its parent; some may have ended
	here  []ascending
	below []int32 // for each node, the number of ranges in `here` of the node and of its descendants
}

// none is greater than the index of any range.
const none = 1 << 30

func newCover(ranges []Range) *cover {
	c := &cover{ranges: ranges, values: make([]Cell, len(ranges))}
	for _, r := range ranges {
		c.cuts = append(c.cuts, r.Top, r.Bottom+1)
	}
	slices.Sort(c.cuts)
	c.cuts = slices.Compact(c.cuts)
	leaves := 1
	for leaves < len(c.cuts) {
		leaves *= 2
	}
	c.here, c.below = make([]ascending, 2*leaves), make([]int32, 2*leaves)
	return c
}

func (c *cover) leaves() int { return len(c.here) / 2 }

// leaf returns the leaf that begins with a row; the row is a cut.
func (c *cover) leaf(row int) int {
	i, _ := slices.BinarySearch(c.cuts, row)
	return i
}

// change adds range i if `by` is 1, and removes it if `by` is -1.
func (c *cover) change(i, by int32) {
	from, to := c.leaf(c.ranges[i].Top), c.leaf(c.ranges[i].Bottom+1)
	var visit func(node, lo, hi int)
	visit = func(node, lo, hi int) {
		if to <= lo || hi <= from {
			return
		}
		c.below[node] += by
		if from <= lo && hi <= to {
			if by > 0 {
				heap.Push(&c.here[node], i)
			}
			return
		}
		mid := (lo + hi) / 2
		visit(2*node, lo, mid)
		visit(2*node+1, mid, hi)
	}
	visit(1, 0, c.leaves())
}

// least returns the first of the ranges in c.here[node] that have not ended. If all have ended, it returns `none`.
func (c *cover) least(node int) int32 {
	for len(c.here[node]) > 0 {
		if i := c.here[node][0]; c.ranges[i].Right >= c.column {
			return i
		}
		heap.Pop(&c.here[node])
	}
	return none
}

// firstAt returns the first range that covers a row; the row is a cut.
func (c *cover) firstAt(row int) int32 {
	first := int32(none)
	for node := c.leaves() + c.leaf(row); node > 0; node /= 2 {
		first = min(first, c.least(node))
	}
	return first
}

// span is a group of adjacent rows that have the same first range.
type span struct {
	from, to int // `to` is the row after the last row
	of       int32
}

// spans returns the rows that are covered by ranges.
func (c *cover) spans() (all []span) {
	var visit func(node, lo, hi int, first int32)
	visit = func(node, lo, hi int, first int32) {
		if c.below[node] > 0 {
			first = min(first, c.least(node))
			if hi-lo > 1 {
				mid := (lo + hi) / 2
				visit(2*node, lo, mid, first)
				visit(2*node+1, mid, hi, first)
				return
			}
		}
		if first != none {
			all = append(all, span{c.cuts[lo], c.cuts[hi], first})
		}
	}
	visit(1, 0, c.leaves(), none)
	return all
}

// ascending is a heap of indexes of ranges.
type ascending []int32

func (a ascending) Len() int           { return len(a) }
func (a ascending) Less(i, j int) bool { return a[i] < a[j] }
func (a ascending) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *ascending) Push(i any)        { *a = append(*a, i.(int32)) }
func (a *ascending) Pop() any {
	last := len(*a) - 1
	i := (*a)[last]
	*a = (*a)[:last]
	return i
}
