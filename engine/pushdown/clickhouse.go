package pushdown

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// clickhouse is the dialect of ClickHouse. Since version 18, ClickHouse rewrites a chain of comparisons and loses
// unknown results. So neither half of a decision may be null.
var clickhouse = dialect{
	whole: "toInt64(%s)", count: "count(%s)", rows: "count()",
	high: "bitShiftRight(%s, 32)", low: "bitAnd(%s, 4294967295)",
	bin:   "if(%[1]s >= 0, intDiv(%[1]s, %[2]d), -intDiv(-1 - %[1]s, %[2]d) - 1)",
	known: "ifNull(%s, 0)", holds: "(position(%s, %s) > 0)",
	begins: "(substring(%[1]s, 1, %[3]d) = %[2]s)", truths: [2]string{"0", "1"},
	text: func(text string) (string, bool) {
		return remote.Dialect{Kind: remote.ClickHouse}.Text(text), true
	},
	bytes: func(w *Writer, c remote.Column) (string, bool) {
		return w.Value(c), c.AsText || declared(c) == "String"
	},
	is: func(w *Writer, c remote.Column, text string) string {
		switch text = w.Text(text); {
		case strings.HasPrefix(declared(c), "FixedString"):
			return ""
		case declared(c) == "String":
			return "(" + w.name(c.Name) + " = " + text + ")"
		}
		return "(toString(" + w.name(c.Name) + ") = " + text + ")"
	},
	digits: clickhouseDigits, floats: clickhouseFloats, integer: clickhouseInteger,
	literal: func(w *Writer, c remote.Column, n int64) (string, bool) {
		switch c.Type {
		case data.Int:
			return strconv.FormatInt(n, 10), true
		case data.Decimal:
			return fmt.Sprintf("toDecimal128('%s', %d)", int128.From(n).Decimal(c.Scale), c.Scale), true
		}
		_, ok := clickhouseInteger(w, c)
		return strconv.FormatInt(n, 10), ok
	},
	constant: func(w *Writer, c remote.Column, n int64) (string, bool) {
		switch c.Type {
		case data.Date:
			return fmt.Sprintf("toDate(%d)", n), declared(c) == "Date"
		case data.Timestamp:
			return fmt.Sprintf("toDateTime(%d, 'UTC')", n), c.Scale == 0
		}
		sql, ok := w.literal(c, n)
		return "(" + sql + ")", ok
	},
	part:     clickhousePart,
	identity: func(w *Writer, c remote.Column) string { return w.Value(c) },
	sample: func(w *Writer, share float64) (behind, where string) {
		if w.Table.Sampling {
			return fmt.Sprintf(" SAMPLE %.9f", share), ""
		}
		return "", fmt.Sprintf("rand() < %d", uint32(share*math.MaxUint32))
	},
	forms: forms{
		double: "toFloat64(%s)", exact: "toDecimal128(%s, 0)", average: "(toFloat64(%s) / count(%s))",
		quantile: "quantileExactInclusive(%[2]s)(%[1]s)", distinct: "if(isNaN(%[1]s), nan, %[1]s + 0)",
		spread: clickhouseSpread, calendar: clickhouseCalendar,
	},
}

// clickhouseFloats compares floats exactly, even if the server rewrites a chain of conditions.
func clickhouseFloats(name string, _ remote.Column, op query.Op, v float64) string {
	literal := fmt.Sprintf("reinterpretAsFloat64(reinterpretAsString(toUInt64(%d)))", math.Float64bits(v))
	switch op {
	// >= and <= are used instead of =, because new versions turn a chain of = into IN, which distinguishes -0 from 0.
	case query.Eq:
		return fmt.Sprintf("(%s >= %s AND %[1]s <= %[2]s)", name, literal)
	case query.Ne:
		return fmt.Sprintf("(NOT (%s >= %s AND %[1]s <= %[2]s))", name, literal)
	// NaN counts as greater than every number, and NOT <= is true for NaN. The condition > OR isNaN would fail, since
	// old versions take unknown OR unknown for false.
	case query.Gt:
		return "(NOT " + name + " <= " + literal + ")"
	case query.Ge:
		return "(NOT " + name + " < " + literal + ")"
	}
	return "(" + name + operators[op] + literal + ")"
}

// clickhouseInteger implements Writer.integer.
func clickhouseInteger(w *Writer, c remote.Column) (sql string, ok bool) {
	name := w.Value(c)
	switch {
	case c.Type == data.Int && c.Found && w.Major >= 21 && declared(c) != "UInt64": // accurateCast checks the range
		if c.Nullable {
			return "accurateCast(" + name + ", 'Nullable(Int64)')", true
		}
		return "accurateCast(" + name + ", 'Int64')", true
	case c.Type == data.Int:
		return "toInt64(" + name + ")", true
	case c.Type == data.Decimal:
		return fmt.Sprintf("toInt64(toDecimal128(%s, %d) * %s)", name, c.Scale, power(c.Scale)), true
	case c.Type == data.Date && declared(c) == "Date", c.Type == data.Timestamp && c.UTC &&
		strings.HasPrefix(declared(c), "DateTime") && c.Scale == 0:
		return "toInt64(" + name + ")", true
	}
	return "", false
}

