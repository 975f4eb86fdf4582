package explain

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/wording"
)

// Groups has the figures of some rows by the labels of a column.
type Groups struct {
	N      int
	values *measure.Values
	codes  data.Codes // of each group
	at     []uint32   // by code: the number of the group plus 1; 0: no row has the label
}

// NewGroups returns the figures of n groups. codes has the label of each group, and is empty for a grand total.
func NewGroups(v *measure.Values, n int, codes data.Codes, card int) *Groups {
	g := &Groups{N: n, values: v, codes: codes, at: make([]uint32, card)}
	for i := range min(n, codes.Len()) {
		g.at[codes.At(i)] = uint32(i + 1)
	}
	return g
}

// group returns the group of a label, -1 if no row has the label.
func (g *Groups) group(code uint32) int { return int(g.at[code]) - 1 }

// rows returns the number of rows with a label.
func (g *Groups) rows(code uint32) int {
	if at := g.group(code); at >= 0 {
		return int(g.values.Count(at))
	}
	return 0
}

// Explainer takes a figure apart by the labels of columns.
type Explainer struct {
	*Split
	totals [Sides]amount
	of     [Sides]bool // the sides that are compared: Other and Whole may be missing
	most   int         // lines
	// the measure could be taken apart, but the figure is no finite number
	unsplit bool
	dens    [2]float64 // of kind Divides: the divisors of the two figures
	middle  float64    // of kind Divides: the mean of the rates of the two figures
	words   *wording.Words
}

// NewExplainer returns an explainer of a figure. totals has the figures of all rows of each side. totals[Other] is nil
// if there is no other figure. A figure without a value, or with NaN or infinities in its sums, is not taken apart. It
// is treated as of kind Shares.
func NewExplainer(w *wording.Words, q Question, s *Split, totals [Sides]*Groups) *Explainer {
	e := &Explainer{Split: s, most: q.lines(), words: w}
	read := func() {
		for side, g := range totals {
			if g == nil {
				continue
			}
			at := min(g.N, 1) - 1
			ok := false
			e.totals[side], ok = e.readSide(side, g, at)
			if e.Kind == Shares {
				e.of[side] = at == 0
			} else {
				e.of[side] = ok && !e.totals[side].figure.IsNull()
			}
		}
	}
	if read(); !e.of[Own] {
		e.Split, e.unsplit = &Split{Kind: Shares, Measures: s.Measures}, s.Kind != Shares
		read()
	}
	if e.Kind == Divides {
		for side := range e.dens {
			if e.of[side] {
				e.dens[side], _ = e.totals[side].den.Float64()
				rate, _ := e.totals[side].ratio().Float64()
				e.middle += rate / 2
			}
		}
	}
	return e
}

// readSide returns the amount of a group of a side. The kind Shares needs only the number of rows of the whole pivot.
func (e *Explainer) readSide(side int, g *Groups, at int) (a amount, ok bool) {
	if side == Whole && e.Kind == Shares {
		if at >= 0 {
			a.rows = int(g.values.Count(at))
		}
		return a, true
	}
	return e.read(g.values, at)
}

// Column takes the figure apart by the labels of a column. k is the key column with their codes. If the column explains
// nothing, why says the reason.
func (e *Explainer) Column(f query.Field, k *key.Column, sides [Sides]*Groups) (c Column, why string) {
	c = Column{Field: f}
	own, other, whole := sides[Own], sides[Other], sides[Whole]
	here, shared, outside, last := 0, false, false, uint32(0)
	for i := range whole.N {
		code := whole.codes.At(i)
		rows, others := own.rows(code), 0
		if e.of[Other] {
			others = other.rows(code)
		}
		if rows+others > 0 {
			here, last = here+1, code
		}
		shared = shared || rows > 0 && others > 0
		outside = outside || rows > 0 && whole.rows(code) > rows
	}
	format := pivot.Format{Places: pivot.Shortest, NumberFormat: k.Format}.In(e.words)
	switch {
	case here == 1:
		return c, e.words.L("every row here has {{.Label}}", wording.With{"Label": format.Label(k.Label(last))})
	case e.of[Other] && !shared:
		return c, e.words.L("the two figures have no label of it in common")
	case !e.of[Other] && !outside && e.totals[Own].rows < e.totals[Whole].rows:
		return c, e.words.L("its labels are in the rows of this figure alone")
	}
	rest := e.totals
	for _, code := range e.choose(k, whole.codes, sides) {
		a := e.amounts(code, sides)
		for side := range rest {
			rest[side] = rest[side].minus(a[side])
		}
		line := e.line(a)
		line.Label, line.Joins = k.Label(code), 1
		line.Text, line.Holds = format.Label(line.Label), e.holds(a[Own].figure)
		c.Lines = append(c.Lines, line)
	}
	if joined := whole.N - len(c.Lines); joined > 0 {
		for side := range rest {
			rest[side].figure = e.figureOf(rest[side])
		}
		line := e.line(rest)
		line.Joins, line.Text = joined, e.words.N("{{.N}} other label", "{{.N}} other labels", joined)
		c.Lines = append(c.Lines, line)
	}
	c.exact = e.score(c.Lines)
	c.Score, _ = c.exact.Float64()
	return c, ""
}

