package grid

import (
	"cardinal/engine/pivot"
	"cardinal/ui/state/cells"
)

// Source is the table to show. It must be quick, since cells are asked for while painting.
type Source = cells.Source

// text is what is painted for a cell, and whether it stands for a missing label.
func text(c *pivot.Cell) (s string, blank bool) {
	switch {
	case c.Role == pivot.Body:
		if c.Value.IsNull() {
			return "", false
		}
		return c.Format.Text(c.Value), false
	case c.Value.IsNull():
		return c.Text(), !c.Empty()
	}
	return c.Text(), false
}

// kind is how much a line of cells sums up.
type kind uint8

const (
	plain kind = iota
	subtotal
	grand
	folded // the line of a folded label: a total that is shown as a plain line
)

// sums reports whether a line is shown as a total.
func (k kind) sums() bool { return k == subtotal || k == grand }

// continues reports whether a header cell is blank because the one before it goes on.
func continues(c *pivot.Cell) bool {
	return c.Repeat || c.Role == pivot.Corner && c.Value.IsNull()
}

// add is the kind of a line of kind k that also has the label c. The line of a folded label stands for the
// lines below the label and looks like one of them.
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
