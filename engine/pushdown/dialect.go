package pushdown

import (
	"fmt"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// dialect describes what is particular to the SQL of a kind of servers. The strings are formats for fmt.Sprintf.
type dialect struct {
	whole  string    // an expression as an integer of 64 bits
	count  string    // the number of the values of an expression that are not null
	rows   string    // the number of rows
	high   string    // the upper half of a 64-bit integer: the integer divided by 2^32, rounded down
	low    string    // the lower half: the remainder of this division
	bin    string    // floor(number / width), in a language whose division truncates towards zero
	known  string    // changes a comparison of a column that may be null so that it is false for null
	holds  string    // the condition that the first text contains the second
	begins string    // the condition that text %[1]s begins with text %[2]s, which has %[3]d bytes
	truths [2]string // false and true
	top    bool      // the greatest number of rows follows SELECT, as in TOP (9); else it ends a question
	// blanks at the end of texts do not count in comparisons, and the order of texts is not that of their bytes
	padded bool

	// text quotes a text; ok is false if the server cannot have such a text.
	text func(text string) (sql string, ok bool)
	// bytes writes a column of texts so that its bytes are compared; ok is false if the server cannot do so.
	bytes func(w *Writer, c remote.Column) (sql string, ok bool)
	// index writes a condition that is added to the comparison of the bytes, often one for which the server can use an
	// index. It holds for every text with the same bytes as the given text, and perhaps for others. "" or a nil index:
	// there is no such condition.
	index func(w *Writer, c remote.Column, text string) string
	// is writes the condition that a column has the given text; "": the server cannot express the condition.
	is func(w *Writer, c remote.Column, text string) string
	// digits writes a literal for a column whose numbers are so long that they are read as texts; nil: no literals.
	digits func(c remote.Column, text string) (literal string, ok bool)
	// floats compares a column of floats with a number; "": the server cannot express the number exactly.
	floats func(name string, c remote.Column, op query.Op, v float64) string
	// integer and literal do the work of Writer.integer and Writer.literal.
	integer func(w *Writer, c remote.Column) (sql string, ok bool)
	literal func(w *Writer, c remote.Column, n int64) (sql string, ok bool)
	// constant writes a literal in the form of an argument for the functions of parts.
	constant func(w *Writer, c remote.Column, n int64) (sql string, ok bool)
	// part does the work of Writer.parts for parts of dates.
	part func(w *Writer, c remote.Column, f query.Field) (by []string, ok bool)
	// identity writes an expression that distinguishes the values of a whole column bit for bit.
	identity func(w *Writer, c remote.Column) string
	// sample draws a share of the rows: it returns SQL that follows the name of the table, and a condition.
	sample func(w *Writer, share float64) (behind, where string)

	forms forms
}

// dialects maps the kinds of servers to their dialects.
var dialects = map[string]*dialect{
	remote.ClickHouse: &clickhouse, remote.PostgreSQL: &postgres, remote.MySQL: &mysql,
	remote.SQLServer: &sqlserver, remote.DuckDB: &duckdb,
}

// standardLiteral writes a number, a date or a time as in standard SQL. utc is the format of a time in UTC.
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
