package infer

import (
	"bytes"

	"cardinal/data"
	"cardinal/data/number/datetime"
)

// written describes the dates and times of a column that have other forms than yyyy-mm-dd or 31/12/2024.
type written struct {
	short     bool // the year of some date has two digits
	numeric   bool // some date is three numbers, and its year has two digits
	notYMD    bool // some date of three numbers is not valid with the year first
	noPoints  bool // some date of three numbers is not separated by points
	months    bool // some date is a month
	days      bool // some date is a day
	notSeason bool // some month cannot be the end of a season such as 2011-12
	seconds   bool // some time of day has seconds
	twelve    bool // some time of day has AM or PM
	oneDigit  bool // the hour of some time of day has one digit
	twoDigits bool // the hour of some time of day has two digits
}

func (w *written) merge(o *written) {
	w.short, w.numeric, w.notYMD = w.short || o.short, w.numeric || o.numeric, w.notYMD || o.notYMD
	w.noPoints, w.months, w.days = w.noPoints || o.noPoints, w.months || o.months, w.days || o.days
	w.notSeason, w.seconds, w.twelve = w.notSeason || o.notSeason, w.seconds || o.seconds, w.twelve || o.twelve
	w.oneDigit, w.twoDigits = w.oneDigit || o.oneDigit, w.twoDigits || o.twoDigits
}

// moments is the set of the shapes of dates, with or without times of day, and dates has the shapes without them.
const (
	moments = dates | shapeStamp | shapeMomentTime
	dates   = shapeDate | shapeYearLast | shapeMoment
)

// day is the day since 1970 of a date; ok is false if the calendar has no such date.
type day struct {
	day int64
	ok  bool
}

func dayOf(v int64, ok bool) day { return day{v, ok} }

func (f *stats) seeDate(b []byte) shape {
	if d := dayOf(isoDate(b)); d.ok {
		f.dmy, f.mdy = d, d
		return f.addDay()
	}
	if s, ok := isoStamp(b); ok {
		return f.addStamp(s)
	}
	if first, second, year, ok := yearLast(b); ok {
		dmy, mdy := dayOf(daysFrom(year, second, first)), dayOf(daysFrom(year, first, second))
		if dmy.ok || mdy.ok {
			f.dmy, f.mdy = dmy, mdy
			f.notDMY, f.notMDY = f.notDMY || !dmy.ok, f.notMDY || !mdy.ok
			f.written.notYMD, f.written.days = true, true
			f.written.noPoints = f.written.noPoints || b[len(b)-5] != '.'
			return shapeYearLast
		}
	}
	return f.seeMoment(b)
}

// addDay adds a date with the year first.
func (f *stats) addDay() shape {
	f.shapes |= shapeDate
	f.written.days = true
	return shapeDate
}

// addStamp adds a time.
func (f *stats) addStamp(s stamp) shape {
	f.shapes |= shapeStamp
	f.fraction = max(f.fraction, s.places)
	f.addZone(s.zoned, s.offset)
	f.leap = f.leap || s.leap
	f.farTime = f.farTime || s.seconds < firstNano || s.seconds > lastNano
	return shapeStamp
}

// addZone adds the zone of a time. zoned is false if the time has none.
func (f *stats) addZone(zoned bool, offset int64) {
	switch {
	case !zoned:
		f.local = true
		return
	case f.zoned && f.offset != offset:
		f.offsets = true
	case !f.zoned:
		f.zoned, f.offset = true, offset
	}
	f.shifted = f.shifted || offset != 0
}

// seeMoment adds a date or a time of day in any other form.
func (f *stats) seeMoment(b []byte) shape {
	if len(b) == len("14:05:09") && b[2] == ':' && b[5] == ':' {
		hour, ok1 := number(b[:2])
		minute, ok2 := number(b[3:5])
		second, ok3 := number(b[6:])
		if ok1 && ok2 && ok3 && hour < 24 && minute < 60 && second < 60 {
			f.written.seconds, f.written.twoDigits = true, true
			return shapeClock
		}
	}
	m, ok := datetime.Parse(b)
	if !ok {
		return shapeText
	}
	w := &f.written
	if !m.Dated {
		w.seconds, w.twelve = w.seconds || m.Clock.Exact, w.twelve || m.Clock.Twelve
		w.oneDigit, w.twoDigits = w.oneDigit || m.Clock.Hours == 1, w.twoDigits || m.Clock.Hours > 1
		f.fraction = max(f.fraction, m.Clock.Places)
		return shapeClock
	}
	dmy := dayOf(m.Date.Days('d'))
	f.dmy, f.mdy = dmy, dmy
	if m.Date.Numeric {
		f.mdy = dayOf(m.Date.Days('m'))
		_, ymd := m.Date.Days('y')
		if !dmy.ok && !f.mdy.ok && !ymd {
			return shapeText
		}
		f.notDMY, f.notMDY, w.notYMD = f.notDMY || !dmy.ok, f.notMDY || !f.mdy.ok, w.notYMD || !ymd
		w.noPoints = w.noPoints || !m.Date.Points
		w.numeric = w.numeric || m.Date.ShortYear
	} else if !dmy.ok {
		return shapeText
	}
	w.short = w.short || m.Date.ShortYear
	if m.Date.WholeMonth {
		w.months = true
		w.notSeason = w.notSeason || b[0]-'0' > 9 || len(b) != 7 || m.Date.Month != (m.Date.Year+1)%100
		return shapeMoment
	}
	w.days = true
	if !m.Clocked {
		return shapeMoment
	}
	f.fraction = max(f.fraction, m.Clock.Places)
	f.addZone(m.Zoned, m.Offset)
	f.leap = f.leap || m.Clock.Leap
	year := m.Date.Year
	f.farTime = f.farTime || !m.Date.ShortYear && (year < 1678 || year > 2261)
	return shapeMomentTime
}

