package pivot

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/figure/mark"
	"cardinal/engine/query"
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
	Note                 // says how many labels a top leaves out; the row has no figures
)

// Cell is one cell of a grid as people see it.
type Cell struct {
	Role   Role
	Value  data.Value // labels are values too; field and measure names are Text
	Own    bool       // RowLabel, ColLabel: the text is a word of Cardinal, such as Total, and not a value of the table
	Plain  string     // the label of a subtotal in files for programs; "" for other cells
	Of     data.Value // the label whose total the cell names; null for other cells
	Format Format     // Body, RowLabel, ColLabel: how the value is written
	Total  bool       // the cell belongs to a total or subtotal of either axis
	Repeat bool       // the label equals the label of the line before; CSV files have it nevertheless
	Blank  bool       // Repeat, and the screen leaves the cell blank
	NoRows bool       // Body: no row of the table belongs to the cell
	Share  bool       // Body: the figure is a share, such as % of row
	Mark   mark.Cell  // Body: what the conditional format of the measure shows
	Node   int        // RowLabel, ColLabel: the node of the axis that the label belongs to
	Indent int        // RowLabel, Note: the number of ancestors whose labels are in the same column
	Fold   Fold       // RowLabel, ColLabel: whether the node can be folded; repeats have NoFold or Closed
}

// Empty reports whether the cell has no label and only fills the space beside or above another cell.
func (c *Cell) Empty() bool {
	return c.Value.IsNull() && (c.Role == Corner || c.Role == Name || c.Role == Note || c.Role != Body &&
		c.Total && c.Node == 0)
}

// Rounded reports whether the exact figure has more digits than the cell keeps. It returns false for shares, because
// nearly all of them are rounded.
func (c *Cell) Rounded() bool { return c.Role == Body && c.Value.Rounded && !c.Share }

