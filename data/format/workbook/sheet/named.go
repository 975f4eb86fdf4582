package sheet

import (
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/text/header"
)

// Name is a name that a workbook gives to cells.
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

// PrintTitles is the defined name of a sheet's print titles.
const PrintTitles = "_xlnm.Print_Titles"

// AddName adds what a defined name stands for, a reference such as Sales!$A$1:$C$9, if it names cells of a
// sheet. Other names stand for formulas, or belong to Excel.
func (b *Book) AddName(name, reference string) {
	if strings.HasPrefix(name, "_") {
		return
	}
	on, cells := SplitSheet(reference)
	if r, ok := ParseRange(cells); ok && b.Find(on) >= 0 {
		b.Names = append(b.Names, Name{name, on, r})
	}
}

// named finds the table or the named range that a person asks for, and makes the wish that of its cells.
func (b *Book) named(wish *Wish, totals *bool) error {
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
		return fmt.Errorf("%q is no range such as B3:H200, and the workbook has no tables and no named ranges", wish.Name)
	}
	return fmt.Errorf("the workbook has no table and no named range %q; there are %s", wish.Name, header.Nearest(all, wish.Name))
}

// narrow makes a wish that of the table's cells. What a person says of the header stays.
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

// areas are the tables and the named ranges as they can be chosen.
func (b *Book) areas(on string) (areas []data.Area) {
	add := func(kind string, n Name) {
		cells := n.Cells.String()
		if !strings.EqualFold(n.Sheet, on) {
			cells = n.Cells.Qualified(n.Sheet)
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

// only is the table of a sheet that has one alone.
func (b *Book) only(on string) *Table {
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
