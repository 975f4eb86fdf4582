package xlsx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
)

const (
	maxRow    = 1_048_576
	maxColumn = 16_384
)

// readSheet reads the cells of a sheet. progress is told how much of its XML is done.
func (w *workbook) readSheet(ctx context.Context, ref sheetRef, progress func(float64)) (*grid, error) {
	b, err := w.read(ref.part)
	if err != nil {
		return nil, err
	}
	x, err := newXML(b)
	if err != nil {
		return nil, fmt.Errorf("sheet %q: %w", ref.name, err)
	}
	s := sheetReader{workbook: w, xmlReader: x, grid: &grid{left: w.left / 16}}
	if err := s.read(ctx, progress); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, fmt.Errorf("sheet %q is damaged at row %d: %w", ref.name, s.row, err)
	}
	return s.grid, nil
}

type sheetReader struct {
	*workbook
	*xmlReader
	*grid
	row    int // of the sheet, from 1
	column int // the last one met in the row, from 1
	value  []byte
}

func (s *sheetReader) read(ctx context.Context, progress func(float64)) error {
	rows := 0
	for {
		t, err := s.next()
		if err != nil {
			return err
		}
		switch {
		case t == tokenEnd:
			return nil
		case t != tokenOpen || string(s.name) != "row" || len(s.open) < 2 || string(local(s.open[len(s.open)-2])) != "sheetData":
			continue
		}
		if rows++; rows&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress(float64(s.at) / float64(len(s.src)))
		}
		if err := s.readRow(); err != nil {
			return err
		}
	}
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
	style := s.style(s.raw("s"))
	s.value = s.value[:0]
	hasText, text := false, uint32(0)
	for depth, inValue := len(s.open), 0; len(s.open) >= depth; {
		t, err := s.next()
		if err != nil {
			return err
		}
		switch {
		case t == tokenText && inValue > 0:
			s.value = append(s.value, s.text...)
		case t == tokenClose && len(s.open) < inValue:
			inValue = 0
		case t != tokenOpen:
		case string(s.name) == "v" && len(s.open) == depth+1:
			inValue = len(s.open)
		case string(s.name) == "is" && len(s.open) == depth+1:
			if text, err = s.richText(s.xmlReader); err != nil {
				return err
			}
			hasText = true
		case inValue == 0:
			if err := s.skip(); err != nil {
				return err
			}
		}
	}
	if hasText && (kind == "inlineStr" || len(s.value) == 0) {
		return s.put(s.column, cell{kind: kindText, text: text})
	}
	c, err := s.cell(kind, style)
	if err != nil || c.kind == kindEmpty {
		return err
	}
	return s.put(s.column, c)
}

// cell makes a cell of s.value.
func (s *sheetReader) cell(kind string, style style) (cell, error) {
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
	return s.number(n, style), nil
}

// number is a cell of a number as its style shows it.
func (w *workbook) number(n float64, s style) cell {
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
