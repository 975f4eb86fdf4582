package pivot

import (
	"slices"
	"strconv"

	"cardinal/data"
	"cardinal/engine/query"
)

// Role is what a grid cell is for.
type Role uint8

// The roles.
const (
	Corner   Role = iota // above the row labels: field names
	ColLabel             // a label of the column axis
	Name                 // the name of a measure, above its column
	RowLabel             // a label of the row axis
	Body                 // a figure
	Note                 // how many labels a top leaves out here; no figures stand in its row
)

// Cell is one cell of the grid as people see it.
type Cell struct {
	Role   Role
	Value  data.Value // labels are values too; field and measure names are Text
	Own    bool       // RowLabel, ColLabel: the text is Cardinal's own, such as Total, and no value of the table
	Format Format     // of figures, and of labels
	Total  bool       // belongs to a total or subtotal, of either axis
	Repeat bool       // a label equal to the one before it: painted blank on the screen, written out in files
	Node   int        // RowLabel, ColLabel: the axis node the label belongs to
	Fold   Fold       // RowLabel, ColLabel: whether the node can be folded away
}

// Empty reports whether a label cell is there only because another one needs the room.
func (c *Cell) Empty() bool {
	return c.Value.IsNull() && (c.Role == Corner || c.Role == Name || c.Role == Note || c.Role != Body && c.Total && c.Node == 0)
}

