package key

import (
	"math"
	"time"

	"cardinal/data"
	"cardinal/engine/query"
)

const daySeconds = 86400

// part derives a date part. Dates within a century are looked up by day; the calendar is asked once a day.
func part(c *data.Column, f query.Field) (*Column, error) {
	label := data.IntValue
	switch {
	case f.Part == query.Hour && c.Type == data.Timestamp:
		unit := int64(math.Pow10(c.Scale))
		return ranged(f, c.Rows, c.Valid, 0, 23, func(i int) int64 {
			return floorMod(floorDiv(c.Ints[i], unit), daySeconds) / 3600
		}, label), nil
	case f.Part == query.Hour:
		return nil, wrongPart(c, f, "timestamp")
	case c.Type != data.Date && c.Type != data.Timestamp:
		return nil, wrongPart(c, f, "date or timestamp")
	}
	unit := int64(1)
	if c.Type == data.Timestamp {
		unit = int64(math.Pow10(c.Scale)) * daySeconds
	}
	days := dayParts{part: f.Part, first: floorDiv(c.Min, unit)}
	if n := floorDiv(c.Max, unit) - days.first + 1; n <= maxRange {
		days.table = make([]int64, n)
	}
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	values := make([]int64, c.Rows)
	for i, v := range c.Ints {
		if c.Valid.Get(i) {
			values[i] = days.of(floorDiv(v, unit))
			lo, hi = min(lo, values[i]), max(hi, values[i])
		}
	}
	if lo > hi {
		lo, hi = 0, 0
	}
	return ints(f, c, values, lo, hi, label), nil
}

// dayParts remembers the part of each day already seen; 0 in the table is a day not seen yet.
type dayParts struct {
	part  query.Part
	first int64
	table []int64
}

const partBias = 1 << 40 // keeps a stored part, year 0 among them, away from 0

func (d *dayParts) of(day int64) int64 {
	if d.table == nil {
		return partOf(d.part, day)
	}
	slot := &d.table[day-d.first]
	if *slot == 0 {
		*slot = partOf(d.part, day) + partBias
	}
	return *slot - partBias
}

func partOf(p query.Part, day int64) int64 {
	at := time.Unix(day*daySeconds, 0).UTC()
	switch p {
	case query.Year:
		return int64(at.Year())
	case query.Quarter:
		return int64(at.Month()-1)/3 + 1
	case query.Month:
		return int64(at.Month())
	case query.Day:
		return int64(at.Day())
	case query.Weekday:
		return int64(at.Weekday()+6)%7 + 1
	}
	panic("BUG: not a date part")
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }
