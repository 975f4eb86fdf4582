package pushdown

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf16"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// sqlserver is the dialect of SQL Server. Only questions are written in it, no statements.
//
// Under every collation, even a binary one, 'a' and 'a ' are equal. So texts are compared as UTF-16 and by their number
// of bytes. Whole numbers are cast to bigint before they are added, since a sum of int is an int. A literal of more
// than 32 bits would be a decimal, whose division has places, so that such literals are cast, too.
var sqlserver = dialect{
	whole: "CAST(%s AS bigint)", count: "count_big(%s)", rows: "count_big(*)", top: true, padded: true,
	high: "((%[1]s - (%[1]s & CAST(4294967295 AS bigint))) / CAST(4294967296 AS bigint))",
	low:  "(%s & CAST(4294967295 AS bigint))",
	bin: "(CASE WHEN %[1]s >= 0 THEN %[1]s / CAST(%[2]d AS bigint) ELSE -((-1 - %[1]s) / CAST(%[2]d AS bigint)) - 1 " +
		"END)",
	known: "%s", holds: "(charindex(%[2]s, %[1]s) > 0)", begins: "(charindex(%[2]s, %[1]s) = 1)",
	truths: [2]string{"0", "1"},
	text: func(text string) (string, bool) {
		fits := len(utf16.Encode([]rune(text))) <= mostUnits && !strings.ContainsRune(text, 0)
		return remote.Dialect{Kind: remote.SQLServer}.Text(text), fits
	},
	bytes: func(w *Writer, c remote.Column) (string, bool) { return "(" + w.Value(c) + binary + ")", true },
	index: func(w *Writer, c remote.Column, text string) string {
		size := fmt.Sprintf("datalength(%s) = %d", w.Value(c), 2*len(utf16.Encode([]rune(text))))
		if c.AsText {
			return size
		}
		return w.name(c.Name) + " = " + w.Text(text) + " AND " + size
	},
	is: func(w *Writer, c remote.Column, text string) string {
		literal, ok := w.sql.text(text)
		if !ok {
			return ""
		}
		bytes, _ := w.sql.bytes(w, c)
		return w.equalText(c, bytes, text, literal)
	},
	floats: sqlserverFloats, integer: sqlserverInteger, literal: sqlserverLiteral, constant: standardConstant,
	part: sqlserverPart,
	identity: func(w *Writer, c remote.Column) string {
		name := w.Value(c)
		switch {
		case c.Type == data.Text:
			return name + binary + ", datalength(" + name + ")"
		case c.Type == data.Float && !c.Found: // -0 equals 0 but is another value
			return "CAST(CAST(" + name + " AS float) AS binary(8))"
		}
		return name
	},
	sample: sqlserverSample,
}

const (
	binary = " COLLATE Latin1_General_BIN2"
	// mostUnits is the greatest length of a text that the server searches for, in units of UTF-16.
	mostUnits = 4000
)

// leastNormal is the least positive float with all bits of precision.
const leastNormal = 0x1p-1022

// sqlserverFloats compares floats. The server reads long literals in its own way, so that the number is written as a
// whole number of at most 53 bits, divided or multiplied by powers of two. Each step is exact.
func sqlserverFloats(name string, _ remote.Column, op query.Op, v float64) string {
	if v != 0 && math.Abs(v) < leastNormal {
		return ""
	}
	fraction, exp := math.Frexp(v)
	whole := int64(fraction * (1 << 53))
	exp -= 53
	zeros := bits.TrailingZeros64(uint64(whole)) % 64
	sql := fmt.Sprintf("CAST(%d AS float)", whole>>zeros)
	for exp += zeros; exp != 0 && whole != 0; {
		sign, by := " * ", min(62, exp)
		if exp < 0 {
			sign, by = " / ", max(-62, exp)
		}
		sql += fmt.Sprintf("%sCAST(%d AS float)", sign, int64(1)<<max(by, -by))
		exp -= by
	}
	return "(" + name + operators[op] + "(" + sql + "))"
}

