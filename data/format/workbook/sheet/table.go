package sheet

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/data/infer"
	"cardinal/data/parallel"
	"cardinal/data/shape/totals"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// NoCells is the error for a sheet or a range without cells. Its text is for a person.
type NoCells string

// Error implements error.
func (e NoCells) Error() string { return string(e) }

const errNoCells NoCells = "it has no cell: choose another sheet or range"

// Table makes the table of a sheet, after all cells were put. It leaves out columns without cells. what names the sheet
// in errors, and memory limits the memory. ours says that Cardinal wrote the workbook.
func (g *Grid) Table(ctx context.Context, what string, memory zipxml.Budget, ours bool) (*data.Table, error) {
	g.blocks.end()
	if g.Rows() == 0 {
		return nil, errNoCells
	}
	beside := g.dropSideBlocks()
	l, err := g.layout()
	if err != nil {
		return nil, err
	}
	format := g.format(l)
	rows := g.joinBody(l.above + l.heads)
	for _, r := range g.first[l.above : l.above+l.heads] { // a column may have only a name
		for _, c := range r.cells {
			g.column(c.column)
		}
	}
	notes := g.layoutNotes(l)
	all := g.names(l)
	labels := g.Titles.Columns
	if labels > 1 && labels < len(all) && all[labels-1] == "Values" && all[labels] == "Value" {
		labels-- // the last column of row titles has the names of measures
	}
	repeated := ours && g.repeatLabels(g.Titles.Columns, rows)
	if repeated {
		g.Merged = nil
	}
	rows, noted, left := g.dropTotals(rows, labels, ours)
	notes = append(notes, left...)
	if repeated {
		notes = append(notes, "labels that the pivot shows once for several rows are read on each of them")
	}
	if ours && g.wish.Range == (Range{}) {
		g.unquoteLabels(g.Titles.Columns)
	}
	merged, err := g.fillMerged(ctx, what, memory, rows)
	if err != nil {
		return nil, err
	}
	if merged != "" {
		notes = append(notes, merged)
	}
	notes = append(notes, g.losses(l)...)
	if areas := g.blocks.areas(); len(areas) > 0 && g.wish.Range == (Range{}) && beside == nil {
		notes = append(notes, separators.Sprintf("the sheet has %d blocks of cells, which are read as one table: "+
			"choose a range to read one of them: %s", len(areas), ranges(g.blocks.found)))
	} else if beside != nil {
		notes = append(notes, "cells beside the table were left out: choose a range to read them: "+ranges(beside))
	}
	columns, named, covered, err := g.convert(ctx, what, memory, all, rows)
	if err != nil {
		return nil, err
	}
	t := data.NewTable("", columns)
	t.Notes = append(append(append(named, t.Notes...), notes...), hiddenNotes(g.unseen, covered)...)
	if n := totals.Note(t, t.Rows-noted); n != "" {
		t.Notes = append(t.Notes, n)
	}
	t.Cells = format
	return t, nil
}

// dropTotals removes the rows of totals at the end, and returns the number of remaining rows. If it keeps rows that may
// be totals, it writes a note on them, and noted is their number. If ours is set, the first columns are the labels of a
// pivot.
func (g *Grid) dropTotals(rows, labels int, ours bool) (rest, noted int, notes []string) {
	dropLast := func() {
		rows--
		for _, c := range g.columns {
			if c != nil {
				c.drop(rows)
			}
		}
	}
	if g.Totals && rows > 1 {
		dropLast()
		notes = append(notes, "the totals row of the table was left out")
	}
	if ours && g.wish.Range == (Range{}) {
		if n := g.dropOurTotals(labels, rows); n > 0 {
			g.Merged = nil // they only belong to labels, which were repeated; their rows are wrong now
			return rows - n, rows - n, append(notes,
				separators.Counted(n, "row")+" of totals of the pivot left out: choose a range to read them")
		}
	}
	switch e := g.ending(rows); {
	case e.Label == "" || e.Rows == 0 && ours:
	case e.Rows > 0 && g.wish.Range == (Range{}):
		for range e.Rows {
			dropLast()
		}
		notes = append(notes, endingNote(e))
	default:
		noted = max(e.Rows, 1)
		notes = append(notes, fmt.Sprintf("the last row begins with %q and was read as a row: choose a range without "+
			"it if it holds %s", ellipsis.Cut(e.Label, 40), e.Kind))
	}
	return rows, noted, notes
}

