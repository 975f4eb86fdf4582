package cells

import (
	"context"
	"slices"
	"strings"

	"cardinal/engine/pivot"
	"cardinal/internal/each"
)

// markdown writes a table with one line of headings. It joins the headings of several header rows into this line.
// Headings and row labels are written even if they are not selected, since a table in Markdown must have a heading.
func markdown(ctx context.Context, src Source, p part) (string, error) {
	_, _, headRows, labels := src.Size()
	first := slices.IndexFunc(p.rows, func(row int) bool { return row >= headRows })
	if first < 0 {
		first = len(p.rows)
	}
	cols := append(each.Index(min(labels, p.cols[0])), p.cols...)
	var b, rule strings.Builder
	for _, col := range cols {
		b.WriteString("| " + escapeMarkdown(heading(src, headRows, col)) + " ")
		if col >= labels {
			rule.WriteString("|--:")
		} else {
			rule.WriteString("|---")
		}
	}
	b.WriteString("|\n" + rule.String() + "|\n")
	for n, row := range p.rows[first:] {
		if n%rowsBetweenLooks == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		for _, col := range cols {
			c := src.Cell(row, col)
			b.WriteString("| " + escapeMarkdown(c.Text()) + " ")
		}
		b.WriteString("|\n")
	}
	return b.String(), nil
}

// heading returns the headings above a column, joined from the outermost to the innermost.
func heading(src Source, headRows, col int) string {
	var parts []string
	for row := range headRows {
		c := src.Cell(row, col)
		if c.Role == pivot.Corner && row < headRows-1 {
			continue // the name of a column field
		}
		if s := c.Text(); s != "" && !c.Empty() {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " · ")
}

// escapeMarkdown escapes a text so that Markdown shows it unchanged.
func escapeMarkdown(s string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "\r", "", "\n", "<br>", "*", "\\*", "_", "\\_", "`", "\\`",
		"<", "&lt;").Replace(s)
}
