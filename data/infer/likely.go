package infer

import (
	"sync/atomic"

	"cardinal/data"
)

// likely is the type of a column's values, judged by the values that the first pass has seen so far. The first pass
// converts values of this type. The second pass converts the columns whose type turned out to be another.
type likely uint32

const (
	unseen      likely = iota // no value so far
	twice                     // the column is left to the second pass
	points                    // integers and decimals with a point
	commas                    // integers and decimals with a comma
	floating                  // numbers with exponents or many places
	isoDates                  // dates with the year first
	isoStamps                 // times
	truthValues               // true and false
	plainTexts                // texts
)

// likelyOf returns the likely type of values with the statistics f.
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
	case within(shapeBool):
		return truthValues
	}
	return twice
}

// chunkType returns the type of the chunks of a column that is converted by p.
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

// hints has the likely type of each column. All workers share it.
type hints []atomic.Uint32

func (h hints) get(column int) likely { return likely(h[column].Load()) }

// guess sets the likely type of a column by its first value. The first call for a column decides. guess returns the
// type.
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

// giveUp leaves a column to the second pass.
func (h hints) giveUp(column int) { h[column].Store(uint32(twice)) }

// giveUpAll leaves all columns to the second pass.
func (h hints) giveUpAll() {
	for i := range h {
		h.giveUp(i)
	}
}
