package remote

import (
	"strings"

	"cardinal/data"
)

var (
	clickHouseName = strings.NewReplacer(`\`, `\\`, "`", "\\`", "\x00", `\0`)
	clickHouseText = strings.NewReplacer(`\`, `\\`, "'", `\'`, "\x00", `\0`)
)

// Name writes the name of a column, a table or a database in the dialect.
func (d Dialect) Name(name string) string {
	if d.Kind == ClickHouse {
		return "`" + clickHouseName.Replace(name) + "`"
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// Value writes a column for a query, so that its values arrive in the column's type. Values that the type cannot hold
// arrive as null.
func (d Dialect) Value(c Column) string {
	name := d.Name(c.Name)
	switch {
	case c.AsText && c.Type == data.Text && d.Kind == ClickHouse:
		return "toString(" + name + ")"
	case c.AsText && c.Type == data.Text:
		return name + "::text"
	case c.AsNumber:
		return "(" + name + "::numeric)"
	}
	if held := d.Held(c); held != "" {
		return "(case when " + held + " then " + name + " end)"
	}
	return name
}

// Held writes a condition for a date or a time of PostgreSQL: it is true if a column of Cardinal can hold the value.
// It excludes infinity, and the last years of PostgreSQL's calendar, whose microseconds since 1970 need more than 64
// bits. Held returns "" if the column can hold all values.
func (d Dialect) Held(c Column) string {
	name := d.Name(c.Name)
	switch {
	case d.Kind != PostgreSQL:
	case c.Type == data.Date:
		return "isfinite(" + name + ")"
	case c.Type == data.Timestamp:
		return "(" + name + " > '-infinity' AND " + name + " < '292277-01-01')"
	}
	return ""
}

// Text writes a text as a literal of the dialect.
func (d Dialect) Text(text string) string {
	if d.Kind == ClickHouse {
		return "'" + clickHouseText.Replace(text) + "'"
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// Schema splits the name of the address's table into PostgreSQL's schema and the table. The schema is "" if the name
// has none. A schema with a point in its name stands in double quotes.
func (a Address) Schema() (schema, table string) {
	if inner, quoted := strings.CutPrefix(a.Table, `"`); quoted {
		if schema, table, found := strings.Cut(inner, `".`); found {
			return strings.ReplaceAll(schema, `""`, `"`), table
		}
	}
	schema, table, found := strings.Cut(a.Table, ".")
	if !found {
		return "", a.Table
	}
	return schema, table
}

// From writes the name of the address's table behind its database or schema.
func (d Dialect) From(a Address) string {
	in, table := a.Database, a.Table
	if d.Kind == PostgreSQL {
		in, table = a.Schema()
	}
	if in == "" {
		return d.Name(table)
	}
	return d.Name(in) + "." + d.Name(table)
}
