package ods

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/separators"
)

const (
	cellBytes = 9 // memory of a cell
	maxText   = 16 << 20
	maxCells  = 1 << 30 // of a sheet
)

var errText = errors.New("a text has more than 16 MB")

// placed is a cell with the columns that it fills.
type placed struct {
	first, last int
	sheet.Cell
	formula bool
}

// readRow reads a row whose start tag was read.
func (s *spreadsheet) readRow() error {
	times, err := repeat(s.x.Raw("table:number-rows-repeated"))
	if err != nil {
		return err
	}
	hidden := isHidden(s.x.Raw("table:visibility"))
	s.ofRow = string(s.x.Raw("table:default-cell-style-name"))
	var cells []placed
	column, wide := 0, int64(0)
	for depth := s.x.Depth(); s.x.Depth() >= depth; {
		t, err := s.x.Next()
		if err != nil {
			return err
		}
		if t != zipxml.TokenOpen {
			continue
		}
		covered := string(s.x.Name) == "table:covered-table-cell"
		if !covered && string(s.x.Name) != "table:table-cell" {
			if err := s.x.Skip(); err != nil {
				return err
			}
			continue
		}
		n, err := repeat(s.x.Raw("table:number-columns-repeated"))
		if err != nil {
			return err
		}
		c := placed{first: column + 1, last: column + n}
		column += n
		if covered {
			err = s.x.Skip()
		} else {
			err = s.readCell(&c)
		}
		if err != nil {
			return separators.Errorf("column %d: %w", c.first, err)
		}
		if c.Kind == sheet.Empty {
			continue
		}
		if c.last > sheet.MaxColumn {
			return errors.New("it has more columns than a sheet can have")
		}
		cells = append(cells, c)
		wide += int64(n)
	}
	first := s.row + 1
	s.row += times
	if len(cells) == 0 {
		return nil
	}
	if s.row > sheet.MaxRow {
		return errors.New("it has more rows than a sheet can have")
	}
	if many := wide * int64(times); many > 1000 {
		if err := s.checkMemory(many); err != nil {
			return err
		}
		if many > maxCells {
			return separators.Errorf("it says that %d cells are alike, which is more than Cardinal reads", many)
		}
	}
	for row := first; row <= s.row && !s.grid.Full(); row++ {
		s.grid.Begin(row, hidden)
		for _, c := range cells {
			for column := c.first; column <= c.last; column++ {
				s.grid.Put(column, c.Cell)
			}
			if c.formula && c.Kind != sheet.NoValue {
				s.grid.Formulas++
			}
		}
	}
	return nil
}

// formats has the number formats that follow from the types of values.
type formats struct {
	plain, percent data.NumberFormat
	currency       map[string]*data.NumberFormat
}

func (f *formats) formatOf(kind, currency string) *data.NumberFormat {
	switch {
	case kind == "percentage":
		f.percent.Percent = true
		return &f.percent
	case kind == "currency" && currency != "":
		if f.currency[currency] == nil {
			if f.currency == nil {
				f.currency = map[string]*data.NumberFormat{}
			}
			f.currency[currency] = &data.NumberFormat{Currency: currency, Grouped: true, After: true, Spaced: true}
		}
		return f.currency[currency]
	}
	return &f.plain
}

// readCell reads a cell whose start tag was read.
func (s *spreadsheet) readCell(c *placed) error {
	kind := string(s.x.Raw("office:value-type"))
	failed := string(s.x.Raw("calcext:value-type")) == "error"
	c.formula = s.x.Raw("table:formula") != nil
	value := bytes.Clone(s.x.Raw("office:" + attributes[kind]))
	stated, err := s.x.Attr("office:string-value")
	if err != nil {
		return err
	}
	hasText := s.x.Raw("office:string-value") != nil
	currency := string(s.x.Raw("office:currency"))
	elapsed, isTime := false, false // the style
	if kind == "time" {
		elapsed, isTime = s.elapsed[s.styleOf(c.first)]
	}
	if err := s.merge(c); err != nil {
		return err
	}
	if err := s.readText(); err != nil {
		return err
	}
	switch {
	case failed:
		c.Kind, c.Text = sheet.Error, s.texts.Code(s.text)
	case kind == "string" && hasText:
		c.Kind, c.Text = sheet.Text, s.texts.Code([]byte(stated))
	case kind == "string", kind == "" && len(s.text) > 0:
		if c.Kind = sheet.Text; len(s.text) == 0 && !c.formula {
			c.Kind = sheet.Empty
		}
		c.Text = s.texts.Code(s.text)
	case kind == "":
		if c.formula {
			c.Kind = sheet.NoValue
		}
	default:
		cell, err := s.value(kind, value)
		if err != nil {
			return err
		}
		switch c.Cell = cell; {
		case c.Kind == sheet.Number:
			c.Format = s.formatted.formatOf(kind, currency)
			c.Shown = sheet.ShownCode(c.Number, s.text)
		case c.Kind == sheet.Time && elapsed:
			c.Kind = sheet.Elapsed
		case c.Kind == sheet.Elapsed && isTime && !elapsed && c.Number >= leastDated:
			if ms, ok := sheet.Millis(c.Number, false); ok {
				c.Kind, c.Number = sheet.Date, float64(ms)
			}
		}
	}
	return nil
}

// styleOf returns the style of a cell whose start tag was read: its own style, or else the style of its row or its
// column.
func (s *spreadsheet) styleOf(column int) string {
	if own := s.x.Raw("table:style-name"); own != nil {
		return string(own)
	}
	if s.ofRow != "" {
		return s.ofRow
	}
	for _, c := range s.ofColumns {
		if column <= c.last {
			return c.style
		}
	}
	return ""
}

// attributes has the name of the attribute with the value, for each type.
var attributes = map[string]string{"float": "value", "percentage": "value", "currency": "value", "date": "date-value",
	"time": "time-value", "boolean": "boolean-value"}

// leastDated is a number of days, some 27 years. If the format of a date shows only the time, LibreOffice writes the
// date as a time since 30 December 1899. So a time of at least leastDated days is a date.
const leastDated = 10_000

// value returns the cell for a value other than a text.
func (s *spreadsheet) value(kind string, value []byte) (c sheet.Cell, err error) {
	if len(value) == 0 {
		return sheet.Cell{Kind: sheet.NoValue}, nil
	}
	switch kind {
	case "float", "percentage", "currency":
		n, rounded, err := sheet.ParseNumber(value)
		return sheet.Cell{Kind: sheet.Number, Number: n, Rounded: rounded}, err
	case "boolean":
		switch string(value) {
		case "true":
			return sheet.Cell{Kind: sheet.Bool, Number: 1}, nil
		case "false":
			return sheet.Cell{Kind: sheet.Bool}, nil
		}
		return c, fmt.Errorf("%q is neither true nor false", value)
	case "date":
		for _, layout := range []string{"2006-01-02", "2006-01-02T15:04:05"} {
			if t, err := time.Parse(layout, strings.TrimSuffix(string(value), "Z")); err == nil {
				return sheet.Cell{Kind: sheet.Date, Number: float64(t.Round(time.Millisecond).UnixMilli())}, nil
			}
		}
	case "time":
		if days, ok := duration(string(value)); ok {
			c = sheet.Cell{Kind: sheet.Time, Number: days}
			if days < 0 || days >= 1 {
				c.Kind = sheet.Elapsed
			}
			return c, nil
		}
	}
	return sheet.Cell{Kind: sheet.Text, Text: s.texts.Code(value)}, nil
}

// duration converts a duration such as PT255H10M10.5S to days.
func duration(s string) (days float64, ok bool) {
	rest, negative := strings.CutPrefix(s, "-")
	rest, ok = strings.CutPrefix(rest, "PT")
	seconds := 0.0
	for unit := map[byte]float64{'H': 3600, 'M': 60, 'S': 1}; rest != "" && ok; {
		at := strings.IndexAny(rest, "HMS")
		if at < 0 {
			return 0, false
		}
		n, err := strconv.ParseFloat(strings.Replace(rest[:at], ",", ".", 1), 64)
		if err != nil || n < 0 {
			return 0, false
		}
		seconds += n * unit[rest[at]]
		rest = rest[at+1:]
	}
	if days = seconds / 86_400; negative {
		days = -days
	}
	return days, ok && seconds < 1e9*86_400
}

// merge adds the range of cells that are merged with the cell whose start tag was read.
func (s *spreadsheet) merge(c *placed) error {
	columns, err1 := repeat(s.x.Raw("table:number-columns-spanned"))
	rows, err2 := repeat(s.x.Raw("table:number-rows-spanned"))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if (columns > 1 || rows > 1) && len(s.grid.Merged) < sheet.MaxMerged {
		s.grid.Merged = append(s.grid.Merged, sheet.Range{Top: s.row + 1, Left: c.first, Bottom: s.row + rows,
			Right: c.first + columns - 1})
	}
	return nil
}

// readText reads the paragraphs of a cell up to its end tag. It skips comments and drawings.
func (s *spreadsheet) readText() error {
	s.text = s.text[:0]
	paragraphs, inside := 0, 0
	for depth := s.x.Depth(); s.x.Depth() >= depth; {
		t, err := s.x.Next()
		if err != nil {
			return err
		}
		switch {
		case t == zipxml.TokenText && inside > 0:
			if s.text = append(s.text, s.x.Text...); len(s.text) > maxText {
				return errText
			}
		case t == zipxml.TokenClose && s.x.Depth() < inside:
			inside = 0
		case t == zipxml.TokenOpen:
			switch string(s.x.Name) {
			case "text:p":
				if paragraphs++; paragraphs > 1 {
					s.text = append(s.text, '\n')
				}
				inside = s.x.Depth()
			case "text:s":
				n, err := repeat(s.x.Raw("text:c"))
				if err != nil || n > maxText {
					return errText
				}
				s.text = append(s.text, bytes.Repeat([]byte{' '}, n)...)
			case "text:tab":
				s.text = append(s.text, '\t')
			case "text:line-break":
				s.text = append(s.text, '\n')
			case "text:span", "text:a", "text:date", "text:time", "text:sheet-name":
			default:
				if err := s.x.Skip(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
