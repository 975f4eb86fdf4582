package export

import (
	"bufio"
	"context"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"cardinal/chart"
	"cardinal/engine/pivot"
)

// htmlStyle is the look of the page, in light and dark.
//
//go:embed page.css
var htmlStyle string

// HTML writes a grid as a web page of its own: one table with the texts of the screen, merged headings and labels, and a style for light
// and dark screens and for paper. Every text is escaped, and the page loads nothing.
func HTML(w io.Writer, g Cells) error { return page(w, g, "") }

// webPage writes a pivot as HTML does, and its chart above the table where one is chosen.
func webPage(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	if p.Chart == "" {
		return Report{}, HTML(w, p.Grid)
	}
	var drawings strings.Builder
	var report Report
	for _, dark := range []bool{false, true} {
		s, err := chart.Draw(ctx, p.Grid, chart.Named(p.Chart), pictureWidth, pictureHeight, chart.Look{Scale: pictureScale, Dark: dark})
		if ctx.Err() != nil {
			return Report{}, ctx.Err()
		}
		if err != nil {
			return Report{Losses: []Loss{{Kind: "there is no chart: " + err.Error()}}}, HTML(w, p.Grid)
		}
		class := "light"
		if dark {
			class = "dark"
		}
		fmt.Fprintf(&drawings, "<figure class=\"%s\">\n", class)
		if err := s.SVG(&drawings); err != nil {
			return Report{}, err
		}
		drawings.WriteString("</figure>\n")
		report.Losses = notHeld(s.Notes)
	}
	return report, page(w, p.Grid, drawings.String())
}

// page writes a web page with drawings above the table.
func page(w io.Writer, g Cells, drawings string) error {
	out := bufio.NewWriterSize(w, 1<<16)
	title, notes := pageWords(g)
	fmt.Fprintf(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"+
		"<meta name=\"generator\" content=\"Cardinal\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>%s</h1>\n",
		html.EscapeString(title), htmlStyle, html.EscapeString(title))
	for _, note := range notes {
		fmt.Fprintf(out, "<p>%s</p>\n", html.EscapeString(note))
	}
	out.WriteString(drawings)
	out.WriteString("<table>\n<thead>\n")
	rows, cols, headerRows, _ := g.Size()
	spans := newSpans(g)
	for row := range rows {
		if row == headerRows {
			out.WriteString("</thead>\n<tbody>\n")
		}
		out.WriteString(rowTag(g, row, headerRows))
		for col := range cols {
			spans.write(out, row, col)
		}
		if _, err := out.WriteString("</tr>\n"); err != nil {
			return fmt.Errorf("cannot write row %d of the web page: %w", row+1, err)
		}
	}
	if rows == headerRows {
		out.WriteString("</thead>\n<tbody>\n")
	}
	out.WriteString("</tbody>\n</table>\n</body>\n</html>\n")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("cannot write the web page: %w", err)
	}
	return nil
}

// pageWords are the title of the page and the lines below the title.
func pageWords(g Cells) (title string, notes []string) {
	p, ok := g.(*pivot.Grid)
	if !ok {
		return rowsSheet, nil
	}
	return pivotTitle(&p.Tab().Query), pivotNotes(p.Tab())
}

// rowTag opens a row. The rows of totals have a class.
func rowTag(g Cells, row, headerRows int) string {
	if c := g.Cell(row, 0); row >= headerRows && c.Total {
		return `<tr class="total">`
	}
	return "<tr>"
}

// spans writes the cells of a grid as elements that span the cells repeating their labels.
type spans struct {
	g                                 Cells
	words                             []bool // by column: the figures are texts
	rows, cols, headerRows, labelCols int
}

func newSpans(g Cells) *spans {
	s := &spans{g: g, words: textColumns(g)}
	s.rows, s.cols, s.headerRows, s.labelCols = g.Size()
	return s
}

// write writes the element of a cell. A cell that another one spans has none.
func (s *spans) write(out *bufio.Writer, row, col int) {
	c := s.g.Cell(row, col)
	if c.Blank {
		return
	}
	tag, attributes := "td", ""
	switch {
	case row < s.headerRows:
		tag, attributes = "th", s.across(row, col)
	case c.Role == pivot.RowLabel:
		tag, attributes = "th", s.down(row, col)
	}
	var classes []string
	if !s.words[col] && (c.Role == pivot.Body || row < s.headerRows && col >= s.labelCols && attributes == "") {
		classes = append(classes, "n")
	}
	if c.Total && c.Role != pivot.Note {
		classes = append(classes, "t")
	}
	if len(classes) > 0 {
		attributes += ` class="` + strings.Join(classes, " ") + `"`
	}
	attributes += htmlMark(c.Mark)
	text := strings.ReplaceAll(html.EscapeString(strings.ToValidUTF8(cellText(c), "\uFFFD")), "\n", "<br>")
	fmt.Fprintf(out, "<%s%s>%s</%s>", tag, attributes, text, tag)
}

// across is the span of a heading over the cells at its right.
func (s *spans) across(row, col int) string {
	n := 1
	for col+n < s.cols {
		c := s.g.Cell(row, col+n)
		if !c.Blank {
			break
		}
		n++
	}
	if n > 1 {
		return fmt.Sprintf(` scope="colgroup" colspan="%d"`, n)
	}
	return ""
}

// down is the span of a row label over the cells below.
func (s *spans) down(row, col int) string {
	n := 1
	for row+n < s.rows {
		c := s.g.Cell(row+n, col)
		if !c.Blank {
			break
		}
		n++
	}
	if n > 1 {
		return fmt.Sprintf(` scope="rowgroup" rowspan="%d"`, n)
	}
	return ` scope="row"`
}
