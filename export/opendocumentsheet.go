package export

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/pivot"
)

// lostODSDate is the kind of Loss for a date that OpenDocument cannot represent: programs use different calendars for
// days before 1583.
const lostODSDate = "a date outside 1583-01-01 to 9999-12-31 written as text"

// odsSheet writes cells as a sheet of OpenDocument.
type odsSheet struct {
	*sheet
	book *odsBook
	line bytes.Buffer
}

// add adds a sheet of cells. It returns the losses: the values that the sheet could not represent.
func (b *odsBook) add(ctx context.Context, name string, cells Cells) ([]Loss, error) {
	s := &odsSheet{sheet: &sheet{ctx: ctx, name: name, cells: cells}, book: b}
	s.rows, s.cols, s.headerRows, s.labelCols = cells.Size()
	s.measure()
	s.begin()
	grid := make([]pivot.Cell, s.cols)
	for row := range s.rows {
		if row%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for col := range grid {
			grid[col] = cells.Cell(row, col)
		}
		s.row(row, grid)
		if _, err := s.line.WriteTo(b.sheets); err != nil {
			return nil, fmt.Errorf("cannot write the sheet %s: %w", name, err)
		}
	}
	_, err := b.sheets.Write([]byte("</table:table>"))
	return s.report.Losses, err
}

// begin writes the name and the columns of the sheet, and freezes its headers.
func (s *odsSheet) begin() {
	name := html.EscapeString(s.name)
	s.add(`<table:table table:name="`, name, `">`)
	for col, width := range s.widths {
		if col == 0 && s.labelCols > 0 {
			s.add(`<table:table-header-columns>`)
		}
		id := fmt.Sprintf("co%d", s.book.styles.Len())
		fmt.Fprintf(&s.book.styles, `<style:style style:name="%s" style:family="table-column">`+
			`<style:table-column-properties style:column-width="%.2fcm"/></style:style>`, id, width*0.2+0.2)
		s.add(`<table:table-column table:style-name="`, id, `"/>`)
		if col == s.labelCols-1 {
			s.add(`</table:table-header-columns>`)
		}
	}
	s.book.views.WriteString(`<config:config-item-map-entry config:name="` + name + `">`)
	for i, at := range []int{s.labelCols, s.headerRows} {
		if at > 0 {
			fmt.Fprintf(&s.book.views,
				`<config:config-item config:name="%[1]sSplitMode" config:type="short">2</config:config-item>`+
					`<config:config-item config:name="%[1]sSplitPosition" config:type="int">%[2]d</config:config-item>`+
					`<config:config-item config:name="Position%[3]s" config:type="int">%[2]d</config:config-item>`,
				[]string{"Horizontal", "Vertical"}[i], at, []string{"Right", "Bottom"}[i])
		}
	}
	s.book.views.WriteString(`</config:config-item-map-entry>`)
}

// row writes a row of the grid. Every row and column has all of its labels, even if the screen does not repeat them, so
// that rows can be filtered.
func (s *odsSheet) row(row int, grid []pivot.Cell) {
	if row == 0 {
		s.add(`<table:table-header-rows>`)
	}
	s.add(`<table:table-row>`)
	for col := range grid {
		grid[col].Blank = grid[col].Blank && grid[col].Role == pivot.Name
		s.writeCell(row, col, grid)
	}
	if s.add(`</table:table-row>`); row == s.headerRows-1 {
		s.add(`</table:table-header-rows>`)
	}
}

// writeCell writes a cell with its style, its value and the text of the screen.
func (s *odsSheet) writeCell(row, col int, grid []pivot.Cell) {
	c, k := &grid[col], s.style(row, col, grid)
	if _, is := s.cells.(wordRows); is {
		k.wrap, k.line = col > 0, false
	}
	s.add(`<table:table-cell table:style-name="`, s.book.id(k), `"`)
	v := shownValue(*c)
	if v.IsNull() {
		s.add(`/>`)
		return
	}
	value, loss := odsValue(v, &c.Format, k.format)
	text := cellText(*c)
	if value == "" {
		text, value = v.String(), ` office:value-type="string"`
		if text == "" { // an empty text would not make a cell
			value += ` office:string-value=""`
		}
		if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !isXMLChar(r) }) {
			loss = lostCharacter
		}
	}
	s.add(value, `><text:p>`, odsText(text), `</text:p></table:table-cell>`)
	if loss != "" {
		s.report.add(loss, func() string { return cellName(col, row) })
	}
}

