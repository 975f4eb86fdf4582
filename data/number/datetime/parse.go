package datetime

import (
	"bytes"

	"cardinal/data/number/calendar"
)

// longest is the greatest number of bytes of a date with a time of day.
const longest = 48

// Moment is a date, a time of day, or a date with a time of day.
type Moment struct {
	Dated, Clocked bool // there is a date; there is a time of day

	Date  Date
	Clock Clock

	Zoned  bool  // Z, UTC or an offset follows the time of day
	Offset int64 // of the zone, in seconds to the east
}

// Date has the parts of a date.
type Date struct {
	Year, Month, Day int
	// If Numeric is set, the date is three numbers with no year or with the year last: Year, Month and Day assume the
	// order day, month, year.
	Numeric    bool
	ShortYear  bool // the year has two digits
	WholeMonth bool // no day is written; Day is 1
	Points     bool // points separate the numbers
	digits     int  // of the first number
	weekday    int  // from 1 for Monday; 0: none is written
}

// Clock is a time of day.
type Clock struct {
	Second int64 // since midnight
	Nanos  int64
	Places int  // digits of the fraction
	Leap   bool // the second is 60, which counts as the next second
	Twelve bool // AM or PM is written
	Exact  bool // seconds are written
	Hours  int  // digits of the hour
}

// Days returns the number of days from 1970-01-01 to the date. order says how numbers such as 03/04/05 are read: d
// day first, m month first, y year first. ok is false if the calendar has no such day, or if the date has a wrong
// weekday.
func (d Date) Days(order byte) (days int64, ok bool) {
	year, month, day := d.Year, d.Month, d.Day
	if d.Numeric {
		switch order {
		case 'd':
		case 'm':
			month, day = day, month
		case 'y':
			if !d.ShortYear || d.digits != 2 {
				return 0, false
			}
			year, day = day, year
		default:
			return 0, false
		}
	}
	if d.ShortYear {
		year = calendar.FullYear(year)
	}
	if month < 1 || month > 12 || day < 1 || year < 1 {
		return 0, false
	}
	days = calendar.Day(int64(year), month, 1) + int64(day) - 1
	exists := day <= 28 || days < calendar.Day(int64(year), month+1, 1)
	return days, exists && (d.weekday == 0 || d.weekday == calendar.Weekday(days))
}

// Parse reads a text that is a date, a time of day, or both.
func Parse(b []byte) (m Moment, ok bool) {
	if len(b) < 4 || len(b) > longest {
		return m, false
	}
	for _, c := range b {
		if c >= 0x80 {
			for _, blank := range []string{"\u00a0", "\u202f", "\u2009"} {
				b = bytes.ReplaceAll(b, []byte(blank), []byte(" "))
			}
			break
		}
	}
	c := cursor{b: b}
	if c.clock(&m.Clock) && c.end() {
		m.Clocked = true
		return m, true
	}
	c.at = 0
	if !c.date(&m.Date) {
		return Moment{}, false
	}
	m.Dated = true
	if c.end() {
		return m, true
	}
	if m.Date.WholeMonth || !c.skipBetween() {
		return Moment{}, false
	}
	if m.Clocked = c.clock(&m.Clock); !m.Clocked {
		return Moment{}, false
	}
	ok = c.zone(&m)
	return m, ok && c.end()
}

// cursor goes through a text. A function that returns false may have moved it.
type cursor struct {
	b  []byte
	at int
}

func (c *cursor) end() bool { return c.at == len(c.b) }

// peek returns the next byte, or 0 at the end.
func (c *cursor) peek() byte {
	if c.at < len(c.b) {
		return c.b[c.at]
	}
	return 0
}

// take skips a byte if it is the next one, and reports whether it is.
func (c *cursor) take(b byte) bool {
	if c.peek() != b || c.end() {
		return false
	}
	c.at++
	return true
}

func (c *cursor) blanks() (n int) {
	for c.take(' ') {
		n++
	}
	return n
}

// number reads digits, ten at most: no part of a date or time has as many.
func (c *cursor) number() (v, digits int) {
	for c.at < len(c.b) && c.b[c.at]-'0' < 10 && digits < 10 {
		v = 10*v + int(c.b[c.at]-'0')
		c.at++
		digits++
	}
	return v, digits
}

// word reads letters.
func (c *cursor) word() []byte {
	from := c.at
	for c.at < len(c.b) && (c.b[c.at]|0x20 >= 'a' && c.b[c.at]|0x20 <= 'z' || c.b[c.at] >= 0x80) {
		c.at++
	}
	return c.b[from:c.at]
}

// skipBetween skips the text between a date and a time of day: a T, blanks, or a comma and blanks.
func (c *cursor) skipBetween() bool {
	if c.take('T') {
		return true
	}
	comma := c.take(',')
	return c.blanks() > 0 || comma
}
