package xls

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/separators"
)

// readSheet reads the cells of a sheet. It calls progress with the share of the sheet's records that were read.
func (w *workbook) readSheet(index int, wish sheet.Wish, progress func(float64)) (*sheet.Grid, error) {
	s := &sheetReader{workbook: w, name: w.Sheets[index].Name, begins: w.parts[index].at, hidden: map[int]bool{},
		grid: sheet.New(&w.texts, wish)}
	s.grid.Titles, s.grid.Since1904 = w.parts[index].titles, w.date1904
	err := s.survey()
	if err == nil {
		err = s.read(progress)
	}
	switch {
	case err == nil:
		return s.grid, nil
	case w.ctx.Err() != nil || errors.As(err, &zipxml.TooLarge{}):
		return nil, err
	}
	return nil, separators.Errorf("sheet %q is damaged at row %d; copy or download the file again: %w", s.name,
		max(s.row+1, 1), err)
}

type sheetReader struct {
	*workbook
	name    string
	grid    *sheet.Grid
	begins  int64
	ends    int64
	hidden  map[int]bool // numbers of hidden rows, from 0
	mixed   bool         // whether some cells are not in order
	cells   []placed     // the cells, if `mixed` is set
	row     int          // the row of the last cell, from 0; -1: no cell so far
	column  int
	pending *placed // a formula whose text follows in another record
}

// placed is a cell with its row and column. The first row and the first column are 0.
type placed struct {
	row, column int
	sheet.Cell
}

// eachRecord calls `do` for each record of the sheet, except for the records of its charts.
func (s *sheetReader) eachRecord(do func() (more bool, err error)) error {
	if s.begins < 0 || s.begins >= s.size {
		return errCut
	}
	s.seek(s.begins)
	if err := s.begin(); err != nil {
		return err
	}
	s.row, s.column = -1, -1
	for depth := 1; ; {
		if err := s.next(); err != nil {
			return err
		}
		switch {
		case s.kind == recBOF:
			depth++
		case s.kind == recEOF:
			if depth--; depth == 0 {
				return nil
			}
		case depth == 1:
			if more, err := do(); err != nil || !more {
				return err
			}
		}
	}
}

// survey finds what must be known before the grid gets the cells: merged cells, hidden rows and columns, and whether
// the cells are in order.
func (s *sheetReader) survey() error {
	err := s.eachRecord(func() (bool, error) {
		switch s.kind {
		case recRow:
			if len(s.data) > 12 && s.data[12]&0x20 != 0 {
				s.hidden[s.u16(0)] = true
			}
		case recColInfo:
			if len(s.data) > 8 && s.data[8]&1 != 0 {
				s.grid.HideColumns(s.u16(0)+1, s.u16(2)+1)
			}
		case recMerged:
			for i := 2; i+8 <= len(s.data) && len(s.grid.Merged) < sheet.MaxMerged; i += 8 {
				r := sheet.Range{Top: s.u16(i) + 1, Left: s.u16(i+4) + 1, Bottom: s.u16(i+2) + 1, Right: s.u16(i+6) + 1}
				if r.Top <= r.Bottom && r.Left <= r.Right && r.Right <= sheet.MaxColumn {
					s.grid.Merged = append(s.grid.Merged, r)
				}
			}
		case recLabelSST, recNumber, recRK, recMulRK, recFormula, recLabel, recRString, recBoolErr:
			row, column := s.u16(0), s.u16(2)
			s.mixed = s.mixed || row < s.row || row == s.row && column < s.column
			s.row, s.column = row, column
			if s.kind == recMulRK {
				s.column += max(0, (len(s.data)-6)/6-1)
			}
		}
		return true, nil
	})
	s.ends = s.at
	return err
}

// read passes the cells on to the grid.
func (s *sheetReader) read(progress func(float64)) error {
	n := 0
	err := s.eachRecord(func() (bool, error) {
		if n++; n&0xFFF == 0 {
			done, all := s.at-s.begins, s.ends-s.begins
			progress(float64(done) / float64(all))
			if err := s.Memory.Check(fmt.Sprintf("sheet %q", s.name), s.textBytes()+s.grid.Stored()+
				64*int64(cap(s.cells)), done, all); err != nil {
				return false, err
			}
		}
		return !s.grid.Full(), s.cell()
	})
	if err != nil {
		return err
	}
	if err := s.settle(); err != nil || !s.mixed {
		return err
	}
	slices.SortStableFunc(s.cells, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column))
	})
	s.row = -1
	for i := range s.cells {
		if s.put(s.cells[i]); s.grid.Full() {
			break
		}
	}
	return nil
}

// add adds a cell. The first row and the first column are 0. If two cells have the same position, the last one counts.
func (s *sheetReader) add(row, column int, c sheet.Cell) error {
	if column >= sheet.MaxColumn {
		return errors.New("it has more columns than a sheet can have")
	}
	if s.mixed {
		s.cells = append(s.cells, placed{row, column, c})
		s.row = row
		return nil
	}
	s.put(placed{row, column, c})
	return nil
}

func (s *sheetReader) put(c placed) {
	if c.row != s.row {
		s.row = c.row
		s.grid.Begin(c.row+1, s.hidden[c.row])
	}
	s.grid.Put(c.column+1, c.Cell)
}
