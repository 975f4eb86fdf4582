package grid

import "sort"

// layout is the position of all cells and scrollbars, in device pixels from the top left corner of the widget. Row and
// column numbers begin at 0 and include the headers.
type layout struct {
	w, h     int
	rowH     int
	rows     int // number of rows, with header rows
	headRows int
	xs       []int // the left edge of each column and the right edge of the last, before scrolling
	labels   int   // number of label columns
	gutter   int   // the width of a scrollbar with its margin
	minThumb int

	first, last grands // grand totals before and after the other rows and columns
	least       int    // width of the widest figure; columns that do not scroll must leave this width

	x, y int // pixels by which the body is scrolled

	// place computes the fields below.
	frozen        int // number of columns at the left that do not scroll: all label columns and totals, or 0
	fixed         int // number of rows at the top that do not scroll: headers and totals
	foot, side    int // number of totals at the bottom and at the right that do not scroll
	head          int // the lower edge of the headers
	top, left     int // the upper and left edges of the scrolling cells
	floor, wall   int // their lower and right edges, where totals at the bottom and the right begin
	right, bottom int // edges where cells end and scrollbars begin
}

// grands is the number of rows and of columns with grand totals, at one end of the body.
type grands struct{ rows, cols int }

// place computes the other fields, and moves the scroll position into its bounds.
func (l *layout) place() {
	l.pin()
	l.head = min(l.headRows*l.rowH, l.h)
	l.top = min(l.fixed*l.rowH, l.h)
	l.left = l.xs[l.frozen]
	l.right, l.bottom = l.w, l.h
	if l.contentH() > l.viewH() {
		l.right -= l.gutter
	}
	if l.contentW() > l.viewW() {
		l.bottom -= l.gutter
		if l.contentH() > l.viewH() {
			l.right = l.w - l.gutter
		}
	}
	l.right, l.bottom = max(l.right, l.left), max(l.bottom, l.top)
	l.floor = l.top + max(0, min(l.viewH(), l.contentH()))
	l.wall = l.left + max(0, min(l.viewW(), l.contentW()))
	l.x = min(max(l.x, 0), l.maxX())
	l.y = min(max(l.y, 0), l.maxY())
}

// pin decides which columns and rows do not scroll. Grand totals do not scroll if the body does and they take at most a
// third of its height or width.
func (l *layout) pin() {
	l.frozen, l.fixed, l.foot, l.side = 0, l.headRows, 0, 0
	if l.labels < len(l.xs) && l.freezes(l.xs[l.labels]) {
		l.frozen = l.labels
	}
	left := l.xs[l.frozen]
	if height := (l.rows - l.headRows) * l.rowH; l.headRows*l.rowH+height > l.h {
		room := (l.h - l.headRows*l.rowH) / 3
		if l.first.rows*l.rowH <= room {
			l.fixed += l.first.rows
		}
		if l.last.rows*l.rowH <= room {
			l.foot = l.last.rows
		}
	}
	if n := l.cols(); l.xs[n] > l.w && l.frozen == l.labels {
		room := (l.w - left) / 3
		if to := l.xs[l.labels+l.first.cols]; to-left <= room && l.leaves(to) {
			l.frozen += l.first.cols
		}
		if side := l.xs[n] - l.xs[n-l.last.cols]; side <= room && l.leaves(l.xs[l.frozen]+side) {
			l.side = l.last.cols
		}
	}
}

// freezes reports whether label columns do not scroll, if their right edge is at `left`. They must leave 40% of the
// width, and enough for the widest figure.
func (l *layout) freezes(left int) bool { return left*10 <= l.w*6 && l.leaves(left) }

// leaves reports whether columns of `pixels` pixels leave enough width for the widest figure.
func (l *layout) leaves(pixels int) bool { return l.w-l.gutter-pixels >= l.least }

func (l *layout) cols() int     { return len(l.xs) - 1 }
func (l *layout) contentW() int { return l.xs[l.cols()-l.side] - l.left }
func (l *layout) contentH() int { return (l.rows - l.fixed - l.foot) * l.rowH }
func (l *layout) sideW() int    { return l.xs[l.cols()] - l.xs[l.cols()-l.side] }
func (l *layout) viewW() int    { return l.right - l.left - l.sideW() }
func (l *layout) viewH() int    { return l.bottom - l.top - l.foot*l.rowH }
func (l *layout) maxX() int     { return max(0, l.contentW()-max(0, l.viewW())) }
func (l *layout) maxY() int     { return max(0, l.contentH()-max(0, l.viewH())) }

// colX returns the left edge of a column on the screen. col may be the number of columns.
func (l *layout) colX(col int) int { return l.xs[col] - l.scrolledX(col) }

// colEnd returns the right edge of a column on the screen.
func (l *layout) colEnd(col int) int { return l.xs[col+1] - l.scrolledX(col) }

// scrolledX returns by how many pixels scrolling moves a column to the left.
func (l *layout) scrolledX(col int) int {
	switch n := l.cols() - l.side; {
	case col < l.frozen:
		return 0
	case l.side > 0 && col >= n:
		return l.xs[n] - l.wall
	}
	return l.x
}

