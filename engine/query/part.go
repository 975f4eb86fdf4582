package query

import (
	"slices"
	"strings"

	"cardinal/data/number/calendar"
	"cardinal/internal/separators"
)

// Part says how the label of a row is derived from a column: the month of a date, or the bin of a number.
type Part uint8

// The parts. Whole is the column itself. The parts whose names begin with Trunc are periods of time, such as March
// 2024. The labels of the other parts of dates recur, such as March.
const (
	Whole Part = iota
	Year
	Quarter
	Month
	Day
	Weekday
	Hour
	Bin // of a given width
	Minute
	ISOWeek
	MonthName
	WeekdayName
	FiscalYear
	FiscalQuarter
	TimeOfDay
	TruncYear
	TruncQuarter
	TruncMonth
	TruncWeek
	TruncDay
	TruncHour
	TruncMinute
	Bins  // bins between quantiles
	Edges // between given edges
)

// PartKind describes a part, for the parser, menus, headings and help.
type PartKind struct {
	Part     Part
	Name     string        // as it is written: month
	Unit     calendar.Unit // the unit of a period, for parts written trunc(date, month)
	Title    string        // in menus: Month name
	Words    string        // the title of a field; %s is the column: Month of %s
	Example  string        // a label
	Help     string        // in one line of the help
	Takes    ColumnTypes   // Dates or Numbers
	Clock    bool          // needs a time of day, which a column of dates does not have
	Argument PartArgument  // the argument after the column
	Finer    Part          // the next finer part of the same date, or Whole
}

// PartArgument is the argument that a part takes after the column.
type PartArgument uint8

// The arguments.
const (
	NoArgument PartArgument = iota
	Width                   // of a bin: a number above zero
	BinCount                // from 2 to 1000
	EdgeList                // ascending numbers
	FirstMonth              // of a fiscal year: 1 to 12
	FirstDay                // of a week: the name of a weekday; calendar.FirstDay if missing
)

// PartKinds describes every part except Whole, in the order of menus and help.
var PartKinds = []PartKind{
	{Part: Year, Name: "year", Title: "Year", Words: "Year of %s", Example: "2001", Help: "the year", Takes: Dates,
		Finer: TruncQuarter},
	{Part: TruncYear, Unit: calendar.Years, Title: "Year", Words: "%s by year", Example: "2001",
		Help: "the year, as a period", Takes: Dates, Finer: TruncQuarter},
	{Part: TruncQuarter, Unit: calendar.Quarters, Title: "Quarter", Words: "%s by quarter", Example: "2001-Q1",
		Help: "the quarter of its year", Takes: Dates, Finer: TruncMonth},
	{Part: TruncMonth, Unit: calendar.Months, Title: "Month", Words: "%s by month", Example: "2001-03",
		Help: "the month of its year", Takes: Dates, Finer: TruncDay},
	{Part: TruncWeek, Unit: calendar.Weeks, Title: "ISO week", Words: "%s by ISO week", Example: "2001-W09",
		Help: "the week of ISO 8601, from Monday on", Takes: Dates, Finer: TruncDay},
	{Part: TruncDay, Unit: calendar.Days, Title: "Day", Words: "%s by day", Example: "2001-03-04", Help: "the day",
		Takes: Dates, Finer: TruncHour},
	{Part: TruncHour, Unit: calendar.Hours, Title: "Hour", Words: "%s by hour", Example: "2001-03-04 17:00",
		Help: "the hour of its day", Takes: Dates, Clock: true, Finer: TruncMinute},
	{Part: TruncMinute, Unit: calendar.Minutes, Title: "Minute", Words: "%s by minute", Example: "2001-03-04 17:05",
		Help: "the minute of its day", Takes: Dates, Clock: true},
	{Part: Quarter, Name: "quarter", Title: "Quarter", Words: "Quarter of %s", Example: "1", Help: "1 to 4",
		Takes: Dates, Finer: MonthName},
	{Part: MonthName, Name: "monthname", Title: "Month name", Words: "Month name of %s", Example: "January",
		Help: "January to December", Takes: Dates, Finer: Day},
	{Part: Month, Name: "month", Title: "Month", Words: "Month of %s", Example: "1", Help: "1 to 12", Takes: Dates,
		Finer: Day},
	{Part: ISOWeek, Name: "isoweek", Title: "ISO week", Words: "ISO week of %s", Example: "9",
		Help: "1 to 53, the week of ISO 8601", Takes: Dates, Finer: TruncDay},
	{Part: Day, Name: "day", Title: "Day of month", Words: "Day of month of %s", Example: "4", Help: "1 to 31",
		Takes: Dates, Finer: Hour},
	{Part: WeekdayName, Name: "weekdayname", Title: "Weekday name", Words: "Weekday name of %s", Example: "Monday",
		Help: "Monday to Sunday; weekdayname(date, sunday) begins with Sunday", Takes: Dates, Argument: FirstDay,
		Finer: Hour},
	{Part: Weekday, Name: "weekday", Title: "Weekday", Words: "Weekday of %s", Example: "1",
		Help: "1 Monday to 7 Sunday", Takes: Dates, Finer: Hour},
	{Part: Hour, Name: "hour", Title: "Hour", Words: "Hour of %s", Example: "17", Help: "0 to 23", Takes: Dates,
		Clock: true, Finer: Minute},
	{Part: Minute, Name: "minute", Title: "Minute", Words: "Minute of %s", Example: "5", Help: "0 to 59", Takes: Dates,
		Clock: true},
	{Part: TimeOfDay, Name: "time", Title: "Time", Words: "Time of %s", Example: "17:05:09", Help: "the time of day",
		Takes: Dates, Clock: true},
	{Part: FiscalYear, Name: "fiscalyear", Title: "Fiscal year", Words: "Fiscal year of %s", Example: "2001",
		Help: "the year that begins in a month, here April, and is named after the year in which it ends", Takes: Dates,
		Argument: FirstMonth, Finer: FiscalQuarter},
	{Part: FiscalQuarter, Name: "fiscalquarter", Title: "Fiscal quarter", Words: "Fiscal quarter of %s", Example: "1",
		Help: "1 to 4, the quarter of such a year", Takes: Dates, Argument: FirstMonth, Finer: TruncMonth},
	{Part: Bin, Name: "bin", Title: "By width", Words: "Bins of %s", Example: "0 - 2,000", Help: "bins of a width",
		Takes: Numbers, Argument: Width},
	{Part: Bins, Name: "bins", Title: "Quantiles", Words: "Quantiles of %s", Example: "0 - 2,000",
		Help: "so many bins with about as many rows of the table in each", Takes: Numbers, Argument: BinCount},
	{Part: Edges, Name: "edges", Title: "Edges", Words: "Bins of %s", Example: "0 - 2,000",
		Help: "bins between edges; one below the first edge and one from the last edge on", Takes: Numbers,
		Argument: EdgeList},
}

