package pushdown

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/data/text/lookalike"
)

// types maps types of columns to their names in the SQL of each kind of servers. %[1]d is the number of digits of a
// decimal, and %[2]d is its scale.
var types = map[string]map[data.Type]string{
	remote.DuckDB: {data.Text: "VARCHAR", data.Int: "BIGINT", data.Decimal: "DECIMAL(%d,%d)", data.Date: "DATE",
		data.Timestamp: "TIMESTAMP", data.Float: "DOUBLE", data.Bool: "BOOLEAN"},
	remote.PostgreSQL: {data.Text: "text", data.Int: "bigint", data.Decimal: "numeric(%d,%d)", data.Date: "date",
		data.Timestamp: "timestamp without time zone", data.Float: "double precision", data.Bool: "boolean"},
	remote.ClickHouse: {data.Text: "String", data.Int: "Int64", data.Decimal: "Decimal(%d, %d)", data.Date: "Date32",
		data.Timestamp: "DateTime64(%[2]d, 'UTC')", data.Float: "Float64", data.Bool: "Bool"},
	remote.MySQL: {data.Text: "longtext", data.Int: "bigint", data.Decimal: "decimal(%d,%d)", data.Date: "date",
		data.Timestamp: "datetime(6)", data.Float: "double", data.Bool: "boolean"},
}

// TableOf describes a table of this machine as if it were a table of a kind of servers. DuckDB can read some files
// directly. For any other file, notes say how a person makes a table of the file, with the name that statements use.
func TableOf(t *data.Table, kind string) (of *remote.Table, notes []string) {
	of = &remote.Table{Address: remote.Address{Kind: kind, Table: t.Stem()}, Rows: int64(t.Rows)}
	var columns []string
	for _, c := range t.Columns {
		d := remote.Column{Name: c.Name, Type: c.Type, Scale: c.Scale, Nullable: c.Nulls > 0, Held: true}
		d.Declared = types[kind][c.Type]
		switch fits := c.Min >= 0 && c.Scale == 0; { // all versions of ClickHouse can represent the dates and times
		case kind == remote.ClickHouse && c.Type == data.Date && fits && c.Max < 1<<16:
			d.Declared = "Date"
		case kind == remote.ClickHouse && c.Type == data.Timestamp && fits && c.Max < 1<<32:
			d.Declared, d.UTC = "DateTime('UTC')", true
		}
		if strings.Contains(d.Declared, "%") {
			digits := 18
			if c.Min <= -1e18 || c.Max >= 1e18 {
				digits = 19
			}
			d.Declared = fmt.Sprintf(d.Declared, digits, c.Scale)
		}
		columns = append(columns, remote.Dialect{Kind: kind}.Name(c.Name)+" "+d.Declared)
		if d.Nullable && kind == remote.ClickHouse {
			d.Declared = "Nullable(" + d.Declared + ")"
		}
		of.Columns = append(of.Columns, d)
	}
	if kind == remote.DuckDB {
		if of.Address.Query = readByDuckDB(t, of.Columns); of.Address.Query != "" {
			return of, nil
		}
	}
	return of, []string{"load " + strings.Map(oneLine, t.Name) + " first, as a table of this name with the columns " +
		strings.Map(oneLine, strings.Join(columns, ", "))}
}

// readByDuckDB returns the query with which DuckDB reads the same values from the table's file as Cardinal. It returns
// "" if no query does.
func readByDuckDB(t *data.Table, columns []remote.Column) string {
	text := func(s string) string { return remote.Dialect{Kind: remote.DuckDB}.Text(s) }
	if t.Path == "" || strings.ContainsAny(t.Path, "*?[\n") || len(t.Files)+len(t.Lookups)+len(t.LeftOut) > 0 ||
		t.Member+t.Sheet+t.Unnest+t.Reading.Unpivot != "" || t.Part != nil || t.Served != nil || t.Encrypted {
		return ""
	}
	switch t.Format {
	case "parquet":
		if slices.ContainsFunc(t.Columns, func(c *data.Column) bool { return c.Note != "" || c.Type == data.Null }) {
			return ""
		}
		return "SELECT * FROM read_parquet(" + text(t.Path) + ")"
	case "csv":
		return readCSV(t, columns, text)
	}
	return ""
}

// decimalComma is the note on a column whose numbers have a decimal comma.
const decimalComma = "numbers with a decimal comma"

// readCSV returns the query with which DuckDB reads a file of delimited text, or "" if DuckDB would read other values.
// The query names the type of every column, so that DuckDB returns an error for a value that it reads differently.
func readCSV(t *data.Table, columns []remote.Column, text func(string) string) string {
	f := t.Text
	if f.Encoding != "utf-8" || f.Header > 1 || f.LastHeader > 0 || f.Footer > 0 || t.Reading.Quote != "" ||
		t.Reading.Skip > 0 || len(columns) < 2 {
		return ""
	}
	var notes, typed []string
	comma := false
	for i, c := range t.Columns {
		plain := c.Format
		plain.Plus = false
		if c.Note != "" && c.Note != decimalComma || plain != (data.NumberFormat{}) || c.Unit != 0 ||
			c.Type == data.Null || c.Type == data.Timestamp && c.Scale > 6 {
			return ""
		}
		comma = comma || c.Note == decimalComma
		notes = append(notes, c.Name+": "+decimalComma)
		if c.Type == data.Text {
			notes = append(notes, c.Name+": "+lookalike.Note(lookalike.Find(c.Dict.Values)))
		}
		typed = append(typed, text(c.Name)+": "+text(columns[i].Declared))
	}
	odd := func(note string) bool { return !slices.Contains(notes, note) }
	points := slices.ContainsFunc(t.Columns, func(c *data.Column) bool {
		return (c.Type == data.Decimal || c.Type == data.Float) && c.Note == ""
	})
	if slices.ContainsFunc(t.Notes, odd) || comma && points {
		return ""
	}
	options := []string{text(t.Path), "auto_detect = false", "header = " + fmt.Sprint(f.Header > 0),
		"delim = " + text(string(rune(f.Delimiter))), `quote = '"'`, `escape = '"'`,
		"allow_quoted_nulls = false", "columns = {" + strings.Join(typed, ", ") + "}"}
	if comma {
		options = append(options, "decimal_separator = ','")
	}
	return "SELECT * FROM read_csv(" + strings.Join(options, ", ") + ")"
}
