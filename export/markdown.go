package export

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
	"cardinal/internal/textwidth"
)

// Markdown writes a grid as a table of GitHub's Markdown, with the texts of the screen. A table of Markdown has only
// one row of headings, so the labels above a column are joined: 2023 · Sum of revenue. Totals are bold. Comments below
// the table, which programs hide, tell Cardinal how to read the table.
func Markdown(w io.Writer, g Cells) error {
	rows, cols, headerRows, labels := g.Size()
	widths, left := make([]int, cols), textColumns(g)
	for col := range labels {
		left[col] = true
	}
	// once: a repeated label is left out; totals: rows of totals occur; quoted: a label is missing or in quotes
	once, totals, quoted := false, false, false
	at := func(row, col int) string {
		if row < headerRows {
			return escapeMarkdown(g.Heading(col))
		}
		c := g.Cell(row, col)
		once = once || c.Blank && col < labels-1
		quoted = quoted || c.Role == pivot.RowLabel && !c.Blank && (c.Value.IsNull() || c.Value.Type == data.Text &&
			c.Text() != c.Value.Text)
		text := escapeMarkdown(cellText(c))
		if text != "" && c.Total && c.Role != pivot.Note {
			return "**" + text + "**"
		}
		return text
	}
	for row := headerRows - 1; row < rows; row++ {
		totals = totals || row >= headerRows && totalLabel(g, row) >= 0
		for col := range widths {
			widths[col] = max(widths[col], 4, min(textwidth.Of(at(row, col)), widestMarkdown))
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	var line strings.Builder
	for row := headerRows - 1; row < rows; row++ {
		line.Reset()
		line.WriteByte('|')
		for col, width := range widths {
			s := at(row, col)
			pad := strings.Repeat(" ", max(0, width-textwidth.Of(s)))
			if left[col] {
				line.WriteString(" " + s + pad + " |")
			} else {
				line.WriteString(" " + pad + s + " |")
			}
		}
		line.WriteByte('\n')
		if row == headerRows-1 {
			markdownRule(&line, widths, left)
		}
		if _, err := out.WriteString(line.String()); err != nil {
			return fmt.Errorf("cannot write row %d of the Markdown: %w", row-headerRows+2, err)
		}
	}
	// tells Cardinal how to read numbers such as 1.234
	if separators.Used().Decimal == "," {
		_, _ = fmt.Fprintf(out, "\n<!-- %s -->\n", separators.Show("1,234.5")) // Flush returns the error
	}
	if totals || quoted {
		_, _ = fmt.Fprintf(out, "\n<!-- columns of labels: %d; totals are bold -->\n", labels)
	}
	if once {
		_, _ = fmt.Fprintf(out, "\n<!-- %d columns of labels; an empty one has the label above -->\n", labels)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("cannot write the Markdown: %w", err)
	}
	return nil
}

// widestMarkdown limits the width to which the cells of a column are padded. A reader recognises a table by its first
// two lines, which must be within the first 64 kB of the file. Without the limit, a very wide column could make them
// longer.
const widestMarkdown = 200

// markdownRule writes the line below the headings. A colon at the end of a column's dashes aligns the column to the
// right.
func markdownRule(line *strings.Builder, widths []int, left []bool) {
	line.WriteByte('|')
	for col, width := range widths {
		if left[col] {
			line.WriteString(" " + strings.Repeat("-", width) + " |")
		} else {
			line.WriteString(" " + strings.Repeat("-", width-1) + ": |")
		}
	}
	line.WriteByte('\n')
}

// markdownSpecial has the characters that have a meaning in Markdown inside a line.
const markdownSpecial = "\\`*_[]<>|~&$"

// escapeMarkdown escapes a text so that Markdown shows it unchanged. It puts a backslash before every special
// character, and replaces line breaks by a tag.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(s, "\r\n", "\n") {
		switch {
		case r == '\n' || r == '\r':
			b.WriteString("<br>")
		case strings.ContainsRune(markdownSpecial, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteString(printable(string(r)))
		}
	}
	return b.String()
}
