package sqlite

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// named is a table that a person can choose.
type named struct {
	name     string
	kind     kind
	numbered bool // the table has row numbers
}

// kind says where the rows of a table come from.
type kind int

const (
	table   kind = iota // from its own pages
	virtual             // from the tables in which a module stores them
	index               // from a virtual table that says where the objects of another table are
	view                // from other tables
)

// mostTables is the greatest number of tables that a person can choose from.
const mostTables = 1000

// list finds the tables in the order of their creation, and then the indexes and views. It ignores a table with an
// empty name, because a query cannot name it.
func (d *Database) list() error {
	s, _, err := d.conn.Prepare(`SELECT l.name, l.type, NOT l.wr, ifnull(s.sql, ''), CASE WHEN l.type IN ('table', 'shadow') THEN (SELECT group_concat(name) FROM pragma_table_info(l.name, 'main')) END FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view')
		WHERE l.schema = 'main' AND l.name <> '' AND l.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY s.rowid`)
	if err != nil {
		return d.reason(err)
	}
	defer s.Close()
	modules := map[string]module{} // by the name of the virtual table
	columns := map[string]string{} // names of the columns, by the name of another table
	for s.Step() {
		t := named{name: s.ColumnText(0)}
		switch s.ColumnText(1) {
		case "view":
			t.kind = view
		case "virtual":
			t.kind = virtual
			modules[t.name] = moduleOf(s.ColumnText(3))
		default:
			t.numbered = s.ColumnBool(2)
			columns[t.name] = s.ColumnText(4)
		}
		d.all = append(d.all, t)
	}
	if err := s.Err(); err != nil {
		return d.reason(err)
	}
	hidden := map[string]bool{} // tables in which modules store virtual tables, and virtual tables that cannot be read
	for name, m := range modules {
		for _, shadow := range m.shadows(name, columns) {
			hidden[shadow] = true
		}
	}
	for i, t := range d.all {
		if t.kind != virtual {
			continue
		}
		switch m := modules[t.name]; {
		case !d.canRead(t), m.rows == "", !hidden[t.name+m.rows]:
			d.unread = append(d.unread, t.name)
			hidden[t.name] = true
		case m.index:
			d.all[i].kind = index
		}
	}
	d.all = slices.DeleteFunc(d.all, func(t named) bool { return hidden[t.name] })
	slices.SortStableFunc(d.all, func(a, b named) int {
		return cmp.Compare(max(a.kind, virtual), max(b.kind, virtual))
	})
	if len(d.all) == 0 {
		return errors.New("the database has no table: there is nothing to read")
	}
	d.of = len(d.all)
	d.all = d.all[:min(d.of, mostTables)]
	return nil
}

// canRead reports whether SQLite can read a virtual table.
func (d *Database) canRead(t named) bool {
	s, _, err := d.conn.Prepare("SELECT * FROM " + sqlite3.QuoteIdentifier(t.name))
	return err == nil && s.Close() == nil
}

// notes returns sentences on tables that cannot be chosen.
func (d *Database) notes() (notes []string) {
	if d.of > len(d.all) {
		notes = append(notes, separators.Sprintf("the database has %d tables and views, of which the first %d can be "+
			"chosen", d.of, len(d.all)))
	}
	if n := len(d.unread); n > 0 {
		notes = append(notes, separators.Sprintf("virtual tables that have no rows of their own, or are of modules "+
			"that Cardinal does not have, were left out: %d, the first is %s", n, d.unread[0]))
	}
	return notes
}

// Tables returns the names of the tables and views to choose from.
func (d *Database) Tables() []string { return names(d.all) }

func names(tables []named) []string {
	return each.Of(tables, func(t named) string { return t.name })
}

// Derived reports whether a name belongs to a view or a virtual table in a database that also has tables. Its rows may
// repeat rows of those tables. "" is the largest table.
func (d *Database) Derived(name string) bool {
	if name == "" {
		return false
	}
	t, err := d.choose(name)
	return err == nil && t.kind != table && slices.ContainsFunc(d.all, func(t named) bool { return t.kind == table })
}

