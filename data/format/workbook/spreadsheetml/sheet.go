package spreadsheetml

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"time"

	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/separators"
)

// maxRead is the number of bytes that may be read to find a sheet with cells. Each sheet takes another pass over the
// document.
const maxRead = 4_000_000_000

var errMany = errors.New("none of its first sheets has the cells, and looking at all of them takes too long: choose " +
	"a sheet")

// readSheet reads the cells of a sheet. It calls progress with the share of the document that was read.
func (w *workbook) readSheet(index int, wish sheet.Wish, progress func(float64)) (*sheet.Grid, error) {
	grid := sheet.New(&w.texts, wish)
	if !w.filled[index] {
		return grid, nil
	}
	if w.read += w.size; w.read > maxRead {
		return nil, errMany
	}
	x, err := w.document()
	if err != nil {
		return nil, err
	}
	s := &sheetReader{workbook: w, Reader: x, name: w.Sheets[index].Name, grid: grid}
	s.grid.Titles, s.grid.Since1904 = w.titles[index], w.date1904
	for i := -1; err == nil; {
		var t zipxml.Token
		if t, err = x.Next(); err != nil || t == zipxml.TokenEnd {
			break
		}
		switch {
		case t != zipxml.TokenOpen:
		case localName(x) == "Worksheet":
			i++
		case localName(x) == "Table" && i == index:
			if err = s.table(progress); err == nil {
				return s.grid, nil
			}
		}
	}
	if err != nil {
		return nil, w.damagedError(separators.Sprintf("sheet %q, row %d,", s.name, max(s.row, 1)), err)
	}
	return s.grid, nil
}

type sheetReader struct {
	*workbook
	*zipxml.Reader
	name    string
	grid    *sheet.Grid
	columns []columnStyle // from left to right
	row     int           // from 1
	skip    int           // number of further rows that repeat the row
	ofRow   string        // the style of cells in the row that have none
	column  int           // the next column of the row, from 1
	value   []byte
	current map[string]*sheet.Style
}

// columnStyle is the style of cells without a style, in some columns.
type columnStyle struct {
	first, last int
	style       string
}

// maxText is the greatest number of bytes of a cell's text. In Excel, a cell has at most 32,767 characters.
const maxText = 16 << 20

// number returns the number in an attribute. If the attribute is missing, it returns `otherwise`.
func (s *sheetReader) number(name string, otherwise int) int {
	n, err := strconv.Atoi(string(s.Raw(name)))
	if err != nil || n < 0 {
		return otherwise
	}
	return n
}

// table reads the rows of a table.
func (s *sheetReader) table(progress func(float64)) error {
	s.current = map[string]*sheet.Style{}
	depth, column := s.Depth(), 0
	for rows := 0; s.Depth() >= depth; {
		t, err := s.Next()
		if err != nil {
			return err
		}
		if t != zipxml.TokenOpen || s.Depth() != depth+1 {
			continue
		}
		switch localName(s.Reader) {
		case "Column":
			first := max(s.number("ss:Index", 0), column+1)
			column = first + s.number("ss:Span", 0)
			if string(s.Raw("ss:Hidden")) == "1" {
				s.grid.HideColumns(first, column)
			}
			if id := s.Raw("ss:StyleID"); id != nil && len(s.columns) < sheet.MaxColumn {
				s.columns = append(s.columns, columnStyle{first, column, string(id)})
			}
		case "Row":
			if rows++; rows&0xFF == 0 {
				progress(float64(min(s.Offset(), s.size)) / float64(s.size))
				if err := s.Memory.Check(fmt.Sprintf("sheet %q", s.name), int64(s.texts.Bytes())+s.grid.Stored(),
					s.Offset(), s.size); err != nil {
					return err
				}
			}
			if err := s.readRow(); err != nil {
				return err
			}
		}
		if s.grid.Full() {
			return nil
		}
	}
	return nil
}

