package pivot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// A pivot with at least laterFrom groups orders its row labels later. Only the first firstRows labels, which fill some
// screens, are ordered at once. Tests change both numbers.
var (
	laterFrom = 1 << 17
	firstRows = 1 << 13
)

// later holds an axis with many labels that is not in order yet. A person looks at a few of these labels. So the first
// labels are selected and ordered at once. All labels are ordered when somebody looks beyond the first.
//
// Figures need no order: cells are found by the ids of nodes. On such an axis, the ids of a depth ascend by parent and
// code. If the columns have no fields, each group is a leaf, and leaves have the order of the groups. For example,
// these are the ids of a pivot by watch and ip:
//
//	group   0    1    2          ids   watch     leaf
//	watch   7    3    7                3: 1      0: 3
//	ip      1.2  9.9  1.1              7: 2      1: 4
//	                                             2: 5
//
// Ten million groups of one column are laid out in 0.15 s on two cores, and in 0.46 s with their order. The pivot
// takes 360 MiB of memory in place of 1,350.
type later struct {
	size    int        // the number of nodes
	sizes   []int      // the number of nodes of each depth
	starts  []int      // the first id of each depth
	parents [][]uint32 // by depth, the ids of the parents of its nodes; nil if each group is a leaf
	of      [][]uint32 // by depth, the id of the node of each group, until the order is made

	making sync.Mutex
	order  func(ctx context.Context) (*Axis, error) // nil once the order is made
	made   atomic.Pointer[Axis]
}

// all returns the axis in order. The first call makes the order and keeps it. If the call fails, the next call makes
// the order.
func (l *later) all(ctx context.Context) (*Axis, error) {
	if a := l.made.Load(); a != nil {
		return a, nil
	}
	l.making.Lock()
	defer l.making.Unlock()
	if a := l.made.Load(); a != nil {
		return a, nil
	}
	a, err := l.order(ctx)
	if err != nil {
		return nil, err
	}
	l.of, l.order = nil, nil
	l.made.Store(a)
	return a, nil
}

// orderBytes is the greatest memory per node that making the order takes: for the node, its line and its index while
// nodes are sorted. Ten million labels of one column took 1 GB.
const orderBytes = 100

// watched runs a function that makes the order of the axis. It returns an error if the order would probably take more
// than four fifths of the free memory, or if it exceeds the limit of the memory.
func (a *Axis) watched(ctx context.Context, order func(ctx context.Context) error) error {
	if a.later == nil || a.later.made.Load() != nil {
		return order(ctx)
	}
	const advice = "filter rows out, keep a top, or allow more memory"
	need := int64(a.later.size) * orderBytes
	if free, known := memory.Free(); known && need > free/5*4 {
		return fmt.Errorf("the order of all rows takes about %s of memory, and %s are free: %s", memory.Format(need),
			memory.Format(free), advice)
	}
	ctx, done := memory.Watch(ctx)
	err := done(order(ctx))
	if errors.As(err, new(memory.Exceeded)) {
		err = fmt.Errorf("the rows were not ordered, because %w: %s", err, advice)
	}
	return err
}

// Ready reports whether node n can be read at once. Reading any other node waits for the order of the axis.
func (a *Axis) Ready(n int) bool {
	return n < len(a.nodes) || a.later == nil || a.later.made.Load() != nil
}

// order makes the order of an axis that is ordered later. It does nothing on any other axis.
func (a *Axis) order(ctx context.Context) error {
	if a.later == nil {
		return nil
	}
	_, err := a.later.all(ctx)
	return err
}

// ordered returns the axis with all its nodes in order. It may have to order them first.
func (a *Axis) ordered() *Axis {
	if a.later == nil {
		return a
	}
	all, err := a.later.all(context.Background())
	if err != nil {
		panic(err) // the context cannot end, so that only a panic gives an error
	}
	return all
}