// rowY returns the upper edge of a row on the screen. row may be the number of rows.
func (l *layout) rowY(row int) int {
	switch n := l.rows - l.foot; {
	case row < l.fixed:
		return row * l.rowH
	case l.foot > 0 && row >= n:
		return l.floor + (row-n)*l.rowH
	}
	return l.top + (row-l.fixed)*l.rowH - l.y
}

// stripe is a range of rows, and the upper and lower edge of the area in which they are painted.
type stripe struct{ first, end, from, to int }

// stripes returns the body rows in view: the totals at the top, the scrolling rows, and the totals at the bottom.
func (l *layout) stripes() [3]stripe {
	first, end := l.visibleRows()
	return [3]stripe{
		{l.headRows, l.fixed, l.head, l.top},
		{first, end, l.top, l.floor},
		{l.rows - l.foot, l.rows, l.floor, min(l.bottom, l.floor+l.foot*l.rowH)},
	}
}

// band is a range of columns, and the left and right edge of the area in which they are painted.
type band struct{ first, end, from, to int }

// bands returns the columns in view: the scrolling columns, the columns at the left that do not scroll, and the totals
// at the right.
func (l *layout) bands() [3]band {
	first, end := l.visibleCols()
	return [3]band{
		{first, end, l.left, l.wall},
		{0, l.frozen, 0, l.left},
		{l.cols() - l.side, l.cols(), l.wall, min(l.right, l.wall+l.sideW())},
	}
}

// colAt returns the column at x, or false if no column is there.
func (l *layout) colAt(x int) (int, bool) {
	if x < 0 || x >= l.right {
		return 0, false
	}
	switch {
	case x >= l.wall && l.side > 0:
		x += l.scrolledX(l.cols() - 1)
	case x >= l.left:
		x += l.x
	}
	col := sort.SearchInts(l.xs, x+1) - 1
	return col, col >= 0 && col < l.cols()
}

// rowAt returns the row at y, or false if no row is there.
func (l *layout) rowAt(y int) (int, bool) {
	if y < 0 || y >= l.bottom || l.rowH == 0 {
		return 0, false
	}
	row := 0
	switch {
	case y < l.top:
		row = y / l.rowH
	case y >= l.floor && l.foot > 0:
		row = l.rows - l.foot + (y-l.floor)/l.rowH
	default:
		row = (y-l.top+l.y)/l.rowH + l.fixed
	}
	return row, row < l.rows
}

// visibleRows returns the scrolling rows in view, from first to end-1. Rows that are partly in view count.
func (l *layout) visibleRows() (first, end int) {
	if l.rowH == 0 || l.floor <= l.top {
		return l.fixed, l.fixed
	}
	first = l.fixed + l.y/l.rowH
	end = l.fixed + (l.y+l.floor-l.top+l.rowH-1)/l.rowH
	return min(first, l.rows-l.foot), min(end, l.rows-l.foot)
}

// visibleCols returns the scrolling columns in view, from first to end-1. Columns that are partly in view count.
func (l *layout) visibleCols() (first, end int) {
	n := l.cols() - l.side
	if l.wall <= l.left || n == l.frozen {
		return l.frozen, l.frozen
	}
	first = max(l.frozen, sort.SearchInts(l.xs, l.left+l.x+1)-1)
	end = sort.SearchInts(l.xs, l.wall+l.x)
	return min(first, n), min(end, n)
}

// page returns the number of rows that are completely in view, or 1 if there are none.
func (l *layout) page() int {
	if l.rowH == 0 {
		return 1
	}
	return max(1, (l.floor-l.top)/l.rowH)
}

// reveal scrolls as little as possible to bring a cell into view.
func (l *layout) reveal(row, col int) {
	if row >= l.fixed && row < l.rows-l.foot {
		y := (row - l.fixed) * l.rowH
		l.y = max(min(l.y, y), y+l.rowH-(l.floor-l.top))
	}
	if col >= l.frozen && col < l.cols()-l.side {
		from, to := l.xs[col]-l.left, l.xs[col+1]-l.left
		l.x = max(l.x, to-(l.wall-l.left))
		l.x = min(l.x, from)
	}
	l.place()
}

// borderAt returns the column whose right edge is within `reach` pixels of x, or false if there is none.
func (l *layout) borderAt(x, reach int) (int, bool) {
	col, ok := l.colAt(x)
	if !ok {
		col = l.cols() - 1
		return col, col >= 0 && x < l.right && x >= l.colEnd(col) && x-l.colEnd(col) <= reach
	}
	limit := l.right
	if col < l.cols()-l.side && col >= l.frozen {
		limit = l.wall
	}
	if end := l.colEnd(col); end-x <= reach && end <= limit {
		return col, true
	}
	if col > 0 && x-l.colX(col) <= reach && (col != l.frozen || l.x == 0 || x >= l.left) && (col != l.cols()-l.side ||
		l.x == l.maxX()) {
		return col - 1, true
	}
	return 0, false
}

// end returns the right edge of the last column on the screen.
func (l *layout) end() int {
	if l.cols() == 0 {
		return 0
	}
	return min(l.right, l.colEnd(l.cols()-1))
}
