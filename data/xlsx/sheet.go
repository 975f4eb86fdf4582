package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

const (
	maxRow    = 1_048_576
	maxColumn = 16_384
)

// readSheet reads the cells of a sheet. progress is told the share of the sheet's XML that is done.
func (w *workbook) readSheet(ref sheetRef, progress func(float64)) (*grid, error) {
	p, err := w.part(ref.part)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	s := sheetReader{workbook: w, xmlReader: newXML(w.ctx, p), grid: &grid{titles: ref.titles.rows}, ref: ref, size: p.size}
	err = s.read(progress)
	switch {
	case err == nil:
		return s.grid, nil
	case w.ctx.Err() != nil || errors.As(err, &tooLarge{}):
		return nil, err
	}
	return nil, fmt.Errorf("sheet %q is damaged at row %d: %w", ref.name, s.row, err)
}

type sheetReader struct {
	*workbook
	*xmlReader
	*grid
	ref    sheetRef
	size   int64 // of its XML
	row    int   // of the sheet, from 1
	column int   // of the last cell in the row, from 1
	value  []byte
}

func (s *sheetReader) read(progress func(float64)) error {
	rows := 0
	for {
		t, err := s.next()
		if err != nil {
			return err
		}
		switch {
		case t == tokenEnd:
			return nil
		case t != tokenOpen || string(s.name) != "row" || !s.inside("sheetData"):
			continue
		}
		if rows++; rows&255 == 0 {
			progress(float64(s.offset()) / float64(s.size))
			if err := s.fits(); err != nil {
				return err
			}
		}
		if err := s.readRow(); err != nil {
			return err
		}
	}
}

// fits compares the memory of the cells read so far, and of those to come, with the free memory.
func (s *sheetReader) fits() error {
	kept := s.stored * cellBytes
	return s.memory.check(fmt.Sprintf("sheet %q", s.ref.name), s.kept()+kept, s.offset(), s.size)
}

func (s *sheetReader) readRow() error {
	row := s.row + 1
	if r := s.raw("r"); len(r) > 0 {
		n, err := strconv.Atoi(string(r))
		if err != nil || n <= s.row || n > maxRow {
			return fmt.Errorf("it is followed by row %q", r)
		}
		row = n
	}
	if row > maxRow {
		return errors.New("it has more rows than a sheet can have")
	}
	s.row, s.column = row, 0
	s.begin(row)
	for depth := len(s.open); len(s.open) >= depth; {
		t, err := s.next()
		if err != nil {
			return err
		}
		if t == tokenOpen && string(s.name) == "c" && len(s.open) == depth+1 {
			if err := s.readCell(); err != nil {
				return fmt.Errorf("column %d: %w", s.column, err)
			}
		}
	}
	return nil
}

func (s *sheetReader) readCell() error {
	s.column++
	if ref := s.raw("r"); len(ref) > 0 {
		column, row, ok := parseRef(ref)
		if !ok || row != s.row || column > maxColumn {
			return fmt.Errorf("a cell says that it is %q", ref)
		}
		s.column = column
	}
	if s.column > maxColumn {
		return errors.New("it has more columns than a sheet can have")
	}
	kind := string(s.raw("t"))
	style, styled := s.style(s.raw("s"))
	s.value = s.value[:0]
	hasText, text, formula, stored := false, uint32(0), false, false
	for depth, inValue := len(s.open), 0; len(s.open) >= depth; {
		t, err := s.next()
		if err != nil {
			return err
		}
		switch {
		case t == tokenText && inValue > 0:
			if s.value = append(s.value, s.text...); len(s.value) > maxText {
				return errText
			}
		case t == tokenClose && len(s.open) < inValue:
			inValue = 0
		case t != tokenOpen:
		case string(s.name) == "v" && len(s.open) == depth+1:
			inValue, stored = len(s.open), true
		case string(s.name) == "is" && len(s.open) == depth+1:
			if text, err = s.richText(s.xmlReader); err != nil {
				return err
			}
			hasText = true
		case inValue == 0:
			formula = formula || string(s.name) == "f" && len(s.open) == depth+1
			if err := s.skip(); err != nil {
				return err
			}
		}
	}
	if hasText && (kind == "inlineStr" || len(s.value) == 0) {
		s.put(s.column, cell{kind: kindText, text: text})
		return nil
	}
	c, err := s.cell(kind, style)
	switch {
	case err != nil:
		return err
	case formula && c.kind == kindEmpty && (kind != "str" || !stored):
		c.kind = kindNoValue
	case formula:
		s.formulas++
	case c.kind == kindEmpty:
		return nil
	}
	if c.kind == kindNumber && !styled {
		s.lost++
	}
	if c.kind != kindEmpty {
		s.put(s.column, c)
	}
	return nil
}

