package xlsx

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"

	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/each"
)

// Book is a workbook whose cells are read one by one, with the kinds and texts that the file has.
type Book struct{ w *workbook }

// Cell is a cell with content. Its Kind is n for a number, t for a text, b for true or false, e for an error, d for a
// date that the file stores as a text, and f for a formula, whatever its value is.
type Cell struct {
	Column, Row int // from 1
	Kind        byte
	Text        string // of a number: its shortest decimal representation
}

// Name returns the name of the cell, such as B7.
func (c Cell) Name() string { return sheet.ColumnName(c.Column) + strconv.Itoa(c.Row) }

// OpenBook opens a workbook of the given size in bytes.
func OpenBook(ctx context.Context, r io.ReaderAt, size int64) (*Book, error) {
	z, err := zipxml.Open(ctx, r, size, 0)
	if err != nil {
		return nil, err
	}
	w, err := (&archive{z}).workbook()
	return &Book{w}, err
}

// Sheets returns the names of the sheets.
func (b *Book) Sheets() []string {
	return each.Of(b.w.Sheets, func(s sheet.Ref) string { return s.Name })
}

// Has reports whether the workbook has a sheet with exactly this name.
func (b *Book) Has(name string) bool { return slices.Contains(b.Sheets(), name) }

// errStopped ends the reading of a sheet because the caller needs no more cells.
var errStopped = errors.New("stopped")

// Cells yields every cell of a sheet that has content, row by row. The iteration ends with an error if the sheet cannot
// be read. A missing sheet has no cells.
func (b *Book) Cells(name string) iter.Seq2[Cell, error] {
	return func(yield func(Cell, error) bool) {
		i := slices.Index(b.Sheets(), name)
		if i < 0 {
			return
		}
		_, err := b.w.readCells(i, sheet.Wish{}, func(c Cell) error {
			if !yield(c, nil) {
				return errStopped
			}
			return nil
		}, func(float64) {})
		if err != nil && !errors.Is(err, errStopped) {
			yield(Cell{}, err)
		}
	}
}

// FormatNumber returns a number in the form of Cell.Text.
func FormatNumber(v float64) string { return strconv.FormatFloat(v+0, 'g', -1, 64) }

// visit passes the current cell on to s.each. text is the code of an inline text.
func (s *sheetReader) visit(kind string, hasText bool, text uint32, formula bool) error {
	c := Cell{Column: s.column, Row: s.row, Kind: 't'}
	switch v := bytes.TrimSpace(s.value); {
	case hasText:
		c.Text = s.texts.Values[text]
	case kind == "" || kind == "n":
		c.Kind, c.Text = 'n', string(v)
		if n, err := strconv.ParseFloat(c.Text, 64); err == nil {
			c.Text = FormatNumber(n)
		}
	default:
		of, err := s.cell(kind, &plainStyle)
		if err != nil {
			return err
		}
		switch of.Kind {
		case sheet.Text, sheet.Error:
			c.Text = s.texts.Values[of.Text]
		case sheet.Bool:
			c.Kind, c.Text = 'b', FormatNumber(of.Number)
		case sheet.Date:
			c.Kind, c.Text = 'd', FormatNumber(of.Number)
		}
		if of.Kind == sheet.Error {
			c.Kind = 'e'
		}
	}
	if formula {
		c.Kind = 'f'
	}
	if c.Text == "" && !formula {
		return nil
	}
	return s.each(c)
}
