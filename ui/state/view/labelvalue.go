package view

import (
	"math"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

// labelValue returns the label of a field that a literal means. c is the field's column. ok is false if the literal
// cannot be a label of the field.
func labelValue(f query.Field, c *data.Column, l query.Literal) (v data.Value, ok bool) {
	k := f.Part.Kind()
	switch {
	case l.Null:
		return data.Value{}, true
	case l.Others, f.Groups != "", k.Takes == query.Numbers && f.Part != query.Whole:
		return data.TextValue(l.Text), true
	case k.Unit != 0 && c != nil && c.Type == data.Text:
		return data.TextValue(l.Text), true
	case k.Unit != 0:
		p, is := calendar.Parse(l.Text)
		v, ok = periodValue(k.Unit, p.Start), is
	case f.Part == query.MonthName, f.Part == query.WeekdayName, f.Part == query.TimeOfDay:
		return data.TextValue(l.Text), true
	case f.Part != query.Whole:
		n, err := strconv.ParseInt(l.Text, 10, 64)
		v, ok = data.IntValue(n), err == nil
	case c == nil:
		return data.Value{}, false
	default:
		v, ok = cellValue(c, l.Text)
	}
	return v, ok && v.String() == l.Text
}

// periodValue returns the period of a unit, such as a month, that begins at a second since 1970.
func periodValue(u calendar.Unit, second int64) data.Value {
	if u.Seconds() == 0 {
		second = calendar.FloorDiv(second, calendar.DaySeconds)
	}
	return data.PeriodValue(u, second)
}

// cellValue reads a value of a column from a text in the form in which values are printed.
func cellValue(c *data.Column, text string) (v data.Value, ok bool) {
	if c.Unit != 0 {
		period, ok := calendar.Parse(text)
		return periodValue(c.Unit, period.Start), ok
	}
	switch c.Type {
	case data.Text:
		return data.TextValue(text), true
	case data.Bool:
		return data.BoolValue(text == "true"), text == "true" || text == "false"
	case data.Float:
		n, err := strconv.ParseFloat(text, 64)
		return data.FloatValue(n), err == nil
	case data.Date:
		at, err := time.Parse(time.DateOnly, text)
		return c.IntValue(at.Unix() / calendar.DaySeconds), err == nil
	case data.Timestamp:
		at, err := time.Parse("2006-01-02T15:04:05.999999999", strings.TrimSuffix(text, "Z"))
		unit := int64(math.Pow10(c.Scale))
		return c.IntValue(at.Unix()*unit + int64(at.Nanosecond())/(1e9/unit)), err == nil
	}
	whole, frac, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+frac, 10, 64)
	return c.IntValue(n), err == nil
}
