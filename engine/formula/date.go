package formula

import (
	"time"

	"cardinal/data"
	"cardinal/data/calendar"
	"cardinal/engine/query"
)

var units = []string{"year", "quarter", "month", "week", "day", "hour", "minute", "second"}

var dateDiff = function{
	Function: query.Function{
		Name: "datediff", Group: query.OfDates, Gives: "whole number",
		Args: []query.Argument{{Name: "from", Takes: query.Dates}, {Name: "to", Takes: query.Dates}, {Name: "unit", Takes: query.Texts, Words: units, Optional: true}},
		Help: "how many days, or of another unit, begin after one date and up to another", Example: "datediff(2024-01-31, 2024-03-01, month) is 2",
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

// countOf is the number of units that began from a fixed time up to a date.
func countOf(v data.Value, unit string) int64 {
	at := v.Time()
	day := floorDiv(at.Unix(), calendar.DaySeconds)
	month := int64(at.Year())*12 + int64(at.Month()) - 1
	switch unit {
	case "year":
		return int64(at.Year())
	case "quarter":
		return floorDiv(month, 3)
	case "month":
		return month
	case "week": // which begin on Mondays; 1970-01-01 was a Thursday
		return floorDiv(day+3, 7)
	case "hour":
		return floorDiv(at.Unix(), 3600)
	case "minute":
		return floorDiv(at.Unix(), 60)
	case "second":
		return at.Unix()
	}
	return day
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Today is the date of this computer, which today() is read from when a column is computed. Tests set it.
var Today = func() data.Value {
	now := time.Now()
	return data.DateValue(time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC).Unix() / calendar.DaySeconds)
}

var today = function{
	Function: query.Function{
		Name: "today", Group: query.OfDates, Gives: "date",
		Help: "the date of this computer when the pivot runs", Example: "today() - 30 is 30 days ago",
	},
	result: always(data.Date),
	of:     func([]data.Value) data.Value { return Today() },
}
