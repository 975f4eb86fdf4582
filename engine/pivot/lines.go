package pivot

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// line is one row or column of figures: of a leaf, of a subtotal, or of the grand total.
type line struct {
	node    int
	measure int32 // whose figures the line has, where the measures are labels of the axis; else 0
	closed  bool  // the node is folded: its subtotal is its only line
	left    bool  // the line has no figures and says how many labels under the node are left out
	level   uint8 // the number of labels above the node that have a total of their own, the grand total not counted
	fold    folding
}

// folding is what a fold does to a line of an unfolded grid.
type folding uint8

const (
	unfolded folding = iota
	hidden           // the line is below a folded label
	summary          // the line is the total of a folded label
)

// Folds has the folded nodes of each axis by the PathKey of their paths, so that nodes stay folded when the
// query changes.
type Folds struct {
	Rows, Cols map[string]bool
	// the field whose labels are all folded except those in Rows or Cols; the zero Field: none
	RowsOf, ColsOf query.Field
}

// PathKey is a text that identifies a node by its labels.
func PathKey(path []data.Value) string {
	var b strings.Builder
	for _, v := range path {
		s := v.String()
		b.WriteString(strconv.Itoa(int(v.Type)) + ":" + strconv.Itoa(len(s)) + ":" + s)
	}
	return b.String()
}

// OthersKey is the part of a PathKey that stands for Others.
const OthersKey = "others:"

// PathLabels is the labels of a PathKey, and false where the text is none.
func PathLabels(key string) (path []query.Literal, ok bool) {
	for key != "" {
		if rest, is := strings.CutPrefix(key, OthersKey); is {
			path, key = append(path, query.Literal{Text: others, Quoted: true, Others: true}), rest
			continue
		}
		kind, rest, _ := strings.Cut(key, ":")
		length, text, _ := strings.Cut(rest, ":")
		t, err := strconv.Atoi(kind)
		n, bad := strconv.Atoi(length)
		if err != nil || bad != nil || n < 0 || n > len(text) {
			return nil, false
		}
		if data.Type(t) == data.Null {
			path = append(path, query.Literal{Null: true})
		} else {
			path = append(path, query.Literal{Text: text[:n], Quoted: true})
		}
		key = text[n:]
	}
	return path, true
}

// PathKey is a text that identifies node n by its path. Others differs from a label of the same text.
func (a *Axis) PathKey(n int) string {
	switch {
	case a.Nodes[n].Depth == 0:
		return ""
	case a.Others(n):
		return a.PathKey(a.Nodes[n].Parent) + OthersKey
	}
	return a.PathKey(a.Nodes[n].Parent) + PathKey([]data.Value{a.Label(n)})
}

// outline says which lines an axis has.
type outline struct {
	folded   map[string]bool // by PathKey: nodes that are folded, or open in the depth foldedTo
	foldedTo int             // the depth of the nodes that are all folded except those in folded; 0: none
	totals   []bool          // by depth: whether the nodes have a line of their own besides those of their children
	first    bool            // that line comes before those of the children
	unfold   bool            // folded nodes have hidden lines of their children, beside a line of their own
	measures int             // lines of each node
}

// closed reports whether a node is folded.
func (o *outline) closed(a *Axis, n int) bool {
	closed := a.Nodes[n].Depth == o.foldedTo
	if len(o.folded) > 0 && o.folded[a.PathKey(n)] {
		return !closed
	}
	return closed
}

// outline is the outline of an axis in a layout. grand adds the grand total.
func (a *Axis) outline(l query.Layout, grand bool, folded map[string]bool, foldedOf query.Field, measures int) outline {
	o := outline{folded: folded, first: l.TotalsFirst, measures: measures, totals: make([]bool, len(a.Fields))}
	for depth := range o.totals {
		o.totals[depth] = depth == 0 && grand || depth > 0 && l.Subtotals(a.Fields[depth-1])
	}
	if at := slices.Index(a.Fields, foldedOf) + 1; at < len(a.Fields) {
		o.foldedTo = at
	}
	return o
}