// choose returns the table with a name, in any case. If the name is "", it returns the largest table, or the first
// index or view if there is no table.
func (d *Database) choose(name string) (named, error) {
	if name != "" {
		for _, is := range []func(t named) bool{
			func(t named) bool { return t.name == name }, // for SQLite, ä and Ä differ
			func(t named) bool { return strings.EqualFold(t.name, name) },
		} {
			if at := slices.IndexFunc(d.all, is); at >= 0 {
				return d.all[at], nil
			}
		}
		return named{}, fmt.Errorf("the database has no table %q; its tables are %s", name,
			header.Nearest(d.Tables(), name))
	}
	if len(d.all) == 1 || d.all[0].kind > virtual {
		return d.all[0], nil
	}
	return d.largest()
}

// largest returns the largest table that SQLite can count. A damaged table, whose size is unknown, counts as the
// largest.
func (d *Database) largest() (out named, err error) {
	var broken error
	sizes := make(map[string]extent, len(d.all))
	tables := slices.DeleteFunc(slices.Clone(d.all), func(t named) bool { return t.kind > virtual })
	for _, t := range tables {
		n, err := d.extent(t)
		switch {
		case err == nil:
		case errors.Is(err, sqlite3.ERROR): // the table needs a function or a collation of another program
		case isDamaged(err) && d.file.failed == nil:
			if n.rows = math.MaxInt64; broken == nil {
				out, broken = t, err
			}
		default:
			return named{}, d.reason(err)
		}
		sizes[t.name] = n
	}
	slices.SortStableFunc(tables, func(a, b named) int { return sizes[b.name].compare(sizes[a.name]) })
	d.ranked = append(names(tables), names(d.all[len(tables):])...)
	if broken != nil {
		return out, d.unreadableError(out.name, broken)
	}
	return tables[0], nil
}

// Unreadable is the error for the largest table if it cannot be read and nobody chose a table.
type Unreadable struct {
	Table  string
	Others []string // other tables that a person can choose, from the largest to the smallest, and then views
	Err    error
}

func (u Unreadable) Error() string {
	return fmt.Sprintf("%s cannot be read: %v; or choose another table by --sheet: %s", u.Table, u.Err,
		header.Listed(u.Others, len(u.Others)))
}

func (u Unreadable) Unwrap() error { return u.Err }

// unreadableError turns an error of SQLite on a table into a sentence. The result is an Unreadable if the database has
// several tables and nobody chose one.
func (d *Database) unreadableError(table string, err error) error {
	err = d.reason(err)
	if others := slices.DeleteFunc(slices.Clone(d.ranked), func(name string) bool {
		return name == table
	}); len(others) > 0 {
		return Unreadable{table, others, err}
	}
	return fmt.Errorf("%s cannot be read: %w", table, err)
}

// extent is the size of a table: the number of its rows, up to mostCounted, and the greatest row number.
type extent struct{ rows, last int64 }

func (s extent) compare(o extent) int {
	return cmp.Or(cmp.Compare(s.rows, o.rows), cmp.Compare(s.last, o.last))
}

// mostCounted is the greatest number of rows that are counted to find the largest table. Counting that many takes some
// tens of milliseconds.
const mostCounted = 1_000_000

func (d *Database) extent(t named) (out extent, err error) {
	from := " FROM " + sqlite3.QuoteIdentifier(t.name)
	last := ", 0"
	if t.numbered {
		last = ", (SELECT max(rowid)" + from + ")"
	}
	s, _, err := d.conn.Prepare("SELECT (SELECT count(*) FROM (SELECT 1" + from + " LIMIT " +
		strconv.Itoa(mostCounted) + "))" + last)
	if err != nil {
		return extent{}, err
	}
	defer s.Close()
	if s.Step() {
		out = extent{s.ColumnInt64(0), s.ColumnInt64(1)}
	}
	return out, s.Err()
}