// orderLater makes the row axis of a pivot with many groups, without its order. rowOf[d][g] is the id of the node of
// depth d that group g belongs to. If the query needs the order of all labels, done is false and nothing was done.
func (c *Crosstab) orderLater(
	ctx context.Context, keys []*key.Column, g *Groups, threads int,
) (rowOf [][]uint32, done bool, err error) {
	q := &c.Query
	if !OrdersLater(q, g.N) {
		return nil, false, nil
	}
	last, most := len(q.Rows), 1 // most is an upper bound of the number of leaves
	for _, k := range keys[:last] {
		most *= min(k.Card, g.N/most+1)
	}
	if most < laterFrom {
		return nil, false, nil
	}
	l, numbered := &later{}, last
	if len(q.Cols) == 0 { // each group is a leaf
		numbered--
	}
	l.add(1, nil, memory.Make[uint32](g.N))
	for d, k := range keys[:numbered] {
		numbers, codes := memory.Uninitialized[uint32](g.N), g.Codes[d].U32
		if codes == nil {
			codes = memory.Uninitialized[uint32](g.N)
			err := inRanges(ctx, g.N, threads, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					codes[i] = g.Codes[d].At(i)
				}
			})
			if err != nil {
				return nil, false, err
			}
		}
		if d == 0 && k.IsNumbered() {
			rows, err := g.countRows(ctx, threads)
			if err == nil && rows == k.Codes.Len() { // every code occurs, so that codes are numbers
				err = inRanges(ctx, g.N, threads, func(lo, hi int) { copy(numbers[lo:hi], codes[lo:hi]) })
				l.add(k.Card, memory.Make[uint32](k.Card), numbers)
			}
			if err != nil {
				return nil, false, err
			}
			if rows == k.Codes.Len() {
				continue
			}
		}
		s, err := newPairSet(ctx, l.sizes[d], k.Card, l.of[d], codes, threads)
		if err != nil {
			return nil, false, err
		}
		err = inRanges(ctx, g.N, threads, func(lo, hi int) {
			s.numbers(numbers[lo:hi], 0, l.of[d][lo:hi], codes[lo:hi], lo)
		})
		if err != nil {
			return nil, false, err
		}
		parents := memory.Make[uint32](s.size)
		if d > 0 {
			parents = parents[:0]
			for parent := range s.all() {
				parents = append(parents, uint32(l.starts[d])+parent)
			}
		}
		l.add(s.size, parents, numbers)
	}
	if numbered < last {
		l.add(g.N, nil, memory.Uninitialized[uint32](g.N))
	}
	err = inRanges(ctx, g.N, threads, func(lo, hi int) {
		for d, start := range l.starts[1 : numbered+1] {
			for i, number := range l.of[d+1][lo:hi] {
				l.of[d+1][lo+i] = number + uint32(start)
			}
		}
		for i := lo; i < hi && numbered < last; i++ {
			l.of[last][i] = uint32(l.starts[last] + i)
		}
	})
	if err != nil {
		return nil, false, err
	}
	c.Rows = Axis{Fields: q.Rows, nodes: []Node{{}}, keys: keys[:last], sorted: true, later: l}
	return l.of, true, nil
}

// countRows returns the number of rows of all groups.
func (g *Groups) countRows(ctx context.Context, threads int) (int, error) {
	var rows atomic.Int64
	counts := g.Accs[0].(*aggregate.Counts).S
	err := inRanges(ctx, g.N, threads, func(lo, hi int) {
		n := 0
		for _, count := range counts[lo:hi] {
			n += int(count)
		}
		rows.Add(int64(n))
	})
	return int(rows.Load()), err
}

// add adds a depth with `size` nodes, the ids of their parents, and the node of each group.
func (l *later) add(size int, parents, of []uint32) {
	l.starts = append(l.starts, l.size)
	l.sizes, l.parents, l.of = append(l.sizes, size), append(l.parents, parents), append(l.of, of)
	l.size += size
}

// OrdersLater reports whether a pivot with so many groups orders its row labels later.
func OrdersLater(q *query.Query, groups int) bool {
	return len(q.Rows) > 0 && !q.Layout.ShowEmpty && groups >= laterFrom && !needsOrder(q)
}

// needsOrder reports whether the answer to a query depends on more than the first labels of the rows. It also returns
// true for a sort for which no integers are computed.
func needsOrder(q *query.Query) bool {
	limited := slices.ContainsFunc(q.Tops, func(t query.TopN) bool { return t.Limits() }) || len(q.Havings) > 0
	compared := slices.ContainsFunc(q.Values, func(m query.Measure) bool {
		return m.Show.Way().Axis || m.Marks != query.Marks{}
	})
	return limited || compared || slices.ContainsFunc(q.Sorts, func(s query.Sort) bool {
		return s.Cols && !s.Labels() || s.Value == query.ByNatural || s.Value == query.ByHand ||
			s.Value >= 0 && q.Values[s.Value].Show.Kind != query.AsIs
	})
}

// first selects and orders the first nodes of an axis that is ordered later. If the figures of an order do not fit
// integers, it orders all nodes at once.
func (c *Crosstab) first(ctx context.Context, g *Groups, threads int) error {
	a, l := &c.Rows, c.Rows.later
	l.order = func(ctx context.Context) (*Axis, error) { return c.orderNow(ctx, g, threads) }
	words, fits, err := c.orderWords(ctx, g, threads)
	if err != nil {
		return err
	}
	if !fits {
		all, err := l.all(ctx)
		if err == nil {
			c.Rows = *all
		}
		return err
	}
	last := len(a.Fields)
	groups, err := leading(ctx, nil, g.N, words, firstRows*(g.N/l.sizes[last]+1), threads)
	if err != nil {
		return err
	}
	if groups, err = sortByWords(ctx, groups, words, threads); err != nil {
		return err
	}
	at := make([]int, last+1) // by depth, the node of the previous group
	for _, group := range groups {
		for d := 1; d <= last; d++ {
			id := int(l.of[d][group])
			if a.nodes[at[d]].id() != id {
				a.nodes = append(a.nodes, newNode(d, at[d-1], g.Codes[d-1].At(int(group)), id))
				at[d] = len(a.nodes) - 1
			}
		}
	}
	return nil
}