// sqlserverInteger implements Writer.integer. For a number that does not fit, the server is asked to convert a text to
// a number, which is an error.
func sqlserverInteger(w *Writer, c remote.Column) (sql string, ok bool) {
	name := w.Value(c)
	switch {
	case c.Type != data.Int && c.Type != data.Decimal:
		return "", false
	case c.Found:
		return fmt.Sprintf("(CASE WHEN %[1]s >= %[2]s AND %[1]s <= %[3]s AND ROUND(%[1]s, %[4]d, 1) = %[1]s THEN "+
			"CAST(CAST(%[1]s AS decimal(19, %[4]d)) * CAST(%[5]s AS decimal(19, 0)) AS bigint) ELSE CAST(N'%[6]s' + "+
			"CAST(%[1]s AS nvarchar(50)) AS bigint) END)", name, int128.From(math.MinInt64).Decimal(c.Scale),
			int128.From(math.MaxInt64).Decimal(c.Scale), c.Scale, power(c.Scale), remote.Misfit), true
	case c.Type == data.Int:
		return "CAST(" + name + " AS bigint)", true
	}
	return fmt.Sprintf("CAST(%s * CAST(%s AS decimal(19, 0)) AS bigint)", name, power(c.Scale)), true
}

// sqlserverLiteral implements Writer.literal.
func sqlserverLiteral(_ *Writer, c remote.Column, n int64) (sql string, ok bool) {
	v := (&data.Column{Type: c.Type, Scale: c.Scale}).IntValue(n)
	kind := "date"
	switch c.Type {
	case data.Int:
		if n != int64(int32(n)) {
			return fmt.Sprintf("CAST(%d AS bigint)", n), true
		}
		return fmt.Sprint(n), true
	case data.Decimal:
		return int128.From(n).Decimal(c.Scale), true
	case data.Timestamp:
		kind = fmt.Sprintf("datetime2(%d)", c.Scale)
	}
	year := v.Time().Year()
	return "CAST('" + v.String() + "' AS " + kind + ")", year >= 1 && year <= 9999 && n > -1<<58 && n < 1<<58
}

// days counts the days of a date since a Monday, the first day of the server's calendar.
const days = "DATEDIFF(day, CAST('0001-01-01' AS date), %[1]s)"

// sqlserverParts maps parts of a date to expressions that distinguish their labels.
var sqlserverParts = map[query.Part][]string{
	query.Year: {"YEAR(%s)"}, query.TruncYear: {"YEAR(%s)"}, query.Quarter: {"DATEPART(quarter, %s)"},
	query.TruncQuarter: {"YEAR(%s)", "DATEPART(quarter, %s)"}, query.Month: {"MONTH(%s)"},
	query.MonthName: {"MONTH(%s)"}, query.TruncMonth: {"YEAR(%s)", "MONTH(%s)"},
	query.FiscalYear: {"YEAR(%s)", "MONTH(%s)"}, query.FiscalQuarter: {"MONTH(%s)"}, query.Day: {"DAY(%s)"},
	query.Weekday: {days + " %% 7"}, query.WeekdayName: {days + " %% 7"}, query.TruncWeek: {days + " / 7"},
	query.ISOWeek: {days + " / 7"}, query.TruncDay: {days}, query.TruncHour: {days, "DATEPART(hour, %s)"},
	query.TruncMinute: {days, "DATEPART(hour, %s)", "DATEPART(minute, %s)"}, query.Hour: {"DATEPART(hour, %s)"},
	query.Minute: {"DATEPART(minute, %s)"},
}

// sqlserverPart implements Writer.parts for parts of dates.
func sqlserverPart(w *Writer, c remote.Column, f query.Field) (by []string, ok bool) {
	for _, form := range sqlserverParts[f.Part] {
		by = append(by, fmt.Sprintf(form, w.Value(c)))
	}
	return by, by != nil && (c.Type == data.Timestamp || c.Type == data.Date && !f.Part.Kind().Clock)
}

// sqlserverSample draws rows one by one. The server computes NEWID anew for each row only beside a column.
func sqlserverSample(w *Writer, share float64) (behind, where string) {
	of := "NEWID()"
	at := slices.IndexFunc(w.Table.Columns, func(c remote.Column) bool { return c.Type != data.Null && !c.AsText })
	if at >= 0 {
		of += ", " + w.name(w.Table.Columns[at].Name)
	}
	return "", fmt.Sprintf("(CHECKSUM(%s) & 2147483647) < %d", of, int64(share*math.MaxInt32))
}
