package grid

import (
	"cardinal/engine/pivot"
	"cardinal/ui/state/cells"
)

// Source is the table to show. Cell must be quick, since it is called while painting.
type Source = cells.Source

// text returns the text that is painted for a cell. blank is true if it stands for a label without a value.
func text(c *pivot.Cell) (s string, blank bool) {
	switch {
	case c.Role == pivot.Body:
		return c.Format.Text(c.Value), false
	case c.Value.IsNull():
		return c.Text(), !c.Empty()
	}
	return c.Text(), false
}

// kind says whether a row or a column has totals, and which.
type kind uint8

const (
	plain kind = iota
	subtotal
	grand
	folded // the line of a folded label: a total that is painted like a plain line
)

// sums reports whether a row or column is painted as a total.
func (k kind) sums() bool { return k == subtotal || k == grand }

// continues reports whether a header cell is blank because the cell before it extends into it.
func continues(c *pivot.Cell) bool {
	return c.Repeat || c.Role == pivot.Corner && c.Value.IsNull()
}

// add returns the kind of a row or column of kind k after its label c is also known. A row with a folded label replaces
// the rows below the label, and is painted like them.
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
