package key

import (
	"math"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

// Calendar maps instants to the labels of a key column of dates. Instants are in seconds since 1970.
type Calendar struct {
	First, Last int64                    // the first and the last instant of the column
	Step        int64                    // the label changes only at multiples of Step seconds
	Number      func(second int64) int64 // the number of the label at an instant
}

// Calendar returns the calendar of a column of dates, or of parts of dates and timestamps. It returns nil for every
// other column, such as whole timestamps and times of day.
func (c *Column) Calendar() *Calendar { return c.calendar }

// calendarOf returns the calendar of a field of a table column, nil if the field has no calendar.
func calendarOf(c *data.Column, f query.Field) *Calendar {
	unit := int64(math.Pow10(c.Scale))
	switch {
	case c.Type == data.Date:
		return &Calendar{c.Min * calendar.DaySeconds, c.Max * calendar.DaySeconds, calendar.DaySeconds, onDay(f)}
	case c.Type != data.Timestamp || f.Part == query.Whole || f.Part == query.TimeOfDay:
		return nil
	}
	at := &Calendar{First: calendar.FloorDiv(c.Min, unit), Last: calendar.FloorDiv(c.Max, unit),
		Step: calendar.DaySeconds}
	if !f.Part.Kind().Clock {
		at.Number = onDay(f)
		return at
	}
	of, _ := ofClock(f, c.Scale)
	at.Number = func(second int64) int64 { return of(second * unit) }
	at.Step = calendar.Minutes.Seconds()
	if f.Part == query.Hour || f.Part == query.TruncHour {
		at.Step = calendar.Hours.Seconds()
	}
	return at
}

// onDay returns a function that maps an instant to the number of the label of its day.
func onDay(f query.Field) func(second int64) int64 {
	of := func(day int64) int64 { return day }
	if f.Part != query.Whole {
		of, _ = ofDay(f)
	}
	return func(second int64) int64 { return of(calendar.FloorDiv(second, calendar.DaySeconds)) }
}
