package pivot

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Role is what a cell of a grid shows.
type Role uint8

// The roles.
const (
	Corner   Role = iota // above the row labels: field names
	ColLabel             // a label of the column axis
	Name                 // the name of a measure, above its column
	RowLabel             // a label of the row axis
	Body                 // a figure
	Note                 // how many labels a top leaves out; its row has no figures
)

// Cell is one cell of a grid as people see it.
type Cell struct {
	Role   Role
	Value  data.Value // labels are values too; field and measure names are Text
	Own    bool       // RowLabel, ColLabel: the text is a word of Cardinal, such as Total, and no value of the table
	Format Format     // Body, RowLabel, ColLabel: how the value is written
	Total  bool       // the cell belongs to a total or subtotal of either axis
	Repeat bool       // the label equals the one before it: blank on the screen, written out in files
	Node   int        // RowLabel, ColLabel: the node of the axis that the label belongs to
	Fold   Fold       // RowLabel, ColLabel: whether the node can be folded away
}

// Empty reports whether the cell has no label and fills the place beside or above another one.
func (c *Cell) Empty() bool {
	return c.Value.IsNull() && (c.Role == Corner || c.Role == Name || c.Role == Note || c.Role != Body && c.Total && c.Node == 0)
}

// Text is what a person reads in the cell, also where Repeat is set.
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

// Fold says whether the children of a label's node are shown.
type Fold uint8

// The fold states.
const (
	NoFold Fold = iota // there are no children to fold
	Open
	Closed
)

// Grid is a crosstab in two dimensions. The top HeaderRows rows have the column labels and the names of measures, the left LabelCols
// columns have the row labels, and the other cells have the figures. A cell is computed when it is read, so that a grid of a million
// rows takes the memory of its lines alone. It is immutable and safe for use by several goroutines.
type Grid struct {
	Rows, Cols            int // with the headers
	HeaderRows, LabelCols int

	tab  *Crosstab
	rows []line
	cols []line
}

// Grid makes the grid of the crosstab in which the given nodes are folded.
func (c *Crosstab) Grid(f Folds) *Grid {
	g := &Grid{tab: c, LabelCols: max(1, len(c.Rows.Fields)), HeaderRows: 1 + len(c.Cols.Fields)}
	g.rows = c.Rows.lines(f.Rows, c.Query.Totals.HasCols())
	g.cols = c.Cols.lines(f.Cols, c.Query.Totals.HasRows())
	g.Rows = g.HeaderRows + len(g.rows)
	g.Cols = g.LabelCols + len(g.cols)*len(c.Measures)
	return g
}

// Size is the number of rows and columns with the headers, and how many of them are headers.
func (g *Grid) Size() (rows, cols, headerRows, labelCols int) {
	return g.Rows, g.Cols, g.HeaderRows, g.LabelCols
}

// Measure is the index of the measure in column col, and false where the column has labels.
func (g *Grid) Measure(col int) (int, bool) {
	if col < g.LabelCols {
		return 0, false
	}
	return (col - g.LabelCols) % len(g.tab.Measures), true
}

// RowNode is the node of the row axis of a row below the headers.
func (g *Grid) RowNode(row int) int { return g.rows[row-g.HeaderRows].node }

// ColNode is the node of the column axis of a column beside the labels.
func (g *Grid) ColNode(col int) int { return g.cols[(col-g.LabelCols)/len(g.tab.Measures)].node }

// Nodes are the axis nodes of a cell. A label has its own node and the grand total of the other axis; other cells without figures have
// the grand totals.
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

// Column is the column of a measure for a node of the column axis. It is false where the node is folded away or its total is not shown.
func (g *Grid) Column(node, measure int) (int, bool) {
	for i, l := range g.cols {
		if l.node == node {
			return g.LabelCols + i*len(g.tab.Measures) + measure, true
		}
	}
	return 0, false
}

// Place maps the row and the column of a cell of another grid of the same crosstab to this grid. A node that is folded away here maps to
// its nearest ancestor that is shown.
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

// lineOf is the index of the line of a node, or of its nearest ancestor that has a line.
func lineOf(a *Axis, lines []line, node int) int {
	best, depth := len(lines)-1, -1
	for i, l := range lines {
		if d := a.Nodes[l.node].Depth; !l.left && d > depth && d <= a.Nodes[node].Depth && a.ancestor(node, d) == l.node {
			best, depth = i, d
		}
	}
	return best
}

// Tab is the crosstab of the grid.
func (g *Grid) Tab() *Crosstab { return g.tab }

// Cell is the cell at row and col. Both count from 0 and include the headers.
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

// isTotal reports whether a node is a total or subtotal. The only node of an axis without fields is none.
func isTotal(a *Axis, n int) bool { return a.Nodes[n].Depth < len(a.Fields) }

// namesRow is the header row with the names of the measures: the last one, or the first where there is only one measure, so that its
// name is not repeated above every column.
func (g *Grid) namesRow() int {
	if len(g.tab.Measures) == 1 {
		return 0
	}
	return g.HeaderRows - 1
}

// Heading is the name of a column in one line, such as region, or 2023 · Sum of revenue. It is "" for row labels without a field.
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

// note is the cell that says how many labels under a node are left out. It has its text in the column of those labels.
func note(a *Axis, n, col int) Cell {
	c := Cell{Role: Note, Own: true}
	if left, _ := a.Omitted(n); col == a.Nodes[n].Depth {
		c.Value = data.TextValue(profiler.Count(left) + notShown)
	}
	return c
}

// ofAll is the text that a total adds to its label where a top leaves labels out: " of all 12".
func ofAll(a *Axis, n int) string {
	if left, of := a.Omitted(n); left > 0 {
		return all + profiler.Count(of)
	}
	return ""
}

// label is the label of lines[at] at a depth. It is a repeat where lines[before] has the same node at that depth. before is -1 where
// there is no line before.
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
		c.Repeat, c.Fold = true, NoFold
	}
	return c
}

// Arrow marks a heading by which rows are sorted.
type Arrow struct {
	Col  int
	Desc bool
}

// Arrows lists the headings by which rows are sorted: headings of row fields that are sorted by their labels, and of columns of figures.
// A column that is folded away has no heading.
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
