package xlsx

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/sheet"
	"cardinal/data/zipxml"
)

// own is the name of this program in the workbooks that it writes.
const own = "Cardinal"

// definedName is a name that a workbook gives to cells.
type definedName struct {
	name  string
	sheet string
	cells sheet.Range
}

// table is an Excel table.
type table struct {
	definedName
	heads, totals bool // its first row names the columns; its last one has totals
}

// printTitles is the defined name of a sheet's print titles.
const printTitles = "_xlnm.Print_Titles"

// readName reads a defined name, if it names cells or is that of print titles. Other names stand for formulas, or belong to Excel.
func (w *workbook) readName(x *zipxml.Reader) error {
	name, err := x.Attr("name")
	if err != nil {
		return err
	}
	local, notLocal := strconv.Atoi(string(x.Raw("localSheetId")))
	hidden := isTrue(x.Raw("hidden"))
	text, err := x.Content()
	if err != nil {
		return err
	}
	switch {
	case name == printTitles && notLocal == nil:
		for i := range w.sheets {
			if w.sheets[i].index == local {
				w.sheets[i].titles = sheet.ParseTitles(text)
			}
		}
	case !hidden && !strings.HasPrefix(name, "_"):
		on, cells := sheet.SplitSheet(text)
		r, ok := sheet.ParseRange(cells)
		if _, known := w.find(on); ok && known {
			w.names = append(w.names, definedName{name, on, r})
		}
	}
	return nil
}

// readTables reads the tables of all sheets. A table that is damaged is no reason to refuse a workbook whose cells can be read.
func (w *workbook) readTables() {
	for _, s := range w.sheets {
		links, err := w.relations(s.part)
		if err != nil {
			continue
		}
		for _, l := range links {
			if l.kind == "table" && w.Has(l.target) {
				_ = w.Walk(l.target, func(x *zipxml.Reader) error { return w.readTable(x, s.name) })
			}
		}
	}
}

func (w *workbook) readTable(x *zipxml.Reader, on string) error {
	if x.Depth() != 1 || string(x.Name) != "table" {
		return nil
	}
	name, err1 := x.Attr("displayName")
	if name == "" {
		name, err1 = x.Attr("name")
	}
	r, ok := sheet.ParseRange(string(x.Raw("ref")))
	if ok && err1 == nil {
		totals, _ := strconv.Atoi(string(x.Raw("totalsRowCount")))
		w.tables = append(w.tables, table{definedName{name, on, r}, string(x.Raw("headerRowCount")) != "0", totals > 0})
	}
	return err1
}

// find finds a sheet by its name, in any case.
func (w *workbook) find(name string) (sheetRef, bool) {
	for _, s := range w.sheets {
		if strings.EqualFold(s.name, name) {
			return s, true
		}
	}
	return sheetRef{}, false
}

// named finds the table or the named range that a person asks for, and makes the wish that of its cells.
func (w *workbook) named(wish *sheet.Wish, totals *bool) error {
	var all []string
	for _, t := range w.tables {
		if strings.EqualFold(t.name, wish.Name) {
			t.narrow(wish, totals)
			return nil
		}
		all = append(all, t.name)
	}
	for _, n := range w.names {
		if strings.EqualFold(n.name, wish.Name) && (wish.Sheet == "" || strings.EqualFold(n.sheet, wish.Sheet)) {
			wish.Sheet, wish.Range = n.sheet, n.cells
			return nil
		}
		all = append(all, n.name)
	}
	if all == nil {
		return fmt.Errorf("%q is no range such as B3:H200, and the workbook has no tables and no named ranges", wish.Name)
	}
	return fmt.Errorf("the workbook has no table and no named range %q; there are %s", wish.Name, strings.Join(all, ", "))
}

// narrow makes a wish that of the table's cells. What a person says of the header stays.
func (t *table) narrow(wish *sheet.Wish, totals *bool) {
	wish.Sheet, wish.Range, *totals = t.sheet, t.cells, t.totals
	switch {
	case wish.Plain || wish.Names != (sheet.Rows{}):
	case t.heads:
		wish.Names = sheet.Rows{First: t.cells.Top, Last: t.cells.Top}
	default:
		wish.Plain = true
	}
}

// areas are the tables and the named ranges as they can be chosen.
func (w *workbook) areas(on string) (areas []data.Area) {
	add := func(kind string, n definedName) {
		cells := n.cells.String()
		if !strings.EqualFold(n.sheet, on) {
			cells = n.cells.Qualified(n.sheet)
		}
		areas = append(areas, data.Area{Kind: kind, Name: n.name, Range: cells})
	}
	for _, t := range w.tables {
		add("table", t.definedName)
	}
	for _, n := range w.names {
		add("name", n)
	}
	return areas
}

// only is the table of a sheet that has one alone.
func (w *workbook) only(on string) *table {
	var found *table
	for i := range w.tables {
		if w.tables[i].sheet == on {
			if found != nil {
				return nil
			}
			found = &w.tables[i]
		}
	}
	return found
}

// writer is the name of the program that wrote the workbook, "" where the workbook names none. Damage in that part of a workbook is
// no reason to refuse it.
func (a *archive) writer() string {
	root, err := a.relations("")
	if err != nil {
		return ""
	}
	name := ""
	for _, r := range root {
		if r.kind != "extended-properties" || !a.Has(r.target) {
			continue
		}
		_ = a.Walk(r.target, func(x *zipxml.Reader) error {
			if string(x.Name) != "Application" || !x.Inside("Properties") {
				return nil
			}
			text, err := x.Content()
			name = text
			return err
		})
	}
	return strings.TrimSpace(name)
}

var (
	errNoSheets = errors.New("the workbook has no sheet of cells")
	errNoCells  = errors.New("no sheet of the workbook has cells: there is nothing to read")
)
