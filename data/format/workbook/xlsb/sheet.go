package xlsb

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"

	"cardinal/data/format/workbook/biff"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/separators"
)

// readSheet reads the cells of a sheet. It calls progress with the share of the sheet's records that were read.
func (w *workbook) readSheet(index int, wish sheet.Wish, progress func(float64)) (*sheet.Grid, error) {
	p, err := w.archive.Part(w.parts[index].name)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	s := &sheetReader{workbook: w, records: records{ctx: w.archive.Ctx, in: bufio.NewReaderSize(p, 64<<10)},
		name: w.Sheets[index].Name, size: p.Size, grid: sheet.New(&w.texts, wish)}
	s.grid.Titles, s.grid.Since1904 = w.parts[index].titles, w.date1904
	err = s.read(progress)
	switch {
	case err == nil:
		return s.grid, nil
	case w.archive.Ctx.Err() != nil || errors.As(err, &zipxml.TooLarge{}):
		return nil, err
	}
	return nil, separators.Errorf("sheet %q is damaged at row %d: %w", s.name, s.row, err)
}

type sheetReader struct {
	*workbook
	records
	name   string
	size   int64 // size of the sheet's part
	grid   *sheet.Grid
	inRows bool
	row    int // from 1
	column int // column of the last cell in the row, from 1
}

// isCell reports whether records of a kind are cells with a value.
func isCell(kind int) bool {
	return kind >= recCellRK && kind <= recShortShared || kind == recCellRich
}

func (s *sheetReader) read(progress func(float64)) error {
	wanted := func(kind int) bool {
		switch kind {
		case recColumns, recBeginRows, recEndRows, recMerged:
			return true
		}
		return s.inRows && !s.grid.Full() && (kind == recRow || isCell(kind))
	}
	n := 0
	for {
		more, err := s.next(wanted)
		if err != nil || !more {
			return err
		}
		if n++; n&0xFFF == 0 {
			progress(float64(s.at) / float64(max(s.size, 1)))
			if err := s.Memory.Check(fmt.Sprintf("sheet %q", s.name), s.textBytes()+s.grid.Stored(), s.at,
				s.size); err != nil {
				return err
			}
		}
		switch {
		case s.kind == recBeginRows || s.kind == recEndRows:
			s.inRows = s.kind == recBeginRows
		case s.kind == recColumns:
			if s.u16(16)&1 != 0 {
				s.grid.HideColumns(s.u32(0)+1, s.u32(4)+1)
			}
		case s.kind == recMerged:
			r := biff.Rectangle(s.u32(0), s.u32(4), s.u32(8), s.u32(12))
			if len(s.grid.Merged) < sheet.MaxMerged && r.Bottom <= sheet.MaxRow && r.Right <= sheet.MaxColumn {
				s.grid.Merged = append(s.grid.Merged, r)
			}
		case s.kind == recRow:
			err = s.begin()
		default:
			err = s.cell()
		}
		if err != nil {
			return err
		}
	}
}

// begin begins a row.
func (s *sheetReader) begin() error {
	if len(s.data) < 12 {
		return errShort
	}
	row := s.u32(0) + 1
	if row <= s.row || row > sheet.MaxRow {
		return separators.Errorf("it is followed by row %d", row)
	}
	s.row, s.column = row, 0
	s.grid.Begin(row, s.data[11]&0x10 != 0)
	return nil
}

// leastBytes has the least size of a value in bytes, for each kind of cell. Other kinds of cells have no value.
var leastBytes = [recCellRich + 1]int{recCellRK: 4, recCellReal: 8, recFormulaReal: 8, recCellShared: 4, recCellText: 4,
	recFormulaText: 4, recCellRich: 5, recCellBool: 1, recCellError: 1, recFormulaBool: 1, recFormulaError: 1}

// cell reads a cell: its column, its style and its value. The column is omitted if the cell is next to the last one in
// its row.
func (s *sheetReader) cell() error {
	kind, value := s.kind, 8
	if kind >= recShortBlank && kind <= recShortShared {
		kind, value = kind-recShortRK+recCellRK, 4
		s.column++
	} else {
		s.column = s.u32(0) + 1
	}
	least := leastBytes[kind]
	switch {
	case s.row == 0 || s.column > sheet.MaxColumn:
		return separators.Errorf("a cell is in column %d", s.column)
	case len(s.data) < value+least:
		return errShort
	case least == 0:
		return nil
	}
	style := s.u32(value-4) & 0xFFFFFF
	v := s.data[value:]
	if kind >= recFormulaText && kind <= recFormulaError {
		s.grid.Formulas++
	}
	switch kind {
	case recCellRK:
		s.number(style, biff.RK(v))
	case recCellReal, recFormulaReal:
		s.number(style, biff.Float(v))
	case recCellBool, recFormulaBool:
		s.grid.Put(s.column, biff.Bool(v[0]))
	case recCellError, recFormulaError:
		s.grid.Put(s.column, biff.Error(v[0], &s.texts))
	case recCellShared:
		i := binary.LittleEndian.Uint32(v)
		if int64(i) >= int64(len(s.strings)) {
			return separators.Errorf("text %d of %d shared ones is asked for", i, len(s.strings))
		}
		s.grid.Put(s.column, sheet.Cell{Kind: sheet.Text, Text: s.strings[i]})
	default:
		if kind == recCellRich {
			value++ // flags precede the value
		}
		b, _, err := s.text(value)
		if err != nil {
			return err
		}
		if len(b) > 0 || kind == recCellText {
			s.grid.Put(s.column, sheet.Cell{Kind: sheet.Text, Text: s.texts.Code(b)})
		}
	}
	return nil
}

// number adds a number in a style to the grid.
func (s *sheetReader) number(style int, n float64) {
	of, known := s.style(style)
	c := of.Cell(n, s.date1904)
	if c.Kind == sheet.Number && !known {
		s.grid.Lost++
	}
	s.grid.Put(s.column, c)
}
