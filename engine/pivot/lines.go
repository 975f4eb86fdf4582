package pivot

import (
	"strconv"
	"strings"

	"cardinal/data"
)

// line is one row or column of figures: a leaf, a subtotal after its children, or the grand total at the end.
type line struct {
	node   int
	closed bool // a folded node, shown by its subtotal alone
	left   bool // no figures: it says how many labels under the node are left out
}

// Folds names the folded nodes of each axis by the PathKey of their paths, so that they stay folded when the query
// changes around them.
type Folds struct{ Rows, Cols map[string]bool }

// PathKey names a node by its labels.
func PathKey(path []data.Value) string {
	var b strings.Builder
	for _, v := range path {
		s := v.String()
		b.WriteString(strconv.Itoa(int(v.Type)))
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(len(s)))
		b.WriteByte(':')
		b.WriteString(s)
	}
	return b.String()
}

// lines lays an axis out. totals adds the subtotals and the grand total.
func (a *Axis) lines(folded map[string]bool, totals bool) []line {
	depth := len(a.Fields)
	if depth == 0 {
		return []line{{node: 0}}
	}
	var out []line
	open := []int{0} // the inner nodes whose children are being laid out
	shut := func(to int) {
		for len(open) > 0 && a.Nodes[open[len(open)-1]].Depth >= to {
			n := open[len(open)-1]
			if a.Nodes[n].left > 0 {
				out = append(out, line{node: n, left: true})
			}
			if totals {
				out = append(out, line{node: n})
			}
			open = open[:len(open)-1]
		}
	}
	for n := 1; n < len(a.Nodes); n++ {
		node := a.Nodes[n]
		shut(node.Depth)
		switch {
		case node.Depth == depth:
			out = append(out, line{node: n})
		case len(folded) > 0 && folded[PathKey(a.Path(n))]:
			out = append(out, line{node: n, closed: true})
			for n+1 < len(a.Nodes) && a.Nodes[n+1].Depth > node.Depth {
				n++
			}
		default:
			open = append(open, n)
		}
	}
	shut(0)
	return out
}

// ancestor is the node of the given depth on the path to n.
func (a *Axis) ancestor(n, depth int) int {
	for a.Nodes[n].Depth > depth {
		n = a.Nodes[n].Parent
	}
	return n
}
