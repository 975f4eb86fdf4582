package data

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardinal/data/text/header"
	"cardinal/internal/each"
)

// NameSeparator separates the parts of a name. A heading in two lines becomes Sales · Q1, and a column of a pivot is
// named 2024 · Sum of sales.
const NameSeparator = " · "

// Table is an immutable set of columns of equal length. Many goroutines may use it at once.
type Table struct {
	Name    string    // the file's name without its folder
	Path    string    // of the file, or of several files, joined as package load does; "" if the table has no file
	Files   []string  // the paths of the files whose rows the table has; nil for at most one file
	Size    int64     // of the file in bytes, before it was read
	Changed time.Time // when the file was last changed, before it was read
	Format  string    // csv, xlsx, parquet
	// the sheet of a workbook that was read, or the table of a page or text with several tables; in an archive with
	// several files, the file, or the sheet of a file as in book.xlsx/Orders
	Sheet string
	// the names of all sheets of the workbook, of all tables of the page or text, or of all files of the archive and
	// all sheets of Member
	Sheets    []string
	Member    string // of an archive with several files: the file that was read
	Text      TextFormat
	Cells     SheetFormat
	Lists     []string  // of a file with lists: the names of the lists that can be unnested
	Unnest    string    // of a file with lists: the list whose elements are the rows; "" for none
	Reading   Reading   // how the person wants the file read
	Encrypted bool      // the file has a password: no copy of the table may be kept on a disk
	Kept      time.Time // when the copy was written that the table was opened from; zero: not from a copy
	Lookups   []string  // the tables from which a lookup added columns, as sentences name them
	Rows      int
	Columns   []*Column
	LeftOut   []string     // the names of the columns that were not requested
	Notes     []string     // sentences on what reading the file changed or left out
	Part      *Part        // nil if the table has all rows of its file
	Served    *Served      // nil unless the rows stay on a server
	Foreign   []ForeignKey // foreign keys that an SQLite database declares

	byName    map[string]*Column
	ungrouped []bool // by column
}

// ForeignKey says that the values of a column refer to the key of another table of the same file.
type ForeignKey struct {
	Column     string
	Table, Key string // the other table, named as in Sheet, and its column
}

// Part says which part of its file a table has. The table of a part is shown while the rest of the file is read.
type Part struct {
	Share float64 // of the file, above 0 and below 1
	Rows  int     // of the whole file
	About bool    // Rows is an estimate
}

// Served says on which server the rows of a table stay. The table itself has no rows then.
type Served struct {
	Host  string // with the port
	Rows  int64  // -1: unknown
	About bool   // Rows is an estimate
}

// SheetWord returns the word for what Sheet names: a sheet of a workbook, a table of a page or a text, or a file of
// an archive.
func (t *Table) SheetWord() string {
	switch {
	case t.Member != "":
		return "file"
	case t.Format == "xlsx" || t.Format == "xls" || t.Format == "xlsb" || t.Format == "xml" || t.Format == "ods":
		return "sheet"
	}
	return "table"
}

// AllSheets returns the text of the choice to read all sheets, tables or files as one table.
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

// With returns the table with further columns, which must have its number of rows and new names.
func (t *Table) With(columns ...*Column) *Table {
	out := *t
	out.Columns = slices.Concat(t.Columns, columns)
	out.index()
	return &out
}

// index fills the fields that make frequent questions about columns fast.
func (t *Table) index() {
	t.byName, t.ungrouped = make(map[string]*Column, len(t.Columns)), make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		t.byName[c.Name], t.ungrouped[i] = c, c.IsUngrouped()
	}
}

// IsUngrouped returns Column.IsUngrouped of a column. It looks the answer up, because it is called for each cell.
func (t *Table) IsUngrouped(col int) bool { return t.ungrouped[col] }

// Has reports whether the table has a column of exactly this name.
func (t *Table) Has(name string) bool { return t.byName[name] != nil }

// Stem returns a name, without an extension, for a file that is written from the table. The name of a table on a server
// has no extension: all of it counts. Characters that file names cannot have become underscores.
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

// Head returns the table of the first n rows, or of all rows if the table has fewer.
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

// Only returns a table that has only the wanted columns, as header.Wanted understands them. Notes on other columns are
// left out.
func (t *Table) Only(wanted []string) *Table {
	names := Names(t.Columns)
	some := header.Wanted(names, wanted)
	if some == nil {
		return t
	}
	out := *t
	out.LeftOut = slices.Concat(t.LeftOut, header.LeftOut(names, some))
	out.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c *Column) bool { return !some[c.Name] })
	out.Notes = slices.DeleteFunc(slices.Clone(t.Notes), func(note string) bool {
		return slices.ContainsFunc(out.LeftOut, func(name string) bool { return strings.HasPrefix(note, name+": ") })
	})
	out.index()
	return &out
}

// Column finds a column by its exact name, or else by its name in any case if only one column matches. The error
// lists the columns, or the closest names if there are many columns.
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
				return nil, fmt.Errorf("column %q stands for both %q and %q: write it as in the file", name,
					found.Name, c.Name)
			}
			found = c
		}
	}
	if found == nil {
		return nil, fmt.Errorf("no column %q; the columns are %s", name, header.Nearest(names, name))
	}
	return found, nil
}

// Bytes returns the memory of all columns in bytes.
func (t *Table) Bytes() int {
	return each.Sum(t.Columns, (*Column).Bytes)
}
