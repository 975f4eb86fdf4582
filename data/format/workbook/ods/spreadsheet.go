package ods

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/separators"
)

// spreadsheet is a file that is being read.
type spreadsheet struct {
	*zipxml.Archive
	only     string // the name of the sheet to read; "": the first one with cells
	hidden   bool   // hidden sheets may be read, too
	wish     sheet.Wish
	progress func(float64)

	x       *zipxml.Reader
	size    int64
	texts   sheet.Texts
	unshown map[string]bool // the names of styles of hidden sheets
	// for each style of times or of cells, by name: whether its format shows more than 24 hours, like [HH]:MM:SS
	elapsed   map[string]bool
	style     string        // the name of the current style
	ofRow     string        // the style of the current row, for its cells without a style
	ofColumns []columnStyle // of the current sheet, from left to right
	sheets    []string      // names of all sheets
	names     []namedRange
	chosen    string // the name of the sheet whose cells are in `grid`
	unseen    bool   // that sheet is hidden
	grid      *sheet.Grid
	row       int // row number in the current sheet
	text      []byte
	formatted formats
}

// namedRange is a defined name for cells.
type namedRange struct {
	name, sheet string
	cells       sheet.Range
}

// columnStyle is the style of cells without a style, in the columns up to `last`.
type columnStyle struct {
	last  int
	style string
}

// space is the last part of the namespace of tables.
const space = ":table:1.0"

// read reads the XML part with all sheets.
func (s *spreadsheet) read() error {
	p, err := s.Part(content)
	if err != nil {
		return err
	}
	defer p.Close()
	s.unshown, s.elapsed = map[string]bool{}, map[string]bool{}
	if err := s.readCommonStyles(); err != nil {
		return err
	}
	s.x, s.size = zipxml.NewReader(s.Ctx, p), p.Size
	s.x.Prefixed = true
	err = s.readElements()
	if err == nil || s.Ctx.Err() != nil || errors.As(err, &zipxml.TooLarge{}) {
		return err
	}
	if n := len(s.sheets); n > 0 {
		return separators.Errorf("sheet %q is damaged at row %d: %w", s.sheets[n-1], s.row, err)
	}
	return fmt.Errorf("the spreadsheet is damaged: %w", err)
}

// readCommonStyles reads the formats of times in the part with the styles of the whole file. It ignores damage to that
// part, because the cells can be read without it.
func (s *spreadsheet) readCommonStyles() error {
	if !s.Has(styles) {
		return nil
	}
	p, err := s.Part(styles)
	if err != nil {
		return s.Ctx.Err()
	}
	defer p.Close()
	x := zipxml.NewReader(s.Ctx, p)
	x.Prefixed = true
	for {
		t, err := x.Next()
		if err != nil || t == zipxml.TokenEnd {
			return s.Ctx.Err()
		}
		if t == zipxml.TokenOpen {
			s.noteElapsed(x)
		}
	}
}

// noteElapsed stores whether a style shows times of more than 24 hours.
func (s *spreadsheet) noteElapsed(x *zipxml.Reader) {
	name := string(x.Raw("style:name"))
	switch string(x.Name) {
	case "number:time-style":
		s.elapsed[name] = string(x.Raw("number:truncate-on-overflow")) == "false"
	case "style:style":
		of := x.Raw("style:data-style-name")
		if of == nil {
			of = x.Raw("style:parent-style-name")
		}
		if elapsed, is := s.elapsed[string(of)]; is {
			s.elapsed[name] = elapsed
		}
	}
}

