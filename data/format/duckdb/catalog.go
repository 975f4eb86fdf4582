package duckdb

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardinal/data/text/header"
	"cardinal/internal/each"
)

// table is a table of a database.
type table struct {
	name    string // with its schema, unless the schema is main
	columns []column
	made    []string // names of generated columns, which DuckDB computes and does not store
	rows    uint64
	place   metaPointer // position of the statistics, which the row groups follow
}

// column is a stored column.
type column struct {
	name string
	typ  *logical
}

const mainSchema = "main"

// catalog lists the entries of a database.
type catalog struct {
	tables  []table
	views   []string
	unknown []string // kinds of entries that Cardinal does not know and leaves out
}

func (f *file) catalog() (*catalog, error) {
	c := &catalog{}
	if f.root.block == noBlock {
		return nil, errEmpty
	}
	entries, unknown := f.entries()
	c.unknown = unknown
	for _, entry := range entries {
		info := entry.object(100)
		name := info.text(200)
		if schema := cmp.Or(info.text(102), mainSchema); schema != mainSchema {
			name = schema + "." + name
		}
		switch entry.number(99) {
		case entryView:
			c.views = append(c.views, name)
		case entryTable:
			c.tables = append(c.tables, tableOf(name, entry))
		}
	}
	if len(c.tables) == 0 {
		return nil, c.emptyError()
	}
	rename(c.tables)
	return c, nil
}

// tableOf returns the table that an entry describes.
func tableOf(name string, entry object) table {
	place := entry.object(101)
	t := table{name: name, rows: entry.number(102), place: metaPointer{place.number(100), place.number(101)}}
	for _, c := range entry.object(100).object(201).list(100) {
		o, _ := c.(object)
		if o.number(103) != 0 {
			t.made = append(t.made, o.text(100))
			continue
		}
		t.columns = append(t.columns, column{o.text(100), typeOf(o.object(101))})
	}
	return t
}

// rename makes the names of tables distinct. Otherwise the table "a.b" would have the same name as table b in schema a.
func rename(tables []table) {
	taken := map[string]bool{}
	for i := range tables {
		t, first := &tables[i], tables[i].name
		for n := 2; taken[t.name]; n++ {
			t.name = fmt.Sprintf("%s (%d)", first, n)
		}
		taken[t.name] = true
	}
}

// isReadable reports whether Cardinal can read at least one column.
func (t table) isReadable() bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return c.typ.arrow() != nil })
}

// split divides tables into readable and other tables.
func split(all []table) (readable, others []table) {
	for _, t := range all {
		if t.isReadable() {
			readable = append(readable, t)
		} else {
			others = append(others, t)
		}
	}
	return readable, others
}

var errEmpty = errors.New("the database has no table with rows of its own: there is nothing to read")

// emptyError returns the error for a database without a table.
func (c *catalog) emptyError() error {
	switch {
	case c.unknown != nil:
		return fmt.Errorf("the database has no table that Cardinal knows: %s", c.unknownNote())
	case c.views != nil:
		return fmt.Errorf("the database has no table with rows of its own; %s", c.viewsNote())
	}
	return errEmpty
}

// asTable tells a person how to make the rows of a view readable.
const asTable = "keep one as a table, by CREATE TABLE t AS FROM view in DuckDB, or write it as Parquet, by COPY … TO " +
	"'view.parquet'"

func (c *catalog) viewsNote() string {
	return "views are not listed, since DuckDB works out their rows: " + header.Listed(c.views, len(c.views)) +
		"; " + asTable
}

func (c *catalog) unknownNote() string {
	return "left out, entries of the catalog that Cardinal does not know: " + header.Listed(c.unknown, len(c.unknown)) +
		"; tables may be among them, which DuckDB can write as Parquet, by COPY … TO 'table.parquet'"
}

// notes returns sentences on everything that the list of tables lacks.
func (c *catalog) notes() (notes []string) {
	if _, others := split(c.tables); others != nil {
		notes = append(notes, "tables that are not listed, since Cardinal reads the type of none of their columns: "+
			header.Listed(names(others), len(others)))
	}
	if c.views != nil {
		notes = append(notes, c.viewsNote())
	}
	if c.unknown != nil {
		notes = append(notes, c.unknownNote())
	}
	return notes
}

// choose returns the table with a name, in any case. If the name is "", it returns the readable table with the most
// rows. If no table is readable, it returns any table with the most rows.
func (c *catalog) choose(name string) (table, error) {
	tables := c.tables
	if name == "" {
		if readable, _ := split(tables); readable != nil {
			tables = readable
		}
		return slices.MaxFunc(tables, func(a, b table) int { return cmp.Compare(a.rows, b.rows) }), nil
	}
	same, folded := func(s string) bool { return s == name }, func(s string) bool { return strings.EqualFold(s, name) }
	for _, is := range []func(string) bool{same, folded} {
		if at := slices.IndexFunc(tables, func(t table) bool { return is(t.name) }); at >= 0 {
			return tables[at], nil
		}
	}
	for _, is := range []func(string) bool{same, folded} {
		if at := slices.IndexFunc(c.views, is); at >= 0 {
			return table{}, fmt.Errorf("%s is a view, and DuckDB works out the rows of views: "+asTable, c.views[at])
		}
	}
	err := fmt.Errorf("the database has no table %q; its tables are %s", name, header.Nearest(names(tables), name))
	if c.unknown != nil {
		err = fmt.Errorf("%w; %s", err, c.unknownNote())
	}
	return table{}, err
}

func names(tables []table) []string {
	return each.Of(tables, func(t table) string { return t.name })
}
