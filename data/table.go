package data

import (
	"fmt"
	"strings"
	"time"
)

// Table is an immutable set of columns of equal length. It is safe for use by many goroutines.
type Table struct {
	Name    string // what a person would call it: the file's name without its folder
	Path    string // of the file, "" where there is none
	Size    int64  // of the file, in bytes, and when it was last changed, before it was read
	Changed time.Time
	Format  string // csv, xlsx, parquet
	Sheet   string // the sheet read, of a workbook
	Sheets  []string
	Rows    int
	Columns []*Column
	Notes   []string // what a reader should know of the load: repaired headers, ragged rows, rounded columns

	byName map[string]*Column
}

// NewTable makes a table of columns that all have the same number of rows and distinct names.
func NewTable(name string, columns []*Column) *Table {
	t := &Table{Name: name, Columns: columns, byName: make(map[string]*Column, len(columns))}
	for _, c := range columns {
		if c.Rows != columns[0].Rows || t.byName[c.Name] != nil {
			panic(fmt.Sprintf("BUG: column %q has %d rows beside %d, or its name stands twice", c.Name, c.Rows, columns[0].Rows))
		}
		t.byName[c.Name] = c
		t.Rows = c.Rows
		if c.Note != "" {
			t.Notes = append(t.Notes, c.Name+": "+c.Note)
		}
	}
	return t
}

// Column finds a column by its name, exactly or else in any case where that is unambiguous. The error lists
// the columns there are.
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
		return nil, fmt.Errorf("no column %q; the columns are %s", name, strings.Join(names, ", "))
	}
	return found, nil
}

// Bytes is the memory of all columns.
func (t *Table) Bytes() int {
	n := 0
	for _, c := range t.Columns {
		n += c.Bytes()
	}
	return n
}
