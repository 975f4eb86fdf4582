package formula

import (
	"errors"
	"math"

	"cardinal/data"
	"cardinal/data/number/int128"
)

// arithmetic computes an operator for every row.
func (e *evaluator) arithmetic(op byte, x, y vector) (vector, error) {
	v, err := e.operate(op, x, y)
	return e.folded(v, err, x, y)
}

// folded returns a constant if all operands are constants, else v.
func (e *evaluator) folded(v vector, err error, args ...vector) (vector, error) {
	for i := range args {
		if !args[i].constant() {
			return v, err
		}
	}
	if err != nil || v.kind == data.Null {
		return v, err
	}
	one, divides := first(&v)
	if divides {
		e.keepZeros()
		e.byZero.SetRange(0, e.n)
	}
	if one.IsNull() {
		return nulls(), nil
	}
	return constant(one), nil
}

func (e *evaluator) operate(op byte, x, y vector) (vector, error) {
	out, err := operatorShape(op, x.shape, y.shape)
	switch {
	case err != nil:
		return vector{}, err
	case out.kind == data.Null:
		return nulls(), nil
	case op == '&':
		return e.call(&join, []vector{x, y})
	case op == '^':
		return e.call(&power, []vector{x, y})
	}
	var v vector
	switch {
	case x.kind.Temporal() && y.kind.Temporal() && out.kind == data.Float:
		v = timesBetween(x, y)
	case out.kind == data.Float && op == '/':
		if !neverZero(y) {
			e.keepZeros()
		}
		v = quotients(x, y)
	case out.kind == data.Float:
		v = combineFloats(op, x, y)
	case out.kind.Temporal():
		v, err = moved(op, x, y, out)
	default:
		if v, err = combineInts(op, x, y); errors.Is(err, errFit) {
			e.beyond, err = true, nil
			v, out.kind, out.scale = combineFloats(op, x, y), data.Float, 0
		}
	}
	v.shape = out
	return v, err
}

func combineFloats(op byte, x, y vector) vector {
	x, y = x.asFloats(), y.asFloats()
	return vector{rows: func(b *batch) lanes {
		p, q := x.rows(b), y.rows(b)
		out := b.floats.take(b.n)
		combine(op, out, p.floats, q.floats)
		return lanes{floats: out, valid: b.both(p.valid, q.valid)}
	}}
}

func combine[T int64 | float64](op byte, out, p, q []T) {
	p, q = p[:len(out)], q[:len(out)]
	switch op {
	case '+':
		for i := range out {
			out[i] = p[i] + q[i]
		}
	case '-':
		for i := range out {
			out[i] = p[i] - q[i]
		}
	default:
		for i := range out {
			out[i] = p[i] * q[i]
		}
	}
}

// quotients divides x by y. The quotient of integers or decimals is the float nearest to the exact quotient: 0.3 / 0.1
// is 3. Rows whose divisor is 0 are null.
func quotients(x, y vector) vector {
	divide := divideInts(x, y)
	if x.kind == data.Float || y.kind == data.Float {
		x, y = x.asFloats(), y.asFloats()
		divide = func(out []float64, p, q *lanes) {
			for i := range out {
				out[i] = p.floats[i] / q.floats[i]
			}
		}
	}
	v, some := vector{}, neverZero(y)
	if some && x.kind != data.Float {
		v.lowBit, v.highBit = quotientBits(x, y)
	}
	v.rows = func(b *batch) lanes {
		p, q := x.rows(b), y.rows(b)
		out := b.floats.take(b.n)
		divide(out, &p, &q)
		valid := b.both(p.valid, q.valid)
		if !some {
			valid = b.withoutZeros(valid, &q)
		}
		return lanes{floats: out, valid: valid}
	}
	return v
}

// neverZero reports whether the range of a divisor excludes zero.
func neverZero(y vector) bool { return y.kind != data.Float && (y.lo > 0 || y.hi < 0) }

// quotientBits returns the lowest and the highest bit of the quotients of integers and decimals, in the form of
// data.Column.LowBit and HighBit. y must not be zero in any row.
func quotientBits(x, y vector) (low, high int) {
	least, most := math.Abs(float64(y.lo)), math.Abs(float64(y.hi))
	least, most = min(least, most), max(least, most)
	unit := math.Pow10(y.scale - x.scale)
	_, high = math.Frexp(max(math.Abs(float64(x.lo)), math.Abs(float64(x.hi))) / least * unit)
	_, low = math.Frexp(1 / most * unit)
	return low - 2 - 52, high + 1 // some bits are added, since both the bounds and the quotients are rounded
}

