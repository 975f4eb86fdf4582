package sheet

import (
	"fmt"
	"strconv"
	"strings"
)

// The greatest numbers of rows and columns of a sheet.
const (
	MaxRow    = 1_048_576
	MaxColumn = 16_384
)

// Range is a rectangle of cells. The first row and the first column are 1. The zero Range has no cells.
type Range struct{ Top, Left, Bottom, Right int }

// whole has all cells of a sheet.
var whole = Range{1, 1, MaxRow, MaxColumn}

// ParseRange parses a range such as B3:H200, B:H, 3:200 or B3. Letters and numbers may have dollar signs.
func ParseRange(s string) (r Range, ok bool) {
	first, last, two := strings.Cut(strings.ReplaceAll(strings.TrimSpace(s), "$", ""), ":")
	if !two {
		last = first
	}
	var top, left, bottom, right int
	if left, top, ok = ParseCorner(first); !ok {
		return r, false
	}
	if right, bottom, ok = ParseCorner(last); !ok || (left == 0) != (right == 0) || (top == 0) != (bottom == 0) ||
		!two && (left == 0 || top == 0) {
		return r, false
	}
	if left == 0 {
		left, right = 1, MaxColumn
	}
	if top == 0 {
		top, bottom = 1, MaxRow
	}
	r = Range{min(top, bottom), min(left, right), max(top, bottom), max(left, right)}
	return r, r.Bottom <= MaxRow && r.Right <= MaxColumn
}

// ParseCorner parses a corner of a range, such as AB12, AB or 12. A missing column or row is 0.
func ParseCorner[T string | []byte](s T) (column, row int, ok bool) {
	i := 0
	for i < len(s) && i < 4 && s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' {
		column = 26*column + int(s[i]|0x20-'a') + 1
		i++
	}
	if i == len(s) {
		return column, 0, column > 0
	}
	row, err := strconv.Atoi(string(s[i:]))
	return column, row, err == nil && row > 0
}

// String returns the range as text, such as B3:H200.
func (r Range) String() string {
	return fmt.Sprintf("%s%d:%s%d", ColumnName(r.Left), r.Top, ColumnName(r.Right), r.Bottom)
}

// rows and columns return the numbers of rows and columns.
func (r Range) rows() int    { return r.Bottom - r.Top + 1 }
func (r Range) columns() int { return r.Right - r.Left + 1 }

// ColumnName returns a spreadsheet's name for column n: A, B, ... Z, AA.
func ColumnName(n int) string {
	if n == 0 {
		return ""
	}
	return ColumnName((n-1)/26) + string(rune('A'+(n-1)%26))
}
