package engine

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"cardinal/data"
	"cardinal/engine/query"
)

func exact(v data.Value) *big.Rat {
	if v.Type == data.Float {
		return new(big.Rat).SetFloat64(v.Float)
	}
	return new(big.Rat).SetFrac(v.Int.Big(), pow(v.Scale))
}

func isFinite(v data.Value) bool {
	return v.Type != data.Float || !math.IsInf(v.Float, 0) && v.Float == v.Float
}

func inOrder(values []data.Value) []data.Value {
	out := slices.Clone(values)
	for i, v := range out {
		if v.Type == data.Float && v.Float == 0 {
			out[i].Float = 0
		}
	}
	slices.SortStableFunc(out, data.Compare)
	return out
}

func quantileOf(values []data.Value, m query.Measure) data.Value {
	q, _ := new(big.Rat).SetString(map[bool]string{true: "1/2", false: m.Param}[m.Func == query.Median])
	values = inOrder(values)
	at := new(big.Rat).Mul(q, big.NewRat(int64(len(values)-1), 1))
	floor := new(big.Int).Div(at.Num(), at.Denom())
	rest := new(big.Rat).Sub(at, new(big.Rat).SetInt(floor))
	low := values[floor.Int64()]
	high := low
	if rest.Sign() > 0 {
		high = values[floor.Int64()+1]
	}
	if !isFinite(low) || !isFinite(high) {
		if rest.Sign() == 0 || low.Float == high.Float {
			return low
		}
		return data.FloatValue(low.Float + high.Float)
	}
	x := exact(low)
	f, _ := x.Add(x, new(big.Rat).Mul(rest, new(big.Rat).Sub(exact(high), exact(low)))).Float64()
	return data.FloatValue(f)
}

func modeOf(values []data.Value) data.Value {
	count := map[string]int{}
	ordered := inOrder(values)
	for _, v := range ordered {
		count[v.String()]++
	}
	best := ordered[0]
	for _, v := range ordered {
		if count[v.String()] > count[best.String()] {
			best = v
		}
	}
	return best
}

func topOf(values []data.Value, m query.Measure) data.Value {
	ordered := inOrder(values)
	slices.Reverse(ordered)
	slices.SortStableFunc(ordered, func(a, b data.Value) int {
		return cmp.Compare(truth(a.Float != a.Float), truth(b.Float != b.Float))
	})
	k, _ := strconv.Atoi(m.Param)
	var out []string
	for _, v := range ordered[:min(k, len(ordered))] {
		out = append(out, v.String())
	}
	return data.TextValue(strings.Join(out, ", "))
}

// listOf lists the distinct values in their order, as many as a cell of a workbook holds.
func listOf(values []data.Value) data.Value {
	var labels []string
	for _, v := range inOrder(values) {
		if label := v.String(); len(labels) == 0 || labels[len(labels)-1] != label {
			labels = append(labels, label)
		}
	}
	all := strings.Join(labels, ", ")
	for n := len(labels) - 1; len(utf16.Encode([]rune(all))) > 32_767; n-- {
		all = strings.Join(append(slices.Clone(labels[:n]), fmt.Sprintf("… and %d more", len(labels)-n)), ", ")
	}
	return data.TextValue(all)
}

func productOf(c *data.Column, values []data.Value) data.Value {
	p, special := big.NewRat(1, 1), 1.0
	for _, v := range values {
		if isFinite(v) {
			p.Mul(p, exact(v))
		} else {
			special *= v.Float
		}
	}
	if special != 1 {
		return data.FloatValue(special * float64(p.Sign()))
	}
	if c.Type == data.Int && p.Num().BitLen() < 128 {
		v := c.IntValue(0)
		v.Int.Hi = new(big.Int).Rsh(p.Num(), 64).Int64()
		v.Int.Lo = new(big.Int).And(p.Num(), new(big.Int).SetUint64(math.MaxUint64)).Uint64()
		return v
	}
	f, _ := p.Float64()
	return data.FloatValue(f)
}

// sumsOf returns n and the sums of x, of y and of their product.
func sumsOf(xs, ys []data.Value) (n, x, y, xy *big.Rat) {
	n, x, y, xy = big.NewRat(int64(len(xs)), 1), new(big.Rat), new(big.Rat), new(big.Rat)
	for i := range xs {
		a, b := exact(xs[i]), exact(ys[i])
		x.Add(x, a)
		y.Add(y, b)
		xy.Add(xy, new(big.Rat).Mul(a, b))
	}
	return n, x, y, xy
}