func divideInts(x, y vector) func(out []float64, p, q *lanes) {
	// the factors bring both integers to the same scale
	toX, toY := int64(math.Pow10(max(0, y.scale-x.scale))), int64(math.Pow10(max(0, x.scale-y.scale)))
	if inFloats(x, toX) && inFloats(y, toY) {
		byX, byY := float64(toX), float64(toY)
		return func(out []float64, p, q *lanes) {
			divisors := q.ints[:len(out)]
			for i, n := range p.ints[:len(out)] {
				out[i] = float64(n)*byX/(float64(divisors[i])*byY) + 0 // 0 / -3 is 0, and not -0
			}
		}
	}
	return func(out []float64, p, q *lanes) {
		for i := range out {
			if d := q.ints[i]; d != 0 {
				out[i], _ = int128.Mul(p.ints[i], toX).RatioTo(int128.Mul(d, toY))
			}
		}
	}
}

// inFloats reports whether floats can represent the integers of v times a factor exactly.
func inFloats(v vector, factor int64) bool {
	const most = 1 << 53
	return v.lo >= -most/factor && v.hi <= most/factor
}

// withoutZeros returns valid without the rows whose divisor is 0, and adds these rows to the zeros of the batch.
func (b *batch) withoutZeros(valid []uint64, divisor *lanes) []uint64 {
	var zeros []uint64
	if divisor.floats != nil {
		zeros = zerosOf(b, divisor.floats)
	} else {
		zeros = zerosOf(b, divisor.ints)
	}
	for i := range zeros {
		if valid != nil {
			zeros[i] &= valid[i]
			b.zeros[i] |= zeros[i]
			zeros[i] = valid[i] &^ zeros[i]
		} else {
			b.zeros[i] |= zeros[i]
			zeros[i] = ^zeros[i]
		}
	}
	return zeros
}

// zerosOf sets the bits of the rows whose value is zero.
func zerosOf[T int64 | float64](b *batch, values []T) []uint64 {
	out := b.words.take(b.width())
	for w := range out {
		word := uint64(0)
		for i, v := range values[w*64 : min(w*64+64, len(values))] {
			if v == 0 {
				word |= 1 << i
			}
		}
		out[w] = word
	}
	return out
}

// keepZeros makes byZero, the bitmap of the rows in which a divisor is zero.
func (e *evaluator) keepZeros() {
	if e.byZero == nil {
		e.byZero = data.NewBitmap(e.n)
	}
}

func combineInts(op byte, x, y vector) (vector, error) {
	out := vector{shape: shape{kind: data.Int, scale: max(x.scale, y.scale)}}
	if op == '*' {
		out.scale = x.scale + y.scale
		if out.scale > maxScale || !products(x, y, &out) {
			return out, errFit
		}
	} else {
		var err error
		if x, err = x.rescale(out.scale - x.scale); err != nil {
			return out, err
		}
		if y, err = y.rescale(out.scale - y.scale); err != nil {
			return out, err
		}
		lo, hi := y.lo, y.hi
		if op == '-' {
			if lo == math.MinInt64 || hi == math.MinInt64 {
				return out, errFit
			}
			lo, hi = -y.hi, -y.lo
		}
		var fitLo, fitHi bool
		out.lo, fitLo = add(x.lo, lo)
		out.hi, fitHi = add(x.hi, hi)
		if !fitLo || !fitHi {
			return out, errFit
		}
	}
	if out.scale > 0 {
		out.kind = data.Decimal
	}
	out.rows = func(b *batch) lanes {
		p, q := x.rows(b), y.rows(b)
		ints := b.ints.take(b.n)
		combine(op, ints, p.ints, q.ints)
		return lanes{ints: ints, valid: b.both(p.valid, q.valid)}
	}
	out.mod = modularOf(op, x, y)
	return out, nil
}

// add adds two integers, and reports whether the sum fits 64 bits.
func add(a, b int64) (int64, bool) {
	s := a + b
	return s, (a < 0) != (b < 0) || (s < 0) == (a < 0)
}

// products sets the range of out to the range of the products of x and y. It reports whether the range fits 64 bits.
func products(x, y vector, out *vector) bool {
	out.lo, out.hi = math.MaxInt64, math.MinInt64
	for _, p := range [4]int128.Int{int128.Mul(x.lo, y.lo), int128.Mul(x.lo, y.hi), int128.Mul(x.hi, y.lo),
		int128.Mul(x.hi, y.hi)} {
		n, ok := p.Int64()
		if !ok {
			return false
		}
		out.lo, out.hi = min(out.lo, n), max(out.hi, n)
	}
	return true
}
