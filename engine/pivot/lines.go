package pivot

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// line is one row or column of figures: of a leaf, of a subtotal, or of the grand total.
type line struct {
	node    int
	measure int32 // the measure of the figures if measures are labels of the axis; else 0
	closed  bool  // the node is folded: its subtotal is its only line
	left    bool  // the line has no figures and says how many labels under the node are left out
	level   uint8 // the number of ancestors with a total of their own, without the grand total
	fold    folding
}

// folding says how folds change a line of the grid that Unfolded returns.
type folding uint8

const (
	unfolded folding = iota
	hidden           // the line is below a folded label
	summary          // the line is the total of a folded label
)

// Folds has the folded nodes of each axis. A node is identified by the PathKey of its path, so that nodes stay
// folded when the query changes.
type Folds struct {
	Rows, Cols map[string]bool
	// a field whose labels are all folded, except the labels in Rows or Cols; the zero Field: no such field
	RowsOf, ColsOf query.Field
}

// PathKey returns a text that identifies a node by the labels on its path.
func PathKey(path []data.Value) string {
	var b strings.Builder
	for _, v := range path {
		s := v.String()
		b.WriteString(strconv.Itoa(int(v.Type)) + ":" + strconv.Itoa(len(s)) + ":" + s)
	}
	return b.String()
}

// OthersKey is the part of a PathKey for Others.
const OthersKey = "others:"