// choose returns the labels to list: those that contribute most to the difference, or to the figure. If two labels
// contribute equally, the label with more rows in the figure comes first, and if these are equal, too, the label that
// is first in the order of labels. If only one label would be left out, all labels are listed.
func (e *Explainer) choose(k *key.Column, labels data.Codes, sides [Sides]*Groups) []uint32 {
	type weighed struct {
		code        uint32
		change, own float64
	}
	most := e.most
	if labels.Len() == most+1 {
		most++
	}
	order := func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.change, a.change), cmp.Compare(b.own, a.own), k.Compare(a.code, b.code))
	}
	first := make([]weighed, 0, most+1)
	for i := range labels.Len() {
		w := weighed{code: labels.At(i)}
		w.change, w.own = e.weigh(w.code, sides)
		if len(first) == most && order(w, first[most-1]) >= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(first, w, order)
		first = slices.Insert(first, at, w)
		first = first[:min(len(first), most)]
	}
	return each.Of(first, func(w weighed) uint32 { return w.code })
}

// exactLabels is the greatest number of labels whose contributions are compared as fractions. If there are more labels,
// floats are compared, which takes a hundredth of the time.
const exactLabels = 1 << 12

// weigh returns two sizes. change is what a label contributes to the difference, or to the figure if there is no other
// figure. own is what the label has in the figure.
func (e *Explainer) weigh(code uint32, sides [Sides]*Groups) (change, own float64) {
	if sides[Whole].N > exactLabels {
		change, own = e.near(code, sides)
	}
	if sides[Whole].N > exactLabels && change-change == 0 && own-own == 0 { // both are finite
		return change, own
	}
	l := e.line(e.amounts(code, sides))
	size := func(r *big.Rat) float64 {
		if r == nil {
			return 0
		}
		f, _ := r.Float64()
		return math.Abs(f)
	}
	if e.Kind == Shares {
		own, change = size(l.Parts[Own]), size(l.Parts[Own])
		if e.of[Other] {
			change = size(new(big.Rat).Sub(l.Parts[Own], l.Parts[Other]))
		}
		return change, own
	}
	if own = size(l.Contribution); l.Change == nil {
		return own, own
	}
	return size(l.Change), own
}

// near works like weigh, with floats.
func (e *Explainer) near(code uint32, sides [Sides]*Groups) (change, own float64) {
	var weight, part [2]float64
	for side, g := range sides[:2] {
		at := -1
		if e.of[side] {
			at = g.group(code)
		}
		if at < 0 {
			continue
		}
		if e.Kind == Shares {
			part[side] = float64(g.values.Count(at)) / float64(e.totals[side].rows)
			continue
		}
		num, den := e.floats(g.values, at)
		if part[side] = num; e.Kind == Divides {
			weight[side], part[side] = den/e.dens[side], num/e.dens[side]
		}
	}
	if own = math.Abs(part[Own]); !e.of[Other] {
		return own, own
	}
	change = part[Own] - part[Other]
	if e.Kind == Divides {
		change -= (weight[Own] - weight[Other]) * e.middle
	}
	return math.Abs(change), own
}

// amounts returns the amount of a label on each side.
func (e *Explainer) amounts(code uint32, sides [Sides]*Groups) (a [Sides]amount) {
	for side, g := range sides {
		if g != nil {
			a[side], _ = e.readSide(side, g, g.group(code))
		}
	}
	return a
}

// minus returns the amount of the rows of a without the rows of b, which are among them.
func (a amount) minus(b amount) amount {
	a.rows, a.values = a.rows-b.rows, a.values-b.values
	if a.num != nil && b.num != nil {
		a.num, a.den = new(big.Rat).Sub(a.num, b.num), new(big.Rat).Sub(a.den, b.den)
	}
	return a
}

// ratio returns num/den, or nil if den is 0.
func (a amount) ratio() *big.Rat { return quotient(a.num, a.den) }

// quotient returns a/b, or nil if b is 0 or one of them is nil.
func quotient(a, b *big.Rat) *big.Rat {
	if a == nil || b == nil || b.Sign() == 0 {
		return nil
	}
	return new(big.Rat).Quo(a, b)
}