// sortByWords returns the groups in the order of their words. It reads the first word of each group once, because the
// words are far apart in memory.
func sortByWords(ctx context.Context, groups []uint32, words []orderWord, threads int) ([]uint32, error) {
	if len(words) == 0 {
		return groups, nil
	}
	firsts, err := words[0].all(ctx, len(groups), func(i int) uint32 { return groups[i] }, threads)
	if err != nil {
		return nil, err
	}
	order := each.Times(len(groups), func(i int) uint32 { return uint32(i) })
	slices.SortFunc(order, func(x, y uint32) int {
		if c := cmp.Compare(firsts[x], firsts[y]); c != 0 {
			return c
		}
		for _, word := range words[1:] {
			if c := cmp.Compare(word.of(groups[x]), word.of(groups[y])); c != 0 {
				return c
			}
		}
		return 0
	})
	return each.Of(order, func(i uint32) uint32 { return groups[i] }), nil
}

// orderNow returns the axis with all nodes in display order. Each node keeps its id, by which its cells are found.
func (c *Crosstab) orderNow(ctx context.Context, g *Groups, threads int) (*Axis, error) {
	full, l := *c, c.Rows.later
	last := len(c.Rows.Fields)
	a, nodeOf, err := newAxis(ctx, c.Rows.Fields, c.Rows.keys, g.Codes[:last], g.N, threads)
	if err != nil {
		return nil, err
	}
	groups := memory.Uninitialized[uint32](len(a.nodes)) // by node: for a leaf, one of its groups
	within := threads
	if len(c.Query.Cols) > 0 { // threads would write to the same leaf, since a leaf has several groups
		within = 1
	}
	err = inRanges(ctx, g.N, within, func(lo, hi int) {
		for group := lo; group < hi; group++ {
			groups[nodeOf[last][group]] = uint32(group)
		}
	})
	if err != nil {
		return nil, err
	}
	err = inRanges(ctx, len(a.nodes), threads, func(lo, hi int) {
		for n := lo; n < hi; n++ {
			d := a.nodes[n].Depth() // the first leaf below the node is last-d nodes after it
			a.nodes[n].cell = l.of[d][groups[n+last-d]]
		}
	})
	if err != nil {
		return nil, err
	}
	a.laid, a.sorted = nil, true
	full.Rows, full.Orders = a, slices.Clone(c.Orders)
	return &full.Rows, full.sortSides(ctx, []bool{false}, threads)
}

// orderWord maps each group to an integer. The order of the integers is an order of the groups.
type orderWord struct {
	of func(group uint32) uint64
	// the codes that the integers belong to; nil if the integers belong to figures
	codes  *data.Codes
	card   int
	ofCode func(code uint32) uint64
}

// orderWords returns the words that order the groups as the rows are ordered. Groups with equal integers in one word
// are ordered by the next word. fits is false if a figure that decides a sort does not fit an integer.
func (c *Crosstab) orderWords(ctx context.Context, g *Groups, threads int) (words []orderWord, fits bool, err error) {
	l := c.Rows.later
	for f, k := range c.Rows.keys {
		by := Order{Sort: query.Sort{Value: query.ByLabel}}
		for _, o := range c.Orders {
			if !o.Cols && o.Field == f {
				by = o
			}
		}
		if by.Value != query.ByLabel {
			m := by.Value
			if m == query.ByUnshown {
				m = c.Query.Figure(by.By)
			}
			first, of := uint32(l.starts[f+1]), l.of[f+1]
			cells := memory.Uninitialized[uint32](l.sizes[f+1]) // by node: its cell in the column whose figures decide
			err = inRanges(ctx, len(cells), threads, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					cells[i] = aggregate.Skip
					cell, ok := c.cells.find(&Node{depth: uint32(f + 1), cell: first + uint32(i)}, c.Cols.node(by.Node))
					if ok {
						cells[i] = uint32(cell)
					}
				}
			})
			if err != nil {
				return nil, false, err
			}
			codes, fits, err := orderedCodes(ctx, cells, c.cells.values, m, by.Desc, threads)
			if err != nil || !fits {
				return nil, false, err
			}
			words = append(words, orderWord{of: func(group uint32) uint64 { return codes[of[group]-first] }})
		}
		words = append(words, labelWords(k, &g.Codes[f], by.Value == query.ByLabel && by.Desc)...)
	}
	return words, true, nil
}

// labelWords returns the words that order groups by the labels of one field. A field with nulls has one more word,
// which puts null last: a label may have the same integers as null.
func labelWords(k *key.Column, codes *data.Codes, desc bool) (words []orderWord) {
	add := func(ofCode func(code uint32) uint64) {
		words = append(words, orderWord{func(group uint32) uint64 { return ofCode(codes.At(int(group))) }, codes,
			k.Card, ofCode})
	}
	flip := uint64(0)
	if desc {
		flip = math.MaxUint64
	}
	null, has := k.NullCode()
	for _, of := range k.Words() {
		if !has && !desc {
			add(of)
			continue
		}
		add(func(code uint32) uint64 {
			if has && code == null {
				return math.MaxUint64
			}
			return of(code) ^ flip
		})
	}
	if has { // needed if a label has the integers of null
		add(func(code uint32) uint64 {
			if code == null {
				return 1
			}
			return 0
		})
	}
	return words
}
