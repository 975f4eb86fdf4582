package xlsx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"cardinal/data"
	"cardinal/data/sheet"
	"cardinal/data/zipxml"
)

// Open reads a sheet of a workbook of the given size in bytes: the sheet of the given name, in any case, or for "" the first that is
// visible and has cells. limit is the memory in bytes that may be used, 0 for no limit. progress, which may be nil, is told the
// share that is done, from 0 to 1. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, name string, wish sheet.Wish, progress func(float64)) (*data.Table, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	z, err := zipxml.Open(ctx, r, size, limit)
	if err != nil {
		return nil, err
	}
	w, err := (&archive{z}).workbook()
	if err != nil {
		return nil, err
	}
	o := opener{workbook: w, wish: wish, progress: progress}
	if o.wish.Name != "" {
		if err := w.named(&o.wish, &o.totals); err != nil {
			return nil, err
		}
	}
	if on := o.wish.Sheet; on != "" {
		if name != "" && !strings.EqualFold(name, on) {
			return nil, fmt.Errorf("the range is on sheet %q, and sheet %q is asked for: leave one of them out", on, name)
		}
		name = on
	}
	ref, g, err := o.choose(name)
	if err != nil {
		return nil, err
	}
	t, err := g.Table(ctx, fmt.Sprintf("sheet %q", ref.name), w.Memory, w.writer() == own)
	switch {
	case errors.As(err, &zipxml.TooLarge{}): // which names the sheet
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("sheet %q: %w", ref.name, err)
	}
	t.Sheet = ref.name
	for _, s := range w.sheets {
		t.Sheets = append(t.Sheets, s.name)
	}
	t.Cells.Areas = append(w.areas(ref.name), t.Cells.Areas...)
	t.Notes = append(t.Notes, o.notes...)
	if w.stale && g.Formulas > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("the workbook asks for %s to be calculated when it is opened, and the stored values may be out of date: open it in a spreadsheet program and save it", count(g.Formulas, "formula")))
	}
	switch {
	case ref.hidden && name == "":
		t.Notes = append(t.Notes, fmt.Sprintf("sheet %q is hidden: it is the only kind that has cells", ref.name))
	case ref.hidden:
		t.Notes = append(t.Notes, "the sheet is hidden in the workbook")
	}
	return t, nil
}

// opener reads the sheet of a workbook that a person asks for.
type opener struct {
	*workbook
	wish     sheet.Wish
	totals   bool // the range ends with the totals row of a table
	progress func(float64)
	notes    []string
}

// choose finds the sheet and reads its cells.
func (o *opener) choose(name string) (sheetRef, *sheet.Grid, error) {
	if len(o.sheets) == 0 {
		return sheetRef{}, nil, errNoSheets
	}
	if name != "" {
		s, ok := o.find(name)
		if !ok {
			var names []string
			for _, s := range o.sheets {
				names = append(names, s.name)
			}
			return s, nil, fmt.Errorf("the workbook has no sheet %q; its sheets are %s", name, strings.Join(names, ", "))
		}
		g, err := o.read(s)
		if err == nil && g.Rows() == 0 {
			err = o.empty(s)
		}
		return s, g, err
	}
	for _, hidden := range []bool{false, true} {
		for _, s := range o.sheets {
			if s.hidden != hidden {
				continue
			}
			g, err := o.read(s)
			if err != nil || g.Rows() > 0 {
				return s, g, err
			}
		}
	}
	if o.wish.Range != (sheet.Range{}) {
		return sheetRef{}, nil, fmt.Errorf("no sheet of the workbook has a cell in %s: choose another range", o.wish.Range)
	}
	if o.wish.Names.First > 1 {
		return sheetRef{}, nil, fmt.Errorf("no sheet of the workbook has a cell in row %d or below it: choose another row for the names", o.wish.Names.First)
	}
	return sheetRef{}, nil, errNoCells
}

func (o *opener) empty(s sheetRef) error {
	if o.wish.Range != (sheet.Range{}) || o.wish.Names.First > 1 {
		return sheet.NoCells(fmt.Sprintf("sheet %q has no cell there: choose another range or row", s.name))
	}
	return sheet.NoCells(fmt.Sprintf("sheet %q is empty: choose another sheet", s.name))
}

// read reads a sheet. Where a person says nothing of its cells and it has one table, the table is read, unless more cells lie outside.
func (o *opener) read(s sheetRef) (*sheet.Grid, error) {
	wish, totals := o.wish, o.totals
	t := o.only(s.name)
	if t != nil && wish.Range == (sheet.Range{}) && wish.Names == (sheet.Rows{}) && !wish.Plain {
		t.narrow(&wish, &totals)
		g, err := o.readSheet(s, wish, o.progress)
		if err != nil {
			return nil, err
		}
		if g.Inside >= g.Outside && g.Inside > 0 {
			if g.Totals = totals; g.Outside > 0 {
				o.notes = append(o.notes, fmt.Sprintf("the table %s, %s, is read, and %s outside of it left out: choose a range to read more", t.name, t.cells, count(g.Outside, "cell")))
			}
			return g, nil
		}
	}
	g, err := o.readSheet(s, o.wish, o.progress)
	if err == nil {
		g.Totals = o.totals
	}
	return g, err
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
