package data

import (
	"strings"

	"cardinal/data/number/calendar"
)

// TimesOfDay has the texts of a dictionary, read as times of day: 09:30, 09:30:15, 09:30:15.25.
type TimesOfDay struct {
	Units []int64 // by code: 10^-Scale seconds from midnight
	Scale int     // digits of the fraction of a second
	Other string  // the first text that is no time of day, if other texts are times of day
	OK    bool    // there are texts, and all are times of day
}

// TimesOfDay reads the texts as times of day. The first call computes the result.
func (d *Dictionary) TimesOfDay() *TimesOfDay {
	d.timesOnce.Do(func() { d.times = timesOfDay(d.Values) })
	return &d.times
}

func timesOfDay(texts []string) (t TimesOfDay) {
	for i, text := range texts {
		digits, ok := fractionOfTime(padHour(text))
		switch {
		case !ok && i == 0:
			return TimesOfDay{}
		case !ok:
			return TimesOfDay{Other: text}
		}
		t.Scale = max(t.Scale, digits)
	}
	t.Units = make([]int64, len(texts))
	for i, text := range texts {
		t.Units[i], _, _ = calendar.ParseClock(padHour(text), t.Scale)
	}
	t.OK = len(texts) > 0
	return t
}

// padHour puts a zero before an hour of one digit.
func padHour(text string) string {
	if len(text) > 1 && text[1] == ':' {
		return "0" + text
	}
	return text
}

// fractionOfTime returns the number of digits of the fraction of a second. ok is false if the text is no time of day
// with hours and minutes.
func fractionOfTime(text string) (digits int, ok bool) {
	const most = 9
	if len(text) < len("09:05") || len(text) > len("09:05:00.")+most || text[2] != ':' {
		return 0, false
	}
	_, fraction, _ := strings.Cut(text, ".")
	_, _, ok = calendar.ParseClock(text, most)
	return len(strings.TrimRight(fraction, "0")), ok
}