// PathLabels returns the labels of a PathKey. ok is false if the text is no PathKey.
func PathLabels(key string) (path []query.Literal, ok bool) {
	for key != "" {
		if rest, is := strings.CutPrefix(key, OthersKey); is {
			path, key = append(path, query.Literal{Text: Others, Quoted: true, Others: true}), rest
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

// PathKey returns a text that identifies node n by its path. Its text for Others differs from that for a label called
// Others.
func (a *Axis) PathKey(n int) string {
	switch {
	case a.Depth(n) == 0:
		return ""
	case a.Others(n):
		return a.PathKey(a.Parent(n)) + OthersKey
	}
	return a.PathKey(a.Parent(n)) + PathKey([]data.Value{a.Label(n)})
}

// outline says which lines an axis has.
type outline struct {
	folded   map[string]bool // by PathKey: the folded nodes; at depth foldedTo, the nodes that are not folded
	foldedTo int             // all nodes of this depth are folded, except the nodes in folded; 0: no depth
	totals   []bool          // by depth: whether inner nodes have a line of their own
	first    bool            // the line of a total comes before the lines of the children
	compact  bool            // an inner node has lines before its children: its total, or one line without figures
	unfold   bool            // the children of a folded node have hidden lines after its line
	measures int             // the number of lines of each node
}

// closed reports whether a node is folded.
func (o *outline) closed(a *Axis, n int) bool {
	closed := a.Depth(n) == o.foldedTo
	if len(o.folded) > 0 && o.folded[a.PathKey(n)] {
		return !closed
	}
	return closed
}

// outline returns the outline of an axis in a layout. `grand` adds the grand total.
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
	total, folded bool // whether the node has a line of its own; whether its children are hidden
}

// line returns the line of the node's total.
func (n openNode) line() line {
	l := line{node: n.node}
	if n.folded {
		l.fold = summary
	}
	return l
}

// partNodes is the least number of nodes for which listing the lines on a thread of its own pays. Tests change it.
var partNodes = 1 << 16

// lineList has the lines of an axis. If the axis is ordered later, so are its lines. If it has one field, its lines
// are not listed: line i has leaf i.
type lineList struct {
	first []line // the first lines, or all n lines
	n     int

	axis    *Axis // nil if first has all lines
	outline outline
	making  sync.Mutex
	made    atomic.Pointer[[]line]
}

// lines makes the lines of an axis. If the axis is ordered later and nothing is folded, it makes only the first lines,
// and counts the rest.
func (a *Axis) lines(o outline) *lineList {
	if a.later == nil || a.later.made.Load() != nil || len(o.folded) > 0 || o.foldedTo > 0 {
		all := a.ordered().allLines(o)
		return &lineList{first: all, n: len(all)}
	}
	l := &lineList{axis: a, outline: o}
	first := lister{Axis: a, outline: &l.outline}
	first.begin(openNode{node: 0, total: o.totals[0]})
	first.list(1, len(a.nodes))
	l.first, l.n = first.out, a.later.sizes[len(a.Fields)]*o.measures
	for depth, total := range o.totals {
		switch {
		case total:
			l.n += a.later.sizes[depth] * o.measures
		case o.compact && depth > 0:
			l.n += a.later.sizes[depth]
		}
	}
	return l
}

// order lists the lines that were not listed yet.
func (l *lineList) order(ctx context.Context) error {
	if l.isPlain() {
		_, err := l.axis.later.all(ctx)
		return err
	}
	return l.list(ctx)
}

// isPlain reports whether all lines are leaves of one field, apart from the lines of the grand total.
func (l *lineList) isPlain() bool { return l.axis != nil && len(l.axis.Fields) == 1 }

// list lists the lines that were not listed yet, once the axis is in order.
func (l *lineList) list(ctx context.Context) error {
	l.making.Lock()
	defer l.making.Unlock()
	if l.axis == nil || l.made.Load() != nil {
		return nil
	}
	a, err := l.axis.later.all(ctx)
	if err != nil {
		return err
	}
	all := a.allLines(l.outline)
	l.made.Store(&all)
	return ctx.Err()
}

// ready reports whether line i was listed, so that reading it does not wait for the order.
func (l *lineList) ready(i int) bool {
	return i < len(l.first) || l.axis == nil || l.made.Load() != nil || l.isPlain() && l.axis.later.made.Load() != nil
}

// all returns all lines. It orders the axis first if it is not in order yet.
func (l *lineList) all() []line {
	if l.axis == nil {
		return l.first
	}
	if lines := l.made.Load(); lines != nil {
		return *lines
	}
	if err := l.list(context.Background()); err != nil {
		panic(err) // the context cannot end, so that only a panic gives an error
	}
	return *l.made.Load()
}

func (l *lineList) at(i int) line {
	switch o := &l.outline; {
	case i < len(l.first):
		return l.first[i]
	case !l.isPlain():
		return l.all()[i]
	case o.totals[0] && o.first:
		return line{node: i / o.measures, measure: int32(i % o.measures)}
	default: // the grand total comes last
		return line{node: (1 + i/o.measures) % l.axis.later.size, measure: int32(i % o.measures)}
	}
}

// plainIndex returns the index of the line of a node in a plain list that has the line.
func (l *lineList) plainIndex(node int, measure int32) int {
	o := &l.outline
	if !o.totals[0] || !o.first {
		node = (node - 1 + l.axis.later.size) % l.axis.later.size
	}
	return node*o.measures + int(measure)
}

// index returns the index of the first line that matches, or -1. It makes all lines only if none of the first lines
// matches.
func (l *lineList) index(matches func(line) bool) int {
	if i := slices.IndexFunc(l.first, matches); i >= 0 || l.axis == nil {
		return i
	}
	return slices.IndexFunc(l.all(), matches)
}

// allLines lists the lines of an axis. It splits a large axis at labels of the first field, and lists the parts on all
// cores. Each part writes to memory for the greatest number of lines that its nodes can have. Most parts need all of
// it.
func (a *Axis) allLines(o outline) []line {
	most := o.measures // lines of a node
	if a.left != nil {
		most++ // a line that says how many labels are left out
	}
	all := lister{Axis: a, outline: &o, out: memory.Uninitialized[line](a.Len() * most)[:0]}
	if len(a.Fields) == 0 {
		all.add(line{})
		return all.out
	}
	all.begin(openNode{node: 0, total: o.totals[0]})
	if a.Len() < 2*partNodes {
		all.list(1, a.Len())
		all.end(0)
		return all.out
	}
	threads := runtime.GOMAXPROCS(0)
	parts := make([]lister, min(4*threads, a.Len()/partNodes))
	border := func(i int) int {
		n := max(1, a.Len()*i/len(parts))
		for n < a.Len() && a.Depth(n) != 1 {
			n++
		}
		return n
	}
	size, room := len(all.out), all.out[len(all.out):cap(all.out)]
	_ = parallel.On(context.Background(), threads, len(parts), func(_ context.Context, i int) error {
		lo, hi := border(i), border(i+1)
		out := room[(lo-1)*most : (lo-1)*most : (hi-1)*most]
		part := lister{Axis: a, outline: &o, out: out, open: slices.Clone(all.open)}
		part.list(lo, hi)
		part.end(1)
		parts[i] = part
		return nil
	})
	for _, part := range parts {
		if to := all.out[size : size+len(part.out)]; len(to) > 0 && &to[0] != &part.out[0] {
			copy(to, part.out)
		}
		size += len(part.out)
	}
	all.out = all.out[:size]
	all.end(0)
	return all.out
}

// lister lists the lines of consecutive nodes.
type lister struct {
	*Axis
	*outline
	out           []line
	open          []openNode // the path of inner nodes to the current node
	level, hiding int        // the number of open nodes with a total of their own, and of folded ones
}

// add adds the lines of a node, one for each measure.
func (l *lister) add(at line) {
	for m := range l.measures {
		at.measure = int32(m)
		l.addOne(at)
	}
}

func (l *lister) addOne(at line) {
	at.level = uint8(min(l.level, math.MaxUint8))
	if l.hiding > 0 {
		at.fold = hidden
	}
	l.out = append(l.out, at)
}

func (l *lister) begin(n openNode) {
	switch {
	case l.compact && n.node > 0 && !n.total:
		l.addOne(n.line())
	case n.total && (l.first || l.compact && n.node > 0):
		l.add(n.line())
	}
	l.open = append(l.open, n)
	if n.total && n.node > 0 {
		l.level++
	}
	if n.folded {
		l.hiding++
	}
}

// end closes the open nodes whose depth is `depth` or greater. It adds their lines about labels left out, and the lines
// of their totals.
func (l *lister) end(depth int) {
	for len(l.open) > 0 && l.Depth(l.open[len(l.open)-1].node) >= depth {
		n := l.open[len(l.open)-1]
		l.open = l.open[:len(l.open)-1]
		if left, _ := l.hidden(n.node); left > 0 {
			l.addOne(line{node: n.node, left: true})
		}
		if n.total && n.node > 0 {
			l.level--
		}
		if n.folded {
			l.hiding--
		}
		if n.total && !l.first && !(l.compact && n.node > 0) {
			l.add(n.line())
		}
	}
}

// list lists the lines of nodes lo to hi-1. The caller must then call `end` for nodes that are still open.
func (l *lister) list(lo, hi int) {
	for n := lo; n < hi; n++ {
		node := l.node(n)
		l.end(node.Depth())
		switch {
		case node.Depth() == len(l.Fields):
			l.add(line{node: n})
		case !l.outline.closed(l.Axis, n):
			l.begin(openNode{node: n, total: l.totals[node.Depth()]})
		case l.unfold:
			l.begin(openNode{node: n, total: true, folded: true})
		default:
			l.add(line{node: n, closed: true})
			for n+1 < hi && l.Depth(n+1) > node.Depth() {
				n++
			}
		}
	}
}

// lineOf returns the index of the line of a node for a measure. If the node has no line, it returns the line of the
// nearest ancestor with a line. It looks only at lines that were listed, and does not wait for others.
func (a *Axis) lineOf(of *lineList, node int, measure int32) int {
	exact := func(l line) bool { return l.node == node && l.measure == measure && !l.left }
	if i := slices.IndexFunc(of.first, exact); i >= 0 {
		return i
	}
	if of.isPlain() && (node > 0 || of.outline.totals[0]) {
		return of.plainIndex(node, measure)
	}
	lines := of.first
	if of.ready(of.n - 1) {
		lines = of.all()
	}
	best, depth := of.n-1, -1
	for i, l := range lines {
		if l.left || l.measure != measure {
			continue
		}
		if d := a.Depth(l.node); d > depth && d <= a.Depth(node) && a.ancestor(node, d) == l.node {
			best, depth = i, d
		}
	}
	return best
}

// ancestor returns the node of the given depth on the path to n, or n if n is no deeper.
func (a *Axis) ancestor(n, depth int) int {
	for a.Depth(n) > depth {
		n = a.Parent(n)
	}
	return n
}
