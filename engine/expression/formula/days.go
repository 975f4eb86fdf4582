package formula

import (
	"errors"
	"math"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/internal/memory"
)

// farthest is how many days before or after 1970-01-01 a computed date lies at most. DuckDB and Arrow have no
// dates beyond.
const farthest = math.MaxInt32

// unitsOfDay is how many units a day has in dates or times of a shape.
func unitsOfDay(s shape) int64 {
	if s.kind == data.Timestamp {
		return calendar.DaySeconds * int64(math.Pow10(s.scale))
	}
	return 1
}

// near reports whether a date or a time of a shape does not lie beyond the farthest.
func near(n int64, s shape) bool {
	days := n / unitsOfDay(s)
	return days >= -farthest && days <= farthest
}

// onDates adds days to a date or a time, or counts the days between dates or times. It is null where the date
// would lie beyond the farthest.
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

// elapsed is the time from b to a in days.
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

// errFar says that a computed date might lie beyond the farthest, or that a time might not fit 64 bits.
var errFar = errors.New("a date may come out that is too far from 1970: check the number of days")

// errDigits says that a time does not fit 64 bits.
var errDigits = errors.New("a time is too far from 1970 for so many digits of a second: use fewer digits")

// inDigits is errDigits in place of errFit where the results are times.
func inDigits(err error, out shape) error {
	if errors.Is(err, errFit) && out.kind.Temporal() {
		return errDigits
	}
	return err
}

// moved adds days to dates or times, or subtracts them.
func (e *evaluator) moved(op byte, x, y vector, out shape, n int) (v vector, err error) {
	if y.kind.Temporal() {
		x, y = y, x
	}
	if out.kind == data.Timestamp {
		y, err = e.combineInts('*', y, constant(data.IntValue(unitsOfDay(out))), y.len())
		x.scale = 0
	}
	if err == nil {
		v, err = e.combineInts(op, x, y, n)
	}
	if errors.Is(err, errFit) || err == nil && (!near(v.lo, out) || !near(v.hi, out)) {
		err = errFar
	}
	return v, err
}

// elapsed is the time from y to x in days: of each row the float nearest to the exact number.
func (e *evaluator) elapsed(x, y vector, n int) (vector, error) {
	v, err := e.secondsBetween(x, y, n)
	if err == nil {
		return e.divideInts('/', v, constant(data.IntValue(calendar.DaySeconds)), n)
	}
	if !errors.Is(err, errFit) {
		return v, err
	}
	v = vector{floats: memory.Make[float64](n)} // of times in many digits, centuries apart
	return v, e.each(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			v.floats[i] = elapsed(x.value(i), y.value(i)).Float
		}
	})
}

// secondsBetween is the time from y to x in seconds.
func (e *evaluator) secondsBetween(x, y vector, n int) (vector, error) {
	for _, v := range []*vector{&x, &y} {
		if v.kind == data.Date {
			var err error
			if *v, err = e.combineInts('*', *v, constant(data.IntValue(calendar.DaySeconds)), v.len()); err != nil {
				return vector{}, err
			}
		}
	}
	return e.combineInts('-', x, y, n)
}
