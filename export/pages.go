package export

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html"
	"io"

	"cardinal/internal/wording"
)

// pagesStyle is the style of a page with several pivots.
//
//go:embed pages.css
var pagesStyle string

// webPages writes several pivots as one web page. Each pivot has its chart, and pivots are side by side if there is
// room. All pivots share one set of filters.
func webPages(ctx context.Context, w io.Writer, all Book) (Report, error) {
	var body bytes.Buffer
	out := bufio.NewWriter(&body)
	var sections []section
	var words *wording.Words
	for i, n := range all {
		p, err := n.Answer(ctx)
		if err == nil {
			err = p.Grid.Tab().Order(ctx)
		}
		if err != nil {
			return Report{}, &unanswered{n.Name, err}
		}
		words = p.Grid.Tab().Words()
		p.Grid = p.Grid.InFile(words)
		parts, report, err := webParts(ctx, p, 0.75)
		if err != nil {
			return Report{}, fmt.Errorf("%s: %w", n.Name, err)
		}
		title := pivotTitle(p.Grid)
		fmt.Fprintf(out, "<section id=\"pivot%d\">\n<h2>%s</h2>\n<p>%s</p>\n", i+1, html.EscapeString(n.Name),
			html.EscapeString(title))
		if err := writePivot(out, p.Grid, parts); err != nil {
			return Report{}, fmt.Errorf("%s: %w", n.Name, err)
		}
		out.WriteString("</section>\n")
		sections = append(sections, section{n.Name, title, nil, report.Losses, p.Profile})
	}
	if err := out.Flush(); err != nil {
		return Report{}, err
	}
	page := bufio.NewWriterSize(w, 1<<16)
	writeHead(page, titleOf(words, sections), pageParts{tag: words.Tag(),
		style: pivotingStyle + pagesStyle, script: pivotingScript})
	page.WriteString("<nav>\n")
	for i, s := range sections {
		fmt.Fprintf(page, "<a href=\"#pivot%d\">%s</a>\n", i+1, html.EscapeString(s.sheet))
	}
	fmt.Fprintf(page, "</nav>\n<main>\n%s</main>\n<script>%s</script>\n", body.Bytes(), pivotingScript)
	return Report{Losses: mergeLosses(words, sections)}, writeEnd(page)
}
