package xls

import (
	"encoding/binary"
	"errors"
	"fmt"

	"cardinal/data/format/workbook/biff"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
)

// workbook has what is read before the cells of a sheet.
type workbook struct {
	sheet.Book
	*records
	version  int
	codePage int
	date1904 bool     // days count from 1904
	all      []string // names of all sheets, also of charts
	parts    []part   // the sheets with cells
	numbers  []int    // for each style, the number of its format
	formats  map[int]sheet.Style
	styles   []sheet.Style
	strings  []uint32 // codes of the shared texts
	texts    sheet.Texts
	reader   text
	names    biff.Names
}

// part says where a sheet is in the stream.
type part struct {
	at     int64
	index  int // index among all sheets, from 0
	titles sheet.Titles
}

var (
	errPassword = errors.New("the workbook is protected with a password: open it in a spreadsheet program and save " +
		"it without one")
	errVersion = errors.New(
		"it is a workbook of Excel 4 or older: open it in a spreadsheet program and save it as .xlsx",
	)
	errStyles = fmt.Errorf("it has more than %d formats of cells", sheet.MaxStyles)
)

// damagedError returns the error for a workbook that cannot be read.
func (w *workbook) damagedError(err error) error {
	if w.ctx.Err() != nil || errors.As(err, &zipxml.TooLarge{}) || errors.Is(err, errPassword) ||
		errors.Is(err, errVersion) {
		return err
	}
	return fmt.Errorf("the workbook is damaged; copy or download it again: %w", err)
}

// read reads the records that precede the sheets.
func (w *workbook) read() error {
	if err := w.begin(); err != nil {
		return err
	}
	w.version = w.u16(0)
	w.formats, w.codePage = map[int]sheet.Style{}, 1252
	for {
		if err := w.next(); err != nil {
			return err
		}
		if w.kind == recEOF {
			break
		}
		if err := w.record(); err != nil {
			return err
		}
	}
	for _, n := range w.numbers {
		s, ok := w.formats[n]
		if !ok {
			s = sheet.BuiltinStyle(n)
		}
		w.styles = append(w.styles, s)
	}
	titles := w.names.Define(&w.Book, w.all, width)
	for i := range w.parts {
		w.parts[i].titles = titles[w.parts[i].index]
	}
	w.readTables()
	return nil
}

// begin reads the record with which the workbook or a sheet begins.
func (w *workbook) begin() error {
	if err := w.next(); err != nil {
		return err
	}
	switch {
	case w.kind == 0x0009 || w.kind == 0x0209 || w.kind == 0x0409:
		return errVersion
	case w.kind != recBOF || w.u16(0) != biff8 && w.u16(0) != biff5:
		return errors.New("a part does not begin as it should")
	}
	return nil
}

func (w *workbook) record() error {
	switch w.kind {
	case recFilePass:
		return errPassword
	case recCodePage:
		w.codePage = w.u16(0)
	case recDateMode:
		w.date1904 = w.u16(0) == 1
	case recBoundSheet:
		return w.addSheet()
	case recFormat:
		w.addFormat()
	case recXF:
		w.numbers = append(w.numbers, w.u16(2))
	case recSST:
		return w.readStrings()
	case recSupBook, recExternSheet:
		w.addExtern()
	case recName:
		w.addName()
	}
	if len(w.numbers) > sheet.MaxStyles || len(w.formats) > sheet.MaxStyles {
		return errStyles
	}
	return nil
}

// addSheet adds a sheet. It ignores macro sheets, charts and modules, which have no cells.
func (w *workbook) addSheet() error {
	if len(w.data) < 8 {
		return errShort
	}
	at, state, kind := int64(binary.LittleEndian.Uint32(w.data)), w.data[4]&3, w.data[5]
	name, err := w.text(w.textAt(7), int(w.data[6]))
	if err != nil {
		return err
	}
	if kind == 0 {
		w.Sheets = append(w.Sheets, sheet.Ref{Name: string(name), Hidden: state != 0})
		w.parts = append(w.parts, part{at: at, index: len(w.all)})
	}
	w.all = append(w.all, string(name))
	return nil
}

// addFormat adds a number format. If the format is not readable, its cells are plain numbers.
func (w *workbook) addFormat() {
	if len(w.data) < 4 {
		return
	}
	number, length, at := w.u16(0), w.u16(2), 4
	if w.version < biff8 {
		length, at = int(w.data[2]), 3
	}
	if code, err := w.text(w.textAt(at), length); err == nil {
		w.formats[number] = sheet.StyleOf(string(code))
	}
}

// style returns the style of a cell; ok is false if the workbook lacks it.
func (w *workbook) style(i int) (s *sheet.Style, ok bool) {
	if i >= len(w.styles) {
		return &plainStyle, false
	}
	return &w.styles[i], true
}

// plainStyle is the style of a cell whose style is missing.
var plainStyle sheet.Style
