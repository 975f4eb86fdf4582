package pivot

import (
	"context"
	"math"
	"slices"
	"strings"

	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/wording"
)

// othersCode is the code of a node that has the figures of the labels left out under its parent. No label has this
// code.
const othersCode = math.MaxUint32

// leftOut says how many labels under a node are left out.
type leftOut struct {
	labels, of uint32 // the number of labels left out, and of all labels
	others     bool   // the last label under the node is Others
}

// Omitted returns how many labels under node n are left out, and how many there are together with them. Both are 0 if
// no label is left out. others reports whether the last label under n has the figures of the labels left out.
func (a *Axis) Omitted(n int) (left, of int, others bool) {
	if a.left == nil {
		return 0, 0, false
	}
	l := &a.left[a.node(n).id()]
	return int(l.labels), int(l.of), l.others
}

// hidden works like Omitted, but returns 0 for a node with Others. The figures of hidden labels are only in totals.
func (a *Axis) hidden(n int) (left, of int) {
	left, of, others := a.Omitted(n)
	if others {
		return 0, 0
	}
	return left, of
}

// hides reports whether some label is left out without being in Others.
func (a *Axis) hides() bool {
	return slices.ContainsFunc(a.left, func(l leftOut) bool { return l.labels > 0 && !l.others })
}

// Words returns the labels from the outermost field to node n, as Label writes them. Others has no quotes.
func (a *Axis) Words(n int) []string {
	words := make([]string, a.Depth(n))
	for ; a.Depth(n) > 0; n = a.Parent(n) {
		if at := a.Depth(n) - 1; a.Others(n) {
			words[at] = Others
		} else {
			words[at] = Label(a.Label(n))
		}
	}
	return words
}

// Others reports whether node n has the figures of the labels that are left out under its parent.
func (a *Axis) Others(n int) bool { return a.Depth(n) > 0 && a.node(n).code == othersCode }

// HasOthers reports whether some node is Others.
func (a *Axis) HasOthers() bool {
	return slices.ContainsFunc(a.left, func(l leftOut) bool { return l.others })
}

// originOf returns the node of an id in the crosstab that keeps all labels of the axis (see amongAll). It returns -1 if
// that crosstab does not have the node: for Others, and for labels below Others. The nodes of that crosstab are not
// sorted, so that their ids are their indices.
func (a *Axis) originOf(id int) int {
	switch {
	case a.from == nil:
		return id
	case a.from[id] == aggregate.Skip:
		return -1
	}
	return int(a.from[id])
}

// Occurs reports whether some row of the table has a label in field f of the axis.
func (a *Axis) Occurs(f int, l query.Literal) bool {
	for code := range a.keys[f].Card {
		if matches(a.keys[f], uint32(code), l) {
			return true
		}
	}
	return false
}

// Absent lists the labels that groups made by hand name in field f but the table does not have: Genua, Milan and 3
// more, in a language. It returns "" if the table has all of them.
func (a *Axis) Absent(w *wording.Words, f int) string {
	const listed = 3
	labels := a.keys[f].Absent
	text := strings.Join(labels[:min(listed, len(labels))], ", ")
	if more := len(labels) - listed; more > 0 {
		text += " " + w.N("and {{.N}} more", "and {{.N}} more", more)
	}
	return text
}

// shownBeside lists the codes of the labels under the parent of node n that are not left out.
func (a *Axis) shownBeside(n int) (codes []uint32) {
	parent := a.Parent(n)
	for i := parent + 1; i < a.Len() && a.Depth(i) > a.Depth(parent); i++ {
		if a.Parent(i) == parent && !a.Others(i) {
			codes = append(codes, a.node(i).code)
		}
	}
	return codes
}

// groupFigures reads figures from the accumulators of groups.
type groupFigures struct {
	plan     *measure.Plan
	measures []query.Measure // the measures of the plan
	accs     []aggregate.Accumulator
	threads  int
}

