package key

import (
	"context"
	"math"
	"time"

	"cardinal/data"
	"cardinal/engine/query"
)

const daySeconds = 86400

// part makes the key column of a date part.
func part(ctx context.Context, c *data.Column, f query.Field) (*Column, error) {
	label := data.IntValue
	unit := int64(math.Pow10(c.Scale))
	switch {
	case f.Part == query.Hour && c.Type == data.Timestamp:
		return derive(ctx, c, f, func(v int64) int64 { return floorMod(floorDiv(v, unit), daySeconds) / 3600 }, label)
	case f.Part == query.Hour:
		return nil, wrongPart(c, f, "timestamp")
	case c.Type == data.Date:
		return derive(ctx, c, f, func(v int64) int64 { return partOf(f.Part, v) }, label)
	case c.Type != data.Timestamp:
		return nil, wrongPart(c, f, "date or timestamp")
	}
	days := calendar(f.Part, floorDiv(c.Min, unit*daySeconds), floorDiv(c.Max, unit*daySeconds))
	return derive(ctx, c, f, func(v int64) int64 { return days(floorDiv(v, unit*daySeconds)) }, label)
}

// calendar returns a function that gives the date part of a day from first to last. It looks the part up in a table
// where there are at most 4 million days: the months of timestamps then take 37 ns a row, and 53 ns without the table.
func calendar(p query.Part, first, last int64) func(day int64) int64 {
	if uint64(last)-uint64(first) >= 1<<22 {
		return func(day int64) int64 { return partOf(p, day) }
	}
	table := make([]int64, last-first+1)
	for i := range table {
		table[i] = partOf(p, first+int64(i))
	}
	return func(day int64) int64 { return table[day-first] }
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