// cell makes a cell of s.value.
func (s *sheetReader) cell(kind string, style *style) (cell, error) {
	v := bytes.TrimSpace(s.value)
	switch kind {
	case "s":
		if len(v) == 0 {
			return cell{}, nil
		}
		code, err := s.shared(v)
		return cell{kind: kindText, text: code}, err
	case "str", "inlineStr":
		if len(s.value) == 0 {
			return cell{}, nil
		}
		return cell{kind: kindText, text: s.texts.Code(unescape(s.value))}, nil
	case "e":
		return cell{kind: kindError, text: s.texts.Code(v)}, nil
	case "b":
		switch string(v) {
		case "":
			return cell{}, nil
		case "1", "true", "TRUE":
			return cell{kind: kindBool, number: 1}, nil
		case "0", "false", "FALSE":
			return cell{kind: kindBool}, nil
		}
		return cell{}, fmt.Errorf("%q is neither true nor false", v)
	case "d":
		if len(v) == 0 {
			return cell{}, nil
		}
		if ms, ok := isoTime(string(v)); ok {
			return cell{kind: kindDate, number: float64(ms)}, nil
		}
		return cell{kind: kindText, text: s.texts.Code(v)}, nil
	}
	if len(v) == 0 {
		return cell{}, nil
	}
	n, err := strconv.ParseFloat(string(v), 64)
	if err != nil {
		return cell{}, fmt.Errorf("%q is not a number", v)
	}
	c := s.number(n, style.kind)
	c.format = &style.format
	c.rounded = isRounded(v, n)
	return c, nil
}

// isRounded reports whether n lost digits of the number in the file. Programs write a 64-bit float with up to 17 digits, which
// say no more than the float. Every digit of an integer counts.
func isRounded(text []byte, n float64) bool {
	if len(text) <= 15 {
		return false
	}
	digits, whole := 0, true
	for _, c := range text {
		switch {
		case c >= '1' && c <= '9' || c == '0' && digits > 0:
			digits++
		case c == '.':
			whole = false
		case c|0x20 == 'e':
			return digits > 17
		}
	}
	if i, err := strconv.ParseInt(string(text), 10, 64); whole && err == nil {
		return int64(n) != i
	}
	return digits > 17
}

// number is the cell of a number in a style: a date, a time or a number.
func (w *workbook) number(n float64, s styleKind) cell {
	switch {
	case s == styleDate && n >= 60 && n < 61 && !w.date904:
		return cell{kind: kindNoDate}
	case s == styleDate:
		if ms, ok := w.dateOf(n); ok {
			return cell{kind: kindDate, number: float64(ms)}
		}
	case s == styleTime && n >= 0 && n < 1e6:
		return cell{kind: kindTime, number: n}
	}
	return cell{kind: kindNumber, number: n}
}

// parseRef reads a cell's name such as AB12.
func parseRef(ref []byte) (column, row int, ok bool) {
	i := 0
	for i < len(ref) && i < 4 && ref[i]|0x20 >= 'a' && ref[i]|0x20 <= 'z' {
		column = 26*column + int(ref[i]|0x20-'a') + 1
		i++
	}
	row, err := strconv.Atoi(string(ref[i:]))
	return column, row, err == nil && column > 0 && row > 0
}
