package xlsx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/header"
	"cardinal/data/parallel"
)

// Open reads a sheet of a workbook of the given size in bytes: the sheet of the given name, in any case, or for "" the first that is
// visible and has cells. limit is the memory in bytes that may be used, 0 for no limit. progress, which may be nil, is told the
// share that is done, from 0 to 1. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, sheet string, progress func(float64)) (*data.Table, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	a, err := openArchive(ctx, r, size, limit)
	if err != nil {
		return nil, err
	}
	w, err := a.workbook()
	if err != nil {
		return nil, err
	}
	ref, g, err := w.chooseSheet(sheet, progress)
	if err != nil {
		return nil, err
	}
	t, err := w.table(ref, g)
	if err != nil {
		return nil, err
	}
	t.Sheet = ref.name
	for _, s := range w.sheets {
		t.Sheets = append(t.Sheets, s.name)
	}
	if ref.hidden && sheet == "" {
		t.Notes = append(t.Notes, fmt.Sprintf("sheet %q is hidden: it is the only kind that has cells", ref.name))
	}
	return t, nil
}

func (w *workbook) chooseSheet(name string, progress func(float64)) (sheetRef, *grid, error) {
	if len(w.sheets) == 0 {
		return sheetRef{}, nil, errors.New("the workbook has no sheet of cells")
	}
	if name != "" {
		var names []string
		for _, s := range w.sheets {
			if strings.EqualFold(s.name, name) {
				g, err := w.readSheet(s, progress)
				if err == nil && g.rows == 0 {
					err = fmt.Errorf("sheet %q is empty: choose another sheet", s.name)
				}
				return s, g, err
			}
			names = append(names, s.name)
		}
		return sheetRef{}, nil, fmt.Errorf("the workbook has no sheet %q; its sheets are %s", name, strings.Join(names, ", "))
	}
	for _, hidden := range []bool{false, true} {
		for _, s := range w.sheets {
			if s.hidden != hidden {
				continue
			}
			g, err := w.readSheet(s, progress)
			if err != nil || g.rows > 0 {
				return s, g, err
			}
		}
	}
	return sheetRef{}, nil, errors.New("no sheet of the workbook has cells: there is nothing to read")
}

// table makes the table of a grid. Columns without a cell are left out.
func (w *workbook) table(ref sheetRef, g *grid) (*data.Table, error) {
	var names []string
	var columns []*cells
	all := w.headings(g, ref.titles)
	repeated := w.writer() == own && repeatLabels(g.columns[:min(ref.titles.columns, len(g.columns))], g.rows-g.heads)
	for i, c := range g.columns {
		if c == nil {
			continue
		}
		names, columns = append(names, all[i]), append(columns, c)
	}
	g.columns = nil
	names, note := header.Repair(names)
	rows := g.rows - g.heads
	// A column takes a byte a row at least.
	what := fmt.Sprintf("sheet %q", ref.name)
	if err := w.memory.check(what, w.kept()+int64(rows)*int64(len(columns)), 0, 0); err != nil {
		return nil, err
	}
	var kept atomic.Int64
	out := make([]*data.Column, len(columns))
	err := parallel.Do(w.ctx, len(columns), func(_ context.Context, i int) error {
		out[i] = w.column(names[i], columns[i], rows)
		columns[i] = nil // its memory is free
		return w.memory.check(what, w.kept()+kept.Add(int64(out[i].Bytes())), 0, 0)
	})
	if err != nil {
		return nil, err
	}
	t := data.NewTable("", out)
	if note != "" {
		t.Notes = append([]string{note}, t.Notes...)
	}
	if g.heads > 1 {
		t.Notes = append(t.Notes, fmt.Sprintf("the first %d rows, which the workbook prints on every page, are read as the header", g.heads))
	}
	if repeated {
		t.Notes = append(t.Notes, "labels that the pivot shows once for several rows are read on each of them")
	}
	t.Notes = append(t.Notes, w.losses(g)...)
	return t, nil
}

// losses says what the table lacks of the sheet, beside the notes of columns.
func (w *workbook) losses(g *grid) (notes []string) {
	if g.lost > 0 {
		notes = append(notes, fmt.Sprintf("the workbook lacks the formats of %s: dates among them are read as numbers of days", count(g.lost, "number")))
	}
	if w.stale && g.formulas > 0 {
		notes = append(notes, fmt.Sprintf("the workbook asks for %s to be calculated when it is opened, and the stored values may be out of date: open it in a spreadsheet program and save it", count(g.formulas, "formula")))
	}
	if g.gaps > 0 {
		notes = append(notes, fmt.Sprintf("%d empty rows between others were left out", g.gaps))
	}
	return notes
}

// columnName is what a spreadsheet calls its nth column: A, B, ... Z, AA.
func columnName(n int) string {
	if n == 0 {
		return ""
	}
	return columnName((n-1)/26) + string(rune('A'+(n-1)%26))
}
