package pivot

import (
	"cardinal/data"
	"cardinal/engine/query"
)

// Crosstab is the answer to a query: two axes and a figure for every pair of their nodes. It is immutable.
type Crosstab struct {
	Query    query.Query
	Rows     Axis
	Cols     Axis
	Measures []Measure

	cells cells
}

// Measure is one column of figures.
type Measure struct {
	query.Measure
	Title  string // as people see it: sum(revenue), or sum(revenue) % of row
	Format Format
}

// Axis is the labels of one side in display order, depth first.
type Axis struct {
	Fields []query.Field
	Nodes  []Node // Nodes[0] is the grand total
	Leaves []int  // the nodes of full depth, in display order; {0} where there are no fields
}

// Node is a label and what it stands under: region EU, or city Rome within region EU. Depth 0 is the grand total,
// len(Fields) a leaf, anything between a subtotal.
type Node struct {
	Label  data.Value // of field Depth-1
	Depth  int
	Parent int // -1 for the grand total
}

// Path is the labels from the outermost field down to node n.
func (a *Axis) Path(n int) []data.Value {
	path := make([]data.Value, a.Nodes[n].Depth)
	for ; a.Nodes[n].Depth > 0; n = a.Nodes[n].Parent {
		path[a.Nodes[n].Depth-1] = a.Nodes[n].Label
	}
	return path
}