func varianceOf(values []data.Value, f query.Func) data.Value {
	m := int64(len(values))
	if f == query.Var || f == query.Stddev {
		m--
	}
	if m == 0 {
		return data.Value{}
	}
	if !slices.ContainsFunc(values, func(v data.Value) bool { return !isFinite(v) }) {
		n, x, _, xx := sumsOf(values, values)
		num := xx.Mul(xx, n)
		num.Sub(num, x.Mul(x, x))
		num.Quo(num, n.Mul(n, big.NewRat(m, 1)))
		v, _ := num.Float64()
		if f == query.Stddev || f == query.StddevPop {
			squared, exp := roundTo53(num)
			v = math.Ldexp(math.Sqrt(squared), exp/2)
		}
		return data.FloatValue(v)
	}
	return data.FloatValue(math.NaN())
}

// skewnessOf computes Excel's SKEW by its definition, in 600 bits.
func skewnessOf(values []data.Value) data.Value {
	n := int64(len(values))
	switch {
	case n < 3:
		return data.Value{}
	case slices.ContainsFunc(values, func(v data.Value) bool { return !isFinite(v) }):
		return data.FloatValue(math.NaN())
	}
	mean, squares, cubes := new(big.Rat), new(big.Rat), new(big.Rat)
	for _, v := range values {
		mean.Add(mean, exact(v))
	}
	mean.Quo(mean, big.NewRat(n, 1))
	for _, v := range values {
		d := exact(v)
		d.Sub(d, mean)
		square := new(big.Rat).Mul(d, d)
		squares.Add(squares, square)
		cubes.Add(cubes, square.Mul(square, d))
	}
	if squares.Sign() == 0 {
		return data.Value{}
	}
	const precision = 600
	variance := new(big.Float).SetPrec(precision).SetRat(squares.Quo(squares, big.NewRat(n-1, 1)))
	deviation := new(big.Float).SetPrec(precision).Sqrt(variance)
	skew := new(big.Float).SetPrec(precision).SetRat(cubes.Mul(cubes, big.NewRat(n, 1)).Quo(cubes,
		new(big.Rat).Mul(big.NewRat(n-1, 1), big.NewRat(n-2, 1))))
	f, _ := skew.Quo(skew, variance.Mul(variance, deviation)).Float64()
	return data.FloatValue(f)
}

// roundTo53 rounds r to 53 bits for any magnitude: mant * 2^exp, with an even exp.
func roundTo53(r *big.Rat) (mant float64, exp int) {
	for one := big.NewRat(1, 1); r.Sign() != 0 && new(big.Rat).Abs(r).Cmp(one) >= 0; exp += 2 {
		r = new(big.Rat).Quo(r, big.NewRat(4, 1))
	}
	for quarter := big.NewRat(1, 4); r.Sign() != 0 && new(big.Rat).Abs(r).Cmp(quarter) < 0; exp -= 2 {
		r = new(big.Rat).Mul(r, big.NewRat(4, 1))
	}
	mant, _ = r.Float64()
	return mant, exp
}

func ratioOf(values []data.Value, other *data.Column, rows []int) data.Value {
	var divisors []data.Value
	for _, i := range rows {
		if v := other.Value(i); !v.IsNull() {
			divisors = append(divisors, v)
		}
	}
	if len(divisors) == 0 {
		return data.Value{}
	}
	sum := func(values []data.Value) (*big.Rat, float64) {
		total, special := new(big.Rat), 0.0
		for _, v := range values {
			if isFinite(v) {
				total.Add(total, exact(v))
			} else {
				special += v.Float
			}
		}
		return total, special
	}
	x, xs := sum(values)
	y, ys := sum(divisors)
	if xs == 0 && ys == 0 {
		if y.Sign() == 0 {
			return data.Value{}
		}
		f, _ := x.Quo(x, y).Float64()
		return data.FloatValue(f)
	}
	if xs == 0 {
		xs, _ = x.Float64()
	}
	if ys == 0 {
		if ys, _ = y.Float64(); ys == 0 {
			return data.Value{}
		}
	}
	return data.FloatValue(xs / ys)
}

// correlation rounds each of the three deviations once, in units in which those of integers and decimals are integers.
func correlation(cx, cy *data.Column, rows []int) data.Value {
	var xs, ys []data.Value
	special := false
	for _, i := range rows {
		x, y := cx.Value(i), cy.Value(i)
		if x.IsNull() || y.IsNull() {
			continue
		}
		special = special || !isFinite(x) || !isFinite(y)
		xs, ys = append(xs, x), append(ys, y)
	}
	if len(xs) == 0 {
		return data.Value{}
	}
	if special {
		return data.FloatValue(math.NaN())
	}
	deviation := func(as, bs []data.Value, scale int) *big.Rat {
		n, x, y, xy := sumsOf(as, bs)
		d := xy.Mul(xy, n)
		d.Sub(d, x.Mul(x, y))
		return d.Mul(d, new(big.Rat).SetInt(pow(scale)))
	}
	xy, ex := roundTo53(deviation(xs, ys, cx.Scale+cy.Scale))
	xx, exx := roundTo53(deviation(xs, xs, 2*cx.Scale))
	yy, eyy := roundTo53(deviation(ys, ys, 2*cy.Scale))
	if xx == 0 || yy == 0 {
		return data.Value{}
	}
	r := math.Ldexp(xy/math.Sqrt(xx*yy), ex-(exx+eyy)/2)
	return data.FloatValue(min(max(r, -1), 1))
}

