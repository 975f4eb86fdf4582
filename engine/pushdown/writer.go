package pushdown

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
)

// Writer writes questions to a server about one of its tables.
type Writer struct {
	remote.Dialect
	Table *remote.Table
	sql   *dialect

	states bool // a statement is written, which may have conditions on parts of dates
}

// NewWriter returns a writer of questions about a table, for a server with the dialect d.
func NewWriter(d remote.Dialect, t *remote.Table) *Writer {
	return &Writer{Dialect: d, Table: t, sql: dialects[d.Kind]}
}

// column finds a column that Cardinal reads. It looks for the exact name first, and then for the name in upper or lower
// case.
func (w *Writer) column(name string) (remote.Column, error) {
	at := slices.IndexFunc(w.Table.Columns, func(c remote.Column) bool { return c.Name == name })
	if at < 0 {
		at = slices.IndexFunc(w.Table.Columns, func(c remote.Column) bool { return strings.EqualFold(c.Name, name) })
	}
	if at < 0 {
		return remote.Column{}, fmt.Errorf("no column %q in the table %s", name, w.Table.Address.Table)
	}
	c := w.Table.Columns[at]
	if c.Type == data.Null {
		return c, fmt.Errorf("the column %q is %s, a type that Cardinal does not read", name, c.Declared)
	}
	return c, nil
}

// name quotes the name of a column.
func (w *Writer) name(s string) string { return w.Dialect.Name(s) }

// from writes the table for a FROM clause.
func (w *Writer) from() string { return w.Dialect.From(w.Table.Address) }

// integer writes a column as a whole number: a decimal in units of its last place, a date in days and a time in
// seconds, both since 1970-01-01. ok is false if the server cannot express the number exactly.
func (w *Writer) integer(c remote.Column) (sql string, ok bool) { return w.sql.integer(w, c) }

func power(scale int) string { return "1" + strings.Repeat("0", scale) }

// literal writes a literal for a value of a column. n is the value as a whole number, counted as in the method integer.
// ok is false if the server has no such literal.
func (w *Writer) literal(c remote.Column, n int64) (sql string, ok bool) {
	return w.sql.literal(w, c, n)
}

// comparand writes the expression with which literals are compared.
func (w *Writer) comparand(c remote.Column) string {
	if c.Type.Temporal() {
		if n, ok := w.integer(c); ok {
			return n
		}
	}
	if c.AsNumber {
		return w.Value(c)
	}
	return w.Bare(c)
}

// digits writes a whole number as a literal for a column whose numbers are read as texts, because they are long. ok is
// false if no number of the column is written as this text.
func (w *Writer) digits(c remote.Column, text string) (literal string, ok bool) {
	if w.sql.digits == nil || !c.AsText {
		return "", false
	}
	return w.sql.digits(c, text)
}

// declared returns the server's name for the type of a column, without Nullable and LowCardinality.
func declared(c remote.Column) string {
	t := c.Declared
	if inner, ok := strings.CutPrefix(t, "SimpleAggregateFunction("); ok {
		_, inner, _ = strings.Cut(inner, ", ")
		t = strings.TrimSuffix(inner, ")")
	}
	for _, wrap := range []string{"LowCardinality(", "Nullable("} {
		if inner, ok := strings.CutPrefix(t, wrap); ok {
			t = strings.TrimSuffix(inner, ")")
		}
	}
	return t
}
