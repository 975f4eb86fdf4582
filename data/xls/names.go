package xls

import (
	"encoding/binary"
	"fmt"
	"strings"

	"cardinal/data/sheet"
)

// extern is what formulas call a sheet: the number of its book, and its index in the book.
type extern struct{ book, sheet int }

// definition is a defined name that stands for cells.
type definition struct {
	name   string
	scope  int // the sheet from 1 that the name is of; 0: the workbook
	titles bool
	cells  []reference
}

// reference is a rectangle of cells of a sheet, as a formula has it.
type reference struct {
	extern int // by which the sheet is called; before Excel 97 -1, and sheet is the sheet
	sheet  int
	cells  sheet.Range
}

const (
	nameHidden  = 0x01
	nameBuiltin = 0x20
	printTitles = 7 // of the names that Excel gives
)

// addExtern reads what formulas call the sheets of this workbook.
func (w *workbook) addExtern() {
	switch {
	case w.version < biff8:
	case w.kind == recSupBook:
		w.ours[w.books] = len(w.data) == 4 && w.u16(2) == 0x0401
		w.books++
	default:
		for i := 2; i+6 <= len(w.data); i += 6 {
			w.externs = append(w.externs, extern{w.u16(i), w.u16(i + 2)})
		}
	}
}

// addName reads a defined name. Other names than those of cells stand for formulas.
func (w *workbook) addName() {
	if len(w.data) < 15 {
		return
	}
	flags, characters, size, scope := w.u16(0), int(w.data[3]), w.u16(4), w.u16(8)
	t := w.here(14)
	b, err := w.text(t, characters)
	if err != nil || size > len(t.rest) || flags&nameHidden != 0 && flags&nameBuiltin == 0 {
		return
	}
	d := definition{name: string(b), scope: scope}
	if flags&nameBuiltin != 0 {
		if d.titles = d.name == string(rune(printTitles)); !d.titles {
			return
		}
	}
	if d.cells = w.references(t.rest[:size]); d.cells != nil {
		w.defined = append(w.defined, d)
	}
}

// references reads a formula that is nothing but rectangles of cells.
func (w *workbook) references(b []byte) (out []reference) {
	for len(b) > 0 {
		var size int
		switch b[0] {
		case 0x10, 0x15: // a union, parentheses
			size = 1
		case 0x29, 0x49, 0x69: // how long the union is
			size = 3
		case 0x3A, 0x5A, 0x7A, 0x3B, 0x5B, 0x7B:
			var r reference
			if r, size = w.reference(b); size == 0 {
				return nil
			}
			out = append(out, r)
		}
		if size == 0 || size > len(b) {
			return nil
		}
		b = b[size:]
	}
	return out
}

// reference reads a cell or a rectangle of cells. size is 0 where there is none.
func (w *workbook) reference(b []byte) (r reference, size int) {
	u16 := func(at int) int { return int(binary.LittleEndian.Uint16(b[at:])) }
	area := b[0]&0x1F == 0x1B
	var top, bottom, left, right int
	switch {
	case w.version == biff8 && area && len(b) >= 11:
		r.extern, top, bottom, left, right, size = u16(1), u16(3), u16(5), u16(7)&0x3FFF, u16(9)&0x3FFF, 11
	case w.version == biff8 && !area && len(b) >= 7:
		r.extern, top, left, size = u16(1), u16(3), u16(5)&0x3FFF, 7
		bottom, right = top, left
	case w.version < biff8 && area && len(b) >= 21:
		r.extern, r.sheet, top, bottom, left, right, size = -1, u16(11), u16(15)&0x3FFF, u16(17)&0x3FFF, int(b[19]), int(b[20]), 21
	case w.version < biff8 && !area && len(b) >= 18:
		r.extern, r.sheet, top, left, size = -1, u16(11), u16(15)&0x3FFF, int(b[17]), 18
		bottom, right = top, left
	default:
		return r, 0
	}
	if w.version < biff8 && int16(u16(1)) >= 0 { // a sheet of another workbook
		return r, 0
	}
	r.cells = sheet.Range{Top: min(top, bottom) + 1, Left: min(left, right) + 1, Bottom: max(top, bottom) + 1, Right: max(left, right) + 1}
	return r, size
}

// define gives the names to the sheets, which are all known.
func (w *workbook) define() {
	for _, d := range w.defined {
		var titles []string
		for _, r := range d.cells {
			on := r.sheet
			if r.extern >= 0 {
				if r.extern >= len(w.externs) || !w.ours[w.externs[r.extern].book] {
					continue
				}
				on = w.externs[r.extern].sheet
			}
			switch {
			case on >= len(w.all):
			case d.titles:
				titles = append(titles, title(r.cells))
			case len(d.cells) == 1:
				w.AddName(d.name, r.cells.Qualified(w.all[on]))
			}
		}
		for i := range w.parts {
			if d.titles && w.parts[i].index+1 == d.scope {
				w.parts[i].titles = sheet.ParseTitles(strings.Join(titles, ","))
			}
		}
	}
}

// title writes rows or columns that are printed on every page as a formula does. Rows reach over the whole width of the sheet.
func title(r sheet.Range) string {
	if r.Left == 1 && r.Right >= 256 {
		return fmt.Sprintf("!$%d:$%d", r.Top, r.Bottom)
	}
	return fmt.Sprintf("!$%s:$%s", sheet.ColumnName(r.Left), sheet.ColumnName(r.Right))
}
