package data

import (
	"cmp"
	"fmt"
	"strings"
)

// SheetFormat says how a sheet of a workbook was read. It is zero for a table of another kind of file.
type SheetFormat struct {
	Range  string // the cells that were read, the names of the columns included: B3:H200
	Header string // the rows of column names, as the sheet numbers them: 3, 3-4; none
	Areas  []Area // other areas of the sheet that can be read by themselves
}

// Area is a part of a workbook that can be read by itself.
type Area struct {
	Kind  string // table, name or block
	Name  string // of a table or a named range; "" of a block of cells
	Range string // B3:H200, or 'Sales 2024'!B3:H200 for a range of another sheet
}

// Said returns the text with which a person chooses the area: its name, or its cells.
func (a Area) Said() string {
	return cmp.Or(a.Name, a.Range)
}

// String describes the format in words: cells B3:H200, names in row 3.
func (f SheetFormat) String() string {
	switch {
	case f.Header == "none":
		return fmt.Sprintf("cells %s, no row of names", f.Range)
	case strings.Contains(f.Header, "-"):
		return fmt.Sprintf("cells %s, names in rows %s", f.Range, f.Header)
	}
	return fmt.Sprintf("cells %s, names in row %s", f.Range, f.Header)
}
