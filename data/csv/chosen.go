package csv

import (
	"fmt"

	"cardinal/data"
)

// chooseAs makes a column what a person chose. Values that cannot be that are null, and a note counts them. The error is a sentence
// where no value can.
func chooseAs(c data.Type, name string, f *stats, e evidence) (conversion, error) {
	p := conversion{name: name, typ: c, sign: '.', chosen: true}
	kinds := f.shapes
	readable := true
	switch c {
	case data.Decimal:
		readable = kinds&numeric != 0
		p.typ = data.Text
		if p.chooseType(kinds&numeric, f, e); p.typ == data.Text || kinds&shapeBig != 0 {
			p.typ, p.formatted, p.note = data.Float, true, ""
		}
	case data.Bool:
		readable = kinds&shapeBool != 0
	case data.Date, data.Timestamp:
		readable = kinds&(shapeDate|shapeYearLast|shapeStamp) != 0
		if p.order = e.options.order(f); p.order == 0 && kinds&shapeYearLast != 0 {
			return p, fmt.Errorf("column %s holds dates of which none tells whether the day or the month comes first, or some do not fit: say which order dates have", name)
		}
		if c == data.Timestamp {
			p.scale = (f.fraction + 2) / 3 * 3
			if p.scale == 9 && f.farTime {
				p.scale = 6
			}
			p.utc = f.zoned
			if f.zoned && f.local {
				p.addNote("times without a time zone are read as UTC, as others have a zone")
			}
			p.addStampNotes(f)
		}
	}
	if !readable {
		return p, fmt.Errorf("column %s has no value that can be read as %s: choose another type for it", name, typeWords[c])
	}
	return p, nil
}

// typeWords name a type in sentences.
var typeWords = map[data.Type]string{data.Text: "text", data.Decimal: "a number", data.Int: "a number", data.Float: "a number",
	data.Date: "a date", data.Timestamp: "a time", data.Bool: "a boolean"}

// setChosen stores a value of a column whose type a person chose in another form of that type. Any other value is null and counted.
func (f *converter) setChosen(c *column, row int, b []byte) {
	switch days, isDay := f.day(c, b); {
	case !isDay:
	case c.typ == data.Date && c.ints.set(row, days):
		return
	case c.typ == data.Timestamp && c.ints.set(row, days*86400*pow10[c.scale]):
		return
	}
	f.null(c, row)
	c.segments[f.worker].unread.add(row - f.base)
}

// day is the day of a date in any form, or of a time.
func (f *converter) day(c *column, b []byte) (days int64, ok bool) {
	if c.typ != data.Date && c.typ != data.Timestamp {
		return 0, false
	}
	if days, ok = isoDate(b); ok {
		return days, true
	}
	if c.order != 0 {
		if days, ok = parseDate(b, c.order); ok {
			return days, true
		}
	}
	s, ok := isoStamp(b)
	if days = s.seconds / 86400; s.seconds < days*86400 {
		days-- // before 1970
	}
	return days, ok && c.typ == data.Date
}

// unreadNote counts the values that the chosen type does not hold.
func (c *column) unreadNote(start func(w int) int) {
	var all count
	for w := range c.segments {
		all.join(c.segments[w].unread, start(w))
	}
	if all.n == 1 {
		c.addNote(fmt.Sprintf("1 value cannot be read as %s and was left empty, in row %d", typeWords[c.typ], all.first+1))
	} else if all.n > 1 {
		c.addNote(fmt.Sprintf("%d values cannot be read as %s and were left empty, the first in row %d", all.n, typeWords[c.typ], all.first+1))
	}
}
