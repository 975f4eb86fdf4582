package export

import (
	"context"
	"io"
	"runtime"
	"strings"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
)

// Cells are a grid of cells: a pivot, or rows of a table.
type Cells interface {
	// Size returns the numbers of all rows and columns. rows includes the rows of headers, and cols includes the
	// columns of row labels.
	Size() (rows, cols, headerRows, labelCols int)
	Heading(col int) string      // the heading of a column, on one line; "" for labels that belong to no field
	PlainHeading(col int) string // Heading in the form for programs
	Cell(row, col int) pivot.Cell
}

// CSV writes a grid as comma-separated values (RFC 4180, UTF-8, lines end in CR LF): one line of headings, then a line
// per row. Every row has all its labels, and values are exact. A null is an empty field; an empty text is a pair of
// quotes. CSV leaves out columns without a heading, and rows that only say how many labels are not shown.
//
// Texts are written unchanged, even if they have line breaks, which encoding/csv would change, or if a spreadsheet
// would run them as formulas. If there are totals, quotes tell Cardinal which rows are totals when it opens the text
// again. The label of a total is in quotes. A label of the table that looks like the label of a total, or like Others,
// gets quotes that are part of its text. Other fields are quoted only if they must be.
func CSV(w io.Writer, g Cells) error { return writeSeparated(w, g, ',', "CSV", "\r\n") }

// TSV writes a grid like CSV, with tabs instead of commas.
func TSV(w io.Writer, g Cells) error { return writeSeparated(w, g, '\t', "TSV", "\r\n") }

// lineEnd returns the characters that end a line in texts that programs of this system exchange.
func lineEnd() string {
	if runtime.GOOS == "windows" {
		return "\r\n"
	}
	return "\n"
}

// valued is a grid that can return the values of several rows at once, which is faster than cell by cell (see
// pivot.Grid).
type valued interface {
	Values(from, to int, values []data.Value, totals []int)
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
	line := func(b []byte, row int) []byte {
		if labels > 0 && g.Cell(row, labels-1).Role == pivot.Note {
			return b
		}
		total := -1
		if row >= headerRows {
			total = totalLabel(g, row)
		}
		for i, col := range named {
			if i > 0 {
				b = append(b, separator)
			}
			switch c := g.Cell(row, col); {
			case row < headerRows:
				b = appendField(b, separator, data.TextValue(g.PlainHeading(col)))
			case col == total && c.Plain != "":
				b = appendQuoted(b, c.Plain)
			case col == total:
				b = appendQuoted(b, c.Value.Text)
			case c.Role == pivot.RowLabel && !c.Own && c.Value.Type == data.Text && reserved(c.Value.Text):
				b = appendField(b, separator, data.TextValue(c.Text()))
			default:
				b = appendField(b, separator, c.Value)
			}
		}
		return append(b, end...)
	}
	of, isValued := g.(valued)
	plainLine := func(b []byte, row, total int, values []data.Value) []byte {
		begin := len(b)
		for i, col := range named {
			if i > 0 {
				b = append(b, separator)
			}
			switch v := &values[col]; {
			case col == total:
				b = appendQuoted(b, v.Text)
			case col < labels && v.Type == data.Text && reserved(v.Text):
				return line(b[:begin], row)
			default:
				b = appendField(b, separator, *v)
			}
		}
		return append(b, end...)
	}
	var spare sync.Pool // slices of values, to be used again
	lines := func(b []byte, from, to int) []byte {
		for ; from < to && (from < headerRows || !isValued); from++ {
			b = line(b, from)
		}
		size := fieldsAtOnce/cols + 1
		kept, _ := spare.Get().(*[]data.Value)
		if kept == nil {
			all := make([]data.Value, size*cols)
			kept = &all
		}
		defer spare.Put(kept)
		values, totals := *kept, make([]int, size)
		for ; from < to; from += size {
			n := min(size, to-from)
			of.Values(from, from+n, values, totals)
			for i, total := range totals[:n] {
				if total == pivot.NeedsCells {
					b = line(b, from+i)
				} else {
					b = plainLine(b, from+i, total, values[i*cols:])
				}
			}
		}
		return b
	}
	first := headerRows - 1
	done, err := inParts(w, rows-first, fieldsOfPart/max(1, cols), func(b []byte, from, to int) []byte {
		return lines(b, first+from, first+to)
	})
	if err != nil {
		return separators.Errorf("cannot write row %d of the %s: %w", done+1, format, err)
	}
	return nil
}

// A core writes about fieldsOfPart fields at a time. Within them, it reads about fieldsAtOnce values before it writes
// these values.
const (
	fieldsOfPart = 1 << 12
	fieldsAtOnce = 1 << 10
)

// inParts writes n items of a file. All cores call appendItems for `size` items at a time, and the bytes are written in
// the order of the items. done is the number of items that were written.
func inParts(w io.Writer, n, size int, appendItems func(b []byte, from, to int) []byte) (done int, err error) {
	size = max(1, size)
	parts := make([][]byte, (n+size-1)/size) // those that wait for an earlier part
	var spare [][]byte
	var mu sync.Mutex
	written := 0
	err = parallel.Do(context.Background(), len(parts), func(_ context.Context, i int) error {
		mu.Lock()
		b := []byte{}
		if last := len(spare) - 1; last >= 0 {
			b, spare = spare[last], spare[:last]
		}
		mu.Unlock()
		b = appendItems(b[:0], i*size, min(n, (i+1)*size))
		mu.Lock()
		defer mu.Unlock()
		for parts[i] = b; written < len(parts) && parts[written] != nil; written++ {
			if _, err := w.Write(parts[written]); err != nil {
				written = len(parts)
				return err
			}
			done, spare, parts[written] = min(n, (written+1)*size), append(spare, parts[written]), nil
		}
		return nil
	})
	return done, err
}

// wordsIn returns a function that reports whether a text of the table looks like a word that Cardinal writes among the
// row labels, such as Total.
func wordsIn(g Cells) func(label string) bool {
	p, ok := g.(*pivot.Grid)
	if !ok {
		return func(string) bool { return false }
	}
	totals, others := p.HasRowTotals(), p.Tab().Rows.HasOthers()
	return func(label string) bool { return totals && pivot.LikeTotal(label) || others && pivot.LikeOthers(label) }
}

// totalLabel returns the column in which a row has the label of a total, such as Total or EU total. It returns -1 if
// the row is not a total. A folded group has its own label, and is not a total.
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

func appendField(b []byte, separator byte, v data.Value) []byte {
	if v.Type != data.Text {
		return v.Append(b)
	}
	if needsQuotes(separator, v.Text) {
		return appendQuoted(b, v.Text)
	}
	return append(b, v.Text...)
}

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for {
		before, after, found := strings.Cut(s, `"`)
		b = append(b, before...)
		if !found {
			return append(b, '"')
		}
		b, s = append(b, `""`...), after
	}
}

// needsQuotes reports whether a text needs quotes. If it begins or ends with a space it does, since readers may trim
// fields.
func needsQuotes(separator byte, s string) bool {
	return s == "" || s[0] == ' ' || s[len(s)-1] == ' ' || strings.IndexByte(s, separator) >= 0 ||
		strings.IndexByte(s, '"') >= 0 || strings.IndexByte(s, '\n') >= 0 || strings.IndexByte(s, '\r') >= 0
}