// Text returns what a person reads in the cell. It ignores Repeat and Blank.
func (c *Cell) Text() string {
	switch {
	case c.Role == Body:
		return c.Format.Text(c.Value)
	case c.Empty():
		return ""
	case c.Plain != "" && c.Format.plain:
		return c.Plain
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

// Grid is a crosstab in two dimensions. The first HeaderRows rows have the column labels and the names of measures.
// The first LabelCols columns have the row labels. The other cells have the figures.
//
// A cell is computed when it is read, so that a grid of a million rows needs memory only for its lines. A grid is
// immutable and safe for use by several goroutines.
type Grid struct {
	Rows, Cols            int // with the headers
	HeaderRows, LabelCols int
	Layout                query.Layout

	tab     *Crosstab
	folds   Folds
	down    bool      // several measures are the innermost labels of the rows
	compact bool      // all row labels are in one column
	rows    *lineList // below the headers
	cols    *lineList // beside the labels
}

// Grid makes the grid of the crosstab in the layout of its query, with the nodes in f folded.
func (c *Crosstab) Grid(f Folds) *Grid { return c.Lay(c.Query.Layout, f) }

// Lay makes the grid of the crosstab in another layout, with the nodes in f folded. The layout must have the same
// ShowEmpty as the layout of the query.
func (c *Crosstab) Lay(l query.Layout, f Folds) *Grid { return c.lay(l, f, false) }

// Unfolded returns the grid with the lines below folded labels. These lines are marked as hidden. In it, the line of a
// folded label is the line of its total.
func (g *Grid) Unfolded() *Grid { return g.tab.lay(g.Layout, g.folds, true) }

// Tabular returns the grid with a column for the labels of each row field.
func (g *Grid) Tabular() *Grid {
	if !g.compact {
		return g
	}
	l := g.Layout
	l.Compact = false
	return g.tab.Lay(l, g.folds)
}

// Outline returns where a row below the headers is in an outline, as workbooks have it. level is the number of its
// ancestors that have a total of their own. `under` reports whether an ancestor is folded.
func (g *Grid) Outline(row int) (level int, under bool) {
	l := g.rows.at(row - g.HeaderRows)
	return int(l.level), l.fold == hidden
}

// ColOutline works like Outline, for a column of figures.
func (g *Grid) ColOutline(col int) (level int, under bool) {
	l := g.cols.at(col - g.LabelCols)
	return int(l.level), l.fold == hidden
}

// Folds returns the folded nodes.
func (g *Grid) Folds() Folds { return g.folds }

// HasFolds reports whether some label is folded.
func (g *Grid) HasFolds() bool {
	// if some lines are ordered later, no line is folded
	folded := func(l line) bool { return l.closed || l.fold != unfolded }
	return slices.ContainsFunc(g.rows.first, folded) || slices.ContainsFunc(g.cols.first, folded)
}

func (c *Crosstab) lay(l query.Layout, f Folds, unfold bool) *Grid {
	g := &Grid{tab: c, folds: f, Layout: l, LabelCols: max(1, len(c.Rows.Fields)), HeaderRows: 1 + len(c.Cols.Fields)}
	onRows, onCols := 1, len(c.Measures)
	if l.ValuesOnRows && onCols > 1 {
		onRows, onCols, g.down, g.LabelCols = onCols, 1, true, len(c.Rows.Fields)+1
	}
	if l.Compact && len(c.Rows.Fields) > 1 {
		g.compact, g.LabelCols = true, 1+int(measureOn(g.down, 1))
	}
	rows := c.Rows.outline(l, l.Totals.HasCols(), f.Rows, f.RowsOf, onRows)
	cols := c.Cols.outline(l, l.Totals.HasRows(), f.Cols, f.ColsOf, onCols)
	rows.unfold, cols.unfold, rows.compact = unfold, unfold, g.compact
	g.rows, g.cols = c.Rows.lines(rows), c.Cols.lines(cols)
	g.Rows = g.HeaderRows + g.rows.n
	g.Cols = g.LabelCols + g.cols.n
	return g
}

// Size returns the number of rows and columns with the headers, and how many of them are headers.
func (g *Grid) Size() (rows, cols, headerRows, labelCols int) {
	return g.Rows, g.Cols, g.HeaderRows, g.LabelCols
}

// MeasuresOnRows reports whether several measures are the innermost labels of the rows.
func (g *Grid) MeasuresOnRows() bool { return g.down }

// Order orders the rows that are not in order yet. If there are many labels, the grid orders the first ones at once,
// and the others when one of their rows is read. Order returns an error if ctx ends, or if the memory is too small.
func (g *Grid) Order(ctx context.Context) error {
	if g.Ready(g.Rows - 1) {
		return nil
	}
	return g.tab.Rows.watched(ctx, g.rows.order)
}

// Ready reports whether a row can be read at once. Reading any other row waits for Order.
func (g *Grid) Ready(row int) bool { return row < g.HeaderRows || g.rows.ready(row-g.HeaderRows) }

// Tab returns the crosstab of the grid.
func (g *Grid) Tab() *Crosstab { return g.tab }

// HasRowTotals reports whether some rows are totals or subtotals. The row of a folded label does not count as one.
func (g *Grid) HasRowTotals() bool {
	return slices.Contains(g.tab.Rows.outline(g.Layout, g.Layout.Totals.HasCols(), nil, query.Field{}, 1).totals, true)
}

// Measure returns the index of the measure of the cell at row and col. For a header cell, this is the measure of the
// figures below it, or 0 if all measures are below it. Measure returns false if the column has no figures.
func (g *Grid) Measure(row, col int) (int, bool) {
	switch {
	case col < g.LabelCols || g.cols.at(col-g.LabelCols).left:
		return 0, false
	case !g.down:
		return int(g.cols.at(col - g.LabelCols).measure), true
	case row < g.HeaderRows:
		return 0, true
	}
	return int(g.rows.at(row - g.HeaderRows).measure), true
}

// RowNode returns the row axis node of a row below the headers.
func (g *Grid) RowNode(row int) int { return g.rows.at(row - g.HeaderRows).node }

// HasFigures reports whether a row below the headers has figures. It returns false for a row that says how many
// labels are left out, and for the line of a label whose field has no subtotals.
func (g *Grid) HasFigures(row int) bool {
	l := g.rows.at(row - g.HeaderRows)
	if depth := g.tab.Rows.Depth(l.node); g.compact && !l.closed && depth > 0 && depth < len(g.tab.Rows.Fields) {
		return !l.left && g.Layout.Subtotals(g.tab.Rows.Fields[depth-1])
	}
	return !l.left
}

// ColNode returns the column axis node of a column beside the labels.
func (g *Grid) ColNode(col int) int { return g.cols.at(col - g.LabelCols).node }

// Nodes returns the axis nodes of a cell. A label has its own node and the grand total of the other axis. Any other
// cell without a figure has both grand totals.
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

// Column returns the column of a measure for a node of the column axis. It returns false if the node is folded away
// or its total is not shown.
func (g *Grid) Column(node, measure int) (int, bool) {
	if g.down {
		measure = 0
	}
	i := g.cols.index(func(l line) bool { return l.node == node && int(l.measure) == measure && !l.left })
	return g.LabelCols + i, i >= 0
}

// Place returns the row and column in this grid of a cell of another grid of the same crosstab. If a node has no line
// in this grid, Place takes its nearest ancestor that has one.
func (g *Grid) Place(other *Grid, row, col int) (int, int) {
	m, figures := other.Measure(row, col)
	if row >= other.HeaderRows {
		row = g.HeaderRows + g.tab.Rows.lineOf(g.rows, other.RowNode(row), measureOn(g.down, m))
	}
	if !figures {
		return row, min(col, g.LabelCols-1)
	}
	return row, g.LabelCols + g.tab.Cols.lineOf(g.cols, other.ColNode(col), measureOn(!g.down, m))
}

// measureOn returns the measure for the axis that has the measures as labels, and 0 for the other axis.
func measureOn(axis bool, measure int) int32 {
	if axis {
		return int32(measure)
	}
	return 0
}

// Cell returns the cell at row and col. Both count from 0 and include the headers.
func (g *Grid) Cell(row, col int) Cell {
	switch {
	case row < g.HeaderRows && col < g.LabelCols:
		return g.corner(row, col)
	case row < g.HeaderRows:
		return g.header(row, col)
	case col < g.LabelCols:
		return g.rowLabel(row, col)
	}
	m, figures := g.Measure(row, col)
	if !figures || !g.HasFigures(row) {
		return Cell{Role: Note}
	}
	r, c := g.RowNode(row), g.ColNode(col)
	v, format := g.tab.Cell(r, c, m), g.tab.FormatAt(r, c, m)
	none := v.IsNull() && g.tab.Empty(r, c)
	if none {
		format.NoRows = g.Layout.NoRows
	}
	return Cell{
		Role: Body, Value: v, NoRows: none, Format: format, Mark: g.marked(row, col, m, v),
		Total: isTotal(&g.tab.Rows, r) || isTotal(&g.tab.Cols, c), Share: g.tab.Measures[m].Show.Way().Percent,
	}
}

// WholeNumber returns the number in a cell whose text is only this number, with a sign and separators of thousands. ok
// is false for any other cell, and may be false for such a cell. WholeNumber takes less time than Cell.
func (g *Grid) WholeNumber(row, col int) (v data.Value, ok bool) {
	if row < g.HeaderRows || g.compact || g.down || g.tab.otherTotals {
		return v, false
	}
	line, axis := g.rows.at(row-g.HeaderRows), &g.tab.Rows
	if line.left || axis.Depth(line.node) < len(axis.Fields) {
		return v, false
	}
	if col < len(axis.Fields) {
		node := axis.ancestor(line.node, col+1)
		if axis.Others(node) || axis.keys[col].Format != (data.NumberFormat{}) {
			return v, false
		}
		v = axis.Label(node)
	} else if at := g.cols.at(max(col-g.LabelCols, 0)); col >= g.LabelCols && !at.left {
		format := &g.tab.Measures[at.measure].Format
		if format.Chosen != nil || format.NumberFormat != (data.NumberFormat{}) {
			return v, false
		}
		v = g.tab.Own(line.node, at.node, int(at.measure))
	}
	return v, v.Type == data.Int
}

// isTotal reports whether a node is a total or subtotal. The only node of an axis without fields is a leaf.
func isTotal(a *Axis, n int) bool { return a.Depth(n) < len(a.Fields) }

// Heading returns the name of a column in one line, such as region, or 2023 · Sum of revenue. It returns "" for a
// column without a field and without figures.
func (g *Grid) Heading(col int) string { return g.headingText(col, false) }

// PlainHeading returns Heading for programs: numbers have a decimal point in every language.
func (g *Grid) PlainHeading(col int) string { return g.headingText(col, true) }

func (g *Grid) headingText(col int, plain bool) string {
	if col < g.LabelCols {
		c := g.Cell(g.HeaderRows-1, col)
		return c.Text()
	}
	m, figures := g.Measure(0, col)
	if !figures {
		return ""
	}
	var labels []string
	for row := range g.HeaderRows {
		c := g.Cell(row, col)
		c.Format.plain = plain
		if c.Role == ColLabel && !c.Empty() {
			labels = append(labels, c.Text())
		}
	}
	switch last := len(labels) - 1; {
	case !g.down:
		return Heading(labels, g.tab.Measures[m].Title())
	case last >= 0:
		return Heading(labels[:last], labels[last])
	}
	return g.tab.Words().L(value)
}

// Arrow marks a heading whose labels or figures decide a sort.
type Arrow struct {
	Row, Col int
	Desc     bool
}

// Arrows lists the headings by which labels are sorted:
//
//   - rows: the last header row, above the labels or the figures that decide
//   - columns by label: above the row labels, beside the names of column fields
//   - columns by figures: the label of the row that decides
//
// An order by hand has no arrow. An order whose heading the grid does not show has none, either.
func (g *Grid) Arrows() []Arrow {
	var out []Arrow
	for _, o := range g.tab.Orders {
		a, there := g.heading(o)
		if there && o.Value != query.ByHand && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// heading returns the arrow of an order. there is false if the grid does not show the heading.
func (g *Grid) heading(o Order) (a Arrow, there bool) {
	a = Arrow{Row: g.HeaderRows - 1, Desc: o.Desc}
	switch {
	case o.Value == query.ByUnshown:
		return a, false
	case !o.Cols && o.Labels() && g.compact:
		return a, o.Field == 0
	case !o.Cols && o.Labels():
		a.Col = o.Field
		return a, true
	case !o.Cols:
		a.Col, there = g.Column(o.Node, o.Value)
		return a, there
	case o.Labels():
		a.Row, a.Col = g.fieldName(o.Field)
		return a, true
	}
	at := g.rows.index(func(l line) bool { return l.node == o.Node && !l.left })
	a.Row, a.Col = g.HeaderRows+at, max(0, g.tab.Rows.Depth(o.Node)-1)
	if g.compact {
		a.Col = 0
	}
	return a, at >= 0
}

// ColField returns the column field whose name is in a header cell. If the cell has several names, it returns the
// outermost field.
func (g *Grid) ColField(row, col int) (field int, ok bool) {
	for f := range g.tab.Cols.Fields {
		if r, c := g.fieldName(f); r == row && (c == col || c == g.LabelCols && col > c) {
			return f, true
		}
	}
	return 0, false
}

// fieldName returns the row and column of the cell with the name of a column field.
func (g *Grid) fieldName(field int) (row, col int) {
	if g.oneName() {
		return 0, g.LabelCols
	}
	return field, 0
}
