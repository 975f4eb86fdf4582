package export

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// Cells are a grid that is written as it stands: a pivot's, or rows of a table.
type Cells interface {
	Size() (rows, cols, headerRows, labelCols int)
	Cell(row, col int) pivot.Cell
}

// CSV writes the grid as comma-separated values (RFC 4180, UTF-8, lines that end in CR LF). Every label is written
// out on every row, and values are in their exact machine form. A null is nothing at all, an empty text a pair of
// quotes. Line breaks within a text stay as they are, which encoding/csv would not leave alone.
func CSV(w io.Writer, g Cells) error {
	rows, cols, _, _ := g.Size()
	out := bufio.NewWriterSize(w, 1<<16)
	for row := range rows {
		for col := range cols {
			if col > 0 {
				out.WriteByte(',')
			}
			writeField(out, g.Cell(row, col).Value)
		}
		if _, err := out.WriteString("\r\n"); err != nil {
			return fmt.Errorf("cannot write row %d of the CSV: %w", row+1, err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("cannot write the CSV: %w", err)
	}
	return nil
}

func writeField(out *bufio.Writer, v data.Value) {
	s := v.String()
	if !needsQuotes(v, s) {
		out.WriteString(s)
		return
	}
	out.WriteByte('"')
	out.WriteString(strings.ReplaceAll(s, `"`, `""`))
	out.WriteByte('"')
}

// needsQuotes also holds for texts that a reader may trim.
func needsQuotes(v data.Value, s string) bool {
	return v.Type == data.Text && (s == "" || s[0] == ' ' || s[len(s)-1] == ' ' || strings.ContainsAny(s, ",\"\r\n"))
}
