package grid

import (
	"image"
	"sort"
)

// layout is where everything is, in device pixels from the top left corner of the widget. Rows and columns are counted
// from 0 with the headers.
type layout struct {
	w, h     int
	rowH     int
	rows     int // header rows included
	headRows int
	xs       []int // the left edge of each column and the right edge of the last, unscrolled
	labels   int   // label columns
	gutter   int   // the thickness of a scrollbar with its margin
	minThumb int

	x, y int // how far the body is scrolled

	// Derived by place.
	frozen        int // columns that do not scroll: all label columns, or none
	top, left     int // where the body begins
	right, bottom int // where cells end and scrollbars begin
}

// place derives the rest from the sizes and keeps the scroll position within bounds.
func (l *layout) place() {
	l.frozen = 0
	if l.labels < len(l.xs) && l.xs[l.labels]*10 <= l.w*6 {
		l.frozen = l.labels
	}
	l.top = min(l.headRows*l.rowH, l.h)
	l.left = l.xs[l.frozen]
	l.right, l.bottom = l.w, l.h
	if l.contentH() > l.bottom-l.top {
		l.right -= l.gutter
	}
	if l.contentW() > l.right-l.left {
		l.bottom -= l.gutter
		if l.contentH() > l.bottom-l.top {
			l.right = l.w - l.gutter
		}
	}
	l.right, l.bottom = max(l.right, l.left), max(l.bottom, l.top)
	l.x = min(max(l.x, 0), l.maxX())
	l.y = min(max(l.y, 0), l.maxY())
}

func (l *layout) cols() int     { return len(l.xs) - 1 }
func (l *layout) contentW() int { return l.xs[len(l.xs)-1] - l.left }
func (l *layout) contentH() int { return (l.rows - l.headRows) * l.rowH }
func (l *layout) maxX() int     { return max(0, l.contentW()-(l.right-l.left)) }
func (l *layout) maxY() int     { return max(0, l.contentH()-(l.bottom-l.top)) }

// body is where cells scroll.
func (l *layout) body() image.Rectangle { return image.Rect(l.left, l.top, l.right, l.bottom) }

// colX is the left edge of a column on the screen; col may be the number of columns.
func (l *layout) colX(col int) int {
	if col < l.frozen {
		return l.xs[col]
	}
	return l.xs[col] - l.x
}

// colEnd is the right edge of a column on the screen.
func (l *layout) colEnd(col int) int {
	if col < l.frozen {
		return l.xs[col+1]
	}
	return l.xs[col+1] - l.x
}

// rowY is the upper edge of a row on the screen.
func (l *layout) rowY(row int) int {
	if row < l.headRows {
		return row * l.rowH
	}
	return l.top + (row-l.headRows)*l.rowH - l.y
}

// colAt is the column at x, false where there is none.
func (l *layout) colAt(x int) (int, bool) {
	if x < 0 || x >= l.right {
		return 0, false
	}
	if x >= l.left {
		x += l.x
	}
	col := sort.SearchInts(l.xs, x+1) - 1
	return col, col >= 0 && col < l.cols()
}

// rowAt is the row at y, false where there is none.
func (l *layout) rowAt(y int) (int, bool) {
	if y < 0 || y >= l.bottom || l.rowH == 0 {
		return 0, false
	}
	if y < l.top {
		return y / l.rowH, true
	}
	row := (y-l.top+l.y)/l.rowH + l.headRows
	return row, row < l.rows
}

// visibleRows are the body rows in view, the last one excluded, partly hidden ones included.
func (l *layout) visibleRows() (first, end int) {
	if l.rowH == 0 || l.bottom <= l.top {
		return l.headRows, l.headRows
	}
	first = l.headRows + l.y/l.rowH
	end = l.headRows + (l.y+l.bottom-l.top+l.rowH-1)/l.rowH
	return min(first, l.rows), min(end, l.rows)
}

// visibleCols are the scrolling columns in view, the last one excluded.
func (l *layout) visibleCols() (first, end int) {
	n := l.cols()
	if l.right <= l.left || n == l.frozen {
		return l.frozen, l.frozen
	}
	first = max(l.frozen, sort.SearchInts(l.xs, l.left+l.x+1)-1)
	end = sort.SearchInts(l.xs, l.right+l.x)
	return min(first, n), min(end, n)
}

// page is the number of whole rows in view, at least one.
func (l *layout) page() int {
	if l.rowH == 0 {
		return 1
	}
	return max(1, (l.bottom-l.top)/l.rowH)
}

// reveal scrolls as little as possible to bring a cell into view.
func (l *layout) reveal(row, col int) {
	if row >= l.headRows {
		y := (row - l.headRows) * l.rowH
		l.y = max(min(l.y, y), y+l.rowH-(l.bottom-l.top))
	}
	if col >= l.frozen && col < l.cols() {
		from, to := l.xs[col]-l.left, l.xs[col+1]-l.left
		l.x = max(l.x, to-(l.right-l.left))
		l.x = min(l.x, from)
	}
	l.place()
}

// borderAt is the column whose right edge is within reach pixels of x.
func (l *layout) borderAt(x, reach int) (int, bool) {
	col, ok := l.colAt(x)
	if !ok {
		col = l.cols() - 1
		return col, col >= 0 && x < l.right && x >= l.colEnd(col) && x-l.colEnd(col) <= reach
	}
	if end := l.colEnd(col); end-x <= reach && end <= l.right {
		return col, true
	}
	if col > 0 && x-l.colX(col) <= reach && (col != l.frozen || l.x == 0 || x >= l.left) {
		return col - 1, true
	}
	return 0, false
}

// end is where the last column ends on the screen.
func (l *layout) end() int {
	if l.cols() == 0 {
		return 0
	}
	return min(l.right, l.colEnd(l.cols()-1))
}
