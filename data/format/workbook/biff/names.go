package biff

import (
	"fmt"
	"strings"

	"cardinal/data/format/workbook/sheet"
)

// Names has the defined names of a workbook, and the references to its sheets that formulas use.
type Names struct {
	ours    []bool // for each book, whether it is this workbook
	externs []extern
	all     []Definition
}

// extern is a reference to a sheet: the number of its book, and the index of the sheet in the book.
type extern struct{ book, sheet int }

// Definition is a defined name for cells.
type Definition struct {
	Name   string
	Sheet  int  // the index of the sheet on which the name is valid; -1: all sheets
	Titles bool // the name is that of the print titles: rows or columns that are repeated on every page
	Cells  []Reference
}

// Reference is a rectangle of cells in a formula.
type Reference struct {
	Extern int // index of an extern, which has the sheet; -1: Sheet is the index of the sheet
	Sheet  int
	Cells  sheet.Range
}

// Flags of a defined name.
const (
	FlagHidden  = 0x01
	FlagBuiltin = 0x20 // Excel defined the name
)

// AddBook adds a book that formulas use. ours says that it is this workbook.
func (n *Names) AddBook(ours bool) { n.ours = append(n.ours, ours) }

// AddExtern adds a reference to a sheet that formulas use.
func (n *Names) AddExtern(book, sheet int) { n.externs = append(n.externs, extern{book, sheet}) }

// Add adds a defined name. It ignores a name without cells, which stands for a formula.
func (n *Names) Add(d Definition) {
	if d.Cells != nil {
		n.all = append(n.all, d)
	}
}

// References returns the rectangles of a formula that consists only of these. It returns nil for other formulas.
// reference reads one rectangle and returns its size in bytes, or 0 if b does not begin with a rectangle.
func References(b []byte, reference func(b []byte, area bool) (Reference, int)) (out []Reference) {
	for len(b) > 0 {
		var size int
		switch b[0] {
		case 0x10, 0x15: // a union, parentheses
			size = 1
		case 0x29, 0x49, 0x69: // length of the union
			size = 3
		case 0x3A, 0x5A, 0x7A, 0x3B, 0x5B, 0x7B:
			var r Reference
			if r, size = reference(b, b[0]&1 != 0); size > 0 {
				out = append(out, r)
			}
		}
		if size == 0 || size > len(b) {
			return nil
		}
		b = b[size:]
	}
	return out
}

// Rectangle returns the range of cells with the given rows and columns. The first row and the first column are 0.
func Rectangle(top, bottom, left, right int) sheet.Range {
	return sheet.Range{Top: min(top, bottom) + 1, Left: min(left, right) + 1, Bottom: max(top, bottom) + 1,
		Right: max(left, right) + 1}
}

// Define adds the names to a workbook. names has the names of all its sheets. titles has the print titles of each
// sheet, by the sheet's index. width is the number of columns of a sheet.
func (n *Names) Define(to *sheet.Book, names []string, width int) (titles map[int]sheet.Titles) {
	titles = map[int]sheet.Titles{}
	for _, d := range n.all {
		var printed []string
		for _, r := range d.Cells {
			on := r.Sheet
			if r.Extern >= 0 {
				if r.Extern >= len(n.externs) || !n.isOurs(n.externs[r.Extern].book) {
					continue
				}
				on = n.externs[r.Extern].sheet
			}
			switch {
			case on < 0 || on >= len(names):
			case d.Titles && r.Cells.Left == 1 && r.Cells.Right >= width:
				printed = append(printed, fmt.Sprintf("!$%d:$%d", r.Cells.Top, r.Cells.Bottom))
			case d.Titles:
				printed = append(printed, fmt.Sprintf("!$%s:$%s", sheet.ColumnName(r.Cells.Left),
					sheet.ColumnName(r.Cells.Right)))
			case len(d.Cells) == 1 && r.Cells.Right <= sheet.MaxColumn && r.Cells.Bottom <= sheet.MaxRow:
				to.AddName(d.Name, r.Cells.WithSheet(names[on]))
			}
		}
		if d.Titles && d.Sheet >= 0 {
			titles[d.Sheet] = sheet.ParseTitles(strings.Join(printed, ","))
		}
	}
	return titles
}

func (n *Names) isOurs(book int) bool { return book >= 0 && book < len(n.ours) && n.ours[book] }
