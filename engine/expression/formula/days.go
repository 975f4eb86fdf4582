package formula

import (
	"errors"
	"math"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
)

// farthest is the largest number of days between 1970-01-01 and a computed date, before or after. DuckDB and Arrow have
// no dates that are farther away.
const farthest = math.MaxInt32

// unitsOfDay returns the number of units of a day in dates or times of a shape, e.g. 86,400 in times of whole seconds.
func unitsOfDay(s shape) int64 {
	if s.kind == data.Timestamp {
		return calendar.DaySeconds * int64(math.Pow10(s.scale))
	}
	return 1
}

// near reports whether a date or a time of a shape is not beyond the farthest date.
func near(n int64, s shape) bool {
	days := n / unitsOfDay(s)
	return days >= -farthest && days <= farthest
}

// onDates adds days to a date or a time, or counts the days between dates or times. If the resulting date would be
// beyond the farthest date, the result is null.
func onDates(op byte, a, b data.Value) data.Value {
	out, err := operatorShape(op, shapeOf(a), shapeOf(b))
	if err != nil {
		return data.Value{}
	}
	if out.kind == data.Float {
		return elapsed(a, b)
	}
	if b.Type.Temporal() && !a.Type.Temporal() {
		a, b = b, a
	}
	other, fits := b.Int.Int64()
	add := int128.Mul(other, unitsOfDay(out))
	if op == '-' {
		add = add.Neg()
	}
	v := data.Value{Type: out.kind, Int: a.Int.Add(add), Scale: a.Scale, UTC: a.UTC}
	if n, fit := v.Int.Int64(); out.kind.Temporal() && (!fits || !fit || !near(n, out)) {
		return data.Value{}
	}
	return v
}

// elapsed returns the time from b to a in days.
func elapsed(a, b data.Value) data.Value {
	seconds := func(v data.Value) data.Value {
		if v.Type == data.Date {
			v.Int, _ = v.Int.MulFits(calendar.DaySeconds)
		}
		return data.Value{Type: data.Decimal, Int: v.Int, Scale: v.Scale}
	}
	between, _ := exactly('-', seconds(a), seconds(b))
	days, _ := quotient(between, data.IntValue(calendar.DaySeconds))
	return days
}

// errFar says that a computed date might be beyond the farthest date, or that a time might not fit 64 bits.
var errFar = errors.New("the result may be a date that is too far from 1970: check the number of days")

// errDigits says that a time does not fit 64 bits.
var errDigits = errors.New("a time is too far from 1970 for so many digits of a second: use fewer digits")

// inDigits returns errDigits instead of errFit if the results are dates or times. It returns other errors unchanged.
func inDigits(err error, out shape) error {
	if errors.Is(err, errFit) && out.kind.Temporal() {
		return errDigits
	}
	return err
}

// moved adds days to dates or times, or subtracts them.
func moved(op byte, x, y vector, out shape) (v vector, err error) {
	if y.kind.Temporal() {
		x, y = y, x
	}
	if out.kind == data.Timestamp {
		y, err = combineInts('*', y, constant(data.IntValue(unitsOfDay(out))))
		x.scale = 0
	}
	if err == nil {
		v, err = combineInts(op, x, y)
	}
	if errors.Is(err, errFit) || err == nil && (!near(v.lo, out) || !near(v.hi, out)) {
		err = errFar
	}
	return v, err
}

// timesBetween computes the time from y to x in days, as the float nearest to the exact number.
func timesBetween(x, y vector) vector {
	seconds, err := secondsBetween(x, y)
	if err == nil {
		return quotients(seconds, constant(data.IntValue(calendar.DaySeconds)))
	}
	return vector{rows: func(b *batch) lanes { // for times with many digits of a second that are centuries apart
		p, q := x.rows(b), y.rows(b)
		out := lanes{floats: b.floats.take(b.n), valid: b.both(p.valid, q.valid)}
		for i := range out.floats {
			if out.has(i) {
				out.floats[i] = elapsed(x.value(&p, i), y.value(&q, i)).Float
			}
		}
		return out
	}}
}

// secondsBetween computes the time from y to x in seconds. It returns errFit if the times might not fit.
func secondsBetween(x, y vector) (vector, error) {
	for _, v := range []*vector{&x, &y} {
		if v.kind == data.Date {
			var err error
			if *v, err = combineInts('*', *v, constant(data.IntValue(calendar.DaySeconds))); err != nil {
				return vector{}, err
			}
		}
	}
	return combineInts('-', x, y)
}
