package view

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

// IsDate reports whether a column holds dates or times.
func IsDate(c *data.Column) bool { return c.Type.Temporal() }

// IsTime reports whether a column holds texts that are times of day.
func IsTime(c *data.Column) bool {
	return c.Type == data.Text && c.Dict != nil && c.Dict.TimesOfDay().OK
}

// PeriodsOf lists the periods of time that a date or a time of day can be cut to, the longest first. The period
// of a year is its number.
func PeriodsOf(c *data.Column) []query.Field {
	return partsOf(c, func(k query.PartKind) bool { return k.Part == query.Year || k.Unit != 0 && k.Part != query.TruncYear })
}

// RecurringOf lists the parts of a date that come again each year, week, day or hour. firstDay is the first day
// of a week as in query.Field.N.
func RecurringOf(c *data.Column, firstDay int) []query.Field {
	fields := partsOf(c, query.PartKind.Recurs)
	for i := range fields {
		if fields[i].Part == query.WeekdayName {
			fields[i].N = firstDay
		}
	}
	return fields
}

// partsOf lists the fields of a date or a time of day whose descriptions are wanted.
func partsOf(c *data.Column, wanted func(query.PartKind) bool) []query.Field {
	var out []query.Field
	for _, k := range query.PartKinds {
		if (IsDate(c) || IsTime(c)) && k.Takes == query.Dates && k.Argument != query.FirstMonth && suits(k, c) && wanted(k) {
			out = append(out, query.Field{Column: c.Name, Part: k.Part})
		}
	}
	return out
}

// suits reports whether a column has the part. The days of a date are the dates themselves, and months have no days.
func suits(k query.PartKind, c *data.Column) bool {
	if c.Unit != 0 && k.Unit >= c.Unit {
		return false
	}
	if c.Type != data.Date {
		return k.Clock || c.Type == data.Timestamp
	}
	return !k.Clock && k.Part != query.TruncDay
}

// PartTitle is a part of a column in a menu, with a label as an example: Month (2001-03).
func PartTitle(c *data.Column, p query.Part) string {
	k := p.Kind()
	if IsTime(c) {
		k.Example = strings.TrimPrefix(k.Example, "2001-03-04 ")
	}
	if k.Example == "" {
		return k.Title
	}
	return k.Title + " (" + calendar.Shown(k.Example) + ")"
}

// defaultPart is the longest period that still tells the rows of a date column apart, and the year where the
// rows are on a server.
func defaultPart(c *data.Column) query.Part {
	switch {
	case c.Unit != 0:
		return query.Whole
	case c.Rows == 0:
		return query.Year
	}
	low, high := c.IntValue(c.Min).Time(), c.IntValue(c.Max).Time()
	switch days := high.Sub(low).Hours() / 24; {
	case low.Year() != high.Year():
		return query.Year
	case days > 31:
		return query.TruncMonth
	case c.Type == data.Date:
		return query.Whole
	case days > 1:
		return query.TruncDay
	}
	return query.TruncHour
}

// across is the part that a date becomes beside the period that stands on the other shelf: the months of a year
// beside years.
var across = map[query.Part]query.Part{query.Year: query.MonthName, query.TruncMonth: query.Day, query.TruncDay: query.Hour}

// nextKey is the key that a column becomes on shelf on. A date that stands there already becomes the next finer
// part than its last one there: quarters below years, months below quarters. A date whose period stands on the
// other shelf becomes the part that recurs in the period. Any other column becomes its default key.
func (s State) nextKey(c *data.Column, on Shelf) query.Field {
	next := DefaultKey(c)
	if !IsDate(c) {
		return next
	}
	keys := s.keys(on)
	last := -1
	for i, k := range keys {
		if k.Column == c.Name {
			last = i
		}
	}
	if last < 0 {
		part, beside := across[next.Part]
		if beside && suits(part.Kind(), c) && slices.Contains(s.keys(Rows+Cols-on), next) {
			next.Part = part
		}
		return next
	}
	next = keys[last].Base()
	for next.Part != query.Whole {
		next = finer(next, c)
		if !slices.Contains(keys, next) {
			return next
		}
	}
	return keys[last]
}

// finer is the next finer part of a date.
func finer(f query.Field, c *data.Column) query.Field {
	p := f.Part.Kind().Finer
	if !suits(p.Kind(), c) {
		p = query.Whole
	}
	next := query.Field{Column: f.Column, Part: p}
	if p == query.FiscalQuarter {
		next.N = f.N
	}
	return next
}
