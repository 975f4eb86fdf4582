package csv

import (
	"fmt"

	"cardinal/data"
)

// plan is what a column becomes.
type plan struct {
	name  string
	typ   data.Type
	scale int
	utc   bool
	order byte // Date: 0 year first, 'd' day first, 'm' month first
	comma bool // Decimal: the point is a comma
	note  string
}

const maxPlaces = 9

// choose decides on a column's type by all that was seen of it.
func choose(name string, f *facts) plan {
	p := plan{name: name, typ: data.Text}
	seen := f.shapes &^ shapeMarker
	within := func(s shape) bool { return seen != 0 && seen&^s == 0 }
	switch {
	case within(shapeInt):
		p.typ = data.Int
	case within(shapeInt | shapeDecimal):
		p.typ = data.Float
		if f.places <= maxPlaces && f.digits+f.places <= 18 {
			p.typ, p.scale = data.Decimal, f.places
			if p.scale == 0 {
				p.typ = data.Int
			}
		}
	case within(shapeInt | shapeComma):
		p.chooseComma(f)
	case within(shapeInt | shapeDecimal | shapeFloat):
		p.typ = data.Float
	case within(shapeBool):
		p.typ = data.Bool
	case within(shapeDate):
		p.typ = data.Date
	case within(shapeYearLast):
		p.chooseOrder(f)
	case within(shapeStamp):
		p.chooseStamp(f)
	}
	if p.typ == data.Float && f.total > 17 {
		p.note = "numbers of more than 17 digits, rounded to 64-bit floats"
	}
	return p
}

func (p *plan) chooseOrder(f *facts) {
	switch {
	case f.notDMY && f.notMDY:
		p.note = "dates with the day first and dates with the month first: kept as text"
	case f.notDMY:
		p.typ, p.order, p.note = data.Date, 'm', "dates read as month, day, year"
	case f.notMDY:
		p.typ, p.order, p.note = data.Date, 'd', "dates read as day, month, year"
	default:
		p.note = "no date tells whether the day or the month comes first: kept as text"
	}
}

func (p *plan) chooseComma(f *facts) {
	switch {
	case !f.finer:
		p.note = "no number tells whether its comma is a decimal one or groups thousands: kept as text"
	case f.places <= maxPlaces && f.digits+f.places <= 18:
		p.typ, p.scale, p.comma, p.note = data.Decimal, f.places, true, "numbers with a decimal comma"
	}
}

func (p *plan) chooseStamp(f *facts) {
	scale := (f.fraction + 2) / 3 * 3
	switch {
	case f.zoned && f.local:
		p.note = "times with and without a time zone: kept as text"
		return
	case scale == 9 && f.farTime:
		p.note = "nanosecond times outside the years 1678 to 2261: kept as text"
		return
	}
	p.typ, p.scale, p.utc = data.Timestamp, scale, f.zoned
	if f.shifted {
		p.note = "times with an offset, moved to UTC"
	}
}

// markerNote says how many values that mean "nothing" became null.
func markerNote(n int) string {
	return fmt.Sprintf("%d values such as NA or NULL read as null", n)
}
