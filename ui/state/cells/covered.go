package cells

import (
	"context"

	"cardinal/engine/pivot"
)

// lines is a set of rows or columns.
type lines struct {
	first int
	in    []bool
}

func (l lines) has(line int) bool {
	i := line - l.first
	return i >= 0 && i < len(l.in) && l.in[i]
}

// coveredLines finds the rows and columns of totals that would count twice: the rectangles also have rows or columns
// that the totals sum up.
func coveredLines(ctx context.Context, src Source, areas []Rect) (rows, cols lines, err error) {
	g, ok := src.(*pivot.Grid)
	if !ok || Len(areas) == 0 {
		return rows, cols, nil
	}
	spans := func(of func(r Rect) (first, last int), from int) (all [][2]int) {
		for _, r := range areas {
			first, last := of(r)
			all = append(all, [2]int{max(first, from), last})
		}
		return all
	}
	rows, err = ancestors(ctx, &g.Tab().Rows, spans(func(r Rect) (int, int) { return r.FirstRow, r.LastRow },
		g.HeaderRows), func(row int) (int, bool) {
		return g.RowNode(row), g.HasFigures(row)
	})
	if err != nil {
		return rows, cols, err
	}
	cols, err = ancestors(ctx, &g.Tab().Cols, spans(func(r Rect) (int, int) { return r.FirstCol, r.LastCol },
		g.LabelCols), func(col int) (int, bool) {
		_, figures := g.Measure(0, col)
		return g.ColNode(col), figures
	})
	return rows, cols, err
}

// ancestors finds lines whose node is an ancestor of the node of another line. It looks at the lines of some spans,
// each from its first to its last line.
func ancestors(ctx context.Context, axis *pivot.Axis, spans [][2]int, nodeOf func(line int) (node int,
	figures bool)) (lines, error) {
	parent := make([]bool, axis.Len())
	first, last := spans[0][0], spans[0][1]
	for _, s := range spans {
		first, last = min(first, s[0]), max(last, s[1])
		for i := s[0]; i <= s[1]; i++ {
			if i%cellsAtOnce == 0 && ctx.Err() != nil {
				return lines{}, ctx.Err()
			}
			n, figures := nodeOf(i)
			if !figures {
				continue
			}
			for n = axis.Parent(n); n >= 0 && !parent[n]; n = axis.Parent(n) {
				parent[n] = true
			}
		}
	}
	all := lines{first, make([]bool, max(0, last-first+1))}
	for i := first; i <= last; i++ {
		n, _ := nodeOf(i)
		all.in[i-first] = parent[n]
	}
	return all, nil
}
