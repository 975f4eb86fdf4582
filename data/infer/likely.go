package infer

import (
	"sync/atomic"

	"cardinal/data"
)

// likely is the type of a column according to the values that the first pass has read so far. The first pass converts
// values to this type. If a value has another type, the column is converted in the second pass.
type likely uint32

const (
	unseen      likely = iota // no value so far
	twice                     // the second pass will convert the column
	points                    // integers and decimals with a point
	commas                    // integers and decimals with a comma
	floating                  // numbers with exponents or many places
	isoDates                  // dates with the year first
	isoStamps                 // times
	dayFirst                  // dates in any form; the day is before the month in those of numbers with the year last
	monthFirst                // the same, with the month before the day
	truthValues               // true and false
	plainTexts                // texts
)

// likelyOf returns the likely type of values that have the statistics f.
func likelyOf(f *stats) likely {
	kinds := f.shapes &^ shapeNull
	within := func(s shape) bool { return kinds&^s == 0 }
	places := max(f.point.places, f.comma.places)
	switch {
	case f.chosen:
		return twice
	case kinds&shapeText != 0:
		return plainTexts
	case kinds == 0:
		return unseen
	case within(shapeInt|shapeDecimal) && places <= maxFast:
		return points
	case within(shapeInt|shapeComma) && places <= maxFast:
		return commas
	case within(shapeInt | shapeDecimal | shapeFloat):
		return floating
	case within(shapeDate):
		return isoDates
	case within(shapeStamp):
		return isoStamps
	case within(dates) && !f.notDMY:
		return dayFirst
	case within(dates) && !f.notMDY:
		return monthFirst
	case within(shapeBool):
		return truthValues
	}
	return twice
}

// chunkType returns the type of a column's chunks if p converts the column.
func (p *conversion) chunkType() likely {
	switch p.typ {
	case data.Text:
		return plainTexts
	case data.Float:
		return floating
	case data.Date:
		return isoDates
	case data.Timestamp:
		return isoStamps
	case data.Bool:
		return truthValues
	}
	return points
}

// hints has the likely type of each column. All workers use the same hints.
type hints []atomic.Uint32

func (h hints) get(column int) likely { return likely(h[column].Load()) }

// guess sets the likely type of a column according to its first value, and returns the type. If several workers call
// guess for a column, the first call decides.
func (h hints) guess(column int, value []byte) likely {
	var f stats
	how := twice
	if len(value) > 0 {
		f.see(value)
		how = likelyOf(&f)
	}
	h[column].CompareAndSwap(uint32(unseen), uint32(how))
	return h.get(column)
}

// giveUp leaves the conversion of a column to the second pass.
func (h hints) giveUp(column int) { h[column].Store(uint32(twice)) }

// giveUpAll leaves the conversion of all columns to the second pass.
func (h hints) giveUpAll() {
	for i := range h {
		h.giveUp(i)
	}
}
