package formula

import (
	"context"
	"fmt"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/query"
)

// vector is an operand: for each row an integer over 10^scale, or a float. The integers lie from lo to hi, from which overflow is
// predicted. A vector of one value stands for that value in every row. A null row has no bit in valid.
type vector struct {
	ints   []int64
	scale  int
	lo, hi int64
	floats []float64
	valid  data.Bitmap
}

// Column computes an expression for each of n rows and returns the results as a column of the given name. leaf returns the column of
// an operand, which has n rows and holds numbers. The bool is false where exact results might not fit 64 bits or need more than
// 18 places. The only error is the end of ctx.
func Column(ctx context.Context, name string, a *query.Arith, n int, leaf func(*query.Arith) *data.Column) (*data.Column, bool, error) {
	v, ok := eval(ctx, a, n, leaf)
	if !ok || ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	if v.floats != nil {
		return data.NewFloatColumn(name, broadcast(v.floats, n), v.valid), true, nil
	}
	kind := data.Int
	if v.scale > 0 {
		kind = data.Decimal
	}
	return data.NewInts(name, kind, v.scale, broadcast(v.ints, n), v.valid), true, nil
}

// Derive computes an expression over columns of t, given as text. It is an error where the text has no meaning, a column does not
// exist or holds no numbers, or where exact results might not fit 64 bits.
func Derive(ctx context.Context, t *data.Table, text string) (*data.Column, error) {
	a, err := query.ParseArith(text)
	if err != nil {
		return nil, err
	}
	columns := map[string]*data.Column{}
	for _, name := range a.Columns() {
		c, err := t.Column(name)
		if err != nil {
			return nil, err
		}
		if !c.Type.Numeric() {
			return nil, fmt.Errorf("%s: arithmetic needs numbers, and %q is %s", text, c.Name, c.Type)
		}
		columns[name] = c
	}
	c, ok, err := Column(ctx, text, a, t.Rows, func(leaf *query.Arith) *data.Column { return columns[leaf.Column] })
	if err == nil && !ok {
		err = fmt.Errorf("%s: results may need more than 64 bits, or more than %d places: divide by 1.0e0 to compute in floats", text, maxScale)
	}
	return c, err
}

// broadcast repeats a vector of one value n times.
func broadcast[T any](s []T, n int) []T {
	if len(s) == n {
		return s
	}
	out := make([]T, n)
	for i := range out {
		out[i] = s[0]
	}
	return out
}

func eval(ctx context.Context, a *query.Arith, n int, leaf func(*query.Arith) *data.Column) (vector, bool) {
	switch {
	case ctx.Err() != nil:
		return vector{}, false
	case a.Op == 0 && a.Number != "":
		return constant(literal(a.Number)), true
	case a.Op == 0:
		return load(leaf(a)), true
	case a.Op == '~':
		arg, ok := eval(ctx, a.Args[0], n, leaf)
		if !ok {
			return arg, false
		}
		return combine('-', constant(data.IntValue(0)), arg, n)
	}
	x, ok := eval(ctx, a.Args[0], n, leaf)
	if !ok {
		return x, false
	}
	y, ok := eval(ctx, a.Args[1], n, leaf)
	if !ok {
		return y, false
	}
	return combine(a.Op, x, y, n)
}

func constant(v data.Value) vector {
	if v.Type == data.Float {
		return vector{floats: []float64{v.Float}}
	}
	n, _ := v.Int.Int64()
	return vector{ints: []int64{n}, scale: v.Scale, lo: n, hi: n}
}

func load(c *data.Column) vector {
	if c.Type == data.Float {
		return vector{floats: c.Floats, valid: c.Valid}
	}
	v := vector{ints: c.Wide, scale: c.Scale, lo: min(c.Min, 0), hi: max(c.Max, 0), valid: c.Valid}
	if c.Valid == nil {
		v.lo, v.hi = c.Min, c.Max
	}
	if v.ints == nil {
		v.ints = make([]int64, c.Rows)
		for i := range v.ints {
			if c.Valid.Get(i) {
				v.ints[i] = c.Int(i)
			}
		}
	}
	return v
}

func combine(op byte, x, y vector, n int) (vector, bool) {
	valid := both(x.valid, y.valid)
	if x.len() == 1 && y.len() == 1 {
		n = 1
	}
	if x.floats == nil && y.floats == nil && op != '/' && op != '^' {
		out, ok := combineInts(op, x, y, n)
		out.valid = valid
		return out, ok
	}
	fx, fy := x.asFloats(), y.asFloats()
	out := vector{floats: make([]float64, n), valid: valid}
	xs, ys := step(fx), step(fy)
	for i := range out.floats {
		out.floats[i] = float(op, fx[i*xs], fy[i*ys])
	}
	if op == '/' {
		out.valid = withoutZeros(valid, fy, n)
	}
	return out, true
}

func (v *vector) len() int { return len(v.ints) + len(v.floats) }

// step is the distance between the values of neighbouring rows: 0 in a vector of one value.
func step[T any](s []T) int {
	if len(s) == 1 {
		return 0
	}
	return 1
}

func both(a, b data.Bitmap) data.Bitmap {
	if a == nil || b == nil {
		return append(a, b...)
	}
	out := slices.Clone(a)
	for i, w := range b {
		out[i] &= w
	}
	return out
}

// withoutZeros takes the rows whose divisor is 0 out of valid.
func withoutZeros(valid data.Bitmap, divisors []float64, n int) data.Bitmap {
	if !slices.Contains(divisors, 0) {
		return valid
	}
	out := slices.Clone(valid)
	if valid == nil {
		out = data.NewBitmap(n)
		out.SetRange(0, n)
	}
	at := step(divisors)
	for i := range n {
		if divisors[i*at] == 0 {
			out[i>>6] &^= 1 << (i & 63)
		}
	}
	return out
}

// asFloats is the vector in floats. Every integer or decimal is rounded once.
func (v *vector) asFloats() []float64 {
	if v.floats != nil {
		return v.floats
	}
	out := make([]float64, len(v.ints))
	for i, n := range v.ints {
		out[i], _ = int128.From(n).Quo(1, v.scale)
	}
	return out
}

func combineInts(op byte, x, y vector, n int) (vector, bool) {
	out := vector{scale: max(x.scale, y.scale)}
	if op == '*' {
		out.scale = x.scale + y.scale
		if out.scale > maxScale || !products(x, y, &out) {
			return out, false
		}
	} else {
		var okX, okY bool
		x, okX = x.rescale(out.scale - x.scale)
		y, okY = y.rescale(out.scale - y.scale)
		lo, hi := y.lo, y.hi
		if op == '-' {
			if lo == math.MinInt64 || hi == math.MinInt64 {
				return out, false
			}
			lo, hi = -y.hi, -y.lo
		}
		var fitLo, fitHi bool
		out.lo, fitLo = add(x.lo, lo)
		out.hi, fitHi = add(x.hi, hi)
		if !okX || !okY || !fitLo || !fitHi {
			return out, false
		}
	}
	out.ints = make([]int64, n)
	xs, ys := step(x.ints), step(y.ints)
	for i := range out.ints {
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
	return out, true
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

// rescale gives the integers more decimal places. It reports whether they fit.
func (v vector) rescale(places int) (vector, bool) {
	if places == 0 {
		return v, true
	}
	ten := vector{ints: []int64{int64(math.Pow10(places))}}
	ten.lo, ten.hi = ten.ints[0], ten.ints[0]
	out, ok := combineInts('*', v, ten, len(v.ints))
	return out, ok && places <= maxScale
}