// convert makes the columns of the table from the columns of cells, and frees the cells. all has the names of all
// columns. named has notes on repaired names and on types that were chosen for missing columns. covered has the names
// of hidden columns.
func (g *Grid) convert(ctx context.Context, what string, memory zipxml.Budget, all []string,
	rows int) (out []*data.Column, named, covered []string, err error) {
	var names []string
	var columns []*cells
	for i, c := range g.columns {
		if c != nil {
			names, columns = append(names, all[i]), append(columns, c)
			if g.isCovered(i + 1) {
				covered = append(covered, ellipsis.Quote(all[i], 61))
			}
		}
	}
	g.columns, g.first = nil, nil
	names, renamed := header.Repair(names)
	types, unfit, err := infer.Chosen(g.wish.Types, names, g.wish.Unfit)
	if err != nil {
		return nil, nil, nil, err
	}
	named = append(named, each.Where([]string{renamed, unfit}, func(note string) bool { return note != "" })...)
	if types == nil {
		types = make([]*infer.Choice, len(names))
	}
	texts := int64(g.Texts.Bytes())
	// A column needs at least one byte per row.
	if err := memory.Check(what, texts+int64(rows)*int64(len(columns)), 0, 0); err != nil {
		return nil, nil, nil, err
	}
	var kept atomic.Int64
	out = make([]*data.Column, len(columns))
	err = parallel.Do(ctx, len(columns), func(ctx context.Context, i int) (err error) {
		m := maker{texts: g.Texts, name: names[i], cells: columns[i], rows: rows, since1904: g.Since1904}
		if out[i], err = m.column(ctx, types[i]); err != nil {
			return err
		}
		columns[i] = nil // so that its memory can be freed
		return memory.Check(what, texts+kept.Add(int64(out[i].Bytes())), 0, 0)
	})
	return out, named, covered, err
}

// format describes which cells were read and how.
func (g *Grid) format(l layout) data.SheetFormat {
	r := Range{g.first[l.above].row, MaxColumn, g.last, 0}
	for _, row := range g.first[l.above:] {
		for _, c := range row.cells {
			r.Left, r.Right = min(r.Left, c.column), max(r.Right, c.column)
		}
	}
	for i, c := range g.columns {
		if c != nil {
			r.Left, r.Right = min(r.Left, i+1), max(r.Right, i+1)
		}
	}
	f := data.SheetFormat{Range: r.String(), Header: "none", Areas: g.blocks.areas()}
	if l.heads > 0 {
		f.Header = g.headRows(l).String()
	}
	return f
}

// losses returns notes on what the table lacks of the sheet, except for the notes of single columns.
func (g *Grid) losses(l layout) (notes []string) {
	if g.Lost > 0 {
		notes = append(notes, fmt.Sprintf("the workbook lacks the formats of %s: dates among them are read as "+
			"numbers of days", separators.Counted(g.Lost, "number")))
	}
	gaps := g.gaps
	for i := l.above + 1; i < len(g.first); i++ {
		gaps += g.first[i].row - g.first[i-1].row - 1
	}
	if gaps > 0 {
		notes = append(notes, separators.Plural(gaps, "1 empty row between others was left out",
			"%d empty rows between others were left out"))
	}
	return notes
}

// isCovered reports whether the sheet hides a column.
func (g *Grid) isCovered(column int) bool {
	return slices.ContainsFunc(g.covered, func(e extent) bool { return column >= e.first && column <= e.last })
}

// hiddenNotes returns notes on hidden rows and columns, which are read like others.
func hiddenNotes(rows int, columns []string) (notes []string) {
	if rows > 0 {
		notes = append(notes, separators.Plural(rows, "1 row is hidden in the sheet, by hand or by a filter, and was",
			"%d rows are hidden in the sheet, by hand or by a filter, and were")+" read like the others")
	}
	if n := len(columns); n > 0 {
		notes = append(notes, separators.Plural(n, "1 column is hidden in the sheet and was",
			"%d columns are hidden in the sheet and were")+" read like the others: "+firstOf(columns))
	}
	return notes
}

// ranges returns a list of ranges, shortened if they are many.
func ranges(all []Range) string {
	words := each.Of(all, Range.String)
	return firstOf(words)
}

// firstOf returns a list of the first three words, and says that more follow.
func firstOf(words []string) string {
	if len(words) > 3 {
		return strings.Join(words[:3], ", ") + ", …"
	}
	return strings.Join(words, ", ")
}

// dropSideBlocks removes the blocks beside the table and returns them. It does nothing if a person chose what to read.
func (g *Grid) dropSideBlocks() []Range {
	if g.wish.Range != (Range{}) || g.wish.Names != (Rows{}) || g.wish.Plain || g.Titles != (Titles{}) {
		return nil
	}
	beside := g.blocks.sideBlocks()
	for _, r := range beside {
		out := func(column int) bool { return column >= r.Left && column <= r.Right }
		for i := range g.columns {
			if out(i + 1) {
				g.columns[i] = nil
			}
		}
		for i := range g.first {
			g.first[i].cells = slices.DeleteFunc(g.first[i].cells, func(c placed) bool { return out(c.column) })
		}
		g.first = slices.DeleteFunc(g.first, func(r firstRow) bool { return len(r.cells) == 0 })
	}
	return beside
}