// openNode is an inner node whose lines are being listed.
type openNode struct {
	node          int
	total, folded bool // it has a line of its own; its children are hidden
}

// line is the line of the node's total.
func (n openNode) line() line {
	l := line{node: n.node}
	if n.folded {
		l.fold = summary
	}
	return l
}

// lines lists the lines of an axis.
func (a *Axis) lines(o outline) []line {
	var out []line
	level, folded := 0, 0 // the open nodes with a total of their own, and those that are folded
	add := func(l line) {
		l.level = uint8(min(level, math.MaxUint8))
		if folded > 0 {
			l.fold = hidden
		}
		for m := range o.measures {
			l.measure = int32(m)
			out = append(out, l)
		}
	}
	depth := len(a.Fields)
	if depth == 0 {
		add(line{})
		return out
	}
	if o.foldedTo == 0 && len(o.folded) == 0 {
		out = make([]line, 0, len(a.Nodes)*o.measures)
	}
	if depth == 1 && a.left == nil { // millions of labels without a fold
		return a.leafLines(o)
	}
	var open []openNode // the path of inner nodes to the current node
	begin := func(n openNode) {
		if n.total && o.first {
			add(n.line())
		}
		open = append(open, n)
		if n.total && n.node > 0 {
			level++
		}
		if n.folded {
			folded++
		}
	}
	end := func(to int) {
		for len(open) > 0 && a.Nodes[open[len(open)-1].node].Depth >= to {
			n := open[len(open)-1]
			open = open[:len(open)-1]
			if left, _ := a.hidden(n.node); left > 0 {
				note := line{node: n.node, left: true, level: uint8(min(level, math.MaxUint8))}
				if folded > 0 {
					note.fold = hidden
				}
				out = append(out, note)
			}
			if n.total && n.node > 0 {
				level--
			}
			if n.folded {
				folded--
			}
			if n.total && !o.first {
				add(n.line())
			}
		}
	}
	begin(openNode{node: 0, total: o.totals[0]})
	for n := 1; n < len(a.Nodes); n++ {
		node := a.Nodes[n]
		end(node.Depth)
		switch {
		case node.Depth == depth:
			add(line{node: n})
		case !o.closed(a, n):
			begin(openNode{node: n, total: o.totals[node.Depth]})
		case o.unfold:
			begin(openNode{node: n, total: true, folded: true})
		default:
			add(line{node: n, closed: true})
			for n+1 < len(a.Nodes) && a.Nodes[n+1].Depth > node.Depth {
				n++
			}
		}
	}
	end(0)
	return out
}

// leafLines lists the lines of an axis of one field, of which no label is left out.
func (a *Axis) leafLines(o outline) []line {
	grand := 0
	if o.totals[0] {
		grand = o.measures
	}
	out := memory.Uninitialized[line](len(a.Leaves)*o.measures + grand)
	leaves, total := out[:len(out)-grand], out[len(out)-grand:]
	if o.first {
		total, leaves = out[:grand], out[grand:]
	}
	for m := range total {
		total[m] = line{measure: int32(m)}
	}
	_ = inRanges(context.Background(), len(a.Leaves), runtime.GOMAXPROCS(0), func(lo, hi int) {
		for n := lo; n < hi; n++ {
			for m := range o.measures {
				leaves[n*o.measures+m] = line{node: a.Leaves[n], measure: int32(m)}
			}
		}
	})
	return out
}

// lineOf is the index of the line of a node with the figures of a measure, or of the node's nearest ancestor
// that has a line.
func (a *Axis) lineOf(lines []line, node int, measure int32) int {
	best, depth := len(lines)-1, -1
	for i, l := range lines {
		if l.left || l.measure != measure {
			continue
		}
		if d := a.Nodes[l.node].Depth; d > depth && d <= a.Nodes[node].Depth && a.ancestor(node, d) == l.node {
			best, depth = i, d
		}
	}
	return best
}

// ancestor is the node of the given depth on the path to n.
func (a *Axis) ancestor(n, depth int) int {
	for a.Nodes[n].Depth > depth {
		n = a.Nodes[n].Parent
	}
	return n
}
