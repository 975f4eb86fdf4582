package pivot

import (
	"math"
	"sync"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// Axis is the tree of labels of one side, in display order and depth first.
type Axis struct {
	Fields []query.Field

	nodes      []Node  // nodes[0] is the grand total; only the first nodes if the axis is ordered later
	leaves     *leaves // nil if the axis is ordered later
	later      *later  // nil if nodes has all nodes
	keys       []*key.Column
	sorted     bool         // the ids of nodes differ from their indices in nodes
	left       []leftOut    // by id: the labels left out under the node; nil if no label is left out
	conditions []string     // for each field, the conditions that its labels pass; nil without conditions
	ties       []tie        // the tops that leave out labels with the same figure as a label that they keep
	unshared   []query.TopN // the tops that keep a share of a total that is zero, infinite or missing
	laid       []level      // the nodes by depth; nil if the axis was not made by depth, or labels were left out
	// by id: the index of the same node on the axis that keeps all labels (see amongAll); nil if no label is left out
	from []uint32
	own  *own // the words of Cardinal on the axis; nil: English
	// by depth: the function of the subtotals; nil: no field has a function
	subtotals []*subtotal
	inFile    bool // the names of totals are those of files that Cardinal can read again
}

// Len returns the number of nodes. Node 0 is the grand total.
func (a *Axis) Len() int {
	if a.later != nil {
		return a.later.size
	}
	return len(a.nodes)
}

// Depth returns the depth of node n. The grand total has depth 0.
func (a *Axis) Depth(n int) int { return a.node(n).Depth() }

// Parent returns the parent of node n, -1 for the grand total.
func (a *Axis) Parent(n int) int { return a.node(n).Parent() }

// Leaves lists the nodes of full depth in display order. It returns {0} for an axis without fields. The caller must
// not change the list.
func (a *Axis) Leaves() []int { return a.ordered().listLeaves() }

func (a *Axis) listLeaves() []int {
	l := a.leaves
	if l == nil { // the axis is not in order yet
		return nil
	}
	l.listing.Do(func() {
		l.nodes = memory.Uninitialized[int](len(a.nodes))[:0]
		for n := range a.nodes {
			if a.nodes[n].Depth() == len(a.Fields) {
				l.nodes = append(l.nodes, n)
			}
		}
	})
	return l.nodes
}

// leaves has the nodes of full depth, which are listed by the first call of Leaves.
type leaves struct {
	listing sync.Once
	nodes   []int
}

// LeafLabels returns a column with the label of each leaf in a field. It returns nil if the labels are not the values
// of a column of the table. The axis must have no Others.
func (a *Axis) LeafLabels(field int) *data.Column {
	if !a.keys[field].IsWhole() {
		return nil
	}
	leaves := a.Leaves()
	codes := memory.Uninitialized[uint32](len(leaves))
	for i, n := range leaves {
		codes[i] = a.node(a.ancestor(n, field+1)).code
	}
	return a.keys[field].Labels(data.Codes{U32: codes})
}

func (a *Axis) node(n int) *Node {
	if n < len(a.nodes) {
		return &a.nodes[n]
	}
	return &a.ordered().nodes[n]
}

// Node is a label under its parent, such as city Rome within region EU. The node of depth 0 is the grand total.
// Nodes of depth len(Fields) are leaves, and all other nodes are subtotals.
//
// A node takes 16 bytes, since an axis may have many millions.
type Node struct {
	code  uint32 // othersCode for the labels left out under the parent
	cell  uint32 // the id of the node, by which its cells are found; sorting does not change it
	above uint32 // the parent plus one
	depth uint32
}

func newNode(depth, parent int, code uint32, id int) Node {
	return Node{code, uint32(id), uint32(parent + 1), uint32(depth)}
}

// Depth returns the number of fields up to the node.
func (n *Node) Depth() int { return int(n.depth) }

// Parent returns the parent, -1 for the grand total.
func (n *Node) Parent() int { return int(n.above) - 1 }

// id returns the id of the node, by which its cells are found.
func (n *Node) id() int { return int(n.cell) }

// Label returns the value of field Depth-1 at node n. It returns null for the grand total, and the text Others for
// labels left out.
func (a *Axis) Label(n int) data.Value {
	switch {
	case a.Depth(n) == 0:
		return data.Value{}
	case a.Others(n):
		return data.TextValue(Others)
	}
	return a.keys[a.Depth(n)-1].Label(a.node(n).code)
}

// LabelLiteral writes a label as the query language reads it. It writes finite numbers and truth values without quotes,
// and all other labels with quotes.
func LabelLiteral(v data.Value) query.Literal {
	bare := v.Type.Numeric() || v.Type == data.Bool
	if v.Type == data.Float && (math.IsNaN(v.Float) || math.IsInf(v.Float, 0)) {
		bare = false
	}
	return query.Literal{Text: v.String(), Quoted: !bare}
}

// Format returns the format of the label of node n.
func (a *Axis) Format(n int) Format {
	if a.Depth(n) == 0 {
		return Format{}
	}
	return Format{Places: Shortest, NumberFormat: a.keys[a.Depth(n)-1].Format, own: a.own}
}

// Text returns the label of node n as people see it, "" for the grand total.
func (a *Axis) Text(n int) string { return a.textIn(n, a.Format(n)) }

func (a *Axis) textIn(n int, f Format) string {
	switch {
	case a.Depth(n) == 0:
		return ""
	case a.Others(n):
		return a.words().L(Others)
	}
	return f.Label(a.Label(n))
}

// Path returns the labels from the outermost field to node n.
func (a *Axis) Path(n int) []data.Value {
	path := make([]data.Value, a.Depth(n))
	for ; a.Depth(n) > 0; n = a.Parent(n) {
		path[a.Depth(n)-1] = a.Label(n)
	}
	return path
}

// PathCodes has the codes of a key column that belong to one label of a path.
type PathCodes struct {
	Key   *key.Column
	Codes []uint32
	Not   bool // the label is Others: all other codes belong to it
}

// Codes returns the path to node n as codes of the key columns.
func (a *Axis) Codes(n int) []PathCodes {
	path := make([]PathCodes, a.Depth(n))
	for ; a.Depth(n) > 0; n = a.Parent(n) {
		depth := a.Depth(n)
		at := &path[depth-1]
		at.Key, at.Codes = a.keys[depth-1], []uint32{a.node(n).code}
		if at.Not = a.Others(n); at.Not {
			at.Codes = a.shownBeside(n)
		}
	}
	return path
}

// parent returns the parent of node n. The grand total is its own parent.
func (a *Axis) parent(n int) int { return max(0, a.Parent(n)) }

// byID maps the id of each node to its index.
func (a *Axis) byID() map[int]int {
	of := make(map[int]int, a.Len())
	for n := range a.Len() {
		of[a.node(n).id()] = n
	}
	return of
}

// reorder changes the order of the nodes. ranked[d] lists the nodes of depth d in their new order under each parent. An
// unlisted node is removed with all nodes below it. If ranked[d] is nil, the nodes of depth d keep their order. to[n]
// is the new index of node n, or aggregate.Skip if the node is removed.
func (a *Axis) reorder(ranked [][]int) (to []uint32) {
	for d := range ranked {
		if d > 0 && ranked[d] == nil {
			ranked[d] = a.ofDepth(d)
		}
	}
	start := make([]int, a.Len()+2) // the index in list of the first child of each node
	for _, nodes := range ranked {
		for _, n := range nodes {
			start[a.Parent(n)+2]++
		}
	}
	for n := range a.Len() {
		start[n+1] += start[n]
	}
	list := memory.Make[int](a.Len() - 1)
	for _, nodes := range ranked {
		for _, n := range nodes {
			parent := a.Parent(n)
			list[start[parent+1]] = n
			start[parent+1]++
		}
	}
	to = memory.Make[uint32](a.Len())
	for n := range to {
		to[n] = aggregate.Skip
	}
	laid := make([]Node, 0, a.Len())
	var walk func(n, parent int)
	walk = func(n, parent int) {
		node := a.nodes[n]
		node.above = uint32(parent + 1)
		at := len(laid)
		to[n] = uint32(at)
		laid = append(laid, node)
		for _, child := range list[start[n]:start[n+1]] {
			walk(child, at)
		}
	}
	walk(0, -1)
	a.nodes, a.leaves, a.sorted = laid, &leaves{}, true
	return to
}

// LabelOf returns the label that a row of the table has in one field of the axis, and the format of the label. It
// also returns labels that a top leaves out.
func (a *Axis) LabelOf(field, row int) (data.Value, Format) {
	k := a.keys[field]
	return k.Label(k.Codes.At(row)), Format{Places: Shortest, NumberFormat: k.Format}
}

// Labels lists the labels of a field, each once and without Others. If possible, their order agrees with the order
// under every parent.
func (a *Axis) Labels(field int) []data.Value {
	var codes []uint32               // the codes in the order of the axis
	follows := map[uint32][]uint32{} // by label, the labels right after it under some parent
	waits := map[uint32]int{}        // by label, how many labels that precede it are not listed yet
	last := map[int]uint32{}         // by parent, its last label so far
	of := map[uint32]int{}           // by label, one node that has it
	for n, node := range a.ordered().nodes {
		if node.Depth() != field+1 || a.Others(n) {
			continue
		}
		if _, seen := of[node.code]; !seen {
			of[node.code] = n
			codes = append(codes, node.code)
		}
		if before, ok := last[node.Parent()]; ok {
			follows[before] = append(follows[before], node.code)
			waits[node.code]++
		}
		last[node.Parent()] = node.code
	}
	var sorted, free []uint32
	for _, c := range codes {
		if waits[c] == 0 {
			free = append(free, c)
		}
	}
	for len(free) > 0 {
		c := free[0]
		free = free[1:]
		sorted = append(sorted, c)
		for _, next := range follows[c] {
			if waits[next]--; waits[next] == 0 {
				free = append(free, next)
			}
		}
	}
	if len(sorted) < len(codes) { // labels sorted by figures may differ in order from parent to parent
		sorted = codes
	}
	return each.Of(sorted, func(c uint32) data.Value { return a.Label(of[c]) })
}
