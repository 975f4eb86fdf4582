package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/separators"
)

// readSheet reads the cells of a sheet. It calls progress with the share of the sheet's XML that was read.
func (w *workbook) readSheet(index int, wish sheet.Wish, progress func(float64)) (*sheet.Grid, error) {
	return w.readCells(index, wish, nil, progress)
}

// readCells reads the cells of a sheet into a grid, or passes them on to `each` if it is not nil.
func (w *workbook) readCells(index int, wish sheet.Wish, each func(Cell) error,
	progress func(float64)) (*sheet.Grid, error) {
	ref, of := w.Sheets[index], w.parts[index]
	p, err := w.Part(of.name)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	s := sheetReader{workbook: w, Reader: zipxml.NewReader(w.Ctx, p), grid: sheet.New(&w.texts, wish), name: ref.Name,
		size: p.Size, each: each}
	s.grid.Titles, s.grid.Since1904 = of.titles, w.date1904
	err = s.read(progress)
	switch {
	case err == nil:
		return s.grid, nil
	case w.Ctx.Err() != nil || errors.As(err, &zipxml.TooLarge{}):
		return nil, err
	}
	return nil, separators.Errorf("sheet %q is damaged at row %d: %w", ref.Name, s.row, err)
}

type sheetReader struct {
	*workbook
	*zipxml.Reader
	grid   *sheet.Grid
	name   string
	size   int64 // size of its XML
	row    int   // current row of the sheet, from 1
	column int   // column of the last cell in the row, from 1
	value  []byte
	each   func(Cell) error // takes the cells; nil: `grid` takes them
}

func (s *sheetReader) read(progress func(float64)) error {
	rows := 0
	for {
		t, err := s.Next()
		if err != nil {
			return err
		}
		switch {
		case t == zipxml.TokenEnd:
			return nil
		case t != zipxml.TokenOpen:
			continue
		case string(s.Name) == "mergeCell" && s.Inside("mergeCells"):
			if r, ok := sheet.ParseRange(string(s.Raw("ref"))); ok && len(s.grid.Merged) < sheet.MaxMerged {
				s.grid.Merged = append(s.grid.Merged, r)
			}
			continue
		case string(s.Name) == "col" && s.Inside("cols"):
			if isTrue(s.Raw("hidden")) {
				s.grid.HideColumns(number(s.Raw("min")), number(s.Raw("max")))
			}
			continue
		case string(s.Name) != "row" || !s.Inside("sheetData"):
			continue
		}
		if rows++; rows&255 == 0 {
			progress(float64(s.Offset()) / float64(s.size))
			if err := s.checkMemory(); err != nil {
				return err
			}
		}
		if err := s.readRow(); err != nil {
			return err
		}
		if s.grid.Full() {
			if err := s.SkipPast("sheetData"); err != nil {
				return err
			}
		}
	}
}

// number returns the number in an attribute, or 0 if the attribute is missing.
func number(raw []byte) int {
	n, err := strconv.Atoi(string(raw))
	if err != nil {
		return 0
	}
	return n
}

// checkMemory returns an error if the cells that were read, and those that are expected, do not fit into the free
// memory.
func (s *sheetReader) checkMemory() error {
	return s.archive.Memory.Check(fmt.Sprintf("sheet %q", s.name), s.textBytes()+s.grid.Stored(), s.Offset(), s.size)
}

func (s *sheetReader) readRow() error {
	row := s.row + 1
	if r := s.Raw("r"); len(r) > 0 {
		n, err := strconv.Atoi(string(r))
		if err != nil || n <= s.row || n > sheet.MaxRow {
			return fmt.Errorf("it is followed by row %q", r)
		}
		row = n
	}
	if row > sheet.MaxRow {
		return errors.New("it has more rows than a sheet can have")
	}
	hidden := isTrue(s.Raw("hidden"))
	s.row, s.column = row, 0
	s.grid.Begin(row, hidden)
	for depth := s.Depth(); s.Depth() >= depth; {
		t, err := s.Next()
		if err != nil {
			return err
		}
		if t == zipxml.TokenOpen && string(s.Name) == "c" && s.Depth() == depth+1 {
			if err := s.readCell(); err != nil {
				return separators.Errorf("column %d: %w", s.column, err)
			}
		}
	}
	return nil
}

