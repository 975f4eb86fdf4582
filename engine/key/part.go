package key

import (
	"context"
	"fmt"
	"math"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

// part makes the key column of a date part or of periods of time.
func part(ctx context.Context, c *data.Column, f query.Field) (*Column, error) {
	switch kind := f.Part.Kind(); {
	case kind.Clock && c.Type == data.Text:
		return timePart(ctx, c, f)
	case kind.Clock && c.Type != data.Timestamp:
		return nil, wrongPart(c, f, "timestamp")
	case !c.Type.Temporal():
		return nil, wrongPart(c, f, "date or timestamp")
	case kind.Clock:
		of, label := ofClock(f, c.Scale)
		return derive(ctx, c, f, of, label)
	}
	of, label := ofDay(f)
	k, err := byDay(ctx, c, f, of, label)
	if err == nil {
		k.Format.Names = f.Named()
	}
	return k, err
}

// timePart makes the key column of a part of the time of day, for a column of texts such as 09:30.
func timePart(ctx context.Context, c *data.Column, f query.Field) (*Column, error) {
	times := c.Dict.TimesOfDay()
	switch {
	case times.Other != "":
		return nil, fmt.Errorf("%s needs times, and %q has %q, which is no time of day like 09:30 or 09:30:15", f,
			c.Name, times.Other)
	case !times.OK:
		return nil, wrongPart(c, f, "timestamp")
	}
	of, label := ofClock(f, times.Scale)
	if unit := f.Part.Kind().Unit; unit != 0 {
		label = func(n int64) data.Value { return data.TextValue(calendar.Clock(n*unit.Seconds(), 0)[:len("09:30")]) }
	}
	results := make([]int64, len(times.Units), len(times.Units)+1)
	for code, v := range times.Units {
		results[code] = of(v)
	}
	var valid data.Bitmap
	if c.Nulls > 0 {
		results, valid = append(results, 0), data.NewBitmap(len(results)+1)
		valid.SetRange(0, len(times.Units))
	}
	return through(ctx, c, f, results, valid, label)
}

// ofDay returns two functions for a date part: from a day to the integer of the part, and from this integer to its
// label.
func ofDay(f query.Field) (of func(day int64) int64, label func(int64) data.Value) {
	kind := f.Part.Kind()
	if kind.Unit != 0 {
		return periodNumber(kind.Unit), func(n int64) data.Value {
			return data.PeriodValue(kind.Unit, periodStart(kind.Unit, n))
		}
	}
	label = data.IntValue
	switch f.Part {
	case query.Year:
		of = func(day int64) int64 { year, _, _ := calendar.Civil(day); return year }
	case query.Quarter:
		of = func(day int64) int64 { _, month, _ := calendar.Civil(day); return int64(calendar.Quarter(month)) }
	case query.Month:
		of = func(day int64) int64 { _, month, _ := calendar.Civil(day); return int64(month) }
	case query.MonthName:
		of = func(day int64) int64 { _, month, _ := calendar.Civil(day); return int64(month) }
		label = func(n int64) data.Value { return data.TextValue(calendar.MonthNames[n-1]) }
	case query.ISOWeek:
		of = func(day int64) int64 { _, week := calendar.ISOWeek(day); return int64(week) }
	case query.Day:
		of = func(day int64) int64 { _, _, dayOfMonth := calendar.Civil(day); return int64(dayOfMonth) }
	case query.Weekday:
		of = func(day int64) int64 { return int64(calendar.Weekday(day)) }
	case query.WeekdayName:
		first := max(f.N, 1)
		of = func(day int64) int64 { return int64(calendar.Weekday(day)-first+7) % 7 }
		label = func(n int64) data.Value { return data.TextValue(calendar.WeekdayNames[(int(n)+first-1)%7]) }
	case query.FiscalYear:
		of = func(day int64) int64 { return calendar.FiscalYear(day, f.N) }
	case query.FiscalQuarter:
		of = func(day int64) int64 { return int64(calendar.FiscalQuarter(day, f.N)) }
	default:
		panic("BUG: not a date part")
	}
	return of, label
}

// periodNumber returns a function from a day to the number of its period. Successive periods have successive numbers: a
// month has the number 12*year + month-1.
func periodNumber(u calendar.Unit) func(day int64) int64 {
	switch u {
	case calendar.Years:
		return func(day int64) int64 { year, _, _ := calendar.Civil(day); return year }
	case calendar.Quarters:
		return func(day int64) int64 {
			year, month, _ := calendar.Civil(day)
			return 4*year + int64(calendar.Quarter(month)-1)
		}
	case calendar.Months:
		return func(day int64) int64 { year, month, _ := calendar.Civil(day); return 12*year + int64(month-1) }
	case calendar.Weeks:
		return func(day int64) int64 { return calendar.FloorDiv(day+3, 7) }
	}
	return func(day int64) int64 { return day }
}

// periodStart returns the first day of the period that has number n. It is the inverse of periodNumber.
func periodStart(u calendar.Unit, n int64) int64 {
	switch u {
	case calendar.Years:
		return calendar.Day(n, 1, 1)
	case calendar.Quarters:
		return calendar.Day(0, int(3*n)+1, 1)
	case calendar.Months:
		return calendar.Day(0, int(n)+1, 1)
	case calendar.Weeks:
		return 7*n - 3
	}
	return n
}

// ofClock returns two functions for a part of the time of day: from an instant to the integer of the part, and from
// this integer to its label. Instants are in units of 10^-scale seconds.
func ofClock(f query.Field, scale int) (of func(v int64) int64, label func(int64) data.Value) {
	second := int64(math.Pow10(scale))
	if unit := f.Part.Kind().Unit; unit != 0 {
		length := unit.Seconds()
		return func(v int64) int64 {
			return calendar.FloorDiv(v, second*length)
		}, func(n int64) data.Value { return data.PeriodValue(unit, n*length) }
	}
	clock := func(v int64) int64 {
		return v - calendar.FloorDiv(v, second*calendar.DaySeconds)*(second*calendar.DaySeconds)
	}
	switch f.Part {
	case query.Hour:
		return func(v int64) int64 { return clock(v) / (3600 * second) }, data.IntValue
	case query.Minute:
		return func(v int64) int64 { return clock(v) / (60 * second) % 60 }, data.IntValue
	}
	return clock, func(n int64) data.Value { return data.TextValue(calendar.Clock(n, scale)) }
}
