package infer

import (
	"bytes"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/internal/separators"
)

// chooseAs returns the conversion to the type that a person chose. Values that do not have this type become null, and a
// note counts them. If no value has the type, the error is a sentence. A column without values can have any type.
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

// timeScale returns how many decimal places of a second are kept if a person chose the type time.
func (f *stats) timeScale() int {
	scale := (f.fraction + 2) / 3 * 3
	if scale == 9 && f.farTime {
		return 6
	}
	return scale
}

// chooseEpoch sets how many decimal places of a second are kept if times are numbers since 1970.
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

// setChosen stores a value of a column with a chosen type, if the value has a less usual form of the type. Any other
// value becomes null and is counted.
func (d *draft) setChosen(row int, b []byte, p *conversion) {
	switch {
	case p.epoch > 0:
		if v, ok := p.instant(b); ok {
			d.ints[row] = v
			return
		}
	case p.typ.Temporal():
		if d.setMoment(row, b, p) {
			return
		}
		if days, ok := compactDay(b); ok {
			if p.typ == data.Timestamp {
				days *= 86400 * pow10[p.scale]
			}
			d.ints[row] = days
			return
		}
	}
	d.null(row)
	d.unread.Add(row)
}

// instant converts a number since 1970 to a time.
func (p *conversion) instant(b []byte) (int64, bool) {
	places := p.scale
	for units := p.epoch; units > 1; units /= 10 {
		places--
	}
	whole := bytes.IndexByte(b, p.sign)
	if whole < 0 {
		whole = len(b)
	}
	if whole+places > 19 {
		return 0, false
	}
	v, ok := parseDecimal(b, places, p.sign)
	const last = 253402300799 // in the year 9999
	return v, ok && v/pow10[p.scale] <= last && v/pow10[p.scale] >= -last
}

// addUnread adds notes on values that do not have the chosen type, or lose a time of day.
func (p *conversion) addUnread(unread, dropped Count) {
	if dropped.N > 0 {
		p.addNote(separators.Plural(dropped.N, "1 time of day was left out, as the type date has none, in row ",
			"%d times of day were left out, as the type date has none, the first in row ") +
			separators.Count(dropped.First+1))
	}
	if unread.N > 0 {
		p.addNote(separators.Plural(unread.N, "1 value cannot be read as "+p.title+" and was left empty, in row ",
			"%d values cannot be read as "+p.title+" and were left empty, the first in row ") +
			separators.Count(unread.First+1))
	}
}

// Count is a number of rows, and the first of them. The first row of the table is 0.
type Count struct{ N, First int }

// Add counts a row.
func (c *Count) Add(row int) {
	if c.N == 0 {
		c.First = row
	}
	c.N++
}

// Join adds the rows of the next block. from is the first row of the block.
func (c *Count) Join(next Count, from int) {
	if c.N == 0 && next.N > 0 {
		c.First = from + next.First
	}
	c.N += next.N
}
