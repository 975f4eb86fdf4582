package xlsx

import (
	"strconv"
	"strings"

	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
)

// own is the name of this program in workbooks that it writes.
const own = "Cardinal"

// readName adds a defined name for cells or print titles. It ignores other names, which stand for formulas or are
// Excel's own.
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
	case name == sheet.PrintTitles && notLocal == nil:
		for i := range w.parts {
			if w.parts[i].index == local {
				w.parts[i].titles = sheet.ParseTitles(text)
			}
		}
	case !hidden:
		w.AddName(name, text)
	}
	return nil
}

// readTables reads the tables of all sheets. It ignores a damaged table, because the cells can still be read.
func (w *workbook) readTables() {
	for i, s := range w.Sheets {
		links, err := w.Relations(w.parts[i].name)
		if err != nil {
			continue
		}
		for _, l := range links {
			if l.Kind == "table" && w.Has(l.Target) {
				_ = w.Walk(l.Target, func(x *zipxml.Reader) error { return w.readTable(x, s.Name) })
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
		w.Tables = append(w.Tables, sheet.Table{Name: sheet.Name{Name: name, Sheet: on, Cells: r},
			Heads: string(x.Raw("headerRowCount")) != "0", Totals: totals > 0})
	}
	return err1
}

// writer returns the name of the program that wrote the workbook, or "". It ignores damage to the part with this name.
func (a *archive) writer() string {
	root, err := a.Relations("")
	if err != nil {
		return ""
	}
	name := ""
	for _, r := range root {
		if r.Kind != "extended-properties" || !a.Has(r.Target) {
			continue
		}
		_ = a.Walk(r.Target, func(x *zipxml.Reader) error {
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
