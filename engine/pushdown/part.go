package pushdown

import (
	"fmt"
	"math"
	"strings"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// parts writes the expressions that all rows of a label share. Two labels never have the same values; one label may
// have several. It returns false if the field needs the whole column.
func (w *Writer) parts(c remote.Column, f query.Field) ([]string, bool) {
	switch {
	case f.Part == query.Bin:
		return w.bin(c, f)
	case f.Part.Kind().Takes != query.Dates || c.Type == data.Text:
		return nil, false
	case w.postgres():
		return w.postgresPart(c, f)
	}
	return w.clickhousePart(c, f)
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

// clocks maps parts of a time of day, and weekdays of a time, to expressions over the seconds since 1970-01-01.
// ClickHouse's own functions use the server's time zone. toDayOfWeek takes the zone as its second argument in old
// versions, and as its third in new ones.
var clocks = map[query.Part]string{
	query.TruncDay: "intDiv(%s, 86400)", query.TruncHour: "intDiv(%s, 3600)", query.TruncMinute: "intDiv(%s, 60)",
	query.Hour: "modulo(intDiv(%s, 3600), 24)", query.Minute: "modulo(intDiv(%s, 60), 60)",
	query.TimeOfDay: "modulo(%s, 86400)",
	query.Weekday:   "modulo(intDiv(%s, 86400), 7)", query.WeekdayName: "modulo(intDiv(%s, 86400), 7)",
}

func (w *Writer) clickhousePart(c remote.Column, f query.Field) (by []string, ok bool) {
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

// extracts and truncations are PostgreSQL's fields of extract, and units of date_trunc.
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

// postgresPart cuts dates with date_trunc. date_trunc refuses dates at the ends of the server's calendar, so that
// each of these is a part of its own.
func (w *Writer) postgresPart(c remote.Column, f query.Field) ([]string, bool) {
	name, value, kind := w.name(c.Name), w.Value(c), "date"
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

// bin writes floor(v/width) of whole numbers and decimals: both servers truncate quotients towards zero.
func (w *Writer) bin(c remote.Column, f query.Field) ([]string, bool) {
	n, ok := w.integer(c)
	if !ok || !c.Type.Numeric() || c.Scale < f.BinScale {
		return nil, false
	}
	width := f.BinWidth
	for range c.Scale - f.BinScale {
		if width > math.MaxInt64/10 {
			return nil, false
		}
		width *= 10
	}
	form := "if(%[1]s >= 0, intDiv(%[1]s, %[2]d), -intDiv(-1 - %[1]s, %[2]d) - 1)"
	if w.postgres() {
		form = "case when %[1]s >= 0 then %[1]s / %[2]d else -((-1 - %[1]s) / %[2]d) - 1 end"
	}
	return []string{fmt.Sprintf(form, n, width)}, true
}

// identity writes an expression that distinguishes the values of a whole column bit for bit.
func (w *Writer) identity(c remote.Column) string {
	name := w.Value(c)
	switch {
	case c.Type != data.Float || !w.postgres() || c.Found: // a numeric has one zero
		return name
	case strings.HasPrefix(c.Declared, "real"), c.Declared == "float4":
		return "float4send(" + name + ")" // -0 equals 0 but is another value
	}
	return "float8send(" + name + ")"
}
