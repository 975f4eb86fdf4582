package export

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"strings"
	"sync"
	"unicode"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
	"cardinal/internal/textwidth"
)

// Text writes the grid as a table for a terminal. It shows figures in the same form as the window, and aligns columns
// by display width. It draws conditional formats after the figures. All cores measure the cells first, and then write
// the lines.
func Text(w io.Writer, g Cells) error {
	rows, cols, headerRows, labels := g.Size()
	columns, size := measureColumns(g), fieldsOfPart/max(1, cols)
	done, err := inParts(w, rows, size, func(b []byte, from, to int) []byte {
		for row := from; row < to; row++ {
			begin := len(b)
			for col := range columns {
				if col > 0 {
					b = append(b, "  "...)
				}
				b = columns[col].append(b, g.Cell(row, col), col < labels)
			}
			b = append(b[:begin+len(bytes.TrimRight(b[begin:], " "))], '\n')
			if row == headerRows-1 {
				b = appendRule(b, columns)
			}
		}
		return b
	})
	if err != nil {
		return separators.Errorf("cannot write row %d of the table: %w", done+1, err)
	}
	return nil
}

// textColumn says how a column of a table is aligned.
type textColumn struct {
	width  int  // the width of the widest cell
	whole  int  // while cells are measured: the width of the widest whole figure; width then excludes whole figures
	halves bool // some figures end in a half; whole figures then have blanks instead of the point and the decimal place
	behind tail
}

// measureColumns measures all cells of a grid.
func measureColumns(g Cells) []textColumn {
	rows, cols, _, _ := g.Size()
	columns := make([]textColumn, cols)
	var joining sync.Mutex
	measure := func(from, to int) {
		part := make([]textColumn, cols)
		for row := from; row < to; row++ {
			for col := range part {
				cell, t := g.Cell(row, col), &part[col]
				if isWhole(&cell) {
					t.whole = max(t.whole, textwidth.Of(terminalText(&cell)))
					continue
				}
				t.width = max(t.width, textwidth.Of(terminalText(&cell)))
				t.halves = t.halves || cell.Role == pivot.Body && cell.Format.Halves && !cell.Value.IsNull()
			}
		}
		joining.Lock()
		defer joining.Unlock()
		for col := range columns {
			t, of := &columns[col], &part[col]
			t.width, t.whole, t.halves = max(t.width, of.width), max(t.whole, of.whole), t.halves || of.halves
		}
	}
	size := fieldsOfPart/max(1, cols) + 1
	if err := parallel.Ranges(context.Background(), runtime.GOMAXPROCS(0), rows, size, measure); err != nil {
		panic(err) // the only possible error is a panic in measure
	}
	behind := tails(g, cols)
	for col := range columns {
		t := &columns[col]
		if t.halves && t.whole > 0 {
			t.whole += len(blankHalf)
		}
		t.width, t.behind = max(t.width, t.whole), behind[col]
	}
	return columns
}

// blankHalf is the blanks that follow a whole figure, as wide as the point and the decimal place of a half.
const blankHalf = "  "

// isWhole reports whether a cell has a whole figure in a format that also shows halves.
func isWhole(c *pivot.Cell) bool { return c.Role == pivot.Body && c.Format.Whole(c.Value) }

// append appends a cell, aligned to the left or to the right.
func (t *textColumn) append(b []byte, c pivot.Cell, left bool) []byte {
	s := terminalText(&c)
	if t.halves && isWhole(&c) {
		s += blankHalf
	}
	pad := t.width - textwidth.Of(s)
	if left {
		return appendRepeated(append(b, s...), " ", pad)
	}
	b = append(appendRepeated(b, " ", pad), s...)
	marks := t.behind.text(c.Mark)
	return appendRepeated(append(b, marks...), " ", t.behind.width()-textwidth.Of(marks))
}

func appendRepeated(b []byte, s string, n int) []byte {
	for range n {
		b = append(b, s...)
	}
	return b
}

func appendRule(b []byte, columns []textColumn) []byte {
	for col := range columns {
		if col > 0 {
			b = append(b, "  "...)
		}
		b = appendRepeated(b, "─", columns[col].width+columns[col].behind.width())
	}
	return append(b, '\n')
}

// lookedAt is the number of first rows that decide how a column is aligned.
const lookedAt = 500

// textColumns reports for each column whether its figures are texts, which are aligned to the left.
func textColumns(g Cells) []bool {
	rows, cols, headerRows, _ := g.Size()
	words := make([]bool, cols)
	for row := headerRows; row < min(rows, lookedAt); row++ {
		for col := range words {
			c := g.Cell(row, col)
			words[col] = words[col] || c.Role == pivot.Body && c.Value.Type == data.Text
		}
	}
	return words
}

// terminalText returns a cell's text for a terminal.
func terminalText(c *pivot.Cell) string {
	return strings.Repeat("  ", c.Indent) + printable(cellText(*c))
}

// cellText returns the text of a cell on the screen. A repeated label may be blank there.
func cellText(c pivot.Cell) string {
	if c.Blank {
		return ""
	}
	return c.Text()
}

// The joiners of letters and of emoji are invisible by themselves, and are no commands to a terminal.
const (
	nonJoiner = '\u200C'
	joiner    = '\u200D'
)

// printable replaces characters that would move the cursor or that are commands to the terminal.
func printable(s string) string {
	if textwidth.IsPlain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case !unicode.IsGraphic(r) && r != joiner && r != nonJoiner:
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