// formula computes exactly if all operands are integers or decimals, and rounds their quotients once. Else it computes
// in float64, step by step.
func (r *reference) formula(a *query.Arith, rows []int) data.Value {
	if a.Op == 0 && a.Measure == nil {
		x, _ := new(big.Rat).SetString(a.Number)
		_, frac, _ := strings.Cut(a.Number, ".")
		return valueOf(x, len(frac))
	}
	if a.Op == 0 {
		return parse(r.figure(*a.Measure, rows))
	}
	x := r.formula(a.Args[0], rows)
	y := r.formula(a.Args[1], rows)
	if x.IsNull() || y.IsNull() {
		return data.Value{}
	}
	if x.Type != data.Float && y.Type != data.Float && strings.IndexByte("+-*", a.Op) >= 0 {
		p, scale := new(big.Rat), max(x.Scale, y.Scale)
		switch a.Op {
		case '+':
			p.Add(exact(x), exact(y))
		case '-':
			p.Sub(exact(x), exact(y))
		default:
			p.Mul(exact(x), exact(y))
			scale = x.Scale + y.Scale
		}
		return valueOf(p, scale)
	}
	if x.Type != data.Float && y.Type != data.Float && a.Op == '/' {
		if exact(y).Sign() == 0 {
			return data.Value{}
		}
		f, _ := new(big.Rat).Quo(exact(x), exact(y)).Float64()
		return data.FloatValue(f)
	}
	p, _ := x.Number()
	q, _ := y.Number()
	switch a.Op {
	case '+':
		return data.FloatValue(p + q)
	case '-':
		return data.FloatValue(p - q)
	case '*':
		return data.FloatValue(p * q)
	case '/':
		if q == 0 {
			return data.Value{}
		}
		return data.FloatValue(p / q)
	}
	return data.FloatValue(math.Pow(p, q))
}

func valueOf(x *big.Rat, scale int) data.Value {
	n := new(big.Rat).Mul(x, new(big.Rat).SetInt(pow(scale))).Num()
	if n.BitLen() > 127 {
		panic("the reference needs more than 128 bits")
	}
	v := data.Value{Type: data.Int, Scale: scale}
	if scale > 0 {
		v.Type = data.Decimal
	}
	v.Int.Hi, v.Int.Lo = new(big.Int).Rsh(n, 64).Int64(),
		new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	return v
}

// parse reads back what text wrote of a number, or of a date as its number of days.
func parse(s string) data.Value {
	kind, rest, _ := strings.Cut(s, " ")
	switch kind {
	case "null":
		return data.Value{}
	case "float":
		if rest == "NaN" {
			return data.FloatValue(math.NaN())
		}
		bits, _ := strconv.ParseUint(rest, 16, 64)
		return data.FloatValue(math.Float64frombits(bits))
	case "date":
		at, err := time.Parse(time.DateOnly, rest)
		if err != nil {
			panic(err)
		}
		return data.IntValue(at.Unix() / 86400)
	}
	digits, places, _ := strings.Cut(rest, "/")
	scale, _ := strconv.Atoi(places)
	n, _ := new(big.Int).SetString(digits, 10)
	return valueOf(new(big.Rat).SetFrac(n, pow(scale)), scale)
}

// operand returns the column that a measure aggregates: the table's own, or one of row arithmetic, computed row by row.
func (r *reference) operand(m query.Measure) *data.Column {
	if m.Expr == "" {
		return r.column(m.Column)
	}
	if c := r.computed[m.Expr]; c != nil {
		return c
	}
	i, d := r.column("i"), r.column("m")
	values := make([]data.Value, r.table.Rows)
	for row := range values {
		x, y := i.Value(row), d.Value(row)
		if x.IsNull() || y.IsNull() {
			continue
		}
		p, q := exact(x), exact(y)
		if m.Expr == "(i - m) * 2" {
			values[row] = valueOf(p.Sub(p, q).Mul(p, big.NewRat(2, 1)), d.Scale)
			continue
		}
		if q.Sub(q, big.NewRat(1, 1)).Sign() != 0 {
			f, _ := p.Quo(p, q).Float64()
			values[row] = data.FloatValue(f)
		}
	}
	c := data.FromValues("derived", values)
	r.computed[m.Expr] = c
	return c
}
