package sheet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Book is a workbook of which one sheet is read.
type Book struct {
	Sheets []Ref
	Names  []Name
	Tables []Table
	Stale  bool // the workbook asks for its formulas to be calculated when it is opened
	Ours   bool // Cardinal wrote the workbook
	Memory zipxml.Budget

	// Read reads the cells of the sheet with an index.
	Read func(index int, wish Wish) (*Grid, error)
}

// Ref refers to a sheet of a workbook.
type Ref struct {
	Name   string
	Hidden bool
}

var (
	errNoSheets    = errors.New("the workbook has no sheet of cells")
	errNoBookCells = errors.New("no sheet of the workbook has cells: there is nothing to read")
)

// Table makes the table of a sheet. name is the name of the sheet, in any case; if it is "", Table chooses the first
// visible sheet with cells. The error is a sentence for a person.
func (b *Book) Table(ctx context.Context, name string, wish Wish) (*data.Table, error) {
	c := choice{Book: b, wish: wish}
	if wish.Name != "" {
		if err := b.findNamed(&c.wish, &c.totals); err != nil {
			return nil, err
		}
	}
	if on := c.wish.Sheet; on != "" {
		if name != "" && !strings.EqualFold(name, on) {
			return nil, fmt.Errorf("the range is on sheet %q, and sheet %q is asked for: leave one of them out",
				on, name)
		}
		name = on
	}
	ref, g, err := c.choose(name)
	if err != nil {
		return nil, err
	}
	t, err := g.Table(ctx, fmt.Sprintf("sheet %q", ref.Name), b.Memory, b.Ours)
	switch {
	case errors.As(err, &zipxml.TooLarge{}): // the error already names the sheet
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("sheet %q: %w", ref.Name, err)
	}
	t.Sheet, t.Sheets = ref.Name, b.sheetNames()
	t.Cells.Areas = append(b.areas(ref.Name), t.Cells.Areas...)
	t.Notes = append(t.Notes, c.notes...)
	if b.Stale && g.Formulas > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("the workbook asks for %s to be calculated when it is opened, and the "+
			"stored values may be out of date: open it in a spreadsheet program and save it",
			separators.Counted(g.Formulas, "formula")))
	}
	switch {
	case ref.Hidden && name == "":
		t.Notes = append(t.Notes, fmt.Sprintf("sheet %q is hidden: it is the only kind that has cells", ref.Name))
	case ref.Hidden:
		t.Notes = append(t.Notes, "the sheet is hidden in the workbook")
	}
	return t, nil
}

// Find returns the index of a sheet by its name, in any case, or -1.
func (b *Book) Find(name string) int {
	return slices.IndexFunc(b.Sheets, func(s Ref) bool { return strings.EqualFold(s.Name, name) })
}

func (b *Book) sheetNames() []string {
	return each.Of(b.Sheets, func(s Ref) string { return s.Name })
}

// choice is a person's choice of what to read.
type choice struct {
	*Book
	wish   Wish
	totals bool // the last row of the range is the totals row of a table
	notes  []string
}

// choose chooses the sheet and reads its cells.
func (c *choice) choose(name string) (Ref, *Grid, error) {
	if len(c.Sheets) == 0 {
		return Ref{}, nil, errNoSheets
	}
	if name != "" {
		i := c.Find(name)
		if i < 0 {
			return Ref{}, nil, fmt.Errorf("the workbook has no sheet %q; its sheets are %s", name,
				header.Nearest(c.sheetNames(), name))
		}
		g, err := c.read(i)
		if err == nil && g.Rows() == 0 {
			err = c.empty(c.Sheets[i])
		}
		return c.Sheets[i], g, err
	}
	for _, hidden := range []bool{false, true} {
		for i, s := range c.Sheets {
			if s.Hidden != hidden {
				continue
			}
			g, err := c.read(i)
			if err != nil || g.Rows() > 0 {
				return s, g, err
			}
		}
	}
	if c.wish.Range != (Range{}) {
		return Ref{}, nil, fmt.Errorf("no sheet of the workbook has a cell in %s: choose another range", c.wish.Range)
	}
	if c.wish.Names.First > 1 {
		return Ref{}, nil, separators.Errorf("no sheet of the workbook has a cell in row %d or below it: choose "+
			"another row for the names", c.wish.Names.First)
	}
	return Ref{}, nil, errNoBookCells
}

func (c *choice) empty(s Ref) error {
	if c.wish.Range != (Range{}) || c.wish.Names.First > 1 {
		return NoCells(fmt.Sprintf("sheet %q has no cell there: choose another range or row", s.Name))
	}
	return NoCells(fmt.Sprintf("sheet %q is empty: choose another sheet", s.Name))
}

// read reads a sheet. If the person chose no cells and the sheet has exactly one table, it reads only that table,
// unless most cells are outside the table.
func (c *choice) read(i int) (*Grid, error) {
	wish, totals := c.wish, c.totals
	t := c.onlyTable(c.Sheets[i].Name)
	if t != nil && wish.Range == (Range{}) && wish.Names == (Rows{}) && !wish.Plain {
		t.narrow(&wish, &totals)
		g, err := c.Read(i, wish)
		if err != nil {
			return nil, err
		}
		if g.Inside >= g.Outside && g.Inside > 0 {
			if g.Totals = totals; g.Outside > 0 {
				c.notes = append(c.notes, fmt.Sprintf("the table %s, %s, is read, and %s outside of it left out: "+
					"choose a range to read more", t.Name.Name, t.Cells, separators.Counted(g.Outside, "cell")))
			}
			return g, nil
		}
	}
	g, err := c.Read(i, c.wish)
	if err == nil {
		g.Totals = c.totals
	}
	return g, err
}
