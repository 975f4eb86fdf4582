package pivot

import (
	"strconv"
	"strings"

	"cardinal/data"
)

// line is one row or column of figures: a leaf, a subtotal after its children, or the grand total after all.
type line struct {
	node   int
	closed bool // the node is folded: its subtotal is its only line
	left   bool // the line has no figures and says how many labels under the node are left out
}

// Folds has the folded nodes of each axis by the PathKey of their paths, so that nodes stay folded when the query changes.
type Folds struct{ Rows, Cols map[string]bool }

// PathKey is a text that identifies a node by its labels.
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

// lines lists the lines of an axis. totals adds the subtotals and the grand total.
func (a *Axis) lines(folded map[string]bool, totals bool) []line {
	depth := len(a.Fields)
	if depth == 0 {
		return []line{{node: 0}}
	}
	var out []line
	open := []int{0} // the path of inner nodes to the current node
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
