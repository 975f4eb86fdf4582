package pivot

import "cardinal/data"

// Role is what a grid cell is for.
type Role uint8

// The roles.
const (
	Corner   Role = iota // above the row labels: field names
	ColLabel             // a label of the column axis
	Name                 // the name of a measure, above its column
	RowLabel             // a label of the row axis
	Body                 // a figure
)

// Cell is one cell of the grid as people see it.
type Cell struct {
	Role   Role
	Value  data.Value // labels are values too; field and measure names are Text
	Format Format     // of Body cells
	Total  bool       // belongs to a total or subtotal, of either axis
	Repeat bool       // a label equal to the one before it: painted blank on the screen, written out in files
	Node   int        // RowLabel, ColLabel: the axis node the label belongs to
	Fold   Fold       // RowLabel, ColLabel: whether the node can be folded away
}

// Fold is the state of a label whose node has children.
type Fold uint8

// The fold states.
const (
	NoFold Fold = iota
	Open
	Closed
)

// Grid is a crosstab laid out in two dimensions: HeaderRows rows of column labels and measure names on top,
// LabelCols columns of row labels at the left, figures in the rest. Cells are computed when asked for, so a grid of
// a million rows costs no more than its line lists. It is immutable and safe for use by many goroutines.
type Grid struct {
	Rows, Cols            int // all of them, headers included
	HeaderRows, LabelCols int

	tab  *Crosstab
	rows []line
	cols []line
}
