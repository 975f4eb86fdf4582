package formula

import (
	"errors"
	"math"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/internal/memory"
)

// arithmetic computes an operator for every row.
func (e *evaluator) arithmetic(op byte, x, y vector) (vector, error) {
	v, err := e.operate(op, x, y)
	return folded(v, err, x, y)
}

// folded is a constant where every operand is one.
func folded(v vector, err error, args ...vector) (vector, error) {
	for _, a := range args {
		if a.fixed == nil && a.kind != data.Null {
			return v, err
		}
	}
	if err != nil || v.len() != 1 {
		return v, err
	}
	one := v.value(0)
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
	n := e.rows(x, y)
	valid := both(x.valid, y.valid)
	if x.kind.Temporal() && y.kind.Temporal() && out.kind == data.Float {
		v, err := e.elapsed(x, y, n)
		v.shape, v.valid = out, valid
		return v, err
	}
	if out.kind == data.Float {
		combine := e.combineFloats
		if op == '/' && x.floats == nil && y.floats == nil {
			combine = e.divideInts
		}
		v, err := combine(op, x, y, n)
		if err == nil && op == '/' {
			v.valid, err = e.withoutZeros(valid, y, n)
		} else {
			v.valid = valid
		}
		v.shape = out
		return v, err
	}
	if out.kind.Temporal() {
		v, err := e.moved(op, x, y, out, n)
		v.shape, v.valid = out, valid
		return v, err
	}
	v, err := e.combineInts(op, x, y, n)
	if errors.Is(err, errFit) {
		e.beyond = true
		if v, err = e.combineFloats(op, x, y, n); err == nil {
			out.kind, out.scale = data.Float, 0
		}
	}
	v.shape, v.valid = out, valid
	return v, err
}

// rows is 1 where every operand is a constant, and else the number of rows.
func (e *evaluator) rows(args ...vector) int {
	for _, a := range args {
		if a.len() != 1 {
			return e.n
		}
	}
	return 1
}

func nulls() vector { return vector{shape: shape{kind: data.Null}, ints: []int64{0}} }

func (e *evaluator) combineFloats(op byte, x, y vector, n int) (vector, error) {
	out := vector{shape: shape{kind: data.Float}, floats: memory.Make[float64](n)}
	fx, err := x.asFloats(e)
	if err != nil {
		return out, err
	}
	fy, err := y.asFloats(e)
	if err != nil {
		return out, err
	}
	xs, ys := step(fx), step(fy)
	return out, e.each(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out.floats[i] = float(op, fx[i*xs], fy[i*ys])
		}
	})
}

// divideInts divides integers and decimals. Each quotient is the float nearest to the exact one: 0.3 / 0.1 is 3.
func (e *evaluator) divideInts(_ byte, x, y vector, n int) (vector, error) {
	out := vector{shape: shape{kind: data.Float}, floats: memory.Make[float64](n)}
	// which give both one scale
	toX, toY := int64(math.Pow10(max(0, y.scale-x.scale))), int64(math.Pow10(max(0, x.scale-y.scale)))
	xs, ys := step(x.ints), step(y.ints)
	if inFloats(x, toX) && inFloats(y, toY) {
		return out, e.each(n, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				out.floats[i] = float64(x.ints[i*xs]*toX)/float64(y.ints[i*ys]*toY) + 0 // 0 / -3 is 0, and not -0
			}
		})
	}
	return out, e.each(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if q := y.ints[i*ys]; q != 0 {
				out.floats[i], _ = int128.Mul(x.ints[i*xs], toX).Over(int128.Mul(q, toY))
			}
		}
	})
}

// inFloats reports whether floats hold the integers of v times a factor.
func inFloats(v vector, factor int64) bool {
	const most = 1 << 53
	return v.lo >= -most/factor && v.hi <= most/factor
}

// withoutZeros takes the rows whose divisor is 0 out of valid, and keeps them in byZero.
func (e *evaluator) withoutZeros(valid data.Bitmap, y vector, n int) (data.Bitmap, error) {
	zero := func(i int) bool { return y.floats[i] == 0 }
	if y.floats == nil {
		zero = func(i int) bool { return y.ints[i] == 0 }
	}
	out, zeros := data.NewBitmap(n), data.NewBitmap(n)
	at := 1
	if y.len() == 1 {
		at = 0
	}
	var some atomic.Bool
	err := e.each(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			switch {
			case !valid.Get(i):
			case zero(i * at):
				zeros.Set(i)
				some.Store(true)
			default:
				out.Set(i)
			}
		}
	})
	if some.Load() {
		e.keepZeros(zeros, n)
	}
	return out, err
}

// keepZeros adds rows in which a divisor is zero. One row stands for all where the operands are constants.
func (e *evaluator) keepZeros(rows data.Bitmap, n int) {
	if e.byZero == nil {
		e.byZero = data.NewBitmap(e.n)
	}
	if n != e.n {
		e.byZero.SetRange(0, e.n)
		return
	}
	for i, zeros := range rows {
		e.byZero[i] |= zeros
	}
}

func (e *evaluator) combineInts(op byte, x, y vector, n int) (vector, error) {
	out := vector{shape: shape{kind: data.Int, scale: max(x.scale, y.scale)}}
	if op == '*' {
		out.scale = x.scale + y.scale
		if out.scale > maxScale || !products(x, y, &out) {
			return out, errFit
		}
	} else {
		var err error
		if x, err = x.rescale(e, out.scale-x.scale); err != nil {
			return out, err
		}
		if y, err = y.rescale(e, out.scale-y.scale); err != nil {
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
	out.ints = memory.Make[int64](n)
	xs, ys := step(x.ints), step(y.ints)
	return out, e.each(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			p, q := x.ints[i*xs], y.ints[i*ys]
			switch op {
			case '+':
				out.ints[i] = p + q
			case '-':
				out.ints[i] = p - q
			default:
				out.ints[i] = p * q
			}
		}
	})
}

// add reports whether the sum fits 64 bits.
func add(a, b int64) (int64, bool) {
	s := a + b
	return s, (a < 0) != (b < 0) || (s < 0) == (a < 0)
}

// products sets the range of out to that of the products of x and y. It reports whether the range fits 64 bits.
func products(x, y vector, out *vector) bool {
	out.lo, out.hi = math.MaxInt64, math.MinInt64
	for _, p := range [4]int128.Int{int128.Mul(x.lo, y.lo), int128.Mul(x.lo, y.hi), int128.Mul(x.hi, y.lo), int128.Mul(x.hi, y.hi)} {
		n, ok := p.Int64()
		if !ok {
			return false
		}
		out.lo, out.hi = min(out.lo, n), max(out.hi, n)
	}
	return true
}
