package export

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/pivot"
)

// lostOpenDate is the kind of Loss for a date that OpenDocument does not hold: programs count days before 1583 by
// different calendars.
const lostOpenDate = "a date outside 1583-01-01 to 9999-12-31 written as text"

// openSheet writes cells as a sheet of OpenDocument.
type openSheet struct {
	*sheet
	book *openBook
	line []byte
	ends []int // by label column, the row behind its current merged cells
	made int   // groups of merged labels
}

// add adds a sheet of cells. It returns what the sheet could not hold.
func (b *openBook) add(ctx context.Context, name string, cells Cells) ([]Loss, error) {
	s := &openSheet{sheet: &sheet{ctx: ctx, name: name, cells: cells}, book: b}
	s.rows, s.cols, s.headerRows, s.labelCols = cells.Size()
	s.ends = make([]int, s.labelCols)
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
		if _, err := b.sheets.Write(s.line); err != nil {
			return nil, fmt.Errorf("cannot write the sheet %s: %w", name, err)
		}
		s.line = s.line[:0]
	}
	end := "</table:table>"
	if s.headerRows >= s.rows {
		end = "</table:table-header-rows>" + end
	}
	_, err := b.sheets.Write([]byte(end))
	s.addFilter()
	return s.report.Losses, err
}

// begin writes the name and the columns of the sheet, and freezes its headers.
func (s *openSheet) begin() {
	name := s.xml(s.name)
	s.add(`<table:table table:name="`, name, `">`)
	for col, width := range s.widths {
		if col == 0 && s.labelCols > 0 {
			s.add(`<table:table-header-columns>`)
		}
		s.add(`<table:table-column table:style-name="`, s.book.column(width), `"/>`)
		if col == s.labelCols-1 {
			s.add(`</table:table-header-columns>`)
		}
	}
	s.add(`<table:table-header-rows>`)
	views := &s.book.views
	fmt.Fprintf(views, `<config:config-item-map-entry config:name="%s">`, name)
	for _, side := range []struct {
		name, pane string
		at         int
	}{{"Horizontal", "Right", s.labelCols}, {"Vertical", "Bottom", s.headerRows}} {
		if side.at > 0 {
			fmt.Fprintf(views,
				`<config:config-item config:name="%[1]sSplitMode" config:type="short">2</config:config-item>`+
					`<config:config-item config:name="%[1]sSplitPosition" config:type="int">%[3]d</config:config-item>`+
					`<config:config-item config:name="Position%[2]s" config:type="int">%[3]d</config:config-item>`,
				side.name, side.pane, side.at)
		}
	}
	views.WriteString(`</config:config-item-map-entry>`)
}

// row appends a row of the grid. Labels that the screen leaves blank because they repeat are merged.
func (s *openSheet) row(row int, grid []pivot.Cell) {
	if row == s.headerRows {
		s.add(`</table:table-header-rows>`)
	}
	s.add(`<table:table-row>`)
	covered := 0 // column behind the merged cells of the header
	for col := range grid {
		isLabel := row >= s.headerRows && col < s.labelCols
		if grid[col].Blank && (row < s.headerRows && col < covered || isLabel && row < s.ends[col]) {
			s.add(`<table:covered-table-cell/>`)
			continue
		}
		span := ""
		switch {
		case row < s.headerRows:
			for covered = col + 1; covered < s.cols && grid[covered].Blank; {
				covered++
			}
			if n := covered - col; n > 1 {
				span = ` table:number-columns-spanned="` + strconv.Itoa(n) + `" table:number-rows-spanned="1"`
			}
		case isLabel && s.made < maxMerged:
			end := row + 1
			for end < s.rows && s.cells.Cell(end, col).Blank {
				end++
			}
			if s.ends[col] = end; end > row+1 {
				s.made++
				span = ` table:number-columns-spanned="1" table:number-rows-spanned="` + strconv.Itoa(end-row) + `"`
			}
		}
		s.openCell(row, col, grid, span)
	}
	s.add(`</table:table-row>`)
}

// openCell appends a cell with its style, its value and the text of the screen.
func (s *openSheet) openCell(row, col int, grid []pivot.Cell, span string) {
	c, k := &grid[col], s.style(row, col, grid)
	if _, is := s.cells.(wordRows); is {
		k.wrap, k.title, k.line = col > 0, row == 0, false
	}
	s.add(`<table:table-cell table:style-name="`, s.book.id(k), `"`, span)
	v := shownValue(*c)
	if v.IsNull() {
		s.add(`/>`)
		return
	}
	value, loss := openValue(v, &c.Format, k.format)
	if value == "" {
		text, lost := appendParagraphs(nil, v.String())
		if lost {
			loss = lostCharacter
		}
		if s.add(` office:value-type="string"`); v.Text == "" && v.Type == data.Text { // else it would be no cell
			s.add(` office:string-value=""`)
		}
		s.add(`>`, string(text), `</table:table-cell>`)
	} else {
		text, _ := appendParagraphs(nil, cellText(*c))
		s.add(value, `>`, string(text), `</table:table-cell>`)
	}
	if loss != "" {
		s.report.add(loss, func() string { return cellName(col, row) })
	}
}

