package pivot

import (
	"cmp"
	"context"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/query"
)

// othersCode is the code of a node that has the figures of the labels left out under its parent. No label has it.
const othersCode = math.MaxUint32

// leftOut says how many labels under a node are left out.
type leftOut struct {
	labels, of uint32 // the labels left out, and all labels
	others     bool   // the last label under the node is Others
}

// Omitted is the number of labels under node n that are left out, and the number of all labels there. Both are 0 where none is left
// out. others reports whether the last label under n has the figures of those left out.
func (a *Axis) Omitted(n int) (left, of int, others bool) {
	if a.left == nil {
		return 0, 0, false
	}
	l := &a.left[a.Nodes[n].id]
	return int(l.labels), int(l.of), l.others
}

// hidden is Omitted for a node without Others: its labels left out appear in totals only.
func (a *Axis) hidden(n int) (left, of int) {
	left, of, others := a.Omitted(n)
	if others {
		return 0, 0
	}
	return left, of
}

// Words are the labels from the outermost field to node n, as Label writes them, except that Others stands without quotes.
func (a *Axis) Words(n int) []string {
	words := make([]string, a.Nodes[n].Depth)
	for ; a.Nodes[n].Depth > 0; n = a.Nodes[n].Parent {
		if at := a.Nodes[n].Depth - 1; a.Others(n) {
			words[at] = others
		} else {
			words[at] = Label(a.Label(n))
		}
	}
	return words
}

// Others reports whether node n has the figures of the labels that are left out under its parent.
func (a *Axis) Others(n int) bool { return a.Nodes[n].Depth > 0 && a.Nodes[n].code == othersCode }

// HasOthers reports whether some node is Others.
func (a *Axis) HasOthers() bool {
	return slices.ContainsFunc(a.left, func(l leftOut) bool { return l.others })
}

// origin is the place of node n among the nodes of all labels, -1 for Others and the labels below it.
func (a *Axis) origin(n int) int {
	switch {
	case a.from == nil:
		return n
	case a.from[a.Nodes[n].id] == aggregate.Skip:
		return -1
	}
	return int(a.from[a.Nodes[n].id])
}

// Occurs reports whether some row of the table has a label in field f of the axis.
func (a *Axis) Occurs(f int, l query.Literal) bool {
	for code := range a.keys[f].Card {
		if matches(a.keys[f].Label(uint32(code)), l) {
			return true
		}
	}
	return false
}

// shownBeside lists the codes of the labels under the parent of node n that are not left out.
func (a *Axis) shownBeside(n int) (codes []uint32) {
	parent := a.Nodes[n].Parent
	for i := parent + 1; i < len(a.Nodes) && a.Nodes[i].Depth > a.Nodes[parent].Depth; i++ {
		if a.Nodes[i].Parent == parent && !a.Others(i) {
			codes = append(codes, a.Nodes[i].code)
		}
	}
	return codes
}

// groupFigures reads figures from the states of groups.
type groupFigures struct {
	plan    *measure.Plan
	accs    []aggregate.Accumulator
	threads int
}

// of merges the groups into nodes and returns a measure's figure of each node. Nothing else is merged.
func (g *groupFigures) of(ctx context.Context, m int, nodeOf []uint32, nodes int) (func(n int) data.Value, error) {
	states := g.plan.TotalsOf(ctx, m, g.threads)
	for i, s := range states {
		if s != nil {
			s.Grow(nodes)
			s.Merge(g.accs[i], nil, nodeOf)
		}
	}
	values, err := g.plan.Values(states, g.threads)
	return func(n int) data.Value { return values.At(m, n) }, err
}

// leaveOut removes the labels that the tops of the query do not keep, from the outermost field to the innermost one. nodeOf, as newAxis
// returns it, is changed with the axis. It is aggregate.Skip for a group at a depth at which the group's label is removed.
//
// Tops come before cells are made: no figure is computed for a label that nobody sees, except the one that the top goes by.
func (a *Axis) leaveOut(ctx context.Context, q *query.Query, cols bool, nodeOf [][]uint32, figures *groupFigures) error {
	for f := range a.Fields {
		limits := limitsOf(q, cols, f)
		if !limits.any() {
			continue
		}
		kept, err := a.kept(ctx, f+1, limits, nodeOf[f+1], figures)
		if err != nil {
			return err
		}
		for _, h := range limits.havings {
			if a.conditions == nil {
				a.conditions = make([]string, len(a.Fields))
			}
			if a.conditions[f] != "" {
				a.conditions[f] += " and "
			}
			a.conditions[f] += h.ConditionTitle()
		}
		to := a.keep(f+1, kept, limits.others)
		for d, nodes := range nodeOf {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if d > 0 {
				for g, n := range nodes {
					if n != aggregate.Skip {
						nodes[g] = to[n]
					}
				}
			}
		}
	}
	return nil
}

// limits are the tops and conditions of one field.
type limits struct {
	q       *query.Query
	tops    []query.TopN
	havings []query.Having
	others  bool
}

