// Package calendar has the arithmetic of dates: years, quarters, months, ISO weeks, weekdays and fiscal years
// of a day, and periods of time with their texts. The calendar is the Gregorian one, before 1582 too, as in ISO
// 8601.
//
// A day is the number of days since 1970-01-01, and a second the number of seconds since the start of that day.
// Both may be negative. There are no time zones and no leap seconds: a day has 86,400 seconds. The package must
// not know columns.
package calendar