// Text is what a person reads in the cell. A repeated label has one, too.
func (c *Cell) Text() string {
	switch {
	case c.Role == Body:
		return c.Format.Text(c.Value)
	case c.Empty():
		return ""
	case c.Own || c.Role == Corner || c.Role == Name:
		return c.Value.Text
	}
	return c.Format.Label(c.Value)
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

// Grid lays the crosstab out with the given nodes folded.
func (c *Crosstab) Grid(f Folds) *Grid {
	g := &Grid{tab: c, LabelCols: max(1, len(c.Rows.Fields)), HeaderRows: 1 + len(c.Cols.Fields)}
	g.rows = c.Rows.lines(f.Rows, c.Query.Totals.HasCols())
	g.cols = c.Cols.lines(f.Cols, c.Query.Totals.HasRows())
	g.Rows = g.HeaderRows + len(g.rows)
	g.Cols = g.LabelCols + len(g.cols)*len(c.Measures)
	return g
}

// Size counts rows and columns with the headers; the first headerRows rows and labelCols columns are headers.
func (g *Grid) Size() (rows, cols, headerRows, labelCols int) {
	return g.Rows, g.Cols, g.HeaderRows, g.LabelCols
}

// Measure is the index of the measure in column col, and false among the labels.
func (g *Grid) Measure(col int) (int, bool) {
	if col < g.LabelCols {
		return 0, false
	}
	return (col - g.LabelCols) % len(g.tab.Measures), true
}

// RowNode and ColNode are the axis nodes of a body cell.
func (g *Grid) RowNode(row int) int { return g.rows[row-g.HeaderRows].node }
func (g *Grid) ColNode(col int) int { return g.cols[(col-g.LabelCols)/len(g.tab.Measures)].node }

// Nodes are the axis nodes that a cell is of: those of a figure, and of a label its own and all of the other axis.
func (g *Grid) Nodes(row, col int) (rowNode, colNode int) {
	switch c := g.Cell(row, col); c.Role {
	case Body:
		return g.RowNode(row), g.ColNode(col)
	case RowLabel:
		return c.Node, 0
	case ColLabel:
		return 0, c.Node
	}
	return 0, 0
}

// Column is the column of a measure under a node of the column axis, and false where that is folded away or has no total.
func (g *Grid) Column(node, measure int) (int, bool) {
	for i, l := range g.cols {
		if l.node == node {
			return g.LabelCols + i*len(g.tab.Measures) + measure, true
		}
	}
	return 0, false
}

// Place is where the line and the column of a cell of another grid of the same crosstab stand in this one. What is folded
// away here stands where the node does that it was folded into.
func (g *Grid) Place(other *Grid, row, col int) (int, int) {
	if row >= other.HeaderRows {
		row = g.HeaderRows + lineOf(&g.tab.Rows, g.rows, other.rows[row-other.HeaderRows].node)
	}
	if col >= other.LabelCols {
		n := len(g.tab.Measures)
		at := col - other.LabelCols
		col = g.LabelCols + lineOf(&g.tab.Cols, g.cols, other.cols[at/n].node)*n + at%n
	}
	return row, col
}

// lineOf is the line of a node, or of its nearest ancestor that has one.
func lineOf(a *Axis, lines []line, node int) int {
	best, depth := len(lines)-1, -1
	for i, l := range lines {
		if d := a.Nodes[l.node].Depth; !l.left && d > depth && d <= a.Nodes[node].Depth && a.ancestor(node, d) == l.node {
			best, depth = i, d
		}
	}
	return best
}

// Tab is the crosstab behind the grid.
func (g *Grid) Tab() *Crosstab { return g.tab }

// Cell returns the cell at row and col, both from 0, headers included.
func (g *Grid) Cell(row, col int) Cell {
	switch {
	case row < g.HeaderRows && col < g.LabelCols:
		return g.corner(row, col)
	case row < g.HeaderRows:
		return g.header(row, col)
	case col < g.LabelCols:
		return g.rowLabel(row, col)
	}
	if g.rows[row-g.HeaderRows].left {
		return Cell{Role: Note}
	}
	m, _ := g.Measure(col)
	r, c := g.RowNode(row), g.ColNode(col)
	return Cell{
		Role: Body, Value: g.tab.Cell(r, c, m), Format: g.tab.Measures[m].Format,
		Total: isTotal(&g.tab.Rows, r) || isTotal(&g.tab.Cols, c),
	}
}

// isTotal reports whether a node adds up others: the only node of an axis without fields does not.
func isTotal(a *Axis, n int) bool { return a.Nodes[n].Depth < len(a.Fields) }

// namesRow is the header row with the measure names: the last one, but the first where there is one measure under
// column labels, which would repeat its name over every column.
func (g *Grid) namesRow() int {
	if len(g.tab.Measures) == 1 {
		return 0
	}
	return g.HeaderRows - 1
}

// Heading names a column in one line: region, 2023 · Sum of revenue. Row labels of no field have no heading.
func (g *Grid) Heading(col int) string {
	m, figures := g.Measure(col)
	if !figures {
		c := g.Cell(g.HeaderRows-1, col)
		return c.Text()
	}
	var labels []string
	for row := range g.HeaderRows {
		if c := g.Cell(row, col); c.Role == ColLabel && !c.Empty() {
			labels = append(labels, c.Text())
		}
	}
	return Heading(labels, g.tab.Measures[m].Title())
}

func (g *Grid) corner(row, col int) Cell {
	c := Cell{Role: Corner}
	cols := g.tab.Cols.Fields
	switch {
	case row == g.HeaderRows-1 && col < len(g.tab.Rows.Fields):
		c.Value = data.TextValue(g.tab.Rows.Fields[col].Title())
	case len(cols) == 0:
	case row == 0 && col == 0 && len(g.tab.Measures) == 1:
		c.Value = data.TextValue(g.tab.Measures[0].Title())
	case col == 0 && len(g.tab.Measures) > 1 && row < len(cols):
		c.Value = data.TextValue(cols[row].Title())
	}
	return c
}

func (g *Grid) header(row, col int) Cell {
	m, _ := g.Measure(col)
	at := (col - g.LabelCols) / len(g.tab.Measures)
	line := g.cols[at]
	fields := g.tab.Cols.Fields
	if row == g.namesRow() {
		if len(fields) > 0 && len(g.tab.Measures) == 1 {
			c := Cell{Role: Name, Repeat: at > 0}
			for i, f := range fields {
				if i > 0 {
					c.Value.Text += ", "
				}
				c.Value.Text += f.Title()
			}
			c.Value.Type = data.Text
			return c
		}
		return Cell{Role: Name, Value: data.TextValue(g.tab.Measures[m].Title()), Total: isTotal(&g.tab.Cols, line.node)}
	}
	depth := row + 1
	if len(g.tab.Measures) == 1 {
		depth = row
	}
	before := -1
	if m > 0 {
		before = at
	} else if at > 0 {
		before = at - 1
	}
	c := label(&g.tab.Cols, g.cols, at, before, depth)
	c.Role = ColLabel
	return c
}

func (g *Grid) rowLabel(row, col int) Cell {
	at := row - g.HeaderRows
	if len(g.tab.Rows.Fields) == 0 {
		return Cell{Role: RowLabel, Value: data.TextValue(allRows), Own: true}
	}
	if l := g.rows[at]; l.left && col >= g.tab.Rows.Nodes[l.node].Depth {
		return note(&g.tab.Rows, l.node, col)
	}
	c := label(&g.tab.Rows, g.rows, at, at-1, col+1)
	c.Role = RowLabel
	return c
}

// note says how many labels under a node are left out, in the column in which they would stand.
func note(a *Axis, n, col int) Cell {
	c := Cell{Role: Note, Own: true}
	if left, _ := a.Omitted(n); col == a.Nodes[n].Depth {
		c.Value = data.TextValue(group(strconv.Itoa(left)) + notShown)
	}
	return c
}

// ofAll is what the total under a node says that it is of, where some of the labels are left out.
func ofAll(a *Axis, n int) string {
	if left, of := a.Omitted(n); left > 0 {
		return all + group(strconv.Itoa(of))
	}
	return ""
}

// label is the label of lines[at] at a depth. It repeats the label of lines[before] (none: -1) where both stand
// under the same node.
func label(a *Axis, lines []line, at, before, depth int) Cell {
	l := lines[at]
	own := a.Nodes[l.node].Depth
	c := Cell{Total: own < len(a.Fields) && !l.left}
	if depth > own {
		if own == 0 && depth == 1 {
			c.Value, c.Own = data.TextValue(total+ofAll(a, 0)), true
		}
		c.Repeat = own == 0 && before == at
		return c
	}
	c.Node = a.ancestor(l.node, depth)
	c.Value, c.Format = a.Label(c.Node), a.format(c.Node)
	switch {
	case depth == own && l.closed:
		c.Fold = Closed
	case depth == own && c.Total:
		c.Value, c.Own = data.TextValue(c.Format.Label(c.Value)+ofTotal+ofAll(a, c.Node)), true
		c.Repeat = before == at
		return c
	case depth < len(a.Fields):
		c.Fold = Open
	}
	if before >= 0 && a.Nodes[lines[before].node].Depth >= depth && a.ancestor(lines[before].node, depth) == c.Node {
		// the line before may be the subtotal of this very node only on the way out, never on the way in
		c.Repeat, c.Fold = true, NoFold
	}
	return c
}

// Arrow is a heading that rows are sorted by.
type Arrow struct {
	Col  int
	Desc bool
}

// Arrows lists the headings that decide the order of the rows: of row fields that are sorted by their labels, and of columns of
// figures. A column that is folded away has no heading.
func (g *Grid) Arrows() []Arrow {
	var out []Arrow
	for _, o := range g.tab.Orders {
		a := Arrow{Col: o.Field, Desc: o.Desc}
		if o.Value != query.ByLabel {
			var there bool
			if a.Col, there = g.Column(o.Col, o.Value); !there {
				continue
			}
		}
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}