// chooseMoments chooses the type of a column of dates and times, and the order of day and month.
func (p *conversion) chooseMoments(kinds shape, f *stats, o *Options) {
	w := &f.written
	if w.months && (w.days || kinds&(shapeStamp|shapeMomentTime) != 0) {
		p.note = "months and days: kept as text"
		return
	}
	if w.months && !w.notSeason {
		p.note = "months or seasons, such as 2011-12: kept as text"
		return
	}
	if w.numeric || w.notYMD {
		if p.chooseOrder(f, o); p.typ == data.Text {
			return
		}
	}
	p.typ = data.Date
	if kinds&(shapeStamp|shapeMomentTime) != 0 {
		p.typ = data.Text
		if p.chooseStamp(kinds, f); p.typ == data.Text {
			return
		}
	}
	p.moments = kinds&(kinds-1) != 0 || kinds&(shapeMoment|shapeMomentTime) != 0
	p.addMomentNotes(f)
}

// addMomentNotes adds notes on months, and on years of two digits.
func (p *conversion) addMomentNotes(f *stats) {
	if f.written.months {
		p.addNote("months, read as their first days")
	}
	if f.written.short {
		p.addNote("years of two digits: 00 to 29 are read as 2000 to 2029, and 30 to 99 as 1930 to 1999")
	}
}

// setMoment stores a date or a time in any form.
func (d *draft) setMoment(row int, b []byte, p *conversion) bool {
	m, ok := datetime.Parse(b)
	if !ok || !m.Dated {
		return false
	}
	order := byte('d')
	if m.Date.Numeric { // in other dates the order is clear
		order = p.order
	}
	days, ok := m.Date.Days(order)
	switch {
	case !ok, p.typ == data.Date && m.Clocked && !p.chosen, m.Clock.Places > p.scale && !p.chosen:
		return false
	case p.typ == data.Date:
		if m.Clocked {
			d.dropped.Add(row)
		}
		d.ints[row] = days
		return true
	}
	unit := pow10[p.scale]
	d.ints[row] = (days*86400+m.Clock.Second-m.Offset)*unit + m.Clock.Nanos/(1e9/unit)
	return true
}

// compactDay converts a number such as 20150311 to days.
func compactDay(b []byte) (days int64, ok bool) {
	if len(b) != 8 || bytes.IndexFunc(b, func(r rune) bool { return r < '0' || r > '9' }) >= 0 {
		return 0, false
	}
	n, _ := number(b)
	return daysFrom(n/10000, n/100%100, n%100)
}

// order returns the order of numeric dates without a year at the beginning: 'd', 'm' or 'y'. It returns 0 if the order
// is unknown.
func (o *Options) order(f *stats) byte {
	w := &f.written
	short := w.numeric && !w.notYMD // the year may come first
	switch {
	case o.Dates == 'd' && !f.notDMY, o.Dates == 'm' && !f.notMDY, o.Dates == 'y' && short:
		return o.Dates
	case o.Dates == 'y' && !w.numeric && f.notDMY != f.notMDY:
		// The chosen order is for years of two digits, but these have four.
	case o.Dates != 0:
		return 0
	}
	switch {
	case short && f.notDMY && f.notMDY:
		return 'y'
	case short || f.notDMY && f.notMDY:
		return 0
	case f.notDMY:
		return 'm'
	case f.notMDY || f.assumed(o):
		return 'd'
	}
	return 0
}

// assumed reports whether the order with the day first is only assumed. This is so if no date decides the order, all
// years have four digits, and all dates are separated by points.
func (f *stats) assumed(o *Options) bool {
	w := &f.written
	return o.Dates == 0 && !f.notDMY && !f.notMDY && !w.noPoints && !w.numeric && w.notYMD
}
