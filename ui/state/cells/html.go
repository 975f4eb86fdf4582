package cells

import (
	"context"
	"fmt"
	"html/template"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// The frame of an HTML page that spreadsheets paste. The namespace x is for the attribute x:num, which gives Excel all
// digits of a number.
const (
	htmlHead = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"></head><body><table>` + "\n"
	htmlFoot = "</table></body></html>\n"
)

// html writes a table as spreadsheets and word processors paste it. Labels that cover several cells are merged, and
// numbers carry all their digits and their number format.
func html(ctx context.Context, src Source, p part) (string, error) {
	w := htmlWriter{src: src, part: p}
	_, _, w.headRows, w.labels = src.Size()
	w.WriteString(htmlHead)
	for i := range p.rows {
		if i%rowsBetweenLooks == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		w.WriteString("<tr>")
		for k := range p.cols {
			w.cell(i, k)
		}
		w.WriteString("</tr>\n")
	}
	w.WriteString(htmlFoot)
	return w.String(), nil
}

type htmlWriter struct {
	strings.Builder
	src Source
	part
	headRows, labels int
}

// cellAt returns a cell by its position in p.rows and p.cols.
func (w *htmlWriter) cellAt(i, k int) pivot.Cell { return w.src.Cell(w.rows[i], w.cols[k]) }

// continues reports whether a cell belongs to the merged cell before it. In a header, this is the cell to the left;
// among row labels, the cell above.
func (w *htmlWriter) continues(c *pivot.Cell, i, k int) bool {
	if w.rows[i] < w.headRows {
		return k > 0 && w.cols[k] == w.cols[k-1]+1 && w.cols[k] != w.labels && (c.Repeat || c.Role == pivot.Corner &&
			c.Value.IsNull())
	}
	return i > 0 && w.rows[i-1] >= w.headRows && w.cols[k] < w.labels && c.Blank
}

func (w *htmlWriter) cell(i, k int) {
	c := w.cellAt(i, k)
	if w.continues(&c, i, k) {
		return
	}
	tag := "td"
	if c.Role != pivot.Body && c.Role != pivot.Note {
		tag = "th"
	}
	w.WriteString("<" + tag)
	if w.rows[i] < w.headRows {
		w.span("colspan", len(w.cols)-k, func(n int) (pivot.Cell, int, int) { return w.cellAt(i, k+n), i, k + n })
	} else if w.cols[k] < w.labels {
		w.span("rowspan", len(w.rows)-i, func(n int) (pivot.Cell, int, int) { return w.cellAt(i+n, k), i + n, k })
	}
	w.value(&c)
	w.WriteString(">" + template.HTMLEscapeString(c.Text()) + "</" + tag + ">")
}

// span writes how many cells a merged cell covers: itself and the cells after it that continue it.
func (w *htmlWriter) span(name string, most int, next func(n int) (c pivot.Cell, i, k int)) {
	n := 1
	for ; n < most; n++ {
		if c, i, k := next(n); !w.continues(&c, i, k) {
			break
		}
	}
	if n > 1 {
		fmt.Fprintf(w, ` %s="%d"`, name, n)
	}
}

// value writes the attributes of a cell's value. A number gets all its digits and its number format. A text that a
// spreadsheet might read as a number gets the format of texts.
func (w *htmlWriter) value(c *pivot.Cell) {
	v := c.Value
	switch {
	case v.IsNull():
		return
	case c.Role == pivot.Body && v.Type.Numeric():
		w.number(v, c.Format.Excel(v))
		w.WriteString(` align="right"`)
	case v.Type.Numeric():
		w.number(v, c.Format.ExcelLabel(v))
		w.WriteString(` align="left"`)
	case v.Type == data.Date && v.Unit == 0:
		w.WriteString(` align="left" style='mso-number-format:"yyyy\-mm\-dd"'`)
	case strings.ContainsAny(c.Text(), "0123456789=+-@"): // a spreadsheet may read these as numbers or formulas
		w.WriteString(` align="left" style='mso-number-format:"\@"' sdnum="1033;0;@"`)
	default:
		w.WriteString(` align="left"`)
	}
}

// number writes a number for Excel (x:num) and for LibreOffice (sdval), with its format.
func (w *htmlWriter) number(v data.Value, code string) {
	digits := template.HTMLEscapeString(v.String())
	fmt.Fprintf(w, ` x:num="%s" sdval="%s"`, digits, digits)
	if code == "" {
		code = "General"
	}
	fmt.Fprintf(w, ` sdnum="1033;0;%s" style='mso-number-format:"%s"'`,
		template.HTMLEscapeString(code), escapeStyle(code))
}

// escapeStyle escapes a number format code for a style sheet.
func escapeStyle(code string) string {
	if code == "General" {
		return code
	}
	var b strings.Builder
	for _, r := range code {
		switch {
		case r == '"' || r == '\'' || r == '<' || r == '&' || r == '\\':
			fmt.Fprintf(&b, "\\%04x", r)
		case r < 128 && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == ' '):
			b.WriteString("\\" + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