func (s *spreadsheet) readElements() error {
	for {
		t, err := s.x.Next()
		if err != nil || t == zipxml.TokenEnd {
			return err
		}
		if t != zipxml.TokenOpen {
			continue
		}
		if s.x.Depth() == 1 && !strings.HasSuffix(s.x.Namespace("table"), space) {
			return errors.New("its elements are not those of OpenDocument")
		}
		switch string(s.x.Name) {
		case "style:style":
			s.style = string(s.x.Raw("style:name"))
			s.noteElapsed(s.x)
		case "number:time-style":
			s.noteElapsed(s.x)
		case "style:table-properties":
			if string(s.x.Raw("table:display")) == "false" {
				s.unshown[s.style] = true
			}
		case "table:table":
			err = s.sheetElement()
		case "table:named-range":
			err = s.readName("table:cell-range-address")
		case "table:database-range":
			err = s.readName("table:target-range-address")
		case "table:tracked-changes":
			err = s.x.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// readName reads a named range. It ignores ranges whose name begins with two underscores, because a program made them
// for a filter.
func (s *spreadsheet) readName(address string) error {
	n, err1 := s.x.Attr("table:name")
	at, err2 := s.x.Attr(address)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if on, cells, ok := parseAddress(at); ok && n != "" && !strings.HasPrefix(n, "__") {
		s.names = append(s.names, namedRange{n, on, cells})
	}
	return nil
}

// parseAddress parses a range such as $'Sales 2024'.$A$1:.$C$9 or Sheet1.A1:Sheet1.C9.
func parseAddress(s string) (on string, cells sheet.Range, ok bool) {
	first, last, two := cut(s, ':')
	on, from, named := cutLast(first)
	if !named {
		return "", cells, false
	}
	on = strings.TrimPrefix(on, "$")
	if n := len(on); n >= 2 && on[0] == '\'' && on[n-1] == '\'' {
		on = strings.ReplaceAll(on[1:n-1], "''", "'")
	}
	if two {
		_, to, _ := cutLast(last)
		from += ":" + to
	}
	cells, ok = sheet.ParseRange(from)
	return on, cells, ok
}

// cut cuts a text at the first sep that is not in quotes.
func cut(s string, sep byte) (before, after string, found bool) {
	quoted := false
	for i := range len(s) {
		switch {
		case s[i] == '\'':
			quoted = !quoted
		case s[i] == sep && !quoted:
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

func cutLast(s string) (before, after string, found bool) {
	at := strings.LastIndexByte(s, '.')
	if at < 0 {
		return "", s, false
	}
	return s[:at], s[at+1:], true
}

// sheetElement reads a sheet whose start tag was read. If the sheet is not wanted, it skips the sheet.
func (s *spreadsheet) sheetElement() error {
	name, err := s.x.Attr("table:name")
	if err != nil {
		return err
	}
	s.sheets, s.row = append(s.sheets, name), 0
	have := s.grid != nil && s.grid.Rows() > 0
	hidden := s.unshown[string(s.x.Raw("table:style-name"))]
	if have || s.only == "" && hidden && !s.hidden || s.only != "" && !strings.EqualFold(s.only, name) {
		return s.skipSheet()
	}
	s.chosen, s.unseen, s.grid = name, hidden, sheet.New(&s.texts, s.wish)
	return s.readSheet()
}

// skipSheet reads to the end of a sheet. It only keeps the sheet's named ranges.
func (s *spreadsheet) skipSheet() error {
	for depth := s.x.Depth(); s.x.Depth() >= depth; {
		t, err := s.x.Next()
		if err == nil && t == zipxml.TokenOpen && string(s.x.Name) == "table:named-range" {
			err = s.readName("table:cell-range-address")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readSheet reads the rows of the sheet whose start tag was read.
func (s *spreadsheet) readSheet() error {
	heads, rows, columns, before := 0, 0, 0, 0
	s.ofColumns = nil
	for depth := s.x.Depth(); s.x.Depth() >= depth; {
		t, err := s.x.Next()
		if err != nil {
			return err
		}
		switch string(s.x.Name) {
		case "table:table-header-rows":
			if t == zipxml.TokenOpen {
				heads = s.row
			} else if t == zipxml.TokenClose && heads == 0 && s.row <= 8 {
				s.grid.Titles.Rows = s.row
			}
		case "table:table-header-columns":
			if t == zipxml.TokenOpen {
				before = columns
			} else if t == zipxml.TokenClose && before == 0 {
				s.grid.Titles.Columns = columns
			}
		case "table:table-column":
			if t == zipxml.TokenOpen {
				hidden := isHidden(s.x.Raw("table:visibility"))
				var n int
				if n, err = repeat(s.x.Raw("table:number-columns-repeated")); hidden {
					s.grid.HideColumns(columns+1, columns+n)
				}
				columns += n
				s.ofColumns = append(s.ofColumns,
					columnStyle{columns, string(s.x.Raw("table:default-cell-style-name"))})
			}
		case "table:shapes", "table:table", "office:forms":
			if t == zipxml.TokenOpen {
				err = s.x.Skip()
			}
		case "table:named-range":
			if t == zipxml.TokenOpen {
				err = s.readName("table:cell-range-address")
			}
		case "table:table-row":
			if t == zipxml.TokenOpen {
				if rows++; rows&255 == 0 {
					s.progress(float64(s.x.Offset()) / float64(s.size))
					err = s.checkMemory(0)
				}
				if err == nil {
					err = s.readRow()
				}
			}
		}
		if err != nil {
			return err
		}
		if s.grid.Full() {
			return s.skipSheet()
		}
	}
	return nil
}

// isHidden reports whether a visibility attribute means that a row or a column is hidden.
func isHidden(visibility []byte) bool {
	return string(visibility) == "collapse" || string(visibility) == "filter"
}

// checkMemory returns an error if the cells that were read and `more` bytes do not fit into the free memory.
func (s *spreadsheet) checkMemory(more int64) error {
	done, all := s.x.Offset(), s.size
	if more > 0 {
		done, all = 0, 0
	}
	return s.Memory.Check(fmt.Sprintf("sheet %q", s.chosen), int64(s.texts.Bytes())+s.grid.Stored()+more*cellBytes,
		done, all)
}

// repeat parses how often a row or a cell is repeated.
func repeat(raw []byte) (int, error) {
	if len(raw) == 0 {
		return 1, nil
	}
	n, err := strconv.Atoi(string(raw))
	if err != nil || n < 1 || n > 1<<24 {
		return 0, fmt.Errorf("something is repeated %q times", raw)
	}
	return n, nil
}
