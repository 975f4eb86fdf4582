package duckdb

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardinal/data/header"
)

// table is a table of a database.
type table struct {
	name    string // with its schema, where that is not main
	columns []column
	made    []string // names of the columns that are worked out from others, and not stored
	rows    uint64
	place   metaPointer // of its statistics, behind which the row groups stand
}

// column is a column that is stored.
type column struct {
	name string
	typ  *logical
}

const mainSchema = "main"

// tables reads the catalog.
func (f *file) tables() (tables []table, err error) {
	if f.root.block == noBlock {
		return nil, errEmpty
	}
	for _, e := range f.stream(f.root).object("Catalog", 0).list(100) {
		entry, _ := e.(object)
		info := entry.object(100)
		if entry.number(99) != entryTable {
			continue
		}
		place := entry.object(101)
		t := table{name: info.text(200), rows: entry.number(102), place: metaPointer{place.number(100), place.number(101)}}
		schema := cmp.Or(info.text(102), mainSchema)
		if schema != mainSchema {
			t.name = schema + "." + t.name
		}
		for _, c := range info.object(201).list(100) {
			o, _ := c.(object)
			if o.number(103) != 0 {
				t.made = append(t.made, o.text(100))
				continue
			}
			t.columns = append(t.columns, column{o.text(100), typeOf(o.object(101))})
		}
		tables = append(tables, t)
	}
	if len(tables) == 0 {
		return nil, errEmpty
	}
	rename(tables)
	return tables, nil
}

// rename makes the names of tables different: that of the table "a.b" is also that of the table b of the schema a.
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

// isReadable reports whether Cardinal reads the type of at least one column.
func (t table) isReadable() bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return c.typ.arrow() != nil })
}

// split divides tables into those that can be read and the others.
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

// chosen is the table of a name, in any case; of "" that with the most rows, of those that can be read if there are any.
func chosen(tables []table, name string) (table, error) {
	if name == "" {
		if readable, _ := split(tables); readable != nil {
			tables = readable
		}
		return slices.MaxFunc(tables, func(a, b table) int { return cmp.Compare(a.rows, b.rows) }), nil
	}
	for _, is := range []func(t table) bool{
		func(t table) bool { return t.name == name },
		func(t table) bool { return strings.EqualFold(t.name, name) },
	} {
		if at := slices.IndexFunc(tables, is); at >= 0 {
			return tables[at], nil
		}
	}
	return table{}, fmt.Errorf("the database has no table %q; its tables are %s", name, header.Listed(names(tables), len(tables)))
}

func names(tables []table) (out []string) {
	for _, t := range tables {
		out = append(out, t.name)
	}
	return out
}
