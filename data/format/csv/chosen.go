package csv

import (
	"bytes"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/internal/separators"
)

// chooseAs gives a column the type that a person chose. Unreadable values become null, and a note counts them. If no
// value is readable, the error is a sentence. A column without values can have any type.
func chooseAs(c *Choice, name string, f *stats, e evidence) (conversion, error) {
	p := conversion{name: name, typ: c.Type, sign: '.', chosen: true, title: c.Title, epoch: c.Epoch}
	kinds := f.shapes
	readable := true
	switch {
	case c.Type == data.Decimal:
		readable = kinds&numeric != 0
		p.typ = data.Text
		if p.chooseType(kinds&numeric, f, e); p.typ == data.Text || kinds&shapeBig != 0 {
			p.typ, p.formatted, p.note = data.Float, true, ""
		}
	case c.Type == data.Bool:
		readable = kinds&(shapeBool|shapeYes) != 0
	case c.Epoch > 0:
		readable = kinds&(shapeInt|shapeDecimal|shapeComma|shapeFloat) != 0
		p.chooseEpoch(f)
	case c.Type.Temporal():
		readable = kinds&moments != 0 || kinds&shapeInt != 0 && f.digits >= 8
		p.moments = true
		if p.order = e.options.order(f); p.order == 0 && (f.written.numeric || f.written.notYMD) {
			return p, fmt.Errorf("column %s holds dates of which none tells whether the day or the month comes "+
				"first, or some do not fit: say which order dates have", name)
		}
		if c.Type == data.Timestamp {
			p.scale = f.timeScale()
			p.utc = f.zoned
			if f.zoned && f.local {
				p.addNote("times without a time zone are read as UTC, as others have a zone")
			}
			p.addStampNotes(f)
		}
		p.addMomentNotes(f)
	}
	if !readable && kinds&^shapeNull != 0 {
		return p, fmt.Errorf("column %s has no value that can be read as %s: choose another type for it", name, c.Title)
	}
	return p, nil
}

// timeScale returns the number of digits of a second's fraction that a chosen time keeps.
func (f *stats) timeScale() int {
	scale := (f.fraction + 2) / 3 * 3
	if scale == 9 && f.farTime {
		return 6
	}
	return scale
}

// chooseEpoch sets how many digits of a second are kept, for times that are numbers since 1970.
func (p *conversion) chooseEpoch(f *stats) {
	places := f.point.places
	if p.sign = '.'; f.point.no && !f.comma.no {
		p.sign, places = ',', f.comma.places
	}
	for p.scale = 0; int(pow10[p.scale]) < p.epoch; {
		p.scale++
	}
	p.scale = min((p.scale+places+2)/3*3, 9)
	p.utc = true
	p.addNote(strings.Replace(p.title, "a number", "numbers", 1) + ", read as times in UTC")
}

// setChosen stores a value of a column with a chosen type, if the value is written in another form of the type. Any
// other value becomes null and is counted.
func (f *converter) setChosen(c *column, row int, b []byte) {
	switch {
	case c.epoch > 0:
		if v, ok := c.instant(b); ok && c.ints.set(row, v) {
			return
		}
	case c.typ.Temporal():
		if f.setMoment(c, row, b) {
			return
		}
		days, ok := compactDay(b)
		if c.typ == data.Timestamp {
			days *= 86400 * pow10[c.scale]
		}
		if ok && c.ints.set(row, days) {
			return
		}
	}
	f.null(c, row)
	c.segments[f.worker].unread.add(row - f.base)
}

// instant reads a time that is a number since 1970.
func (c *column) instant(b []byte) (int64, bool) {
	places := c.scale
	for units := c.epoch; units > 1; units /= 10 {
		places--
	}
	whole := bytes.IndexByte(b, c.sign)
	if whole < 0 {
		whole = len(b)
	}
	if whole+places > 19 {
		return 0, false
	}
	v, ok := parseDecimal(b, places, c.sign)
	const last = 253402300799 // in the year 9999
	return v, ok && v/pow10[c.scale] <= last && v/pow10[c.scale] >= -last
}

// unreadNote counts the values that the chosen type does not hold.
func (c *column) unreadNote(start func(w int) int) {
	var all, dropped count
	for w := range c.segments {
		all.join(c.segments[w].unread, start(w))
		dropped.join(c.segments[w].dropped, start(w))
	}
	if dropped.n == 1 {
		c.addNote(separators.Sprintf("1 time of day was left out, as the type date has none, in row %d",
			dropped.first+1))
	} else if dropped.n > 1 {
		c.addNote(separators.Sprintf("%d times of day were left out, as the type date has none, the first in row %d",
			dropped.n, dropped.first+1))
	}
	if all.n == 1 {
		c.addNote(separators.Sprintf("1 value cannot be read as %s and was left empty, in row %d",
			c.title, all.first+1))
	} else if all.n > 1 {
		c.addNote(separators.Sprintf("%d values cannot be read as %s and were left empty, the first in row %d", all.n,
			c.title, all.first+1))
	}
}
