package export

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
)

// Cells are a grid of cells: a pivot, or rows of a table.
type Cells interface {
	// Size counts all rows and columns. The rows of headers are among the rows, and the columns of row labels among
	// the columns.
	Size() (rows, cols, headerRows, labelCols int)
	Heading(col int) string      // of a column, on one line; "" for labels of no field
	PlainHeading(col int) string // Heading for programs
	Cell(row, col int) pivot.Cell
}

// CSV writes a grid as comma-separated values (RFC 4180, UTF-8, lines end in CR LF): one line of headings, then a
// line per row. Every row has all its labels, and values have their exact form. A null is an empty field, and an
// empty text a pair of quotes. Columns without a heading are left out, and so is a row that says how many labels a
// top leaves out.
//
// Texts stay as they are, even with line breaks (which encoding/csv would change) and if a spreadsheet may run them
// as formulas. If there are totals, a label that looks like the label of a total, or like Others, is quoted. The
// field of a total's label is quoted, too, and no other field without need. So Cardinal recognises the rows of totals
// when it opens the text, whatever their figures.
func CSV(w io.Writer, g Cells) error { return writeSeparated(w, g, ',', "CSV", "\r\n") }

// TSV writes a grid as CSV does, with tabs instead of commas.
func TSV(w io.Writer, g Cells) error { return writeSeparated(w, g, '\t', "TSV", "\r\n") }

// lineEnd returns the end of a line in text that programs of this system exchange.
func lineEnd() string {
	if runtime.GOOS == "windows" {
		return "\r\n"
	}
	return "\n"
}

// writeSeparated writes a grid with a separator between fields and `end` after each line.
func writeSeparated(w io.Writer, g Cells, separator byte, format, end string) error {
	rows, cols, headerRows, labels := g.Size()
	var named []int
	for col := range cols {
		if g.PlainHeading(col) != "" {
			named = append(named, col)
		}
	}
	reserved := wordsIn(g)
	line := func(out *bufio.Writer, row int) error {
		if labels > 0 && g.Cell(row, labels-1).Role == pivot.Note {
			return nil
		}
		total := -1
		if row >= headerRows {
			total = totalLabel(g, row)
		}
		for i, col := range named {
			if i > 0 {
				out.WriteByte(separator)
			}
			switch c := g.Cell(row, col); {
			case row < headerRows:
				writeField(out, separator, data.TextValue(g.PlainHeading(col)))
			case col == total && c.Plain != "":
				writeQuoted(out, c.Plain)
			case col == total:
				writeQuoted(out, c.Value.Text)
			case c.Role == pivot.RowLabel && !c.Own && c.Value.Type == data.Text && reserved(c.Value.Text):
				writeField(out, separator, data.TextValue(c.Text()))
			default:
				writeField(out, separator, c.Value)
			}
		}
		_, err := out.WriteString(end)
		return err
	}
	row := headerRows - 1
	if l, ok := g.(pivot.Listing); ok && rows > linesOfPart {
		values := func(out *bufio.Writer, row int) error {
			if row < headerRows {
				return line(out, row)
			}
			for i, col := range named {
				if i > 0 {
					out.WriteByte(separator)
				}
				if col < labels {
					writeField(out, separator, data.IntValue(int64(l.Row(row-headerRows))+1))
				} else {
					writeField(out, separator, l.Value(row-headerRows, col-labels))
				}
			}
			_, err := out.WriteString(end)
			return err
		}
		parts := make([]bytes.Buffer, runtime.GOMAXPROCS(0))
		for ; row < rows; row = min(row+linesOfPart*len(parts), rows) {
			if err := writeParts(w, parts, row, rows, values); err != nil {
				return separators.Errorf("cannot write row %d of the %s: %w", row-headerRows+2, format, err)
			}
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	for ; row < rows; row++ {
		if err := line(out, row); err != nil {
			return separators.Errorf("cannot write row %d of the %s: %w", row-headerRows+2, format, err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("cannot write the %s: %w", format, err)
	}
	return nil
}

// linesOfPart is how many lines a core writes at once.
const linesOfPart = 1 << 14

// writeParts writes the next lines from a row on, as many parts on as many cores.
func writeParts(w io.Writer, parts []bytes.Buffer, row, rows int, line func(out *bufio.Writer, row int) error) error {
	err := parallel.Do(context.Background(), len(parts), func(_ context.Context, i int) error {
		out := bufio.NewWriter(&parts[i])
		for at := row + i*linesOfPart; at < min(row+(i+1)*linesOfPart, rows); at++ {
			if err := line(out, at); err != nil {
				return err
			}
		}
		return out.Flush()
	})
	for i := 0; i < len(parts) && err == nil; i++ {
		_, err = parts[i].WriteTo(w)
	}
	return err
}

// wordsIn returns a function that reports whether a text of the table looks like a word that Cardinal writes among
// the row labels.
func wordsIn(g Cells) func(label string) bool {
	p, ok := g.(*pivot.Grid)
	if !ok {
		return func(string) bool { return false }
	}
	totals, others := p.HasRowTotals(), p.Tab().Rows.HasOthers()
	return func(label string) bool { return totals && pivot.LikeTotal(label) || others && pivot.LikeOthers(label) }
}

// totalLabel returns the column with the label of a total, such as Total or EU total, in a row below the headings. It
// returns -1 if the row is not a total. A folded group has its own label and is not a total.
func totalLabel(g Cells, row int) int {
	_, _, _, labels := g.Size()
	for col := range labels {
		if c := g.Cell(row, col); c.Role == pivot.RowLabel && c.Total && (c.Plain != "" || c.Own && col == 0 &&
			c.Node == 0) {
			return col
		}
	}
	return -1
}

func writeField(out *bufio.Writer, separator byte, v data.Value) {
	if s := v.String(); !needsQuotes(separator, v, s) {
		out.WriteString(s)
	} else {
		writeQuoted(out, s)
	}
}

func writeQuoted(out *bufio.Writer, s string) {
	out.WriteByte('"')
	out.WriteString(strings.ReplaceAll(s, `"`, `""`))
	out.WriteByte('"')
}

// needsQuotes reports whether a field needs quotes. A text that begins or ends with a space needs them, since readers
// may trim it.
func needsQuotes(separator byte, v data.Value, s string) bool {
	return v.Type == data.Text && (s == "" || s[0] == ' ' || s[len(s)-1] == ' ' ||
		strings.IndexByte(s, separator) >= 0 || strings.ContainsAny(s, "\"\r\n"))
}