// valuesOf merges the groups into nodes and returns the values of measure m for each node. It merges only the states
// that measure m needs. If `own` is true, the node of group g is g.
func (g *groupFigures) valuesOf(ctx context.Context, m int, nodeOf []uint32, nodes int,
	own bool) (*measure.Values, error) {
	states := g.plan.TotalsOf(ctx, m, g.threads)
	err := parallel.On(ctx, g.threads, len(states), func(_ context.Context, i int) error {
		if s := states[i]; s != nil {
			s.Grow(nodes)
			if to, ok := s.(aggregate.Columnar); ok && own {
				return inRanges(ctx, nodes, g.threads, func(lo, hi int) {
					to.Slice(lo, hi).Merge(g.accs[i].(aggregate.Columnar).Slice(lo, hi), nil, nil)
				})
			}
			s.Merge(g.accs[i], nil, nodeOf)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return g.plan.Values(states, g.threads)
}

// leaveOut removes the labels that the tops and conditions of the query do not keep, from the outermost field to the
// innermost. It also changes nodeOf, which newAxis returned. If the label of a group is removed at a depth, the group
// gets aggregate.Skip at this depth.
//
// Cells are made later. So the only figure that is computed for a removed label is the figure of the top or the
// condition.
func (a *Axis) leaveOut(ctx context.Context, q *query.Query, cols bool, nodeOf [][]uint32,
	figures *groupFigures) error {
	defer func() { a.laid = nil }()
	from := a.limitedFrom(q, cols)
	for f := range a.Fields {
		limits := limitsOf(q, cols, f)
		if !limits.any() {
			continue
		}
		if f == from {
			a.from = nil
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
		to, err := a.keep(ctx, f+1, kept, limits.others, figures.threads)
		if err != nil {
			return err
		}
		for _, nodes := range nodeOf[1:] {
			err := inRanges(ctx, len(nodes), figures.threads, func(lo, hi int) {
				for g, n := range nodes[lo:hi] {
					if n != aggregate.Skip {
						nodes[lo+g] = to[n]
					}
				}
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// limits has the tops and conditions of one field.
type limits struct {
	tops    []query.TopN
	havings []query.Having
	others  bool
}

func limitsOf(q *query.Query, cols bool, field int) limits {
	var l limits
	for _, t := range q.Tops {
		if t.Cols == cols && t.Field == field && t.Limits() {
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

// kept returns for each node of a depth whether every limit keeps it. A top chooses only among labels that pass the
// conditions.
func (a *Axis) kept(ctx context.Context, depth int, l limits, nodeOf []uint32, figures *groupFigures) ([]bool, error) {
	kept := each.Times(a.Len(), func(n int) bool { return a.Depth(n) == depth })
	for _, h := range l.havings {
		m := query.FigureIn(figures.measures, h.Of)
		of, err := figures.valuesOf(ctx, m, nodeOf, a.Len(), false)
		if err != nil {
			return nil, err
		}
		if err := pass(ctx, h, of, m, kept, figures.threads); err != nil {
			return nil, err
		}
	}
	for _, t := range l.tops {
		m := query.FigureIn(figures.measures, t.By)
		of, err := figures.valuesOf(ctx, m, nodeOf, a.Len(), false)
		if err != nil {
			return nil, err
		}
		if err := a.keepTop(ctx, t, of, m, kept, figures.threads); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// pass clears the mark of each node whose figure does not pass a condition.
func pass(ctx context.Context, h query.Having, figures *measure.Values, m int, marked []bool, threads int) error {
	passes, err := passing(h, figures.DeclaredOrder(m))
	if err != nil {
		return err
	}
	const share = 1 << 12
	return parallel.On(ctx, threads, (len(marked)+share-1)/share, func(_ context.Context, i int) error {
		for n := i * share; n < min((i+1)*share, len(marked)); n++ {
			if !marked[n] {
				continue
			}
			v := figures.At(m, n)
			if err := checkNumbers(h, h.If, v); err != nil {
				return err
			}
			marked[n] = passes(v)
		}
		return nil
	})
}
