package export

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// htmlStyle is the style of the page, for light and dark screens.
//
//go:embed page.css
var htmlStyle string

// HTML writes a grid as a self-contained web page. The page has one table with the texts of the screen, merged headings
// and labels. Its style suits light and dark screens and paper. Every text is escaped, and the page loads no other
// files.
func HTML(w io.Writer, g Cells) error { return writePage(w, g, oneTable(g)) }

// webPage writes a pivot like HTML, with the chart above the table if one is chosen. If the groups of the pivot are few
// enough, the page has a script that folds, sorts and filters them.
func webPage(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	parts, report, err := webParts(ctx, p, 1)
	if err != nil {
		return Report{}, err
	}
	if parts.script != "" {
		parts.foot += "<script>" + parts.script + "</script>\n"
	}
	return report, writePage(w, p.Grid, parts)
}

// webParts returns the parts of the web page of a pivot. Its chart has a share of the size of a picture.
func webParts(ctx context.Context, p Pivot, share float64) (parts pageParts, report Report, err error) {
	parts = oneTable(p.Grid)
	if parts.drawings, report, err = drawElements(ctx, p, share, false, true); err != nil {
		return pageParts{}, Report{}, err
	}
	if q := p.Grid.Tab().Query; p.Finer != nil && len(q.Rows)+len(q.Cols) > 0 {
		m, why, err := newPivoting(ctx, p)
		if err != nil {
			return pageParts{}, Report{}, err
		}
		if why != "" {
			parts.note = why
			report.Losses = append(report.Losses, Loss{Kind: why})
		} else if parts.foot, err = m.element(); err != nil {
			return pageParts{}, Report{}, err
		} else {
			parts.style, parts.script = pivotingStyle, pivotingScript
		}
	}
	return parts, report, nil
}

// drawElements returns the chart of a pivot as elements of a web page, one for each look: for light screens (false) or
// dark screens (true). Without a chosen chart it returns "". If the chart cannot be drawn, the report says so.
func drawElements(ctx context.Context, p Pivot, share float64, looks ...bool) (elements string, report Report,
	err error) {
	if p.Chart == "" {
		return "", Report{}, nil
	}
	var drawings strings.Builder
	for _, dark := range looks {
		s, err := drawChart(ctx, p, share, dark)
		if ctx.Err() != nil {
			return "", Report{}, ctx.Err()
		}
		if err != nil {
			return "", Report{Losses: []Loss{noChart(p.Grid.Tab().Words(), err)}}, nil
		}
		class := "light"
		if dark {
			class = "dark"
		}
		fmt.Fprintf(&drawings, "<figure class=\"%s\">\n", class)
		if err := s.SVG(&drawings); err != nil {
			return "", Report{}, err
		}
		drawings.WriteString("</figure>\n")
		report.Losses = lossesOf(p.Grid.Tab().Words(), s.Notes)
	}
	return drawings.String(), report, nil
}

// pageParts are the parts in which web pages differ.
type pageParts struct {
	tag      string  // the tag of its language; "": English
	note     string  // a line below the title, or ""
	style    string  // style that follows the style of every page
	drawings string  // the chart above the tables
	tables   [][]int // the columns of each table
	foot     string  // what follows the tables
	script   string  // the only script that the browser may run; "": none
}

// oneTable returns the parts of a page with one table of all columns.
func oneTable(g Cells) pageParts {
	_, cols, _, _ := g.Size()
	return pageParts{tables: [][]int{each.Index(cols)}}
}

// policy returns the Content-Security-Policy of a page. It allows no loading, and no script except the page's own.
func (p pageParts) policy() string {
	text := "default-src 'none'; style-src 'unsafe-inline'"
	if p.script != "" {
		sum := sha256.Sum256([]byte(p.script))
		text += "; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return text
}

// writePage writes a web page.
func writePage(w io.Writer, g Cells, parts pageParts) error {
	out := bufio.NewWriterSize(w, 1<<16)
	title, _ := pageWords(g)
	if p, ok := g.(*pivot.Grid); ok {
		parts.tag = p.Tab().Words().Tag()
	}
	writeHead(out, title, parts)
	if err := writePivot(out, g, parts); err != nil {
		return err
	}
	return writeEnd(out)
}

// writeHead writes the beginning of a web page, up to its first heading.
func writeHead(out *bufio.Writer, title string, parts pageParts) {
	fmt.Fprintf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "+
		"content=\"width=device-width, initial-scale=1\">\n"+
		"<meta name=\"generator\" content=\"Cardinal\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"+
		"<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n"+
		"<title>%s</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<h1>%s</h1>\n",
		cmp.Or(parts.tag, "en"), parts.policy(), html.EscapeString(title), htmlStyle, parts.style,
		html.EscapeString(title))
}

