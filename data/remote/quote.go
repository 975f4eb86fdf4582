package remote

import (
	"fmt"
	"strings"

	"cardinal/data"
)

// Name writes the name of a column, a table or a database in the dialect.
func (d Dialect) Name(name string) string { return KindOf(d.Kind).name(name) }

// Value writes a column for a query, so that its values arrive in the column's type. Values that the type cannot hold
// arrive as null.
func (d Dialect) Value(c Column) string {
	name := d.Bare(c)
	if convert := KindOf(d.Kind).convert; convert != nil {
		return convert(name, c)
	}
	if c.AsNumber {
		name = fmt.Sprintf(KindOf(d.Kind).asNumber, name)
	}
	if c.AsText && c.Type == data.Text {
		return fmt.Sprintf(KindOf(d.Kind).asText, name)
	}
	if held := d.Held(c); held != "" {
		return "(case when " + held + " then " + name + " end)"
	}
	return name
}

// Bare writes a column with all of its values, even those that a column of Cardinal cannot hold. If the column has a
// zone, Bare converts its instants to the wall time in the zone.
func (d Dialect) Bare(c Column) string {
	if c.Zone == "" {
		return d.Name(c.Name)
	}
	return fmt.Sprintf(KindOf(d.Kind).zoned, d.Name(c.Name), d.Text(c.Zone))
}

// Held writes a condition for a date or a time: it is true if a column of Cardinal can hold the value. Held returns ""
// if the column can hold all values.
func (d Dialect) Held(c Column) string {
	if held := KindOf(d.Kind).held; held != nil && c.Type.Temporal() && !c.Held {
		return held(d.Name(c.Name), c)
	}
	return ""
}

// Text writes a text as a literal of the dialect.
func (d Dialect) Text(text string) string { return KindOf(d.Kind).text(text) }

// Schema splits the name of the address's table into PostgreSQL's schema and the table. The schema is "" if the name
// has none. A schema with a point in its name is in double quotes.
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

// From writes the name of the address's table after its database or schema. It writes a query in parentheses, where SQL
// allows only queries that read. A line break follows the query, so that a comment at its end does not hide the
// parenthesis.
func (d Dialect) From(a Address) string {
	if a.Query != "" {
		return "(" + a.Query + "\n) AS " + d.Name(a.Table)
	}
	in, table := a.Database, a.Table
	if KindOf(d.Kind).schemas {
		in, table = a.Schema()
	}
	if in == "" {
		return d.Name(table)
	}
	return d.Name(in) + "." + d.Name(table)
}
