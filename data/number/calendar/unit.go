package calendar

import "fmt"

// Unit is a length of periods of time. The zero Unit is no length.
type Unit uint8

// The units, from the longest to the shortest.
const (
	Years Unit = iota + 1
	Quarters
	Months
	Weeks // of ISO 8601: it begins on a Monday
	Days
	Hours
	Minutes
	Seconds
)

var unitNames = [...]string{"", "year", "quarter", "month", "week", "day", "hour", "minute", "second"}

// String returns the name of the unit: quarter.
func (u Unit) String() string { return unitNames[u] }

// Seconds returns the length of an hour, a minute or a second in seconds, and 0 for longer units.
func (u Unit) Seconds() int64 {
	switch u {
	case Hours:
		return 3600
	case Minutes:
		return 60
	case Seconds:
		return 1
	}
	return 0
}

// First returns the first day of the period that contains a day. The unit is a day or longer.
func (u Unit) First(day int64) int64 {
	year, month, _ := Civil(day)
	switch u {
	case Years:
		return Day(year, 1, 1)
	case Quarters:
		return Day(year, 3*Quarter(month)-2, 1)
	case Months:
		return Day(year, month, 1)
	case Weeks:
		return day - int64(Weekday(day)) + 1
	case Days:
		return day
	}
	panic(fmt.Sprintf("BUG: %s is shorter than a day", u))
}

// Next returns the first day after the period that contains a day. The unit is a day or longer.
func (u Unit) Next(day int64) int64 {
	day = u.First(day)
	year, month, _ := Civil(day)
	switch u {
	case Years:
		return Day(year+1, 1, 1)
	case Quarters:
		return Day(year, month+3, 1)
	case Months:
		return Day(year, month+1, 1)
	case Weeks:
		return day + 7
	}
	return day + 1
}
