package view

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// IsDate reports whether a column holds dates or times.
func IsDate(c *data.Column) bool { return c.Type.Temporal() }

// IsTime reports whether a column holds times of day as texts.
func IsTime(c *data.Column) bool {
	return c.Type == data.Text && c.Dict != nil && c.Dict.TimesOfDay().OK
}

// PeriodsOf lists the periods to which a date or a time of day can be truncated, the longest first. A year appears as
// its number.
func PeriodsOf(c *data.Column) []query.Field {
	return partsOf(c, func(k query.PartKind) bool {
		return k.Part == query.Year || k.Unit != 0 && k.Part != query.TruncYear
	})
}

// RecurringOf lists the parts of a date that recur each year, week, day or hour. firstDay is the first day of a week,
// numbered as in query.Field.N.
func RecurringOf(c *data.Column, firstDay int) []query.Field {
	fields := partsOf(c, query.PartKind.Recurs)
	for i := range fields {
		if fields[i].Part == query.WeekdayName {
			fields[i].N = firstDay
		}
	}
	return fields
}

// partsOf lists the parts of a date or time column for whose kind wanted returns true.
func partsOf(c *data.Column, wanted func(query.PartKind) bool) []query.Field {
	var out []query.Field
	for _, k := range query.PartKinds {
		if (IsDate(c) || IsTime(c)) && k.Takes == query.Dates && k.Argument != query.FirstMonth &&
			suits(k, c) && wanted(k) {
			out = append(out, query.Field{Column: c.Name, Part: k.Part})
		}
	}
	return out
}

// suits reports whether a column has a kind of part. For example, truncating a date to days would change nothing, and a
// column of months has no days.
func suits(k query.PartKind, c *data.Column) bool {
	if c.Unit != 0 && k.Unit >= c.Unit {
		return false
	}
	if c.Type != data.Date {
		return k.Clock || c.Type == data.Timestamp
	}
	return !k.Clock && k.Part != query.TruncDay
}

// PartTitle returns the title of a part in a menu with an example label, e.g. "Month (2001-03)".
func PartTitle(c *data.Column, p query.Part) string {
	k := p.Kind()
	if IsTime(c) {
		k.Example = strings.TrimPrefix(k.Example, "2001-03-04 ")
	}
	if k.Example == "" {
		return lang.L(k.Title)
	}
	return lang.L(k.Title) + " (" + calendar.Shown(k.Example) + ")"
}

// defaultPart returns the longest period that still has different labels for different rows of a date column. If the
// rows are on a server, it returns the year.
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

// across maps a period to the part that the same date becomes on the other shelf, e.g. a year on Rows to month names on
// Columns.
var across = map[query.Part]query.Part{query.Year: query.MonthName, query.TruncMonth: query.Day,
	query.TruncDay: query.Hour}

// NextKey returns the key that a column becomes when it is added to a shelf. For a date, it depends on the keys of the
// same date. If the shelf has one, the date becomes the next finer part, e.g. quarters below years. If the other shelf
// has a period of the date, the date becomes the part that recurs in this period. Any other column becomes its default
// key.
func (s State) NextKey(c *data.Column, on Shelf) query.Field {
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
		next = finerPart(next, c)
		if !slices.Contains(keys, next) {
			return next
		}
	}
	return keys[last]
}

// finerPart returns the date of a key with the next finer part that suits its column.
func finerPart(f query.Field, c *data.Column) query.Field {
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