func (s *sheetReader) readRow() error {
	row := s.number("ss:Index", s.row+s.skip+1)
	if row <= s.row || row > sheet.MaxRow {
		return separators.Errorf("it is followed by row %d", row)
	}
	s.row, s.column, s.skip = row, 1, min(s.number("ss:Span", 0), sheet.MaxRow)
	s.ofRow = string(s.Raw("ss:StyleID"))
	s.grid.Begin(row, string(s.Raw("ss:Hidden")) == "1")
	for depth := s.Depth(); s.Depth() >= depth; {
		t, err := s.Next()
		if err != nil {
			return err
		}
		if t == zipxml.TokenOpen && s.Depth() == depth+1 && localName(s.Reader) == "Cell" {
			if err := s.readCell(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *sheetReader) readCell() error {
	column := s.number("ss:Index", s.column)
	if column < s.column || column > sheet.MaxColumn {
		return separators.Errorf("a cell says that it is in column %d", column)
	}
	across, down := min(s.number("ss:MergeAcross", 0), sheet.MaxColumn-column), min(s.number("ss:MergeDown", 0),
		sheet.MaxRow-s.row)
	if across+down > 0 && len(s.grid.Merged) < sheet.MaxMerged {
		s.grid.Merged = append(s.grid.Merged, sheet.Range{Top: s.row, Left: column, Bottom: s.row + down,
			Right: column + across})
	}
	s.column = column + across + 1
	formula := s.Raw("ss:Formula") != nil
	style, known := s.styleOf(string(s.Raw("ss:StyleID")), column)
	kind := ""
	s.value = s.value[:0]
	for depth, inData := s.Depth(), 0; s.Depth() >= depth; {
		t, err := s.Next()
		if err != nil {
			return err
		}
		switch {
		case t == zipxml.TokenOpen && localName(s.Reader) == "Data" && s.Depth() == depth+1:
			kind, inData = string(s.Raw("ss:Type")), s.Depth()
		case t == zipxml.TokenOpen && inData == 0: // of a comment
			if err := s.Skip(); err != nil {
				return err
			}
		case t == zipxml.TokenClose && s.Depth() < inData:
			inData = 0
		case t == zipxml.TokenText && inData > 0:
			if s.value = append(s.value, s.Text...); len(s.value) > maxText {
				return separators.Errorf("a text has more than %d MB", maxText>>20)
			}
		}
	}
	c, err := s.cell(kind, style)
	if err != nil {
		return err
	}
	if formula && kind == "" {
		c.Kind = sheet.NoValue
	} else if formula {
		s.grid.Formulas++
	}
	if c.Kind == sheet.Number && !known {
		s.grid.Lost++
	}
	if c.Kind != sheet.Empty {
		s.grid.Put(column, c)
	}
	return nil
}

// styleOf returns the style of a cell: its own style, or else the style of its row or its column.
func (s *sheetReader) styleOf(id string, column int) (found *sheet.Style, known bool) {
	id = cmp.Or(id, s.ofRow)
	if i := sort.Search(len(s.columns), func(i int) bool { return s.columns[i].last >= column }); id == "" &&
		i < len(s.columns) && s.columns[i].first <= column {
		id = s.columns[i].style
	}
	id = cmp.Or(id, "Default")
	if found, known = s.current[id]; known {
		return found, true
	}
	style, known := s.style(id)
	if known && len(s.current) < sheet.MaxStyles {
		s.current[id] = &style
	}
	return &style, known
}

// cell returns a cell with the value s.value.
func (s *sheetReader) cell(kind string, style *sheet.Style) (sheet.Cell, error) {
	v := bytes.TrimSpace(s.value)
	switch {
	case kind == "String":
		return sheet.Cell{Kind: sheet.Text, Text: s.texts.Code(s.value)}, nil
	case len(v) == 0:
		return sheet.Cell{}, nil
	case kind == "Boolean":
		return sheet.Cell{Kind: sheet.Bool, Number: map[bool]float64{true: 1}[string(v) == "1" || string(v) == "true"]},
			nil
	case kind == "Error":
		return sheet.Cell{Kind: sheet.Error, Text: s.texts.Code(v)}, nil
	case kind == "DateTime":
		return s.date(string(v), style), nil
	case kind != "Number":
		return sheet.Cell{Kind: sheet.Text, Text: s.texts.Code(s.value)}, nil
	}
	n, rounded, err := sheet.ParseNumber(v)
	if err != nil {
		return sheet.Cell{}, err
	}
	c := style.Cell(n, s.date1904)
	c.Rounded = rounded
	return c, nil
}

// epoch is 1 January 1970 in days since 1900.
const epoch = 25_569

// date returns the cell for a date and time such as 2024-01-31T13:30:00.000. If the style shows only the time, the date
// is the first day of the calendar.
func (s *sheetReader) date(text string, style *sheet.Style) sheet.Cell {
	at, err := time.Parse("2006-01-02T15:04:05", text)
	if err != nil {
		if len(text) >= 10 && text[:10] == "1900-02-29" {
			return sheet.Cell{Kind: sheet.NoDate}
		}
		return sheet.Cell{Kind: sheet.Text, Text: s.texts.Code([]byte(text))}
	}
	ms := at.Round(time.Millisecond).UnixMilli()
	days := float64(ms)/86_400_000 + epoch
	switch {
	case s.date1904:
		days -= 1462
	case days < 61:
		days--
	}
	c := style.Cell(days, s.date1904)
	if c.Kind != sheet.Time && c.Kind != sheet.Elapsed {
		c.Kind, c.Number, c.Undated, c.Early = sheet.Date, float64(ms), false, false
	}
	return c
}
