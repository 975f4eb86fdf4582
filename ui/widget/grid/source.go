package grid

import (
	"cardinal/engine/pivot"
	"cardinal/ui/state/cells"
)

// Source is the table to show. Cell must be quick, since painting calls it.
type Source = cells.Source

// text returns the text that is painted for a cell; blank reports that it stands for a missing label.
func text(c *pivot.Cell) (s string, blank bool) {
	switch {
	case c.Role == pivot.Body:
		return c.Format.Text(c.Value), false
	case c.Value.IsNull():
		return c.Text(), !c.Empty()
	}
	return c.Text(), false
}

// kind is the degree of summing of a row or column of cells.
type kind uint8

const (
	plain kind = iota
	subtotal
	grand
	folded // of a folded label: a total that is shown as a plain line
)

// sums reports whether a row or column is shown as a total.
func (k kind) sums() bool { return k == subtotal || k == grand }

// continues reports whether a header cell is blank because the cell before it reaches into it.
func continues(c *pivot.Cell) bool {
	return c.Repeat || c.Role == pivot.Corner && c.Value.IsNull()
}

// add returns the kind of a line of kind k that also has the label c. The line of a folded label stands for the lines
// below the label, and is painted like them.
func (k kind) add(c *pivot.Cell) kind {
	switch {
	case !c.Total || c.Role != pivot.RowLabel && c.Role != pivot.ColLabel:
		return k
	case c.Fold == pivot.Closed:
		return max(k, folded)
	case k == folded:
		return k
	case c.Node == 0 && !c.Value.IsNull():
		return grand
	}
	return max(k, subtotal)
}