// openValue returns the attributes of a value that OpenDocument holds exactly, or "" for a text. loss is the kind of
// Loss, or "".
func openValue(v data.Value, f *pivot.Format, code string) (attributes, loss string) {
	if v.Unit == calendar.Quarters || v.Unit == calendar.Weeks || v.Type == data.Text {
		return "", ""
	}
	if v.Type == data.Date || v.Type == data.Timestamp {
		at, layout := v.Time(), "2006-01-02"
		if v.Type == data.Timestamp {
			rounded := at.Round(1e6)
			if layout = "2006-01-02T15:04:05.999"; !rounded.Equal(at) {
				loss = lostFraction
			}
			at = rounded
		}
		if y := at.Year(); y < 1583 || y > 9999 {
			return "", lostOpenDate
		}
		return ` office:value-type="date" office:date-value="` + at.Format(layout) + `"`, loss
	}
	cell, loss := excelValue(v)
	number, is := cell.(float64)
	switch {
	case v.Type == data.Bool:
		return ` office:value-type="boolean" office:boolean-value="` + v.String() + `"`, ""
	case !is:
		return "", loss
	case f.Duration && f.Chosen == nil:
		if text, ok := openTime(number); ok {
			return ` office:value-type="time" office:time-value="` + text + `"`, ""
		}
	}
	value := ` office:value="` + strconv.FormatFloat(number, 'f', -1, 64) + `"`
	switch {
	case strings.Contains(code, "%"):
		return ` office:value-type="percentage"` + value, ""
	case f.Currency != "" && f.Chosen == nil:
		currency, _ := appendXML(nil, f.Currency)
		return ` office:value-type="currency" office:currency="` + string(currency) + `"` + value, ""
	}
	return ` office:value-type="float"` + value, ""
}

// openTime writes days as PT36H00M00S. It returns false for a time that readers would not read as the same number.
func openTime(days float64) (string, bool) {
	seconds := days * 86_400
	whole := int64(seconds)
	return fmt.Sprintf("PT%02dH%02dM%02dS", whole/3600, whole/60%60, whole%60),
		days >= 0 && seconds < 1e9 && float64(whole)/86_400 == days
}

// addFilter puts filter buttons into the last row of headers, if a workbook has them there.
func (s *openSheet) addFilter() {
	last := s.filtered()
	if _, is := s.cells.(wordRows); is || last == 0 {
		return
	}
	on := "$'" + s.xml(strings.ReplaceAll(s.name, "'", "''")) + "'."
	n := strings.Count(s.book.ranges.String(), "<")
	fmt.Fprintf(&s.book.ranges, `<table:database-range table:name="__Anonymous_Sheet_DB__%d" `+
		`table:target-range-address="%s:%s" table:display-filter-buttons="true"/>`, n,
		on+cellName(0, s.headerRows-1), on+cellName(s.cols-1, last-1))
}

func (s *openSheet) add(parts ...string) {
	for _, p := range parts {
		s.line = append(s.line, p...)
	}
}

func (s *openSheet) xml(text string) string {
	b, _ := appendXML(nil, text)
	return string(b)
}

// appendXML appends a text. lost reports that a character became U+FFFD, since XML cannot hold it.
func appendXML(b []byte, text string) (_ []byte, lost bool) {
	for i, r := range text {
		switch {
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '"':
			b = append(b, "&quot;"...)
		case r == '\r':
			b = append(b, "&#13;"...)
		case !isXMLChar(r) || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			b, lost = append(b, "\uFFFD"...), true
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b, lost
}

// appendParagraphs appends a text as paragraphs, one for each of its lines. Readers join spaces that have no element
// of their own.
func appendParagraphs(b []byte, text string) (_ []byte, lost bool) {
	for line := range strings.SplitSeq(text, "\n") {
		b = append(b, "<text:p>"...)
		from := 0
		for i := range len(line) {
			isSpace := line[i] == ' ' && (i == 0 || i == len(line)-1 || line[i-1] == ' ')
			if !isSpace && line[i] != '\t' {
				continue
			}
			var bad bool
			b, bad = appendXML(b, line[from:i])
			lost, from = lost || bad, i+1
			if isSpace {
				b = append(b, "<text:s/>"...)
			} else {
				b = append(b, "<text:tab/>"...)
			}
		}
		var bad bool
		b, bad = appendXML(b, line[from:])
		b, lost = append(b, "</text:p>"...), lost || bad
	}
	return b, lost
}

// wordRows is a sheet for people: a title, and then rows of a name and a text.
type wordRows [][]any

// Size implements Cells.
func (w wordRows) Size() (rows, cols, headerRows, labelCols int) { return len(w), 2, 1, 0 }

// Heading implements Cells.
func (w wordRows) Heading(int) string { return "" }

// PlainHeading implements Cells.
func (w wordRows) PlainHeading(int) string { return "" }

// Cell implements Cells.
func (w wordRows) Cell(row, col int) pivot.Cell {
	c := pivot.Cell{Role: pivot.Body, Total: col == 0}
	if row == 0 {
		c.Role = pivot.Name
	}
	if col < len(w[row]) && w[row][col] != nil && w[row][col] != "" {
		c.Value = data.TextValue(text(w[row][col]))
	}
	return c
}