// Kind returns the description of the part. Whole has a description of its own.
func (p Part) Kind() PartKind {
	for _, k := range PartKinds {
		if k.Part == p {
			return k
		}
	}
	return PartKind{Title: "Whole value", Words: "%s", Takes: AnyColumns}
}

// PeriodPart returns the part whose labels are periods of a unit.
func PeriodPart(u calendar.Unit) Part {
	return PartKinds[slices.IndexFunc(PartKinds, func(k PartKind) bool { return k.Unit == u })].Part
}

// Title returns the title of the part in menus: Month name.
func (p Part) Title() string { return p.Kind().Title }

// Recurs reports whether labels of the part recur, as each year has a January. Labels of periods and bins do not recur.
func (k PartKind) Recurs() bool {
	return k.Takes == Dates && k.Unit == 0 && k.Part != Year && k.Part != FiscalYear
}

// partNames lists the names of parts.
func partNames() []string {
	names := []string{truncName, groupName}
	for _, k := range PartKinds {
		if k.Name != "" {
			names = append(names, k.Name)
		}
	}
	return names
}

// truncUnits lists the units of trunc for a message: year, quarter and month.
func truncUnits() string {
	var names []string
	for _, k := range PartKinds {
		if k.Unit != 0 {
			names = append(names, k.Unit.String())
		}
	}
	return separators.Join(names, "and")
}

// FieldHelp lists the parts for the help, one per line: syntax and result.
func FieldHelp() string {
	var lines []string
	var units []string
	for _, k := range PartKinds {
		if k.Unit != 0 {
			units = append(units, k.Example)
			continue
		}
		lines = append(lines, helpLine(k.example(), k.Help))
	}
	lines = slices.Insert(lines, 1, helpLine("trunc(date, month)", "the period: "+truncUnits()+" print "+
		strings.Join(units, ", ")))
	return strings.Join(append(lines, helpLine("group(x, 'A = b, c; rest')", "groups of labels made by hand; rest is "+
		"all others")), "\n")
}

func helpLine(written, gives string) string {
	return written + strings.Repeat(" ", max(1, 27-len(written))) + gives
}

// example returns a field with the part as it is written: bin(x, 10).
func (k PartKind) example() string {
	column := "x"
	if k.Takes == Dates {
		column = "date"
	}
	f := Field{Column: column, Part: k.Part, N: 4, BinWidth: 10, Spec: "0, 10, 100"}
	switch k.Argument {
	case BinCount:
		f.N = 10
	case FirstDay:
		f.N = 0
	}
	return f.String()
}
