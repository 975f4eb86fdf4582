package calendar

import (
	"strconv"
	"strings"
)

// Parse reads a period as String writes it. It also accepts a T between day and time, and a Z at the end. ok is false
// if the text is no period.
func Parse(s string) (p Period, ok bool) {
	s = strings.TrimSpace(s)
	before := strings.HasPrefix(s, "-")
	yearText, rest, more := strings.Cut(strings.TrimPrefix(s, "-"), "-")
	year, ok := number(yearText, 4, 9)
	if !ok {
		return Period{}, false
	}
	if before {
		year = -year
	}
	if !more {
		return PeriodOf(Years, Day(year, 1, 1)*DaySeconds), true
	}
	switch rest[:min(1, len(rest))] {
	case "Q", "q":
		quarter, ok := number(rest[1:], 1, 1)
		if !ok || quarter < 1 || quarter > 4 {
			return Period{}, false
		}
		return PeriodOf(Quarters, Day(year, 3*int(quarter)-2, 1)*DaySeconds), true
	case "W", "w":
		return week(year, rest[1:])
	}
	return date(year, rest)
}

func week(year int64, text string) (Period, bool) {
	n, ok := number(text, 2, 2)
	day := Day(year, 1, 4) + 7*(n-1) // the 4th of January lies in week 1
	if of, _ := ISOWeek(day); !ok || n < 1 || of != year {
		return Period{}, false
	}
	return PeriodOf(Weeks, day*DaySeconds), true
}

// date reads what follows the year: 03, 03-04, 03-04 17:05.
func date(year int64, text string) (Period, bool) {
	monthText, rest, more := strings.Cut(text, "-")
	month, ok := number(monthText, 2, 2)
	if !ok || month < 1 || month > 12 {
		return Period{}, false
	}
	first := Day(year, int(month), 1)
	if !more {
		return PeriodOf(Months, first*DaySeconds), true
	}
	dayText, clock := rest[:min(2, len(rest))], rest[min(2, len(rest)):]
	dayOfMonth, ok := number(dayText, 2, 2)
	day := first + dayOfMonth - 1
	switch {
	case !ok || dayOfMonth < 1 || day >= Months.Next(first):
		return Period{}, false
	case clock == "":
		return PeriodOf(Days, day*DaySeconds), true
	case clock[0] != ' ' && clock[0] != 'T':
		return Period{}, false
	}
	unit, second, ok := clockTime(strings.TrimSuffix(clock[1:], "Z"))
	return PeriodOf(unit, day*DaySeconds+second), ok
}

// clockTime reads 17, 17:05 or 17:05:09.
func clockTime(s string) (u Unit, second int64, ok bool) {
	u = Hours
	for i, part := range strings.Split(s, ":") {
		n, digits := number(part, 2, 2)
		if i > 2 || !digits || n >= []int64{24, 60, 60}[i] {
			return Seconds, 0, false
		}
		second += n * []int64{3600, 60, 1}[i]
		u = Hours + Unit(i)
	}
	return u, second, true
}

// ParseClock reads a time of day, 17, 17:05, 17:05:09 or 17:05:09.25, as a range of units of 10^-scale seconds from
// midnight. The range includes from and excludes to. ok is false if the text is no time of day, or if its fraction is
// finer than the units.
func ParseClock(s string, scale int) (from, to int64, ok bool) {
	whole, fraction, _ := strings.Cut(strings.TrimSpace(s), ".")
	fraction = strings.TrimRight(fraction, "0")
	u, second, ok := clockTime(whole)
	unit := int64(1)
	for range scale {
		unit *= 10
	}
	if fraction == "" {
		return second * unit, (second + u.Seconds()) * unit, ok
	}
	if len(fraction) > scale || u != Seconds {
		return 0, 0, false
	}
	n, digits := number(fraction+strings.Repeat("0", scale-len(fraction)), 1, scale)
	return second*unit + n, second*unit + n + 1, ok && digits
}

// number reads a number of least to most digits.
func number(s string, least, most int) (int64, bool) {
	if len(s) < least || len(s) > most || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}
