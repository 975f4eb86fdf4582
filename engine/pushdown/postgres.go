package pushdown

import (
	"fmt"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// postgres is the dialect of PostgreSQL. Comparisons are written plainly, since they are not true for null and can use
// an index.
var postgres = dialect{
	whole: "%s::bigint", count: "count(%s)", rows: "count(*)", high: "(%s >> 32)", low: "(%s & 4294967295)",
	bin:   "case when %[1]s >= 0 then %[1]s / %[2]d else -((-1 - %[1]s) / %[2]d) - 1 end",
	known: "%s", holds: "(strpos(%s, %s) > 0)", begins: "starts_with(%[1]s, %[2]s)",
	truths: [2]string{"false", "true"},
	text: func(text string) (string, bool) {
		if strings.ContainsRune(text, 0) {
			return "", false
		}
		return `E'` + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(text) + "'", true
	},
	bytes: func(w *Writer, c remote.Column) (string, bool) {
		kind := declared(c)
		return w.Value(c) + ` COLLATE "C"`, c.AsText || kind == "text" ||
			strings.HasPrefix(kind, "character varying") || strings.HasPrefix(kind, "varchar")
	},
	is: func(w *Writer, c remote.Column, text string) string {
		literal, ok := w.sql.text(text)
		if !ok || strings.HasPrefix(declared(c), "char") && !strings.HasPrefix(declared(c), "character varying") {
			return ""
		}
		return "(" + w.name(c.Name) + `::text COLLATE "C" = ` + literal + ")"
	},
	floats: func(name string, _ remote.Column, op query.Op, v float64) string {
		return fmt.Sprintf("(%s%s'%s'::float8)", name, operators[op], strconv.FormatFloat(v, 'g', -1, 64))
	},
	integer: func(w *Writer, c remote.Column) (string, bool) {
		name := w.Value(c)
		switch {
		case c.Type != data.Int && c.Type != data.Decimal:
			return "", false
		case c.Found: // a plain cast would round the digits that do not fit
			return fmt.Sprintf("(case when trunc(%[1]s, %[2]d) = %[1]s then (%[1]s * %[3]s)::bigint else "+
				"(%[1]s::text)::bigint end)", name, c.Scale, power(c.Scale)), true
		case c.Type == data.Int:
			return name + "::bigint", true
		}
		return fmt.Sprintf("(%s * %s)::bigint", name, power(c.Scale)), true
	},
	literal: func(_ *Writer, c remote.Column, n int64) (string, bool) {
		return standardLiteral(c, n, "tz '%s+00'")
	},
	constant: standardConstant, part: postgresPart,
	identity: func(w *Writer, c remote.Column) string {
		name := w.Value(c)
		switch {
		case c.Type != data.Float || c.Found: // -0 exists only in floats
			return name
		case strings.HasPrefix(c.Declared, "real"), c.Declared == "float4":
			return "float4send(" + name + ")" // -0 equals 0 but is another value
		}
		return "float8send(" + name + ")"
	},
	sample: func(w *Writer, share float64) (behind, where string) {
		pages := 1.0
		if w.Table.Sampling && share*rowsOfPages < 1 {
			pages = share * rowsOfPages
			behind = fmt.Sprintf(" TABLESAMPLE SYSTEM (%.6f)", 100*pages)
		}
		return behind, fmt.Sprintf("random() < %.9f", share/pages)
	},
	forms: forms{
		sets: true, double: "(%s)::float8", exact: "%s", average: "avg(%[2]s)",
		quantile: "percentile_cont(%[2]s) WITHIN GROUP (ORDER BY %[1]s)", distinct: "(%s + 0)",
		spread:   func(_ *Writer, name, x string) string { return name + "((" + x + ")::numeric)" },
		calendar: standardCalendar,
	},
}

// rowsOfPages is the number of rows in the drawn pages for each row of the sample. The sample is drawn from so many
// pages because rows of one page are often similar.
const rowsOfPages = 16

// extracts and truncations map parts of dates to PostgreSQL's fields of extract and units of date_trunc.
var (
	extracts = map[query.Part]string{
		query.Year: "year", query.TruncYear: "year", query.Quarter: "quarter", query.Month: "month",
		query.MonthName: "month", query.FiscalQuarter: "month",
		query.Day: "day", query.Weekday: "isodow", query.WeekdayName: "isodow", query.Hour: "hour",
		query.Minute: "minute",
	}
	truncations = map[query.Part]string{
		query.TruncQuarter: "quarter", query.TruncMonth: "month", query.FiscalYear: "month", query.TruncWeek: "week",
		query.ISOWeek:  "week",
		query.TruncDay: "day", query.TruncHour: "hour", query.TruncMinute: "minute",
	}
)

// postgresPart implements Writer.parts for parts of dates. date_trunc returns an error for dates at the ends of the
// server's calendar, so each of these dates forms its own group.
func postgresPart(w *Writer, c remote.Column, f query.Field) ([]string, bool) {
	name, value, kind := w.Bare(c), w.Value(c), "date"
	if c.Type == data.Timestamp {
		kind = "timestamp"
	}
	if c.Type == data.Timestamp && c.UTC {
		name, value = "("+name+" at time zone 'UTC')", "("+value+" at time zone 'UTC')"
	}
	switch extract, trunc := extracts[f.Part], truncations[f.Part]; {
	case extract != "":
		return []string{"extract(" + extract + " from " + value + ")"}, true
	case trunc != "":
		return []string{fmt.Sprintf("case when %[1]s between '4713-01-01 BC' and '290000-12-31' then "+
			"date_trunc('%[2]s', %[1]s::timestamp)::%[3]s else %[4]s end", name, trunc, kind, value)}, true
	}
	return nil, false
}
