package filter

import (
	"fmt"
	"math"
	"math/bits"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

const daySeconds = 86400

// periodLeaf makes the predicate that tests whether a date or a time lies in a stretch of days. Days begin in the time
// zone of the column: if the column is in UTC, at midnight UTC.
func (b *binder) periodLeaf(c *data.Column, e *query.Expr) (predicate, error) {
	first, last, err := Stretch(c, e)
	if err != nil {
		return nil, err
	}
	return withNulls(c, false, b.rangeTest(c, first, last, false)), nil
}

// Stretch returns the first and the last integer of c in the stretch of days that e names.
func Stretch(c *data.Column, e *query.Expr) (from, to int64, err error) {
	if e.Field.Part != query.Whole || !c.Type.Temporal() {
		return 0, 0, fmt.Errorf("%s: a stretch of days needs a date or timestamp column, and %s is neither", e, e.Field)
	}
	unit := int64(1) // the number of the column's integers in a day
	if c.Type == data.Timestamp {
		unit = daySeconds * int64(math.Pow10(c.Scale))
	}
	anchor := calendar.FloorDiv(c.Max, unit)
	if e.Period.Of != "" {
		day, ok := calendar.Parse(e.Period.Of)
		if !ok || day.Unit != calendar.Days {
			return 0, 0, fmt.Errorf("%s: %q is not a date like 2024-12-31", e, e.Period.Of)
		}
		anchor = day.Start / daySeconds
	}
	first, last := e.Period.Days(anchor)
	return saturated(first, unit), saturated(last+1, unit) - 1, nil
}

// saturated multiplies day by unit. A product beyond 64 bits becomes the largest integer, with the sign of day.
func saturated(day, unit int64) int64 {
	magnitude := uint64(day)
	if day < 0 {
		magnitude = -magnitude
	}
	hi, lo := bits.Mul64(magnitude, uint64(unit))
	if hi != 0 || lo > math.MaxInt64 {
		lo = math.MaxInt64
	}
	if day < 0 {
		return -int64(lo)
	}
	return int64(lo)
}
