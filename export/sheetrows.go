package export

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"cardinal/internal/localfile"
)

// sheetRows is the rows of a worksheet, as XML in an encrypted temporary file. The library would keep the rows in a
// file without encryption, or in memory.
type sheetRows struct {
	file     *localfile.Scratch
	extended strings.Builder // the extensions of conditional formats
	letters  []string        // the names of columns
	line     bytes.Buffer
	escaped  bytes.Buffer
}

// write adds a row of cells, the first of which is in column first. level is the level of the row in the outline of the
// sheet, and hidden says whether the row is hidden. lines is the number of lines of its highest cell.
func (r *sheetRows) write(row, first int, cells []excelize.Cell, level int, hidden bool, lines int) error {
	r.line.Reset()
	number := strconv.Itoa(row + 1)
	r.add(`<row r="`, number, `"`)
	if level > 0 {
		r.add(` outlineLevel="`, strconv.Itoa(level), `"`)
	}
	if hidden {
		r.add(` hidden="1"`)
	}
	if lines > 1 {
		r.add(` ht="`, strconv.Itoa(15*lines), `" customHeight="1"`)
	}
	r.add(`>`)
	for i := range cells {
		if cells[i] == (excelize.Cell{}) {
			continue
		}
		for len(r.letters) <= first+i {
			r.letters = append(r.letters, columnLetters(len(r.letters)))
		}
		r.add(`<c r="`, r.letters[first+i], number, `"`)
		r.cell(&cells[i])
		r.add(`</c>`)
	}
	r.add(`</row>`)
	_, err := r.file.Write(r.line.Bytes())
	return err
}

// cell adds the remaining attributes of a cell, after its name and style, and its content.
func (r *sheetRows) cell(c *excelize.Cell) {
	if c.StyleID > 0 {
		r.add(` s="`, strconv.Itoa(c.StyleID), `"`)
	}
	formula := func() {
		if c.Formula != "" {
			r.add(`<f>`)
			r.text(c.Formula)
			r.add(`</f>`)
		}
	}
	switch v := c.Value.(type) {
	case nil:
		r.add(`>`)
		formula()
	case float64:
		r.add(`>`)
		formula()
		r.add(`<v>`, strconv.FormatFloat(v, 'f', -1, 64), `</v>`)
	case bool:
		r.add(` t="b">`)
		formula()
		r.add(`<v>`, map[bool]string{false: "0", true: "1"}[v], `</v>`)
	case string:
		space := ""
		if strings.Trim(v, " \t\r\n") != v {
			space = ` xml:space="preserve"`
		}
		if c.Formula != "" {
			r.add(space, ` t="str">`)
			formula()
			r.add(`<v>`)
			r.text(v)
			r.add(`</v>`)
			return
		}
		r.add(` t="inlineStr"><is><t`, space, `>`)
		r.text(v)
		r.add(`</t></is>`)
	default:
		panic(fmt.Sprintf("BUG: a cell has a %T", v))
	}
}

// text adds a text. Characters that XML does not allow become U+FFFD.
func (r *sheetRows) text(s string) {
	if isPlain(s) {
		r.line.WriteString(s)
		return
	}
	r.escaped.Reset()
	_ = xml.EscapeText(&r.escaped, []byte(s)) // a buffer returns no errors
	r.line.Write(bytes.ReplaceAll(r.escaped.Bytes(), []byte(underscore), []byte("_x005F_")))
}

// isPlain reports whether a text needs no escapes in XML, because it has only ASCII characters without a meaning in
// XML.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\'' || c == '&' || c == '<' || c == '>' {
			return false
		}
	}
	return true
}

func (r *sheetRows) add(parts ...string) {
	for _, p := range parts {
		r.line.WriteString(p)
	}
}