// figureOf returns the figure of joined labels. It is null if it cannot be computed from their sums.
func (e *Explainer) figureOf(a amount) data.Value {
	switch {
	case a.rows == 0, a.values == 0 && e.Measures[figureAt].Func == query.Sum:
		return data.Value{}
	case e.Kind == Adds:
		return Value(a.num, e.totals[Own].figure)
	case e.Kind == Divides:
		return Value(a.ratio(), e.totals[Own].figure)
	}
	return data.Value{}
}

// holds reports whether a minimum or maximum comes from a label: the figure of the label equals it.
func (e *Explainer) holds(v data.Value) bool {
	f := e.Measures[figureAt].Func
	return (f == query.Min || f == query.Max) && !v.IsNull() && data.Compare(v, e.totals[Own].figure) == 0
}

// line returns the contribution of a label, given its amounts.
func (e *Explainer) line(a [Sides]amount) Line {
	var l Line
	for side := range a {
		l.Rows[side], l.Figures[side] = a[side].rows, a[side].figure
		if e.of[side] {
			l.Parts[side] = quotient(e.size(a[side]), e.size(e.totals[side]))
		}
	}
	switch e.Kind {
	case Adds:
		l.Contribution = a[Own].num
		if e.of[Other] {
			l.Change = new(big.Rat).Sub(a[Own].num, a[Other].num)
		}
	case Divides:
		l.Contribution = quotient(a[Own].num, e.totals[Own].den)
		l.weights[Own] = quotient(a[Own].den, e.totals[Own].den)
		if e.of[Other] {
			l.weights[Other] = quotient(a[Other].den, e.totals[Other].den)
			l.Mix, l.Rate = e.mixAndRate(a, l.weights[Own], l.weights[Other])
			l.Change = new(big.Rat).Add(l.Mix, l.Rate)
		}
	}
	return l
}

// size returns what the shares of labels are computed from: the number of rows for kind Shares, else the sum.
func (e *Explainer) size(a amount) *big.Rat {
	if e.Kind == Shares {
		return new(big.Rat).SetInt64(int64(a.rows))
	}
	return a.num
}

// mixAndRate divides a label's contribution to the difference of two averages into mix and rate, as the package comment
// says.
func (e *Explainer) mixAndRate(a [Sides]amount, w1, w0 *big.Rat) (mix, rate *big.Rat) {
	half := big.NewRat(1, 2)
	mean := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(half, new(big.Rat).Add(x, y)) }
	minus := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
	own, other := e.totals[Own], e.totals[Other]
	overall := mean(own.ratio(), other.ratio())
	r1, r0 := a[Own].ratio(), a[Other].ratio()
	if r1 == nil || r0 == nil {
		all := minus(quotient(a[Own].num, own.den), quotient(a[Other].num, other.den))
		return all.Sub(all, new(big.Rat).Mul(minus(w1, w0), overall)), new(big.Rat)
	}
	mix = new(big.Rat).Mul(minus(w1, w0), minus(mean(r1, r0), overall))
	return mix, new(big.Rat).Mul(mean(w1, w0), minus(r1, r0))
}

// score returns how much a column explains, from 0 to 1, as the package comment says.
func (e *Explainer) score(lines []Line) *big.Rat {
	apart, all := new(big.Rat), new(big.Rat)
	for _, l := range lines {
		a, expected := e.actual(l)
		apart.Add(apart, new(big.Rat).Abs(new(big.Rat).Sub(a, expected)))
		all.Add(all, a.Abs(a)).Add(all, expected.Abs(expected))
	}
	if all.Sign() == 0 {
		return all
	}
	return apart.Quo(apart, all)
}

// actual returns the amount of a line and its expected amount. The caller may change both.
func (e *Explainer) actual(l Line) (a, expected *big.Rat) {
	times := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	own := e.totals[Own]
	if e.Kind == Divides && e.of[Other] {
		difference := new(big.Rat).Sub(own.ratio(), e.totals[Other].ratio())
		weight := new(big.Rat).Add(l.weights[Own], l.weights[Other])
		return new(big.Rat).Set(l.Change), times(difference, weight.Mul(weight, big.NewRat(1, 2)))
	}
	if e.Kind == Divides {
		return new(big.Rat).Set(l.Contribution), times(own.ratio(), l.weights[Own])
	}
	if l.Parts[Own] == nil { // the figure is 0
		return new(big.Rat).Set(l.Contribution), new(big.Rat)
	}
	expected = l.Parts[Other]
	if expected == nil && own.rows < e.totals[Whole].rows {
		expected = l.Parts[Whole]
	}
	if expected == nil {
		expected = big.NewRat(int64(l.Rows[Own]), int64(own.rows))
	}
	return new(big.Rat).Set(l.Parts[Own]), new(big.Rat).Set(expected)
}
