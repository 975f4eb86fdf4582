package pushdown

import (
	"fmt"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// dialect describes the SQL of a kind of servers: what differs from the other kinds. Formats take their parts as
// fmt.Sprintf does.
type dialect struct {
	whole  string    // an expression as an integer of 64 bits
	rows   string    // the number of rows
	high   string    // the upper half of a whole number of 64 bits: the number divided by 2^32, rounded down
	low    string    // the lower half: the rest of the division
	bin    string    // floor(number / width), where quotients are truncated towards zero
	known  string    // a comparison of a column with nulls, which is not true of null
	holds  string    // whether the first text contains the second
	begins string    // whether a text begins with a second one, which has a number of bytes
	truths [2]string // false and true

	// text quotes a text; ok is false if the server cannot hold it.
	text func(text string) (sql string, ok bool)
	// bytes writes a column of texts, so that comparisons compare bytes; ok is false if the server cannot compare it.
	bytes func(w *Writer, c remote.Column) (sql string, ok bool)
	// index writes a condition for which the server can use an index. Every text with the same bytes as the given text
	// fulfils it. "" and nil: there is no such condition.
	index func(w *Writer, c remote.Column, text string) string
	// is writes the condition for a text of a column; "": the server cannot express it.
	is func(w *Writer, c remote.Column, text string) string
	// digits writes a text as a literal for a column of long numbers, which are read as texts; nil: no such literals.
	digits func(c remote.Column, text string) (literal string, ok bool)
	// floats compares a column of floats with a number.
	floats func(name string, c remote.Column, op query.Op, v float64) string
	// integer and literal are as in Writer.
	integer func(w *Writer, c remote.Column) (sql string, ok bool)
	literal func(w *Writer, c remote.Column, n int64) (sql string, ok bool)
	// constant is literal, as an argument for the functions of parts.
	constant func(w *Writer, c remote.Column, n int64) (sql string, ok bool)
	// part writes the expressions of a part of a date, as Writer.parts does.
	part func(w *Writer, c remote.Column, f query.Field) (by []string, ok bool)
	// identity writes an expression that distinguishes the values of a whole column bit for bit.
	identity func(w *Writer, c remote.Column) string
	// sample draws a share of the rows: what stands behind the table, and a condition.
	sample func(w *Writer, share float64) (behind, where string)

	forms forms
}

// dialects has every dialect by its kind of servers.
var dialects = map[string]*dialect{
	remote.ClickHouse: &clickhouse, remote.PostgreSQL: &postgres, remote.MySQL: &mysql,
	remote.DuckDB: &duckdb,
}

// standardLiteral writes a number, a date or a time as the standard of SQL does. utc is the format of a time in UTC.
func standardLiteral(c remote.Column, n int64, utc string) (sql string, ok bool) {
	v := (&data.Column{Type: c.Type, Scale: c.Scale}).IntValue(n)
	if c.Type == data.Int || c.Type == data.Decimal {
		return int128.From(n).Decimal(c.Scale), true
	}
	if year := v.Time().Year(); year < 1 || year > 9999 || c.Scale > 6 || n < -1<<58 || n > 1<<58 {
		return "", false
	}
	switch {
	case c.Type == data.Date:
		return "date '" + v.String() + "'", true
	case c.UTC:
		return "timestamp" + fmt.Sprintf(utc, v), true
	}
	return "timestamp '" + v.String() + "'", true
}

// standardConstant writes a literal in parentheses.
func standardConstant(w *Writer, c remote.Column, n int64) (sql string, ok bool) {
	sql, ok = w.literal(c, n)
	return "(" + sql + ")", ok
}
