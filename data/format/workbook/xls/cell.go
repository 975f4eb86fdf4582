package xls

import (
	"encoding/binary"

	"cardinal/data/format/workbook/biff"
	"cardinal/data/format/workbook/sheet"
	"cardinal/internal/separators"
)

// cell adds the cells of a record.
func (s *sheetReader) cell() error {
	least := 0 // least size of the record in bytes
	switch s.kind {
	case recNumber, recFormula:
		least = 14
	case recMulRK:
		least = 12
	case recRK, recLabelSST:
		least = 10
	case recLabel, recRString, recBoolErr:
		least = 8
	case recString:
		return s.formulaText()
	default:
		return nil
	}
	if len(s.data) < least {
		return errShort
	}
	if err := s.settle(); err != nil {
		return err
	}
	row, column := s.u16(0), s.u16(2)
	switch s.kind {
	case recNumber:
		return s.number(row, column, s.u16(4), biff.Float(s.data[6:]))
	case recRK:
		return s.number(row, column, s.u16(4), biff.RK(s.data[6:]))
	case recMulRK:
		for i := 4; i+8 <= len(s.data); i += 6 {
			if err := s.number(row, column, s.u16(i), biff.RK(s.data[i+2:])); err != nil {
				return err
			}
			column++
		}
		return nil
	case recLabelSST:
		i := binary.LittleEndian.Uint32(s.data[6:])
		if int64(i) >= int64(len(s.strings)) {
			return separators.Errorf("text %d of %d shared ones is asked for", i, len(s.strings))
		}
		return s.add(row, column, sheet.Cell{Kind: sheet.Text, Text: s.strings[i]})
	case recLabel, recRString:
		b, err := s.text(s.textAt(8), s.u16(6))
		if err != nil {
			return err
		}
		return s.add(row, column, sheet.Cell{Kind: sheet.Text, Text: s.texts.Code(b)})
	case recBoolErr:
		return s.add(row, column, s.boolOrError(s.data[7] != 0, s.data[6]))
	}
	return s.formula(row, column)
}

// number adds a cell with a number in a style.
func (s *sheetReader) number(row, column, style int, n float64) error {
	of, known := s.style(style)
	c := of.Cell(n, s.date1904)
	if c.Kind == sheet.Number && !known {
		s.grid.Lost++
	}
	return s.add(row, column, c)
}

func (s *sheetReader) boolOrError(isError bool, value byte) sheet.Cell {
	if isError {
		return biff.Error(value, &s.texts)
	}
	return biff.Bool(value)
}

// formula adds the last value of a formula.
func (s *sheetReader) formula(row, column int) error {
	s.grid.Formulas++
	value := s.data[6:14]
	if binary.LittleEndian.Uint16(value[6:]) != 0xFFFF {
		return s.number(row, column, s.u16(4), biff.Float(value))
	}
	switch value[0] {
	case 0: // a text, which is in one of the next records
		s.pending = &placed{row, column, sheet.Cell{Kind: sheet.NoValue}}
		return nil
	case 1, 2:
		return s.add(row, column, s.boolOrError(value[0] == 2, value[2]))
	}
	return nil // an empty text
}

// formulaText reads the text of the pending formula.
func (s *sheetReader) formulaText() error {
	if s.pending == nil {
		return nil
	}
	b, err := s.text(s.textAt(2), s.u16(0))
	if err != nil {
		return err
	}
	if len(b) == 0 {
		s.pending = nil
		return nil
	}
	s.pending.Cell = sheet.Cell{Kind: sheet.Text, Text: s.texts.Code(b)}
	return s.settle()
}

// settle adds the pending formula if no text followed it.
func (s *sheetReader) settle() error {
	c := s.pending
	if c == nil {
		return nil
	}
	s.pending = nil
	return s.add(c.row, c.column, c.Cell)
}
