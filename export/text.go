package export

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
	"cardinal/internal/textwidth"
)

// Text writes the grid as a table for a terminal. Figures are as on the screen, and columns are aligned by display
// width. Conditional formats are drawn after the figures.
func Text(w io.Writer, g Cells) error {
	rows, cols, headerRows, labels := g.Size()
	widths, halves := make([]int, cols), make([]bool, cols)
	for row := range rows {
		for col := range widths {
			c := g.Cell(row, col)
			halves[col] = halves[col] || c.Role == pivot.Body && c.Format.Halves && !c.Value.IsNull() &&
				!c.Format.Whole(c.Value)
		}
	}
	shown := func(g Cells, row, col int) string {
		s := terminalText(g, row, col)
		if c := g.Cell(row, col); halves[col] && c.Role == pivot.Body && c.Format.Whole(c.Value) {
			s += "  " // below the point and the decimal place of halves
		}
		return s
	}
	for row := range rows {
		for col := range widths {
			widths[col] = max(widths[col], textwidth.Of(shown(g, row, col)))
		}
	}
	behind := tails(g, cols)
	out := bufio.NewWriterSize(w, 1<<16)
	var line strings.Builder
	for row := range rows {
		line.Reset()
		for col, width := range widths {
			if col > 0 {
				line.WriteString("  ")
			}
			s := shown(g, row, col)
			pad := strings.Repeat(" ", width-textwidth.Of(s))
			if col < labels {
				line.WriteString(s + pad)
				continue
			}
			line.WriteString(pad + s)
			t := behind[col].text(g.Cell(row, col).Mark)
			line.WriteString(t + strings.Repeat(" ", behind[col].width()-textwidth.Of(t)))
		}
		if _, err := out.WriteString(strings.TrimRight(line.String(), " ") + "\n"); err != nil {
			return separators.Errorf("cannot write row %d of the table: %w", row+1, err)
		}
		if row == headerRows-1 {
			rule(out, widths, behind)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("cannot write the table: %w", err)
	}
	return nil
}

func rule(out *bufio.Writer, widths []int, behind []tail) {
	for col, width := range widths {
		if col > 0 {
			out.WriteString("  ")
		}
		out.WriteString(strings.Repeat("─", width+behind[col].width()))
	}
	out.WriteByte('\n')
}

// lookedAt is the number of rows that decide how a column looks.
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
func terminalText(g Cells, row, col int) string {
	c := g.Cell(row, col)
	return strings.Repeat("  ", c.Indent) + printable(cellText(c))
}

// cellText returns the text of a cell on the screen. A repeated label may be blank there.
func cellText(c pivot.Cell) string {
	if c.Blank {
		return ""
	}
	return c.Text()
}

// The joiners of letters and of emoji show nothing by themselves, and do not command a terminal.
const (
	nonJoiner = '\u200C'
	joiner    = '\u200D'
)

// printable replaces characters that would move the cursor or command the terminal.
func printable(s string) string {
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
