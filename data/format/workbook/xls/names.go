package xls

import (
	"encoding/binary"

	"cardinal/data/format/workbook/biff"
)

const (
	printTitles = 7   // the code of this name among Excel's own names
	width       = 256 // columns of a sheet
)

// addExtern adds the references to sheets of this workbook that formulas use.
func (w *workbook) addExtern() {
	switch {
	case w.version < biff8:
	case w.kind == recSupBook:
		w.names.AddBook(len(w.data) == 4 && w.u16(2) == 0x0401)
	default:
		for i := 2; i+6 <= len(w.data); i += 6 {
			w.names.AddExtern(w.u16(i), w.u16(i+2))
		}
	}
}

// addName adds a defined name. It ignores a name without cells, which stands for a formula.
func (w *workbook) addName() {
	if len(w.data) < 15 {
		return
	}
	flags, characters, size, scope := w.u16(0), int(w.data[3]), w.u16(4), w.u16(8)
	t := w.textAt(14)
	b, err := w.text(t, characters)
	if err != nil || size > len(t.rest) || flags&biff.FlagHidden != 0 && flags&biff.FlagBuiltin == 0 {
		return
	}
	d := biff.Definition{Name: string(b), Sheet: scope - 1}
	if flags&biff.FlagBuiltin != 0 {
		if d.Titles = d.Name == string(rune(printTitles)); !d.Titles {
			return
		}
	}
	d.Cells = biff.References(t.rest[:size], w.reference)
	w.names.Add(d)
}

// reference reads a cell or a rectangle of cells. size is 0 if b begins with anything else.
func (w *workbook) reference(b []byte, area bool) (r biff.Reference, size int) {
	u16 := func(at int) int { return int(binary.LittleEndian.Uint16(b[at:])) }
	switch {
	case w.version == biff8 && area && len(b) >= 11:
		return biff.Reference{Extern: u16(1), Cells: biff.Rectangle(u16(3), u16(5), u16(7)&0x3FFF, u16(9)&0x3FFF)}, 11
	case w.version == biff8 && !area && len(b) >= 7:
		return biff.Reference{Extern: u16(1), Cells: biff.Rectangle(u16(3), u16(3), u16(5)&0x3FFF, u16(5)&0x3FFF)}, 7
	case w.version == biff8 || len(b) < 18 || int16(u16(1)) >= 0: // or a sheet of another workbook
		return r, 0
	case area && len(b) >= 21:
		return biff.Reference{Extern: -1, Sheet: u16(11), Cells: biff.Rectangle(u16(15)&0x3FFF, u16(17)&0x3FFF,
			int(b[19]), int(b[20]))}, 21
	case !area:
		return biff.Reference{Extern: -1, Sheet: u16(11), Cells: biff.Rectangle(u16(15)&0x3FFF, u16(15)&0x3FFF,
			int(b[17]), int(b[17]))}, 18
	}
	return r, 0
}