func (s *sheetReader) readCell() error {
	s.column++
	if ref := s.Raw("r"); len(ref) > 0 {
		column, row, ok := sheet.ParseCorner(ref)
		if !ok || row != s.row || column == 0 || column > sheet.MaxColumn {
			return fmt.Errorf("a cell says that it is %q", ref)
		}
		s.column = column
	}
	if s.column > sheet.MaxColumn {
		return errors.New("it has more columns than a sheet can have")
	}
	kind := string(s.Raw("t"))
	style, styled := s.style(s.Raw("s"))
	s.value = s.value[:0]
	hasText, text, formula, stored := false, uint32(0), false, false
	for depth, inValue := s.Depth(), 0; s.Depth() >= depth; {
		t, err := s.Next()
		if err != nil {
			return err
		}
		switch {
		case t == zipxml.TokenText && inValue > 0:
			if s.value = append(s.value, s.Text...); len(s.value) > maxText {
				return errText
			}
		case t == zipxml.TokenClose && s.Depth() < inValue:
			inValue = 0
		case t != zipxml.TokenOpen:
		case string(s.Name) == "v" && s.Depth() == depth+1:
			inValue, stored = s.Depth(), true
		case string(s.Name) == "is" && s.Depth() == depth+1:
			if text, err = s.richText(s.Reader); err != nil {
				return err
			}
			hasText = true
		case inValue == 0:
			formula = formula || string(s.Name) == "f" && s.Depth() == depth+1
			if err := s.Skip(); err != nil {
				return err
			}
		}
	}
	hasText = hasText && (kind == "inlineStr" || len(s.value) == 0)
	if s.each != nil {
		return s.visit(kind, hasText, text, formula)
	}
	if hasText {
		s.grid.Put(s.column, sheet.Cell{Kind: sheet.Text, Text: text})
		return nil
	}
	c, err := s.cell(kind, style)
	switch {
	case err != nil:
		return err
	case formula && c.Kind == sheet.Empty && (kind != "str" || !stored):
		c.Kind = sheet.NoValue
	case formula:
		s.grid.Formulas++
	case c.Kind == sheet.Empty:
		return nil
	}
	if c.Kind == sheet.Number && !styled {
		s.grid.Lost++
	}
	if c.Kind != sheet.Empty {
		s.grid.Put(s.column, c)
	}
	return nil
}

// cell returns a cell with the value s.value.
func (s *sheetReader) cell(kind string, style *sheet.Style) (sheet.Cell, error) {
	v := bytes.TrimSpace(s.value)
	switch kind {
	case "s":
		if len(v) == 0 {
			return sheet.Cell{}, nil
		}
		code, err := s.sharedText(v)
		return sheet.Cell{Kind: sheet.Text, Text: code}, err
	case "str", "inlineStr":
		if len(s.value) == 0 {
			return sheet.Cell{}, nil
		}
		return sheet.Cell{Kind: sheet.Text, Text: s.texts.Code(unescape(s.value))}, nil
	case "e":
		return sheet.Cell{Kind: sheet.Error, Text: s.texts.Code(v)}, nil
	case "b":
		switch string(v) {
		case "":
			return sheet.Cell{}, nil
		case "1", "true", "TRUE":
			return sheet.Cell{Kind: sheet.Bool, Number: 1}, nil
		case "0", "false", "FALSE":
			return sheet.Cell{Kind: sheet.Bool}, nil
		}
		return sheet.Cell{}, fmt.Errorf("%q is neither true nor false", v)
	case "d":
		if len(v) == 0 {
			return sheet.Cell{}, nil
		}
		if ms, ok := parseISOTime(string(v)); ok {
			return sheet.Cell{Kind: sheet.Date, Number: float64(ms)}, nil
		}
		return sheet.Cell{Kind: sheet.Text, Text: s.texts.Code(v)}, nil
	}
	if len(v) == 0 {
		return sheet.Cell{}, nil
	}
	n, rounded, err := sheet.ParseNumber(v)
	if err != nil {
		return sheet.Cell{}, err
	}
	c := style.Cell(n, s.date1904)
	c.Rounded = rounded
	return c, nil
}
