package numfmt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/internal/separators"
)

// maxDay is the last day in Excel, 9999-12-31.
const maxDay = 2_958_466

// timeOf converts a date, or a number that Excel would show as a date, to a time. It returns false for numbers that
// represent no date.
func timeOf(v data.Value) (time.Time, bool) {
	switch v.Type {
	case data.Date, data.Timestamp:
		return v.Time(), true
	}
	days, _ := numberOf(v).rat().Float64()
	if days < 0 || days >= maxDay {
		return time.Time{}, false
	}
	whole := int(days)
	return firstDay.AddDate(0, 0,
		whole).Add(time.Duration((days - float64(whole)) * float64(24*time.Hour)).Round(time.Millisecond)), true
}

// date writes a time. n is the time in days.
func (s *section) date(at time.Time, n number) string {
	half := slices.ContainsFunc(s.items, func(i item) bool { return i.kind == halfDay })
	var b strings.Builder
	for _, i := range s.items {
		switch i.kind {
		case datePart:
			b.WriteString(part(at, i.text, half))
		case elapsed:
			b.WriteString(sinceFirstDay(n, i.text))
		case secondsFraction:
			nanos := fmt.Sprintf("%09d", at.Nanosecond()) + strings.Repeat("0", len(i.text))
			b.WriteString(separators.Used().Decimal + nanos[:len(i.text)-1])
		case halfDay:
			b.WriteString(halfOf(at, i.text))
		default:
			b.WriteString(i.text)
		}
	}
	return b.String()
}

// halfOf returns the half of the day in the style of the letters: AM or a.
func halfOf(at time.Time, letters string) string {
	first, second, _ := strings.Cut(letters, "/")
	if at.Hour() < 12 {
		return first
	}
	return second
}

// sinceFirstDay writes a time in days as whole hours, minutes (n) or seconds.
func sinceFirstDay(n number, letters string) string {
	days, _ := n.rat().Float64()
	units := map[byte]float64{'h': 24, 'm': 24 * 60, 'n': 24 * 60, 's': 24 * 60 * 60}[letters[0]]
	return fmt.Sprintf("%0*d", len(letters), int64(days*units+1e-9))
}

// part writes a part of a time. In letters, m stands for the month and n for the minute.
func part(at time.Time, letters string, half bool) string {
	number := func(v int) string { return fmt.Sprintf("%0*d", min(len(letters), 2), v) }
	switch letters[0] {
	case 'y':
		if len(letters) <= 2 {
			return fmt.Sprintf("%02d", at.Year()%100)
		}
		return fmt.Sprintf("%04d", at.Year())
	case 'm':
		switch len(letters) {
		case 1, 2:
			return number(int(at.Month()))
		case 3:
			return at.Month().String()[:3]
		case 5:
			return at.Month().String()[:1]
		}
		return calendar.Shown(at.Month().String())
	case 'd':
		switch len(letters) {
		case 1, 2:
			return number(at.Day())
		case 3:
			return at.Weekday().String()[:3]
		}
		return calendar.Shown(at.Weekday().String())
	case 'h':
		if half {
			return number((at.Hour()+11)%12 + 1)
		}
		return number(at.Hour())
	case 'n':
		return number(at.Minute())
	case 's':
		return number(at.Second())
	}
	return strconv.Itoa(at.Year())
}