// odsValue returns the attributes of a value that OpenDocument can represent exactly, or "" if the value is written as
// text. loss is the kind of Loss, or "".
func odsValue(v data.Value, f *pivot.Format, code string) (attributes, loss string) {
	if v.Unit == calendar.Quarters || v.Unit == calendar.Weeks || v.Type == data.Text {
		return "", ""
	}
	kind := func(name, of, value string) string {
		return ` office:value-type="` + name + `" office:` + of + `="` + value + `"`
	}
	if v.Type == data.Date || v.Type == data.Timestamp {
		at, layout := v.Time(), "2006-01-02"
		if v.Type == data.Timestamp {
			layout = "2006-01-02T15:04:05.999"
			if at = at.Round(1e6); !at.Equal(v.Time()) {
				loss = lostFraction
			}
		}
		if y := at.Year(); y < 1583 || y > 9999 {
			return "", lostODSDate
		}
		return kind("date", "date-value", at.Format(layout)), loss
	}
	cell, loss := excelValue(v)
	number, is := cell.(float64)
	digits := strconv.FormatFloat(number, 'f', -1, 64)
	seconds := int64(number * 86_400)
	switch {
	case v.Type == data.Bool:
		return kind("boolean", "boolean-value", v.String()), ""
	case !is:
		return "", loss
	case f.Duration && f.Chosen == nil && number >= 0 && number < 1e9 && float64(seconds)/86_400 == number:
		return kind("time", "time-value", fmt.Sprintf("PT%02dH%02dM%02dS", seconds/3600, seconds/60%60, seconds%60)), ""
	case strings.Contains(code, "%"):
		return kind("percentage", "value", digits), ""
	case f.Currency != "" && f.Chosen == nil:
		return kind("currency", "value", digits) + ` office:currency="` + html.EscapeString(f.Currency) + `"`, ""
	}
	return kind("float", "value", digits), ""
}

func (s *odsSheet) add(parts ...string) {
	for _, p := range parts {
		s.line.WriteString(p)
	}
}

// openBreaks replaces each end of a line, of one character or two, by the end of a paragraph: LibreOffice would read CR
// LF as two ends of lines.
var openBreaks = strings.NewReplacer("&#xD;&#xA;", paragraphs, "&#xD;", paragraphs, "&#xA;", paragraphs,
	"&#x9;", "<text:tab/>")

const paragraphs = "</text:p><text:p>"

// odsText writes a text with a paragraph for each line. It leaves out the tags before the first and after the last
// line. Further spaces are written as elements, since readers would join plain spaces.
func odsText(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder returns no errors
	escaped := openBreaks.Replace(b.String())
	if text != strings.Join(strings.Fields(text), " ") {
		escaped = strings.ReplaceAll(escaped, " ", "<text:s/>")
	}
	return escaped
}

// wordRows is a sheet of texts: a title, and then rows with a name and a text.
type wordRows struct {
	Cells
	rows [][]any
}

// Size implements Cells.
func (w wordRows) Size() (rows, cols, headerRows, labelCols int) { return len(w.rows), 2, 1, 0 }

// Cell implements Cells.
func (w wordRows) Cell(row, col int) pivot.Cell {
	c := pivot.Cell{Role: pivot.Body, Total: col == 0}
	if row == 0 {
		c.Role = pivot.Name
	}
	if r := w.rows[row]; col < len(r) && r[col] != nil && r[col] != "" {
		c.Value = data.TextValue(text(r[col]))
	}
	return c
}