func limitsOf(q *query.Query, cols bool, field int) limits {
	l := limits{q: q}
	for _, t := range q.Tops {
		if t.Cols == cols && t.Field == field && t.N > 0 {
			l.tops, l.others = append(l.tops, t), l.others || t.Others
		}
	}
	for _, h := range q.Havings {
		if h.Cols == cols && h.Field == field {
			l.havings, l.others = append(l.havings, h), l.others || h.Others
		}
	}
	return l
}

func (l *limits) any() bool { return len(l.tops)+len(l.havings) > 0 }

// kept reports for each node of a depth whether every limit keeps it. A top counts the labels that pass the conditions.
func (a *Axis) kept(ctx context.Context, depth int, l limits, nodeOf []uint32, figures *groupFigures) ([]bool, error) {
	kept := make([]bool, len(a.Nodes))
	for n := range a.Nodes {
		kept[n] = a.Nodes[n].Depth == depth
	}
	for _, h := range l.havings {
		figure, err := figures.of(ctx, l.q.Figure(h.Of), nodeOf, len(a.Nodes))
		if err != nil {
			return nil, err
		}
		for n := range kept {
			if n%16384 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if !kept[n] {
				continue
			}
			v := figure(n)
			if err := checkNumbers(h, h.If, v); err != nil {
				return nil, err
			}
			kept[n] = passes(h.If, v)
		}
	}
	for _, t := range l.tops {
		figure, err := figures.of(ctx, l.q.Figure(t.By), nodeOf, len(a.Nodes))
		if err != nil {
			return nil, err
		}
		order, err := a.byFigure(ctx, depth, figure, !t.Bottom, figures.threads)
		if err != nil {
			return nil, err
		}
		taken := make([]int, len(a.Nodes)) // children of each node
		for _, n := range order {
			parent := a.Nodes[n].Parent
			if kept[n] = kept[n] && taken[parent] < t.N; kept[n] {
				taken[parent]++
			}
		}
	}
	return kept, nil
}

// keep leaves out the nodes of a depth that are not kept, and all nodes below them. With others, the nodes left out under one parent are
// merged into one node, the last under that parent, and the nodes below them are merged where their labels are equal. to is the new
// place of each node, aggregate.Skip where it is gone.
func (a *Axis) keep(depth int, kept []bool, others bool) (to []uint32) {
	type label struct {
		parent int
		code   uint32
	}
	into := make([]int, len(a.Nodes))        // the node that each node is merged into, -1 where it is gone
	merged := make([]bool, len(a.Nodes))     // the node is Others, or below Others
	same := map[label]int{}                  // the first of the merged nodes of a label
	ranked := make([][]int, len(a.Fields)+1) // by depth
	late := make([][]int, len(a.Fields)+1)   // by depth, the merged nodes
	omitted := make([]leftOut, len(a.Nodes)) // by place
	for n := range a.Nodes {
		node, parent := &a.Nodes[n], 0
		if n > 0 {
			parent = into[node.Parent]
		}
		into[n] = n
		if node.Depth < depth {
			if a.left != nil {
				omitted[n] = a.left[n]
			}
			continue
		}
		if parent < 0 {
			into[n] = -1
			continue
		}
		if node.Depth == depth {
			if omitted[parent].of++; !kept[n] {
				omitted[parent].labels++
				omitted[parent].others = others
			}
		}
		switch at := (label{parent, node.code}); {
		case node.Depth == depth && kept[n], node.Depth > depth && !merged[parent]:
			ranked[node.Depth] = append(ranked[node.Depth], n)
			continue
		case node.Depth == depth && !others:
			into[n] = -1
			continue
		default:
			if node.Depth == depth {
				at.code = othersCode
			}
			first, found := same[at]
			if !found {
				first, same[at] = n, n
				node.Parent, node.code, merged[n] = parent, at.code, true
				late[node.Depth] = append(late[node.Depth], n)
			}
			into[n] = first
		}
	}
	for d := depth; d < len(ranked); d++ {
		if d > depth {
			a.sortByRank(late[d], d)
		}
		if ranked[d] = append(ranked[d], late[d]...); ranked[d] == nil {
			ranked[d] = []int{}
		}
	}
	origin := a.from
	laid := a.reorder(ranked)
	a.left, a.from = make([]leftOut, len(a.Nodes)), make([]uint32, len(a.Nodes))
	to = make([]uint32, len(into))
	for n, first := range into {
		to[n] = aggregate.Skip
		if first < 0 {
			continue
		}
		at := laid[first]
		to[n] = at
		if a.Nodes[at].id = int(at); omitted[first].labels > 0 {
			a.left[at] = omitted[first]
		}
		switch {
		case merged[first]:
			a.from[at] = aggregate.Skip
		case origin != nil:
			a.from[at] = origin[n]
		default:
			a.from[at] = uint32(n)
		}
	}
	return to
}

// sortByRank sorts nodes of a depth by their labels, null last.
func (a *Axis) sortByRank(nodes []int, depth int) {
	rank := a.keys[depth-1].Rank()
	slices.SortFunc(nodes, func(x, y int) int { return cmp.Compare(rank[a.Nodes[x].code], rank[a.Nodes[y].code]) })
}
