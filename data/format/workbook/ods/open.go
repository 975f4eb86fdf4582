package ods

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"cardinal/data"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/data/text/header"
	"cardinal/internal/separators"
)

const content, styles = "content.xml", "styles.xml"

var (
	errNoSheet = errors.New("the spreadsheet is damaged: it has no sheet")
	errNoCells = errors.New("no sheet of the spreadsheet has cells: there is nothing to read")
)

// Recognise reports whether a file of the given size is an OpenDocument spreadsheet. For another OpenDocument file, the
// error names its kind.
func Recognise(ctx context.Context, r io.ReaderAt, size int64) (bool, error) {
	var magic [4]byte
	if _, err := r.ReadAt(magic[:], 0); err != nil || string(magic[:]) != "PK\x03\x04" {
		return false, nil //nolint:nilerr // it is no zip archive
	}
	a, err := zipxml.Open(ctx, r, size, 0)
	if err != nil || !a.Has(content) {
		return false, nil //nolint:nilerr // another format explains a damaged archive
	}
	kind, err := a.Read("mimetype")
	switch {
	case err != nil, bytes.Contains(kind, []byte("opendocument.spreadsheet")):
		return true, nil //nolint:nilerr // some writers omit the kind of document
	case bytes.Contains(kind, []byte("opendocument")):
		return false, errors.New("it is an OpenDocument file, but no spreadsheet: save its table as .ods or .csv")
	}
	return true, nil
}

// Open reads a sheet of a spreadsheet of the given size in bytes. name is the name of the sheet, in any case. If it is
// "", Open reads the first visible sheet with cells. limit is the memory in bytes that may be used, 0 for no limit.
// Open calls progress with the share of the work that is done, from 0 to 1. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, name string, wish sheet.Wish,
	progress func(float64)) (*data.Table, error) {
	a, err := zipxml.Open(ctx, r, size, limit)
	if err != nil {
		return nil, err
	}
	if wish.Name != "" {
		all := spreadsheet{Archive: a, only: "\x00", progress: progress}
		if err := all.read(); err != nil {
			return nil, err
		}
		if err := all.findNamed(&wish); err != nil {
			return nil, err
		}
	}
	if on := wish.Sheet; on != "" {
		if name != "" && !strings.EqualFold(name, on) {
			return nil, fmt.Errorf("the range is on sheet %q, and sheet %q is asked for: leave one of them out",
				on, name)
		}
		name = on
	}
	for _, hidden := range []bool{false, true} {
		s := spreadsheet{Archive: a, only: name, hidden: hidden, wish: wish, progress: progress}
		if err := s.read(); err != nil {
			return nil, err
		}
		switch {
		case len(s.sheets) == 0:
			return nil, errNoSheet
		case s.grid != nil && s.grid.Rows() > 0:
			return s.table()
		case name != "" && s.grid == nil:
			return nil, fmt.Errorf("the spreadsheet has no sheet %q; its sheets are %s", name,
				header.Nearest(s.sheets, name))
		case name != "":
			return nil, sheet.NoCells(fmt.Sprintf("sheet %q has no cell there: choose another sheet, range or row",
				s.chosen))
		}
	}
	if wish.Range != (sheet.Range{}) {
		return nil, fmt.Errorf("no sheet of the spreadsheet has a cell in %s: choose another range", wish.Range)
	}
	if wish.Names.First > 1 {
		return nil, separators.Errorf("no sheet of the spreadsheet has a cell in row %d or below it: choose another "+
			"row for the names", wish.Names.First)
	}
	return nil, errNoCells
}

func (s *spreadsheet) table() (*data.Table, error) {
	t, err := s.grid.Table(s.Ctx, fmt.Sprintf("sheet %q", s.chosen), s.Memory, s.ours())
	if err != nil {
		return nil, fmt.Errorf("sheet %q: %w", s.chosen, err)
	}
	t.Sheet, t.Sheets = s.chosen, s.sheets
	var areas []data.Area
	for _, n := range s.names {
		cells := n.cells.String()
		if !strings.EqualFold(n.sheet, s.chosen) {
			cells = n.cells.WithSheet(n.sheet)
		}
		areas = append(areas, data.Area{Kind: "name", Name: n.name, Range: cells})
	}
	t.Cells.Areas = append(areas, t.Cells.Areas...)
	switch {
	case s.unseen && s.only == "":
		t.Notes = append(t.Notes, fmt.Sprintf("sheet %q is hidden: it is the only kind that has cells", s.chosen))
	case s.unseen:
		t.Notes = append(t.Notes, "the sheet is hidden in the workbook")
	}
	return t, nil
}

// ours reports whether Cardinal wrote the spreadsheet.
func (s *spreadsheet) ours() bool {
	about, err := s.Read("meta.xml")
	return err == nil && bytes.Contains(about, []byte("<meta:generator>Cardinal<"))
}

// findNamed finds the named range that a person chose, and sets the wish to the cells of the range.
func (s *spreadsheet) findNamed(wish *sheet.Wish) error {
	var all []string
	for _, n := range s.names {
		if strings.EqualFold(n.name, wish.Name) {
			wish.Sheet, wish.Range = n.sheet, n.cells
			return nil
		}
		all = append(all, n.name)
	}
	if all == nil {
		return fmt.Errorf("%q is no range such as B3:H200, and the spreadsheet has no named ranges", wish.Name)
	}
	return fmt.Errorf("the spreadsheet has no named range %q; there are %s", wish.Name, header.Nearest(all, wish.Name))
}
