package sqlite

import (
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data"
	"cardinal/internal/each"
)

// foreignKeys returns the foreign keys that a table declares and that have one column, in the order of their
// declaration. It leaves out keys of tables that a person cannot choose.
func (d *Database) foreignKeys(t named) (keys []data.ForeignKey) {
	if t.kind != table {
		return nil
	}
	declared := d.texts(`SELECT "from", "table", "to" FROM pragma_foreign_key_list(` + sqlite3.Quote(t.name) +
		`, 'main') GROUP BY id HAVING count(*) = 1 ORDER BY id DESC`)
	for _, k := range declared {
		other, err := d.choose(k[1])
		if err != nil || k[1] == "" {
			continue
		}
		to := k[2]
		columns := d.texts(`SELECT name, pk FROM pragma_table_info(` + sqlite3.Quote(other.name) +
			`, 'main') ORDER BY pk = 0`)
		// The foreign key refers to the primary key, which must have one column.
		if to == "" && len(columns) > 0 && columns[0][1] != "0" && (len(columns) == 1 || columns[1][1] == "0") {
			to = columns[0][0]
		}
		at := slices.IndexFunc(columns, func(c []string) bool { return strings.EqualFold(c[0], to) })
		if at >= 0 {
			keys = append(keys, data.ForeignKey{Column: k[0], Table: other.name, Key: columns[at][0]})
		}
	}
	return keys
}

// texts returns the rows of a query, or nil if the query fails.
func (d *Database) texts(query string) (rows [][]string) {
	s, _, err := d.conn.Prepare(query)
	if err != nil {
		return nil
	}
	defer s.Close()
	for s.Step() {
		rows = append(rows, each.Times(s.ColumnCount(), s.ColumnText))
	}
	if s.Err() != nil {
		return nil
	}
	return rows
}
