package cells

import (
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/data/number/floatsum"
	"cardinal/data/number/int128"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// adder adds figures. It also has their count, their least and their greatest value.
type adder struct {
	count, numbers int
	kind           int  // the measure or the column of the figures, as kinds returns it
	mixed          bool // the figures are of several kinds
	first          pivot.Cell
	whole          big.Int // the sum of integers and decimals, in units of 10^-scale
	small          int64   // the rest of the sum, not added to whole yet
	scale          int
	floats         floatsum.Sum
	hasFloats      bool
	low, high      data.Value
	rounded, left  bool
}

func (a *adder) add(c *pivot.Cell, kind int) {
	if a.count == 0 {
		a.first, a.kind = *c, kind
	}
	a.count++
	a.mixed = a.mixed || a.kind != kind
	a.widen(c.Value)
	a.rounded = a.rounded || c.Value.Rounded
	switch v := c.Value; v.Type {
	case data.Int, data.Decimal:
		a.numbers++
		a.rescale(v.Scale)
		n, fits := v.Int.Int64()
		sum := a.small + n
		if fits && v.Scale == a.scale && (sum >= a.small) == (n >= 0) {
			a.small = sum
			return
		}
		a.settle()
		a.whole.Add(&a.whole, scaled(v.Int.Big(), a.scale-v.Scale))
	case data.Float:
		a.numbers++
		a.hasFloats = true
		a.floats.Add(v.Float)
	}
}

// settle adds small to whole.
func (a *adder) settle() {
	a.whole.Add(&a.whole, big.NewInt(a.small))
	a.small = 0
}

// rescale changes the unit of the sum, if necessary, so that it has at least the given number of decimal places.
func (a *adder) rescale(scale int) {
	if scale > a.scale {
		a.settle()
		a.whole.Set(scaled(&a.whole, scale-a.scale))
		a.scale = scale
	}
}

// scaled returns n times ten to the power of places.
func scaled(n *big.Int, places int) *big.Int {
	return new(big.Int).Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
}

// widen extends the range from low to high so that it includes v. NaN counts only if there is no other value, as in the
// engine.
func (a *adder) widen(v data.Value) {
	if v.IsNull() {
		return
	}
	nan := func(v data.Value) bool { return v.Type == data.Float && math.IsNaN(v.Float) }
	if a.low.IsNull() || nan(a.low) {
		a.low, a.high = v, v
		return
	}
	if nan(v) {
		return
	}
	if data.Compare(v, a.low) < 0 {
		a.low = v
	}
	if data.Compare(v, a.high) > 0 {
		a.high = v
	}
}

func (a *adder) merge(b *adder) {
	if a.count == 0 {
		a.first, a.kind = b.first, b.kind
	}
	a.mixed = a.mixed || b.mixed || b.count > 0 && a.kind != b.kind
	a.count, a.numbers = a.count+b.count, a.numbers+b.numbers
	a.rescale(b.scale)
	b.rescale(a.scale)
	a.settle()
	b.settle()
	a.whole.Add(&a.whole, &b.whole)
	a.floats.Merge(&b.floats)
	a.widen(b.low)
	a.widen(b.high)
	a.hasFloats, a.rounded, a.left = a.hasFloats || b.hasFloats, a.rounded || b.rounded, a.left || b.left
}

// summary returns the summary of the added figures.
func (a *adder) summary(src Source) Summary {
	s := Summary{Count: a.count, Mixed: a.mixed, WithoutTotals: a.left}
	if a.count == 0 || a.mixed {
		return s
	}
	format := a.first.Format
	if a.first.Value.Type != data.Text && a.first.Value.Type != data.Bool {
		s.Min, s.Max = format.Text(a.low), format.Text(a.high)
	}
	if a.numbers < a.count {
		return s
	}
	if adds(src, a.kind) && !(a.hasFloats && a.whole.Sign() != 0) {
		s.Sum, s.Average = a.sum(format), a.average(format)
		_, exact := a.floats.Float()
		s.Rounded = a.rounded || !exact
	}
	return s
}

// adds reports whether a sum of the figures of a measure or a column makes sense. A sum of averages or of shares would
// mislead, since each figure has a weight that its cell does not show. Sums of identifiers make no sense either.
func adds(src Source, kind int) bool {
	g, ok := src.(*pivot.Grid)
	if !ok {
		l, is := src.(pivot.Listing)
		return !is || !l.IsIdentifier(kind)
	}
	m := g.Tab().Measures[kind].Measure
	return m.Show == (query.Show{}) && m.Adds()
}

// sum writes the sum in the format of the figures.
func (a *adder) sum(format pivot.Format) string {
	if a.hasFloats {
		return format.Text(data.FloatValue(a.total()))
	}
	return wholeText(format, &a.whole, a.scale)
}

// total returns the sum of floats, rounded once. A measure or a column has either floats, or integers and decimals,
// never both.
func (a *adder) total() float64 {
	f, _ := a.floats.Float()
	return f
}

// average writes the average with as many decimal places as its figures, but at least two.
func (a *adder) average(format pivot.Format) string {
	format.Places = max(format.Places, a.scale, 2)
	if a.hasFloats {
		return format.Text(data.FloatValue(a.total() / float64(a.numbers)))
	}
	mean, _ := new(big.Rat).SetFrac(&a.whole, scaled(big.NewInt(int64(a.numbers)), a.scale)).Float64()
	return format.Text(data.FloatValue(mean))
}

// wholeText writes n times 10^-scale.
func wholeText(format pivot.Format, n *big.Int, scale int) string {
	const most = 126 // greatest number of bits of a figure that can be written exactly
	if n.BitLen() > most {
		f, _ := new(big.Rat).SetFrac(n, scaled(big.NewInt(1), scale)).Float64()
		return format.Text(data.FloatValue(f))
	}
	v, _ := int128.FromBig(n)
	kind := data.Int
	if scale > 0 {
		kind = data.Decimal
	}
	return format.Text(data.Value{Type: kind, Int: v, Scale: scale})
}
