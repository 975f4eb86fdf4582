package pivot

import (
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

// within numbers the labels of a field of dates within a longer period of the same dates. 2024-03 is month 3 of its
// year, as 2023-03 is. So 2024-03, which occurs in no other year, has the counterpart 2023-03 in the year before.
type within struct {
	axis         *Axis
	outer, inner int           // the depths of the two fields
	unit         calendar.Unit // the unit of the longer period
}

// within returns the numbering of the labels at depth `inner` within the periods at depth `outer`. It returns nil if
// the labels are not periods within these periods. Labels without a numbering are compared by their codes.
func (a *Axis) within(inner, outer int) *within {
	in, out := a.Fields[inner-1], a.Fields[outer-1]
	long, short := unitOf(out), unitOf(in)
	if in.Part == query.Whole {
		short = calendar.Days
	}
	if !strings.EqualFold(in.Column, out.Column) || in.Groups != "" || out.Groups != "" || long == 0 || short <= long {
		return nil
	}
	return &within{a, outer, inner, long}
}

// unitOf returns the unit of the periods that are the labels of a field, 0 if the labels are not periods.
func unitOf(f query.Field) calendar.Unit {
	if f.Part == query.Year || f.Part == query.FiscalYear {
		return calendar.Years
	}
	return f.Part.Kind().Unit
}

// place returns the position of a label within its period. The positions under one period ascend with the labels. ok is
// false for null, for Others, and for labels that are not dates.
func (w *within) place(outer, inner uint32) (place int64, ok bool) {
	if outer == othersCode || inner == othersCode {
		return 0, false
	}
	start, ok := w.start(outer)
	if !ok {
		return 0, false
	}
	label := w.axis.keys[w.inner-1].Label(inner)
	second, ok := secondOf(label)
	if !ok {
		return 0, false
	}
	day, first := calendar.FloorDiv(second, calendar.DaySeconds), calendar.FloorDiv(start, calendar.DaySeconds)
	switch {
	case w.unit > calendar.Months: // all such periods have the same length
		return second - start, true
	case label.Unit == calendar.Weeks && first == calendar.Years.First(first):
		year, week := calendar.ISOWeek(day)
		of, _, _ := calendar.Civil(first)
		return (year-of)*100 + int64(week), true
	case label.Unit == calendar.Weeks:
		return (day - calendar.Weeks.First(first)) / 7, true
	}
	year, month, dayOfMonth := calendar.Civil(day)
	fromYear, fromMonth, _ := calendar.Civil(first)
	days := (12*(year-fromYear)+int64(month-fromMonth))*32 + int64(dayOfMonth)
	return days*calendar.DaySeconds + second - day*calendar.DaySeconds, true
}

// start returns the first second of a longer period, in seconds since 1970. ok is false if the label is not a
// period.
func (w *within) start(code uint32) (second int64, ok bool) {
	label, f := w.axis.keys[w.outer-1].Label(code), w.axis.Fields[w.outer-1]
	if label.IsNull() {
		return 0, false
	}
	year, _ := label.Int.Int64()
	switch f.Part {
	case query.Year:
		return calendar.Day(year, 1, 1) * calendar.DaySeconds, true
	case query.FiscalYear:
		if f.N > 1 {
			year--
		}
		return calendar.Day(year, max(f.N, 1), 1) * calendar.DaySeconds, true
	}
	return secondOf(label)
}

// secondOf returns the first second of a date or a period of time, in seconds since 1970. ok is false for other
// labels.
func secondOf(label data.Value) (second int64, ok bool) {
	n, _ := label.Int.Int64()
	switch {
	case label.Type == data.Date:
		return n * calendar.DaySeconds, true
	case label.Type == data.Timestamp && label.Unit.Seconds() > 0:
		return n, true
	}
	return 0, false
}
