package calendar

import (
	"strconv"
	"strings"
)

// Period is the time from one second up to, and not including, another.
type Period struct {
	Unit       Unit
	Start, End int64 // seconds
}

// PeriodOf returns the period of a unit that contains a second.
func PeriodOf(u Unit, second int64) Period {
	if n := u.Seconds(); n > 0 {
		start := FloorDiv(second, n) * n
		return Period{u, start, start + n}
	}
	day := FloorDiv(second, DaySeconds)
	return Period{u, u.First(day) * DaySeconds, u.Next(day) * DaySeconds}
}

// Compare returns -1 if a second lies before the period, 0 if it lies in the period, and 1 if it lies after.
func (p Period) Compare(second int64) int {
	switch {
	case second < p.Start:
		return -1
	case second >= p.End:
		return 1
	}
	return 0
}

// String writes the period: 2001, 2001-Q1, 2001-03, 2001-W09, 2001-03-04, 2001-03-04 17:00, 2001-03-04 17:05,
// 2001-03-04 17:05:09.
func (p Period) String() string {
	day := FloorDiv(p.Start, DaySeconds)
	year, month, dayOfMonth := Civil(day)
	b := make([]byte, 0, 20)
	switch p.Unit {
	case Years:
		return string(appendYear(b, year))
	case Quarters:
		return string(append(appendYear(b, year), '-', 'Q', byte('0'+Quarter(month))))
	case Weeks:
		year, week := ISOWeek(day)
		return string(appendTwo(append(appendYear(b, year), '-', 'W'), week))
	}
	b = appendTwo(append(appendYear(b, year), '-'), month)
	if p.Unit == Months {
		return string(b)
	}
	b = appendTwo(append(b, '-'), dayOfMonth)
	if p.Unit == Days {
		return string(b)
	}
	clock := Clock(p.Start-day*DaySeconds, 0)
	if p.Unit != Seconds {
		clock = clock[:5]
	}
	return string(append(append(b, ' '), clock...))
}

// Clock writes a time of day, given as units of 10^-scale seconds from midnight: 17:05:09, 17:05:09.25.
func Clock(units int64, scale int) string {
	unit := int64(1)
	for range scale {
		unit *= 10
	}
	seconds, fraction := units/unit, units%unit
	b := appendTwo(nil, int(seconds/3600))
	b = appendTwo(append(b, ':'), int(seconds/60%60))
	b = appendTwo(append(b, ':'), int(seconds%60))
	if fraction > 0 {
		digits := strconv.FormatInt(fraction, 10)
		b = append(append(b, '.'), strings.Repeat("0", scale-len(digits))...)
		b = append(b, strings.TrimRight(digits, "0")...)
	}
	return string(b)
}

// appendYear writes a year with at least four digits, as ISO 8601 does.
func appendYear(b []byte, year int64) []byte {
	if year < 0 {
		b, year = append(b, '-'), -year
	}
	for limit := int64(1000); limit > year && limit > 1; limit /= 10 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, year, 10)
}

func appendTwo(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }
