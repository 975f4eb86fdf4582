package pushdown

import (
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// duckdb is the dialect of DuckDB. Only statements are written in it, no questions.
var duckdb = dialect{
	whole: "%s::bigint", count: "count(%s)", rows: "count(*)",
	bin:   "case when %[1]s >= 0 then %[1]s // %[2]d else -((-1 - %[1]s) // %[2]d) - 1 end",
	known: "%s", holds: "contains(%s, %s)", begins: "starts_with(%[1]s, %[2]s)", truths: postgres.truths,
	text: func(text string) (string, bool) {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'", !strings.ContainsRune(text, 0)
	},
	bytes:   func(w *Writer, c remote.Column) (string, bool) { return w.Value(c), true },
	floats:  postgres.floats,
	literal: postgres.literal,
	integer: func(w *Writer, c remote.Column) (string, bool) {
		switch c.Type {
		case data.Int:
			return w.Value(c), true
		case data.Decimal:
			return "(" + w.Value(c) + " * " + power(c.Scale) + ")::bigint", true
		}
		return "", false
	},
	forms: forms{
		sets: true, double: "(%s)::double", exact: "%s", average: "avg(%[2]s)", quantile: "quantile_cont(%s, %s)",
		spread:   func(_ *Writer, name, x string) string { return name + "((" + x + ")::double)" },
		distinct: "(%s + 0)", calendar: standardCalendar,
	},
}

// standardCalendar writes the label of a part of a date with the functions that PostgreSQL and DuckDB share.
func standardCalendar(w *Writer, c remote.Column, p query.Part) string {
	value := w.Value(c)
	if c.UTC {
		value = "(" + value + " AT TIME ZONE 'UTC')"
	}
	if p == query.ISOWeek {
		return "extract(week from " + value + ")"
	}
	if extract := extracts[p]; extract != "" {
		return "extract(" + extract + " from " + value + ")"
	}
	switch trunc := truncations[p]; {
	case trunc == "":
		return ""
	case p == query.TruncHour || p == query.TruncMinute:
		return "date_trunc('" + trunc + "', " + value + ")"
	default:
		return "date_trunc('" + trunc + "', " + value + ")::date"
	}
}
