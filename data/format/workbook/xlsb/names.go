package xlsb

import (
	"encoding/binary"
	"strings"

	"cardinal/data/format/workbook/biff"
	"cardinal/data/format/workbook/sheet"
)

// addName adds a defined name. It ignores a name that is not readable, because the cells can still be read.
func (w *workbook) addName(r *records) {
	flags, on := r.u32(0), r.u32(5)
	b, end, err := r.text(9)
	if err != nil || end+4 > len(r.data) {
		return
	}
	d := biff.Definition{Name: string(b), Sheet: int(int32(on))}
	d.Titles = flags&biff.FlagBuiltin != 0 && strings.HasSuffix(d.Name, "Print_Titles")
	size := r.u32(end)
	if end += 4; size > len(r.data)-end || flags&(biff.FlagHidden|biff.FlagBuiltin) != 0 && !d.Titles {
		return
	}
	d.Cells = biff.References(r.data[end:end+size], reference)
	w.names.Add(d)
}

// reference reads a cell or a rectangle of cells in a formula. size is 0 if b begins with anything else.
func reference(b []byte, area bool) (r biff.Reference, size int) {
	row := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:]) & 0xFFFFF) }
	column := func(at int) int { return int(binary.LittleEndian.Uint16(b[at:]) & 0x3FFF) }
	switch {
	case area && len(b) >= 15:
		r.Cells, size = biff.Rectangle(row(3), row(7), column(11), column(13)), 15
	case !area && len(b) >= 9:
		r.Cells, size = biff.Rectangle(row(3), row(3), column(7), column(7)), 9
	default:
		return r, 0
	}
	r.Extern = int(binary.LittleEndian.Uint16(b[1:]))
	return r, size
}

// readTables reads the tables of all sheets. It ignores a damaged table, because the cells can still be read.
func (w *workbook) readTables() {
	for i, s := range w.Sheets {
		links, err := w.archive.Relations(w.parts[i].name)
		if err != nil {
			continue
		}
		for _, l := range links {
			if l.Kind == "table" && w.archive.Has(l.Target) {
				_ = w.walk(l.Target, func(kind int) bool {
					return kind == recTable
				}, func(r *records) error { return w.addTable(r, s.Name) })
			}
		}
	}
}

// addTable adds a table. Its record has the table's cells, the numbers of its header rows and of its totals rows, its
// formats, its name in formulas, and its display name, in this order.
func (w *workbook) addTable(r *records, on string) error {
	const names = 64
	cells := biff.Rectangle(r.u32(0), r.u32(4), r.u32(8), r.u32(12))
	b, end, err := r.text(names)
	if err != nil {
		return err
	}
	name := string(b)
	if b, _, err = r.text(end); err == nil && len(b) > 0 {
		name = string(b)
	}
	if cells.Right <= sheet.MaxColumn && cells.Bottom <= sheet.MaxRow {
		w.Tables = append(w.Tables, sheet.Table{Name: sheet.Name{Name: name, Sheet: on, Cells: cells},
			Heads: r.u32(24) > 0, Totals: r.u32(28) > 0})
	}
	return nil
}
