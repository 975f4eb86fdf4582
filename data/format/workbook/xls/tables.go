package xls

import (
	"cardinal/data/format/workbook/biff"
	"cardinal/data/format/workbook/sheet"
)

// readTables reads the tables of all sheets. Excel 2003 called them lists. readTables ignores a damaged sheet; reading
// the cells will return the error.
func (w *workbook) readTables() {
	if w.version < biff8 {
		return
	}
	sheets := map[int64]string{}
	for i, ref := range w.Sheets {
		sheets[w.parts[i].at] = ref.Name
	}
	on := ""
	for at := w.at; w.next() == nil; at = w.at {
		if name, begins := sheets[at]; begins {
			on = name
		}
		if w.kind == recTable || w.kind == recTable12 {
			w.addTable(on)
		}
	}
}

// addTable adds a table. Its record has its cells, the numbers of its header rows and of its totals rows, and its name.
func (w *workbook) addTable(on string) {
	const rectangles, isTable = 27, 5
	at := rectangles + 8*w.u16(19)
	if w.u16(12) != isTable || at+67 > len(w.data) {
		return
	}
	cells := biff.Rectangle(w.u16(4), w.u16(6), w.u16(8), w.u16(10))
	heads, totals := w.u16(at+8) > 0, w.u16(at+12) > 0
	name, err := w.text(w.textAt(at+66), w.u16(at+64))
	if err == nil && cells.Right <= sheet.MaxColumn {
		w.Tables = append(w.Tables, sheet.Table{Name: sheet.Name{Name: string(name), Sheet: on, Cells: cells},
			Heads: heads, Totals: totals})
	}
}
