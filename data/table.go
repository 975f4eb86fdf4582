package data

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardinal/data/text/header"
)

// NameSeparator stands between the parts of a name: Sales · Q1 of a heading in two lines, and 2024 · Sum of
// sales of a column of a pivot.
const NameSeparator = " · "

// Table is an immutable set of columns of equal length. Many goroutines may use it at once.
type Table struct {
	Name    string    // the file's name without its folder
	Path    string    // of the file, or of several as package load has it; "" where there is none
	Files   []string  // the paths of the files of which the table has the rows; none where there is one file or none
	Size    int64     // of the file in bytes, before it was read
	Changed time.Time // when the file was last changed, before it was read
	Format  string    // csv, xlsx, parquet
	// of a workbook: the sheet that was read; of a page or a text with several tables: the table; of an archive
	// with several files: the file, or the sheet of a file as in book.xlsx/Orders
	Sheet string
	// the names of all sheets of the workbook, of all tables of the page or text, or of all files of the
	// archive and all sheets of Member
	Sheets    []string
	Member    string // of an archive with several files: the file that was read
	Text      TextFormat
	Cells     SheetFormat
	Lists     []string  // of a file with lists: the names of those that can be unnested
	Unnest    string    // of a file with lists: the list of which each element is a row; "" for none
	Reading   Reading   // what a person said of how the file is read
	Encrypted bool      // the file has a password: no copy of the table may be kept on a disk
	Kept      time.Time // when the copy was kept that the table was opened from; zero: it was read from the file
	Lookups   []string  // the second tables that columns were looked up in, as sentences name them
	Rows      int
	Columns   []*Column
	LeftOut   []string     // the names of the columns of the file that were not asked for
	Notes     []string     // sentences on what reading the file changed or left out
	Part      *Part        // nil where the table has all rows of its file
	Served    *Served      // nil where the rows are here
	Foreign   []ForeignKey // that the file declares; of an SQLite database

	byName    map[string]*Column
	ungrouped []bool // by column
}

// ForeignKey says that the values of a column are those of the key of another table of the same file.
type ForeignKey struct {
	Column     string
	Table, Key string // the other table, as Sheet has it, and its column
}

// Part says which part of its file a table has. The table of such a part is shown while the rest of the file is read.
type Part struct {
	Share float64 // of the file, above 0 and below 1
	Rows  int     // of the whole file
	About bool    // Rows is an estimate
}

// Served says where the rows of a table are that stay on a server. The table itself has no rows then.
type Served struct {
	Host  string // with the port
	Rows  int64  // -1: unknown
	About bool   // Rows is an estimate
}

// SheetWord is what Sheet names: a sheet of a workbook, a table of a page or a text, or a file of an archive.
func (t *Table) SheetWord() string {
	switch {
	case t.Member != "":
		return "file"
	case t.Format == "xlsx" || t.Format == "xls" || t.Format == "xlsb" || t.Format == "xml" || t.Format == "ods":
		return "sheet"
	}
	return "table"
}

// AllSheets is how a person chooses all sheets, tables or files together.
func (t *Table) AllSheets() string {
	if word := t.SheetWord(); word != "table" {
		return "All " + word + "s as one table"
	}
	return "All tables as one"
}

// NewTable makes a table of columns, which must have the same number of rows and distinct names. Notes of
// columns become notes of the table.
func NewTable(name string, columns []*Column) *Table {
	t := &Table{Name: name, Columns: columns}
	t.index()
	if len(t.byName) < len(columns) {
		panic("BUG: the name of a column stands twice")
	}
	for _, c := range columns {
		if c.Rows != columns[0].Rows {
			panic(fmt.Sprintf("BUG: column %q has %d rows beside %d", c.Name, c.Rows, columns[0].Rows))
		}
		t.Rows = c.Rows
		if c.Note != "" {
			t.Notes = append(t.Notes, c.Name+": "+c.Note)
		}
	}
	return t
}

// With is the table with further columns, which must have its number of rows and new names.
func (t *Table) With(columns ...*Column) *Table {
	out := *t
	out.Columns = slices.Concat(t.Columns, columns)
	out.index()
	return &out
}

// index notes what is asked for again and again of the columns.
func (t *Table) index() {
	t.byName, t.ungrouped = make(map[string]*Column, len(t.Columns)), make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		t.byName[c.Name], t.ungrouped[i] = c, c.IsUngrouped()
	}
}

// IsUngrouped is Column.IsUngrouped of the column at a place, which takes no time: it is asked for each cell.
func (t *Table) IsUngrouped(col int) bool { return t.ungrouped[col] }

// Has reports whether the table has a column of exactly this name.
func (t *Table) Has(name string) bool { return t.byName[name] != nil }

// Stem is what a file that is made of the table is called, without its extension. A table on a server has no
// extension: what is behind a point is its own name. Signs that no file's name may have become underlines.
func (t *Table) Stem() string {
	if t.Served != nil {
		return strings.Map(func(r rune) rune {
			if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
				return '_'
			}
			return r
		}, t.Name)
	}
	return strings.TrimSuffix(t.Name, filepath.Ext(t.Name))
}

// Head is the table of the first n rows, or of all rows where there are fewer.
func (t *Table) Head(n int) *Table {
	if t.Rows <= n {
		return t
	}
	out := *t
	out.Rows, out.Columns = n, make([]*Column, len(t.Columns))
	for i, c := range t.Columns {
		out.Columns[i] = c.head(n)
	}
	out.index()
	return &out
}

// Column finds a column by its exact name, or else by its name in any case where only one column has it. The
// error lists the columns, the closest ones where there are many.
func (t *Table) Column(name string) (*Column, error) {
	if c := t.byName[name]; c != nil {
		return c, nil
	}
	var found *Column
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
		if strings.EqualFold(c.Name, name) {
			if found != nil {
				return nil, fmt.Errorf("column %q stands for both %q and %q: write it as in the file", name, found.Name, c.Name)
			}
			found = c
		}
	}
	if found == nil {
		return nil, fmt.Errorf("no column %q; the columns are %s", name, header.Nearest(names, name))
	}
	return found, nil
}

// Bytes is the memory in bytes of all columns.
func (t *Table) Bytes() int {
	n := 0
	for _, c := range t.Columns {
		n += c.Bytes()
	}
	return n
}
