package explain

import (
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Kind is how a figure is taken apart.
type Kind uint8

// The kinds.
const (
	Adds    Kind = iota // the figures of the labels add up to the figure: sums and counts
	Divides             // a sum over a sum: averages and ratios
	Shares              // any other figure: each label has its share of the rows
)

// Split is a measure taken apart into sums and counts. Measures lists the measures that must be computed for that.
type Split struct {
	Kind     Kind
	Measures []query.Measure // the count of rows, the measure, the count of its values, and then sums and counts

	num, den linear // den is nil unless the kind is Divides
}

// The indices in Measures.
const (
	figureAt, valuesAt = 1, 2
)

// linear is a sum of sums and counts, each times a factor.
type linear []term

type term struct {
	by *big.Rat
	of query.Measure
}

// NewSplit takes a measure apart. A formula can be taken apart if it is a sum of sums and counts, each times a number,
// or such a sum divided by another.
func NewSplit(m query.Measure) *Split {
	m = m.Figure()
	values := query.Measure{Func: query.Count, Column: m.Column, Expr: m.Expr, Where: m.Where}
	if m.Func == query.Formula {
		values = query.Measure{Func: query.Count}
	}
	s := &Split{Kind: Shares, Measures: []query.Measure{{Func: query.Count}, m, values}}
	sum := query.Measure{Func: query.Sum, Column: m.Column, Expr: m.Expr, Where: m.Where}
	switch {
	case m.Adds():
		s.num = one(m)
	case m.Func == query.Avg:
		s.num, s.den = one(sum), one(values)
	case m.Func == query.Ratio:
		s.num, s.den = one(sum), one(query.Measure{Func: query.Sum, Column: m.Other, Where: m.Where})
	case m.Func == query.Formula:
		if a, err := query.ParseFormula(m.Expr); err == nil {
			s.num, s.den = fractionOf(a)
		}
	}
	switch {
	case s.den != nil:
		s.Kind = Divides
	case s.num != nil:
		s.Kind = Adds
	}
	for _, t := range slices.Concat(s.num, s.den) {
		s.Measures = each.Add(s.Measures, t.of)
	}
	return s
}

func one(m query.Measure) linear { return linear{{big.NewRat(1, 1), m}} }

// fractionOf writes a formula as a sum over a sum. If the formula does not divide, den is nil. If it cannot be written
// in this way, num is nil.
func fractionOf(a *query.Arith) (num, den linear) {
	if l := linearOf(a); l != nil {
		return l, nil
	}
	switch a.Op {
	case '~':
		num, den = fractionOf(a.Args[0])
		return num.times(big.NewRat(-1, 1)), den
	case '*':
		for i, arg := range a.Args {
			if by := numberOf(a.Args[1-i]); by != nil {
				num, den = fractionOf(arg)
				return num.times(by), den
			}
		}
	case '/':
		num, den = linearOf(a.Args[0]), linearOf(a.Args[1])
		if num == nil || den == nil {
			return nil, nil
		}
	}
	return num, den
}

// linearOf writes a formula as a sum of sums and counts, each times a number. It returns nil if this cannot be done.
func linearOf(a *query.Arith) linear {
	switch {
	case a.Measure != nil && a.Measure.Adds():
		return one(*a.Measure)
	case a.Op == '~':
		return linearOf(a.Args[0]).times(big.NewRat(-1, 1))
	case a.Op == '+' || a.Op == '-':
		x, y := linearOf(a.Args[0]), linearOf(a.Args[1])
		if x == nil || y == nil {
			return nil
		}
		if a.Op == '-' {
			y = y.times(big.NewRat(-1, 1))
		}
		return slices.Concat(x, y)
	case a.Op == '*':
		for i, arg := range a.Args {
			if by := numberOf(arg); by != nil {
				return linearOf(a.Args[1-i]).times(by)
			}
		}
	case a.Op == '/':
		if by := numberOf(a.Args[1]); by != nil && by.Sign() != 0 {
			return linearOf(a.Args[0]).times(new(big.Rat).Inv(by))
		}
	}
	return nil
}

// numberOf returns the number if a formula is only a number, else nil.
func numberOf(a *query.Arith) *big.Rat {
	switch {
	case a.Op == '~':
		if r := numberOf(a.Args[0]); r != nil {
			return r.Neg(r)
		}
	case a.Op == 0 && a.Number != "":
		if r, ok := new(big.Rat).SetString(a.Number); ok {
			return r
		}
	}
	return nil
}

func (l linear) times(by *big.Rat) linear {
	if l == nil {
		return nil
	}
	return each.Of(l, func(t term) term { return term{new(big.Rat).Mul(t.by, by), t.of} })
}

// amount has the number of some rows, their figure, and the sums of the figure as fractions.
type amount struct {
	rows     int
	values   int // number of values that are aggregated
	figure   data.Value
	num, den *big.Rat // nil for kind Shares
}

// read returns the amount of group g; g is below 0 if no row has the label. ok is false if NaN or an infinity decides a
// sum.
func (s *Split) read(v *measure.Values, g int) (a amount, ok bool) {
	if s.Kind != Shares {
		a.num, a.den = new(big.Rat), new(big.Rat)
	}
	if g < 0 {
		return a, true
	}
	values, _ := v.At(valuesAt, g).Int.Int64()
	a.rows, a.values, a.figure = int(v.Count(g)), int(values), v.At(figureAt, g)
	ok = s.add(a.num, s.num, v, g)
	return a, s.add(a.den, s.den, v, g) && ok
}

// add adds the exact value of l in group g to sum.
func (s *Split) add(sum *big.Rat, l linear, v *measure.Values, g int) (ok bool) {
	for _, t := range l {
		r, ok := v.Exact(slices.Index(s.Measures, t.of), g)
		if !ok {
			return false
		}
		sum.Add(sum, r.Mul(r, t.by))
	}
	return true
}

// floats returns the sums of group g as floats.
func (s *Split) floats(v *measure.Values, g int) (num, den float64) {
	of := func(l linear) (sum float64) {
		for _, t := range l {
			by, _ := t.by.Float64()
			f, _ := v.At(slices.Index(s.Measures, t.of), g).Number()
			sum += by * f
		}
		return sum
	}
	return of(s.num), of(s.den)
}
