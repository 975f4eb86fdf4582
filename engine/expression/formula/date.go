package formula

import (
	"errors"
	"math"
	"time"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

var units = []string{"year", "quarter", "month", "week", "day", "hour", "minute", "second"}

var dateDiff = function{
	Function: query.Function{
		Name: "datediff", Group: query.OfDates,
		Args: []query.Argument{{Name: "from", Takes: query.Dates}, {Name: "to", Takes: query.Dates},
			{Name: "unit", Takes: query.Texts, Words: units, Optional: true}},
		Help:    "how many days, or of another unit, begin after one date and up to another",
		Example: "datediff(2024-01-31, 2024-03-01, month) is 2",
	},
	result: always(data.Int),
	of: func(args []data.Value) data.Value {
		unit := "day"
		if len(args) > 2 {
			unit = args[2].Text
		}
		return data.IntValue(countOf(args[1], unit) - countOf(args[0], unit))
	},
}

// countOf counts the units that began between a fixed time and a date.
func countOf(v data.Value, unit string) int64 {
	at := v.Time()
	day := calendar.FloorDiv(at.Unix(), calendar.DaySeconds)
	month := int64(at.Year())*12 + int64(at.Month()) - 1
	switch unit {
	case "year":
		return int64(at.Year())
	case "quarter":
		return calendar.FloorDiv(month, 3)
	case "month":
		return month
	case "week": // weeks begin on Mondays; 1970-01-01 was a Thursday
		return calendar.FloorDiv(day+3, 7)
	case "hour":
		return calendar.FloorDiv(at.Unix(), 3600)
	case "minute":
		return calendar.FloorDiv(at.Unix(), 60)
	case "second":
		return at.Unix()
	}
	return day
}

var dateOf = function{
	Function: query.Function{
		Name: "date", Also: []string{"make_date", "datefromparts"}, Group: query.OfDates,
		Args: []query.Argument{{Name: "year", Takes: query.Numbers}, {Name: "month", Takes: query.Numbers},
			{Name: "day", Takes: query.Numbers, Optional: true}},
		Help: "the date of a year, a month and a day, or the first day of the month; null where the calendar has no " +
			"such date", Example: "date(2024, 2, 29) is 2024-02-29",
	},
	result: always(data.Date),
	of: func(args []data.Value) data.Value {
		parts := [3]int{2: 1}
		for i, a := range args {
			f, _ := a.Number()
			if f != math.Trunc(f) || f < 1 || f > 9999 { // this excludes NaN, too
				return data.Value{}
			}
			parts[i] = int(f)
		}
		day := calendar.Day(int64(parts[0]), parts[1], parts[2])
		if year, month, of := calendar.Civil(day); int(year) != parts[0] || month != parts[1] || of != parts[2] {
			return data.Value{}
		}
		return data.DateValue(day)
	},
}

var addMonths = function{
	Function: query.Function{
		Name: "add_months", Also: []string{"edate"}, Group: query.OfDates,
		Args: []query.Argument{{Name: "date", Takes: query.Dates}, {Name: "months", Takes: query.Numbers}},
		Help: "the date so many months later, or earlier with -1: in a month without its day, the last day of that " +
			"month; a time keeps its time of day", Example: "add_months(2024-01-31, 1) is 2024-02-29",
	},
	result: func(args []shape) (shape, error) {
		date, months := args[0], args[1]
		switch {
		case date.kind == data.Null || months.kind == data.Null:
			return shape{kind: data.Null}, nil
		case months.kind != data.Int:
			return shape{}, errors.New("add_months takes a whole number of months, and round(…) makes a number whole")
		}
		return shape{kind: date.kind, scale: date.scale, utc: date.utc, zone: date.zone}, nil
	},
	of: func(args []data.Value) data.Value { return monthsLater(args[0], args[1]) },
}

// monthsLater adds months to a date or a time. If the month does not have the day, the result is the last day of the
// month: 2024-01-31 and one month give 2024-02-29. If the result would be beyond the farthest date or not fit 64 bits,
// it is null.
func monthsLater(v, months data.Value) data.Value {
	at := shapeOf(v)
	n, fits := v.Int.Int64()
	add, fit := months.Int.Int64()
	const most = 12 * 2 * farthest / 365 // more months than lie between any two dates
	if months.Type != data.Int || !fits || !fit || !near(n, at) || add < -most || add > most {
		return data.Value{}
	}
	units := unitsOfDay(at)
	day := calendar.FloorDiv(n, units)
	year, month, dayOfMonth := calendar.Civil(day)
	first := calendar.Day(year, month+int(add), 1)
	last := calendar.Day(year, month+int(add)+1, 1) - 1
	moved := min(first+int64(dayOfMonth)-1, last)
	whole := int128.Mul(moved, units).Add(int128.From(n - day*units))
	if n, fits = whole.Int64(); !fits || !near(n, at) {
		return data.Value{}
	}
	return data.Value{Type: v.Type, Int: whole, Scale: v.Scale, UTC: v.UTC}
}

// Today returns the date of this computer. The function today() calls it when a column is computed. Tests replace it.
var Today = func() data.Value {
	now := time.Now()
	return data.DateValue(time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0,
		time.UTC).Unix() / calendar.DaySeconds)
}

var today = function{
	Function: query.Function{
		Name: "today", Group: query.OfDates,
		Help: "the date of this computer when the pivot runs", Example: "today() - 30 is 30 days ago",
	},
	result: always(data.Date),
	of:     func([]data.Value) data.Value { return Today() },
}
