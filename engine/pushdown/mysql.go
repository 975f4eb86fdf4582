package pushdown

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// mysql is the dialect of MySQL and MariaDB. Under their collations, different texts such as 'a' and 'A', or 'a' and 'a
// ', are equal. So texts are compared as bytes of UTF-8. Texts are written in hexadecimal digits, which mean the same
// in every sql_mode. Bit operators return unsigned numbers, so that their results are cast.
var mysql = dialect{
	whole: "%s", count: "count(%s)", rows: "count(*)", low: "(%s & 4294967295)",
	high:  "((%[1]s - cast(%[1]s & 4294967295 as signed)) div 4294967296)",
	bin:   "(case when %[1]s >= 0 then %[1]s div %[2]d else -((-1 - %[1]s) div %[2]d) - 1 end)",
	known: "%s", holds: "(locate(%[2]s, %[1]s) > 0)", begins: "(left(%[1]s, %[3]d) = %[2]s)",
	truths: [2]string{"0", "1"},
	text:   func(text string) (string, bool) { return "x'" + hex.EncodeToString([]byte(text)) + "'", true },
	bytes: func(w *Writer, c remote.Column) (string, bool) {
		return "cast(convert(" + w.Value(c) + " using utf8mb4) as binary)", true
	},
	index: func(w *Writer, c remote.Column, text string) string {
		if c.AsText || strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 }) {
			return "" // the column's character set may not have the characters of the text
		}
		return w.name(c.Name) + " = " + w.Text(text)
	},
	is: func(w *Writer, c remote.Column, text string) string {
		literal, _ := w.sql.text(text)
		bytes, _ := w.sql.bytes(w, c)
		return w.equalText(c, bytes, text, literal)
	},
	floats: func(name string, c remote.Column, op query.Op, v float64) string {
		if strings.HasPrefix(c.Declared, "float") { // else an index would round the literal to 32 bits
			name = "(" + name + " + 0e0)"
		}
		return "(" + name + operators[op] + strconv.FormatFloat(v, 'e', -1, 64) + ")"
	},
	integer:  mysqlInteger,
	literal:  func(_ *Writer, c remote.Column, n int64) (string, bool) { return standardLiteral(c, n, " '%s'") },
	constant: standardConstant, part: mysqlPart, identity: mysqlIdentity,
	sample: func(_ *Writer, share float64) (behind, where string) {
		return "", fmt.Sprintf("rand() < %.9f", share)
	},
	forms: forms{
		double: "(%s + 0e0)", exact: "%s", average: "(%s * 1e0 / count(%s))", distinct: "(%s + 0e0)",
		spread:   func(_ *Writer, name, x string) string { return name + "(" + x + " + 0e0)" },
		calendar: mysqlCalendar,
	},
}

// mysqlInteger implements Writer.integer. MySQL truncates a number that does not fit, without an error. So the
// expression calls exp() with a large argument for such numbers: this is an error in MySQL, and the query fails.
func mysqlInteger(w *Writer, c remote.Column) (sql string, ok bool) {
	name := w.Value(c)
	switch {
	case c.Type != data.Int && c.Type != data.Decimal:
		return "", false
	case c.Found:
		return fmt.Sprintf("(case when %[1]s >= %[2]s and %[1]s <= %[3]s and truncate(%[1]s, %[4]d) = %[1]s then "+
			"cast(cast(%[1]s as decimal(38, %[4]d)) * %[5]s as signed) "+
			"else cast(exp(1000 + abs(%[1]s)) as signed) end)",
			name, int128.From(math.MinInt64).Decimal(c.Scale), int128.From(math.MaxInt64).Decimal(c.Scale), c.Scale,
			power(c.Scale)), true
	case c.Type == data.Int:
		return "cast(" + name + " as signed)", true
	}
	return fmt.Sprintf("cast(%s * %s as signed)", name, power(c.Scale)), true
}

// mysqlParts maps parts of a date to expressions that distinguish their labels.
var mysqlParts = map[query.Part][]string{
	query.Year: {"year(%s)"}, query.TruncYear: {"year(%s)"}, query.Quarter: {"quarter(%s)"},
	query.TruncQuarter: {"year(%s)", "quarter(%s)"}, query.Month: {"month(%s)"}, query.MonthName: {"month(%s)"},
	query.TruncMonth: {"year(%s)", "month(%s)"}, query.FiscalYear: {"year(%s)", "month(%s)"},
	query.FiscalQuarter: {"month(%s)"}, query.Day: {"day(%s)"}, query.Weekday: {"weekday(%s)"},
	query.WeekdayName: {"weekday(%s)"}, query.TruncWeek: {"to_days(%[1]s) - weekday(%[1]s)"},
	query.ISOWeek: {"to_days(%[1]s) - weekday(%[1]s)"}, query.TruncDay: {"to_days(%s)"},
	query.TruncHour: {"to_days(%s)", "hour(%s)"}, query.TruncMinute: {"to_days(%s)", "hour(%s)", "minute(%s)"},
	query.Hour: {"hour(%s)"}, query.Minute: {"minute(%s)"},
}

func mysqlPart(w *Writer, c remote.Column, f query.Field) (by []string, ok bool) {
	for _, form := range mysqlParts[f.Part] {
		by = append(by, fmt.Sprintf(form, w.Value(c)))
	}
	return by, by != nil && c.Type.Temporal()
}

// mysqlIdentity distinguishes short texts by their bytes. It distinguishes long texts by a hash of 256 bits, since the
// server may compare only their beginning (max_sort_length). It distinguishes -0 from 0, although both are equal.
func mysqlIdentity(w *Writer, c remote.Column) string {
	name := w.Value(c)
	switch {
	case c.Type == data.Float && !c.Found:
		return fmt.Sprintf("%[1]s, (case when %[1]s = 0 then concat(%[1]s, '') end)", name)
	case c.Type != data.Text:
		return name
	}
	kind, length, _ := strings.Cut(c.Declared, "(")
	n, _ := strconv.Atoi(strings.TrimSuffix(length, ")"))
	if kind == "enum" || c.AsText && kind != "json" || (kind == "varchar" || kind == "char") && n <= 255 {
		return "cast(" + name + " as binary)"
	}
	return "unhex(sha2(" + name + ", 256))"
}

// mysqlLabels maps parts of a date to expressions of their labels.
var mysqlLabels = map[query.Part]string{
	query.Year: "year(%s)", query.TruncYear: "year(%s)", query.Quarter: "quarter(%s)", query.Month: "month(%s)",
	query.MonthName: "month(%s)", query.Day: "day(%s)", query.Weekday: "weekday(%s) + 1",
	query.WeekdayName: "weekday(%s) + 1", query.ISOWeek: "week(%s, 3)", query.Hour: "hour(%s)",
	query.Minute: "minute(%s)", query.TruncDay: "date(%s)",
	query.TruncQuarter: "makedate(year(%[1]s), 1) + interval quarter(%[1]s) - 1 quarter",
	query.TruncMonth:   "date(%[1]s) - interval day(%[1]s) - 1 day",
	query.TruncWeek:    "date(%[1]s) - interval weekday(%[1]s) day",
	query.TruncHour:    "timestamp(date(%[1]s)) + interval hour(%[1]s) hour",
	query.TruncMinute:  "timestamp(date(%[1]s)) + interval hour(%[1]s) * 60 + minute(%[1]s) minute",
}

func mysqlCalendar(w *Writer, c remote.Column, p query.Part) string {
	if mysqlLabels[p] == "" {
		return ""
	}
	return fmt.Sprintf(mysqlLabels[p], w.Value(c))
}
