package pivot

import (
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/wording"
	"cardinal/profiler"
)

// oneName reports whether one heading is enough for all figures: the grid has one measure, or its measures are labels
// of the rows.
func (g *Grid) oneName() bool { return g.down || len(g.tab.Measures) == 1 }

// namesRow returns the header row with the names of the measures. It is the last header row, or the first one if one
// heading is enough, so that the name is not repeated above every column.
func (g *Grid) namesRow() int {
	if g.oneName() {
		return 0
	}
	return g.HeaderRows - 1
}

func (g *Grid) corner(row, col int) Cell {
	c := Cell{Role: Corner}
	fields, cols := g.tab.Rows.Fields, g.tab.Cols.Fields
	switch {
	case row == g.HeaderRows-1 && g.compact && col == 0:
		c.Value = data.TextValue(g.titles(fields))
	case row == g.HeaderRows-1 && !g.compact && col < len(fields):
		c.Value = data.TextValue(fields[col].TitleIn(g.tab.Words()))
	case row == g.HeaderRows-1 && g.down:
		c.Value = data.TextValue(g.tab.Words().L(values))
	case len(cols) == 0 || col > 0 || g.down:
	case row == 0 && g.oneName():
		c.Value = data.TextValue(g.tab.Measures[0].Title())
	case !g.oneName() && row < len(cols):
		c.Value = data.TextValue(cols[row].TitleIn(g.tab.Words()))
	}
	return c
}

func (g *Grid) header(row, col int) Cell {
	at := col - g.LabelCols
	line, fields := g.cols.at(at), g.tab.Cols.Fields
	switch {
	case row != g.namesRow():
	case g.oneName() && len(fields) > 0:
		return Cell{Role: Name, Repeat: at > 0, Blank: at > 0, Value: data.TextValue(g.titles(fields))}
	case line.left:
		return Cell{Role: Name}
	case g.down:
		return Cell{Role: Name, Value: data.TextValue(g.tab.Words().L(value))}
	default:
		return Cell{Role: Name, Value: data.TextValue(g.tab.Measures[line.measure].Title()),
			Total: isTotal(&g.tab.Cols, line.node)}
	}
	depth := row + 1
	if g.oneName() {
		depth = row
	}
	return label(&g.tab.Cols, g.cols, at, depth, ColLabel)
}

// titles lists the titles of fields.
func (g *Grid) titles(fields []query.Field) string {
	list := each.Of(fields, func(f query.Field) string { return f.TitleIn(g.tab.Words()) })
	return strings.Join(list, ", ")
}

func (g *Grid) rowLabel(row, col int) Cell {
	at := row - g.HeaderRows
	l := g.rows.at(at)
	if g.compact && col == 0 {
		return g.compactLabel(at)
	}
	if col == len(g.tab.Rows.Fields) || g.compact {
		switch {
		case !g.down:
			return Cell{Role: RowLabel, Value: data.TextValue(g.tab.Words().L(AllRows)), Own: true}
		case l.left || !g.HasFigures(row):
			return Cell{Role: Note}
		}
		name := g.tab.Measures[l.measure].Title()
		return Cell{Role: RowLabel, Value: data.TextValue(name), Own: true, Node: l.node,
			Total: isTotal(&g.tab.Rows, l.node)}
	}
	c := label(&g.tab.Rows, g.rows, at, col+1, RowLabel)
	c.Blank = c.Blank && !g.Layout.RepeatLabels
	return c
}

// compactLabel returns the label of line `at` below the headers, in the only column of labels. A label with labels
// below it has a line with their total. The cell of this line has the label, and not the name of the total.
func (g *Grid) compactLabel(at int) Cell {
	a, l := &g.tab.Rows, g.rows.at(at)
	own := a.Depth(l.node)
	switch {
	case l.left:
		c := note(a, l.node, own+1)
		c.Indent = own
		return c
	case own == 0:
		return label(a, g.rows, at, 1, RowLabel)
	}
	c := label(a, g.rows, at, own, RowLabel)
	c.Indent = own - 1
	if named := a.subtotalAt(own) != nil && g.HasFigures(at+g.HeaderRows); named && !l.closed && !c.Repeat {
		c.Fold = Open
	} else if own < len(a.Fields) && !l.closed && !named {
		c.Value, c.Own, c.Plain, c.Of = a.Label(l.node), a.Others(l.node), "", data.Value{}
		if left, _ := a.hidden(l.node); left > 0 {
			c.Value, c.Own, c.Of = data.TextValue(a.ofAll(l.node, a.Text(l.node))), true, a.Label(l.node)
		} else if c.Own {
			c.Value = data.TextValue(a.Text(l.node))
		}
		if !c.Repeat {
			c.Fold = Open
		}
	}
	return c
}

// note returns the cell of a line that says how many labels under a node are left out. The text is in the column of
// these labels.
func note(a *Axis, n, depth int) Cell {
	c := Cell{Role: Note, Own: true}
	if depth == a.Depth(n)+1 {
		left, of := a.hidden(n)
		text := a.words().L("{{.N}}"+notShown, wording.With{"N": profiler.Count(left)})
		if left == of {
			text = a.words().L("none of {{.N}} shown: {{.Condition}}", wording.With{"N": profiler.Count(of),
				"Condition": a.conditions[depth-1]})
		}
		c.Value = data.TextValue(text)
	}
	return c
}

// label returns the label of line `at` at a depth. The cell is a repeat if the line before has the same label.
func label(a *Axis, lines *lineList, at, depth int, role Role) Cell {
	l := lines.at(at)
	own := a.Depth(l.node)
	if l.left && depth > own {
		return note(a, l.node, depth)
	}
	c := Cell{Role: role, Total: own < len(a.Fields) && !l.left}
	// whether the line before has the same node, with another measure
	again := at > 0 && lines.at(at-1).node == l.node && !l.left && !lines.at(at-1).left
	if depth > own {
		if own == 0 && depth == 1 {
			c.Value, c.Own = data.TextValue(a.totalText(0, "")), true
		}
		c.Repeat = own == 0 && again
		c.Blank = c.Repeat
		return c
	}
	c.Node = a.ancestor(l.node, depth)
	c.Value, c.Format, c.Own = a.Label(c.Node), a.Format(c.Node), a.Others(c.Node)
	if c.Own {
		c.Value = data.TextValue(a.Text(c.Node))
	}
	switch {
	case depth == own && l.closed:
		if c.Fold = Closed; a.subtotalAt(depth) != nil {
			c.Of, c.Value, c.Own = c.Value, data.TextValue(a.totalText(c.Node, a.Text(c.Node))), true
		}
	case depth == own && c.Total:
		c.Plain = a.totalIn(c.Node, a.textIn(c.Node, c.Format.forPrograms()), true)
		c.Of, c.Value, c.Own = c.Value, data.TextValue(a.totalText(c.Node, a.Text(c.Node))), true
		c.Repeat, c.Blank = again, again
		return c
	case depth < len(a.Fields):
		c.Fold = Open
	}
	if at > 0 && (again || a.continues(lines.at(at-1), c.Node, depth)) {
		c.Repeat, c.Blank = true, true
		if c.Fold == Open {
			c.Fold = NoFold
		}
	}
	return c
}

// continues reports whether a line shows the label of a node at a depth. The line of a total shows the name of the
// total instead.
func (a *Axis) continues(before line, node, depth int) bool {
	own := a.Depth(before.node)
	if own < depth || own == depth && own < len(a.Fields) && !before.left && !before.closed {
		return false
	}
	return a.ancestor(before.node, depth) == node
}
