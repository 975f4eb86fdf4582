package sheet

import (
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/text/header"
)

// Name is a defined name for cells of a workbook.
type Name struct {
	Name  string
	Sheet string
	Cells Range
}

// Table is an Excel table.
type Table struct {
	Name
	Heads  bool // its first row names the columns
	Totals bool // its last row has totals
}

// PrintTitles is the defined name that Excel gives to a sheet's print titles.
const PrintTitles = "_xlnm.Print_Titles"

// AddName adds a defined name if it refers to cells of a sheet, such as Sales!$A$1:$C$9. Other names stand for
// formulas, or are Excel's own.
func (b *Book) AddName(name, reference string) {
	if strings.HasPrefix(name, "_") {
		return
	}
	on, cells := SplitSheet(reference)
	if r, ok := ParseRange(cells); ok && b.Find(on) >= 0 {
		b.Names = append(b.Names, Name{name, on, r})
	}
}

// findNamed finds the table or the named range that a person chose, and sets the wish to its cells.
func (b *Book) findNamed(wish *Wish, totals *bool) error {
	var all []string
	for _, t := range b.Tables {
		if strings.EqualFold(t.Name.Name, wish.Name) {
			t.narrow(wish, totals)
			return nil
		}
		all = append(all, t.Name.Name)
	}
	for _, n := range b.Names {
		if strings.EqualFold(n.Name, wish.Name) && (wish.Sheet == "" || strings.EqualFold(n.Sheet, wish.Sheet)) {
			wish.Sheet, wish.Range = n.Sheet, n.Cells
			return nil
		}
		all = append(all, n.Name)
	}
	if all == nil {
		return fmt.Errorf("%q is no range such as B3:H200, and the workbook has no tables and no named ranges",
			wish.Name)
	}
	return fmt.Errorf("the workbook has no table and no named range %q; there are %s", wish.Name,
		header.Nearest(all, wish.Name))
}

// narrow sets a wish to the table's cells. It keeps the person's choice of a header.
func (t *Table) narrow(wish *Wish, totals *bool) {
	wish.Sheet, wish.Range, *totals = t.Sheet, t.Cells, t.Totals
	switch {
	case wish.Plain || wish.Names != (Rows{}):
	case t.Heads:
		wish.Names = Rows{First: t.Cells.Top, Last: t.Cells.Top}
	default:
		wish.Plain = true
	}
}

// areas returns the tables and the named ranges of a sheet as areas that a person can choose.
func (b *Book) areas(on string) (areas []data.Area) {
	add := func(kind string, n Name) {
		cells := n.Cells.String()
		if !strings.EqualFold(n.Sheet, on) {
			cells = n.Cells.WithSheet(n.Sheet)
		}
		areas = append(areas, data.Area{Kind: kind, Name: n.Name, Range: cells})
	}
	for _, t := range b.Tables {
		add("table", t.Name)
	}
	for _, n := range b.Names {
		add("name", n)
	}
	return areas
}

// onlyTable returns the table of a sheet, or nil if the sheet has none or several.
func (b *Book) onlyTable(on string) *Table {
	var found *Table
	for i := range b.Tables {
		if b.Tables[i].Sheet == on {
			if found != nil {
				return nil
			}
			found = &b.Tables[i]
		}
	}
	return found
}