// functions maps parts of a day to the functions of ClickHouse that they need.
var functions = map[query.Part][]string{
	query.Year: {"toYear"}, query.TruncYear: {"toYear"}, query.Quarter: {"toQuarter"},
	query.TruncQuarter: {"toYear", "toQuarter"},
	query.Month:        {"toMonth"}, query.MonthName: {"toMonth"}, query.TruncMonth: {"toYear", "toMonth"},
	query.FiscalYear: {"toYear", "toMonth"}, query.FiscalQuarter: {"toMonth"}, query.TruncWeek: {"toMonday"},
	query.ISOWeek: {"toMonday"},
	query.Day:     {"toDayOfMonth"}, query.Weekday: {"toDayOfWeek"}, query.WeekdayName: {"toDayOfWeek"},
}

// clocks maps parts of a time to expressions over the seconds since 1970-01-01: parts of the time of day, and weekdays.
// ClickHouse's own functions are not used, because they use the server's time zone. toDayOfWeek would take a zone, but
// old versions take it as the second argument and new versions as the third.
var clocks = map[query.Part]string{
	query.TruncDay: "intDiv(%s, 86400)", query.TruncHour: "intDiv(%s, 3600)", query.TruncMinute: "intDiv(%s, 60)",
	query.Hour: "modulo(intDiv(%s, 3600), 24)", query.Minute: "modulo(intDiv(%s, 60), 60)",
	query.TimeOfDay: "modulo(%s, 86400)",
	query.Weekday:   "modulo(intDiv(%s, 86400), 7)", query.WeekdayName: "modulo(intDiv(%s, 86400), 7)",
}

// clickhousePart implements Writer.parts for parts of dates.
func clickhousePart(w *Writer, c remote.Column, f query.Field) (by []string, ok bool) {
	n, ok := w.integer(c)
	if !ok {
		return nil, false
	}
	if clock := clocks[f.Part]; clock != "" && c.Type == data.Timestamp {
		return []string{fmt.Sprintf(clock, n)}, true
	}
	zone := ""
	if c.Type == data.Timestamp {
		zone = ", 'UTC'"
	}
	for _, function := range functions[f.Part] {
		by = append(by, function+"("+w.name(c.Name)+zone+")")
	}
	return by, by != nil
}

// clickhouseDigits writes a whole number as a literal of the column's type. ok is false if the number does not fit the
// type.
func clickhouseDigits(c remote.Column, text string) (literal string, ok bool) {
	kind := declared(c)
	bits, whole := strings.CutPrefix(strings.TrimPrefix(kind, "U"), "Int")
	size, err := strconv.Atoi(bits)
	n, number := new(big.Int).SetString(text, 10)
	if !whole || err != nil || !number || n.String() != text {
		return "", false
	}
	least, greatest := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(size))
	if kind[0] == 'I' {
		greatest.Rsh(greatest, 1)
		least.Neg(greatest)
	}
	if n.Cmp(least) < 0 || n.Cmp(greatest) >= 0 {
		return "", false
	}
	return "to" + kind + "('" + text + "')", true
}

// clickhouseSpread writes a deviation or variance, given its name in SQL. ClickHouse has other names for these
// functions. If a group has too few values, ClickHouse would return a number, so the expression returns NULL.
func clickhouseSpread(w *Writer, name, x string) string {
	names := map[string]string{"stddev_samp": "stddevSampStable", "stddev_pop": "stddevPopStable",
		"var_samp": "varSampStable", "var_pop": "varPopStable"}
	least := 0
	if strings.HasSuffix(name, "samp") {
		least = 1
	}
	return fmt.Sprintf("if(count(%[1]s) > %[2]d, %[3]s(toFloat64(%[1]s)), NULL)", x, least, names[name])
}

// clickhouseLabels maps parts of a date to expressions of their labels. Each expression lacks its end, to which the
// time zone belongs.
var clickhouseLabels = map[query.Part]string{
	query.Year: "toYear(%s", query.TruncYear: "toYear(%s", query.Quarter: "toQuarter(%s", query.Month: "toMonth(%s",
	query.MonthName: "toMonth(%s", query.Day: "toDayOfMonth(%s", query.Hour: "toHour(%s", query.Minute: "toMinute(%s",
	query.TruncQuarter: "toStartOfQuarter(%s", query.TruncMonth: "toStartOfMonth(%s", query.TruncWeek: "toMonday(%s",
	query.TruncDay: "toDate(%s", query.TruncHour: "toStartOfHour(%s", query.TruncMinute: "toStartOfMinute(%s",
}

func clickhouseCalendar(w *Writer, c remote.Column, p query.Part) string {
	zone := ""
	if c.Type == data.Timestamp {
		zone = ", 'UTC'"
	}
	day := "toDate(" + w.Value(c) + zone + ")"
	switch {
	case p == query.ISOWeek:
		return "intDiv(toDayOfYear(toMonday(" + day + ") + 3) - 1, 7) + 1" // toISOWeek is wrong in old versions
	case p == query.Weekday || p == query.WeekdayName:
		return "toDayOfWeek(" + day + ")"
	case clickhouseLabels[p] == "":
		return ""
	}
	return fmt.Sprintf(clickhouseLabels[p], w.Value(c)) + zone + ")"
}
