package mark

import (
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

// Extent is what the figures of one level have in common. Close is called after the last Add and the last Merge. Nulls,
// texts and NaN do not count. Dates and infinities count only for a top, a bottom and a condition. A closed Extent may
// be used by several goroutines.
type Extent struct {
	Mark            query.Mark
	Figures         int        // number of figures that count
	Infinite        bool       // a figure is infinite
	Least, Greatest float64    // of the finite numbers that count; 0 if there are none
	Bound           data.Value // of a highlight: what figures are compared with; null: nothing is highlighted
	Arrows          []float64  // Icons: the least figure of the second arrow, of the third, and so on

	ranged  bool         // a figure is a finite number
	passing *query.Expr  // Passing: the condition
	top     []data.Value // Most, Least: a heap of the kept figures; the root is replaced first
	sum     sum          // Above, Below
}

// New returns an extent without figures.
func New(m query.Mark) *Extent { return &Extent{Mark: m, passing: m.Condition()} }

// finiteNumber returns a figure as a number, and whether it is a finite number.
func finiteNumber(v data.Value) (float64, bool) {
	x, ok := v.Number()
	return x, ok && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// isOrdered reports whether a figure is a number, finite or infinite, or a date.
func isOrdered(v data.Value) bool {
	return v.Type.Temporal() || v.Type.Numeric() && !math.IsNaN(v.Float)
}

// Add adds a figure.
func (e *Extent) Add(v data.Value) {
	if !isOrdered(v) {
		return
	}
	x, ok := finiteNumber(v)
	e.Infinite = e.Infinite || !ok && v.Type == data.Float
	ranks := e.Mark.Counts() || e.Mark.Kind == query.Passing
	if !ok && !ranks {
		return
	}
	e.Figures++
	if ok {
		e.reach(x, x)
	}
	switch e.Mark.Kind {
	case query.Most, query.Least:
		e.keep(v)
	case query.Above, query.Below:
		e.sum.add(v, x)
	}
}

// reach widens the range of the finite numbers.
func (e *Extent) reach(least, greatest float64) {
	if !e.ranged {
		e.Least, e.Greatest, e.ranged = least, greatest, true
	}
	e.Least, e.Greatest = min(e.Least, least), max(e.Greatest, greatest)
}

// Merge adds the figures of another extent of the same format.
func (e *Extent) Merge(o *Extent) {
	e.Infinite = e.Infinite || o.Infinite
	e.Figures += o.Figures
	if o.ranged {
		e.reach(o.Least, o.Greatest)
	}
	for _, v := range o.top {
		e.keep(v)
	}
	e.sum.merge(&o.sum)
}

// Close computes the bounds.
func (e *Extent) Close() {
	switch {
	case e.Figures == 0, e.Mark.Kind == query.Passing:
	case e.Mark.Kind == query.Icons:
		e.Arrows = e.arrowBounds()
	case e.Mark.Counts():
		e.Bound = e.top[0]
	case e.Mark.Highlights():
		e.Bound = e.sum.mean(e.Mark.Kind == query.Below)
	}
	e.top, e.sum = nil, sum{}
}

// leavesBefore reports whether figure a is replaced before figure b.
func (e *Extent) leavesBefore(a, b data.Value) bool {
	order := data.Compare(a, b)
	if e.Mark.Kind == query.Least {
		order = -order
	}
	return order < 0
}

// keep keeps a figure in a binary heap if it is among the N greatest, or the N least, figures so far.
func (e *Extent) keep(v data.Value) {
	h := e.top
	if len(h) < e.Mark.N {
		h = append(h, v)
		for i := len(h) - 1; i > 0 && e.leavesBefore(h[i], h[(i-1)/2]); i = (i - 1) / 2 {
			h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
		}
		e.top = h
		return
	}
	if !e.leavesBefore(h[0], v) {
		return
	}
	h[0] = v
	for i := 0; ; {
		next := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(h); c++ {
			if e.leavesBefore(h[c], h[next]) {
				next = c
			}
		}
		if next == i {
			return
		}
		h[i], h[next] = h[next], h[i]
		i = next
	}
}

// sum adds figures for their average. Integers, and decimals of one scale, are added exactly.
type sum struct {
	n           int
	small       int128.Int // the sum of integers, within 64 bits
	large       *big.Int   // the sum of other integers, or nil
	scale       int
	inexact     bool    // a figure is a float, or has another scale
	total, lost float64 // the sum of all, and the rounding errors (Neumaier, 1974)
}

func (s *sum) add(v data.Value, x float64) {
	s.n++
	s.addFloat(x)
	switch n, fits := v.Int.Int64(); {
	case v.Type == data.Float || s.n > 1 && v.Scale != s.scale:
		s.inexact = true
	case fits:
		s.scale, s.small = v.Scale, s.small.Add(int128.From(n))
	default:
		s.scale = v.Scale
		s.addLarge(v.Int.Big())
	}
}

func (s *sum) addFloat(x float64) {
	t := s.total + x
	if math.Abs(s.total) >= math.Abs(x) {
		s.lost += (s.total - t) + x
	} else {
		s.lost += (x - t) + s.total
	}
	s.total = t
}

func (s *sum) addLarge(n *big.Int) {
	if s.large == nil {
		s.large = new(big.Int)
	}
	s.large.Add(s.large, n)
}

func (s *sum) merge(o *sum) {
	switch {
	case o.n == 0:
		return
	case s.n == 0:
		s.scale = o.scale
	}
	s.inexact = s.inexact || o.inexact || s.scale != o.scale
	s.n += o.n
	s.small = s.small.Add(o.small)
	if o.large != nil {
		s.addLarge(o.large)
	}
	s.addFloat(o.total)
	s.addFloat(o.lost)
}

// mean returns the average, to compare figures with. The average of integers is rounded down to an integer, or up if
// `upper` is true. No comparison changes: an integer is above the average exactly if it is above the lower integer, and
// below the average exactly if it is below the upper integer.
func (s *sum) mean(upper bool) data.Value {
	if s.inexact {
		return data.FloatValue((s.total + s.lost) / float64(s.n))
	}
	all := s.small.Big()
	if s.large != nil {
		all.Add(all, s.large)
	}
	floor, rest := new(big.Int).DivMod(all, big.NewInt(int64(s.n)), new(big.Int))
	if upper && rest.Sign() > 0 {
		floor.Add(floor, big.NewInt(1))
	}
	mean, _ := int128.FromBig(floor) // the mean fits 128 bits, because the figures do
	return data.Value{Type: data.Decimal, Scale: s.scale, Int: mean}
}