// writePivot writes the part of a page below the title of a pivot: notes, chart, tables and foot.
func writePivot(out *bufio.Writer, g Cells, parts pageParts) error {
	_, notes := pageWords(g)
	if parts.note != "" {
		notes = append(notes, capital(parts.note)+".")
	}
	for _, note := range notes {
		fmt.Fprintf(out, "<p>%s</p>\n", html.EscapeString(note))
	}
	out.WriteString(parts.drawings)
	spans := newSpans(g)
	for _, columns := range parts.tables {
		if err := spans.table(out, columns); err != nil {
			return err
		}
	}
	_, err := out.WriteString(parts.foot)
	return err
}

// writeEnd writes the end of a web page.
func writeEnd(out *bufio.Writer) error {
	out.WriteString("</body>\n</html>\n")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("cannot write the web page: %w", err)
	}
	return nil
}

// pageWords returns the title of the page and the lines below it.
func pageWords(g Cells) (title string, notes []string) {
	p, ok := g.(*pivot.Grid)
	if !ok {
		return rowsSheet, nil
	}
	return pivotTitle(p), pivotNotes(p.Tab())
}

// rowTag returns the tag that opens a row. Rows of totals, and rows that count labels that are not shown, have a class,
// by which Cardinal leaves them out when it opens the page. A folded group looks like a total, but has no such class,
// since no other row has its figures.
func (s *spans) rowTag(row int) string {
	switch {
	case row < s.headerRows:
		return "<tr>"
	case totalLabel(s.g, row) >= 0:
		return `<tr class="total">`
	case s.g.Cell(row, 0).Total:
		return `<tr class="total folded">`
	case s.g.Cell(row, s.cols-1).Role == pivot.Note:
		return `<tr class="note">`
	}
	return "<tr>"
}

// spans writes the cells of a grid as elements. The element of a label spans the following cells that repeat the label.
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

// table writes a table with the given columns: the columns of labels, and adjacent columns of figures.
func (s *spans) table(out *bufio.Writer, columns []int) error {
	// tells Cardinal how to read numbers such as 1,234
	fmt.Fprintf(out, "<table data-decimal=%q>\n<thead>\n", separators.Used().Decimal)
	for row := range s.rows {
		if row == s.headerRows {
			out.WriteString("</thead>\n<tbody>\n")
		}
		out.WriteString(s.rowTag(row))
		for i := range columns {
			s.write(out, row, columns, i)
		}
		if _, err := out.WriteString("</tr>\n"); err != nil {
			return fmt.Errorf("cannot write row %d of the web page: %w", row+1, err)
		}
	}
	if s.rows == s.headerRows {
		out.WriteString("</thead>\n<tbody>\n")
	}
	_, err := out.WriteString("</tbody>\n</table>\n")
	return err
}

// write writes the element of the cell in a row and in columns[i]. A cell that another element spans has no element.
func (s *spans) write(out *bufio.Writer, row int, columns []int, i int) {
	col := columns[i]
	c := s.g.Cell(row, col)
	// the heading begins in a column of another table
	if row < s.headerRows && c.Blank && i > 0 && columns[i-1] < col-1 {
		for c.Blank && col > s.labelCols {
			col--
			c = s.g.Cell(row, col)
		}
		c.Blank = false
	}
	if c.Blank {
		return
	}
	tag, attributes := "td", ""
	switch {
	case row < s.headerRows:
		tag, attributes = "th", s.colSpan(row, columns[i:])
	case c.Role == pivot.RowLabel:
		tag, attributes = "th", s.rowSpan(row, col)
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
	if c.Mark.Arrow != 0 { // the style draws the arrow, since it is not part of the figure
		attributes += ` data-arrow="` + c.Mark.Arrow.String() + `"`
	}
	if c.Indent > 0 {
		attributes += fmt.Sprintf(` style="padding-left:%.1fem"`, 0.6+1.2*float64(c.Indent))
	}
	text := strings.ReplaceAll(html.EscapeString(strings.ToValidUTF8(cellText(c), "\uFFFD")), "\n", "<br>")
	fmt.Fprintf(out, "<%s%s>%s</%s>", tag, attributes, text, tag)
}

// colSpan returns the attributes of the heading in columns[0], which spans the cells to its right.
func (s *spans) colSpan(row int, columns []int) string {
	n := 1
	for n < len(columns) && columns[n] == columns[n-1]+1 && s.g.Cell(row, columns[n]).Blank {
		n++
	}
	if n > 1 {
		return fmt.Sprintf(` scope="colgroup" colspan="%d"`, n)
	}
	return ""
}

// rowSpan returns the attributes of a row label that spans the cells below.
func (s *spans) rowSpan(row, col int) string {
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
