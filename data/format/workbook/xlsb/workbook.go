package xlsb

import (
	"errors"
	"fmt"

	"cardinal/data/format/workbook/biff"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
)

// workbook has what is read before the cells of a sheet.
type workbook struct {
	archive *zipxml.Archive
	sheet.Book
	all      []string // names of all sheets, also of charts
	parts    []part   // the sheets with cells
	date1904 bool     // days count from 1904
	formats  map[int]sheet.Style
	styles   []sheet.Style
	strings  []uint32 // codes of the shared texts
	texts    sheet.Texts
	names    biff.Names
}

// part says where a sheet is in the archive.
type part struct {
	name   string
	index  int // index among all sheets
	titles sheet.Titles
}

var (
	errNoWorkbook = errors.New("the workbook is damaged: it lacks its main part; open it in a spreadsheet program " +
		"and save it anew")
	errStyles = fmt.Errorf("it has more than %d formats of cells", sheet.MaxStyles)
)

// read reads all parts except the sheets.
func (w *workbook) read() error {
	main := workbookPart(w.archive)
	if main == "" {
		return errNoWorkbook
	}
	links, err := w.archive.Relations(main)
	if err != nil {
		return err
	}
	wanted := func(kind int) bool {
		switch kind {
		case recWorkbook, recSheet, recCalculation, recName, recOtherBook, recThisBook, recThisSheet,
			recAddIn, recExterns:
			return true
		}
		return false
	}
	if err := w.walk(main, wanted, func(r *records) error { return w.record(r, links) }); err != nil {
		return err
	}
	for _, l := range links {
		if !w.archive.Has(l.Target) {
			continue // some writers link to a part and then omit it
		}
		switch l.Kind {
		case "sharedStrings":
			err = w.walk(l.Target, func(kind int) bool { return kind == recSharedText }, w.addText)
		case "styles":
			err = w.readStyles(l.Target)
		}
		if err != nil {
			return err
		}
	}
	titles := w.names.Define(&w.Book, w.all, sheet.MaxColumn)
	for i := range w.parts {
		w.parts[i].titles = titles[w.parts[i].index]
	}
	w.readTables()
	return nil
}

// record reads a record of the main part.
func (w *workbook) record(r *records, links zipxml.Relations) error {
	switch r.kind {
	case recWorkbook:
		w.date1904 = r.u32(0)&1 != 0
	case recCalculation:
		w.Stale = r.u16(24)&1 != 0
	case recSheet:
		return w.addSheet(r, links)
	case recName:
		w.addName(r)
	case recThisBook, recThisSheet, recOtherBook, recAddIn:
		w.names.AddBook(r.kind == recThisBook)
	case recExterns:
		for i := 4; i+12 <= len(r.data); i += 12 {
			w.names.AddExtern(r.u32(i), r.u32(i+4))
		}
	}
	return nil
}

// addSheet adds a sheet. It ignores charts, dialogs and macro sheets, which have no cells.
func (w *workbook) addSheet(r *records, links zipxml.Relations) error {
	b, end, err := r.text(8)
	if err != nil {
		return err
	}
	id := string(b)
	if b, _, err = r.text(end); err != nil {
		return err
	}
	name := string(b)
	link, ok := links.Find(id)
	if !ok {
		return fmt.Errorf("sheet %q is nowhere", name)
	}
	if link.Kind == "worksheet" {
		w.Sheets = append(w.Sheets, sheet.Ref{Name: name, Hidden: r.u32(0) != 0})
		w.parts = append(w.parts, part{name: link.Target, index: len(w.all)})
	}
	w.all = append(w.all, name)
	return nil
}

// addText adds a shared text.
func (w *workbook) addText(r *records) error {
	b, _, err := r.text(1) // flags precede the text
	if err != nil {
		return err
	}
	w.strings = append(w.strings, w.texts.Code(b))
	if len(w.strings)&0x3FF == 0 {
		return w.Memory.Check("the workbook", w.textBytes(), 0, 0)
	}
	return nil
}

// textBytes returns the memory of the texts in bytes.
func (w *workbook) textBytes() int64 { return int64(w.texts.Bytes() + 4*cap(w.strings)) }

// readStyles reads the formats of cells.
func (w *workbook) readStyles(part string) error {
	w.formats = map[int]sheet.Style{}
	inStyles := false
	wanted := func(kind int) bool {
		return kind == recFormat || kind == recStyle || kind == recBeginStyles || kind == recEndStyles
	}
	return w.walk(part, wanted, func(r *records) error {
		switch {
		case r.kind == recBeginStyles || r.kind == recEndStyles:
			inStyles = r.kind == recBeginStyles
		case r.kind == recFormat:
			b, _, err := r.text(2)
			if err != nil {
				return err
			}
			w.formats[r.u16(0)] = sheet.StyleOf(string(b))
		case inStyles:
			s, ok := w.formats[r.u16(2)]
			if !ok {
				s = sheet.BuiltinStyle(r.u16(2))
			}
			w.styles = append(w.styles, s)
		}
		if len(w.styles) > sheet.MaxStyles {
			return errStyles
		}
		return nil
	})
}

// plainStyle is the style of a cell whose style is missing.
var plainStyle sheet.Style

// style returns the style of a cell; ok is false if the workbook lacks it.
func (w *workbook) style(i int) (s *sheet.Style, ok bool) {
	if i >= len(w.styles) {
		return &plainStyle, i == 0
	}
	return &w.styles[i], true
}
