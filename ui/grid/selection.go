package grid

// cellAt is the place of a cell.
type cellAt struct{ row, col int }

// selection is a rectangle of cells: it grows from the anchor, where it was started, to the head, which moves.
type selection struct {
	anchor, head cellAt
	some         bool // whether anything is selected
}

// bounds is the first and the last cell, both included.
func (s selection) bounds() (first, last cellAt) {
	first = cellAt{min(s.anchor.row, s.head.row), min(s.anchor.col, s.head.col)}
	last = cellAt{max(s.anchor.row, s.head.row), max(s.anchor.col, s.head.col)}
	return first, last
}

func (s selection) contains(row, col int) bool {
	a, b := s.bounds()
	return s.some && row >= a.row && row <= b.row && col >= a.col && col <= b.col
}

// cells counts the cells.
func (s selection) cells() int {
	if !s.some {
		return 0
	}
	a, b := s.bounds()
	return (b.row - a.row + 1) * (b.col - a.col + 1)
}

// within moves both ends into the cells from first to last; nothing is selected where there are none.
func (s selection) within(first, last cellAt) selection {
	if first.row > last.row || first.col > last.col {
		return selection{}
	}
	clip := func(c cellAt) cellAt {
		return cellAt{min(max(c.row, first.row), last.row), min(max(c.col, first.col), last.col)}
	}
	s.anchor, s.head = clip(s.anchor), clip(s.head)
	return s
}
