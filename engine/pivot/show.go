package pivot

import (
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

// Cell returns what a measure shows for a pair of nodes, or null if it shows nothing. In the subtotals of a field with
// a function, this is the figure of the function. If the measure has NoTotals, its totals are null.
func (c *Crosstab) Cell(row, col, measure int) data.Value {
	if c.otherTotals {
		switch at, _ := c.shownAt(c.Rows.Depth(row), c.Cols.Depth(col), measure); at {
		case measure:
		case blankTotal:
			return data.Value{}
		default:
			return c.figure(row, col, at)
		}
	}
	return c.Own(row, col, measure)
}

// Own returns what a measure shows for a pair of nodes if all totals have the function of the measure. Shares,
// differences and the index (query.Show) are computed from the exact figures and rounded once.
//
// The grand total of an axis has no siblings, so that it has no rank, no running total and no difference along that
// axis. From the first figure on, every cell has a running total, even if no row belongs to the pair.
func (c *Crosstab) Own(row, col, measure int) data.Value {
	switch c.Measures[measure].Show.Kind {
	case query.Rank, query.RankAsc, query.Running, query.PctRunning:
		return c.placedAt(row, col, measure)
	case query.MovingAvg:
		return c.movingAt(row, col, measure)
	}
	v := c.figure(row, col, measure)
	switch c.Measures[measure].Show.Kind {
	case query.PctRow:
		return share(v, c.figure(row, 0, measure))
	case query.PctCol:
		return share(v, c.figure(0, col, measure))
	case query.PctTotal:
		return share(v, c.figure(0, 0, measure))
	case query.PctParentRow:
		return share(v, c.figure(c.Rows.parent(row), col, measure))
	case query.PctParentCol:
		return share(v, c.figure(row, c.Cols.parent(col), measure))
	case query.Index:
		return index(v, c.figure(row, 0, measure), c.figure(0, col, measure), c.figure(0, 0, measure))
	case query.PctParent:
		return share(v, c.ancestorFigure(row, col, measure))
	case query.PctOf, query.PctPrev, query.PctNext:
		base, _ := c.baseFigure(row, col, measure)
		return share(v, base)
	case query.DiffPrev, query.DiffNext, query.DiffOf:
		if base, other := c.baseFigure(row, col, measure); other {
			return difference(v, base, c.Measures[measure].Adds())
		}
		return data.Value{}
	case query.PctDiffPrev, query.PctDiffNext, query.PctDiffOf:
		if base, other := c.baseFigure(row, col, measure); other {
			return change(v, base, c.Measures[measure].Adds())
		}
		return data.Value{}
	}
	return v
}

// figure returns the figure of a measure before query.Show is applied, null if no row belongs to the pair.
func (c *Crosstab) figure(row, col, measure int) data.Value {
	return c.figureOf(c.Rows.node(row), c.Cols.node(col), measure)
}

func (c *Crosstab) figureOf(row, col *Node, measure int) data.Value {
	cell, ok := c.cells.find(row, col)
	if !ok {
		return data.Value{}
	}
	return c.cells.values.At(measure, cell)
}

// ancestorFigure replaces the node on the measure's axis by its ancestor at the depth of the chosen field, and returns
// the figure of this pair. It returns null for a pair above the field.
func (c *Crosstab) ancestorFigure(row, col, measure int) data.Value {
	show := c.Measures[measure].Show
	a, n := &c.Rows, &row
	if show.Along == query.AlongCols {
		a, n = &c.Cols, &col
	}
	depth := show.Depth(a.Fields)
	if a.Depth(*n) < depth {
		return data.Value{}
	}
	for a.Depth(*n) > depth {
		*n = a.Parent(*n)
	}
	return c.figure(row, col, measure)
}

// baseFigure returns the figure that a pair of nodes is compared with. other reports whether this figure belongs to
// another label.
func (c *Crosstab) baseFigure(row, col, measure int) (base data.Value, other bool) {
	r, k := c.Rows.node(row), c.Cols.node(col)
	n := &r
	if c.Measures[measure].Show.Along == query.AlongCols {
		n = &k
	}
	with := c.comparedWith(measure, *n)
	if with == nil {
		return c.besideAll(row, col, measure)
	}
	other = with.id() != (*n).id()
	*n = with
	return c.figureOf(r, k, measure), other
}

// share returns part/whole, rounded once. It returns null if the whole is zero or a figure is not a finite number.
func share(part, whole data.Value) data.Value {
	rounded := part.Rounded || whole.Rounded
	if integers(part, whole) {
		n, fits := whole.Int.Int64()
		if fits && n != 0 && n != math.MinInt64 {
			over := part.Int
			if n < 0 {
				over, n = over.Neg(), -n
			}
			f, exact := over.Quo(n, 0)
			return data.Value{Type: data.Float, Float: f, Rounded: rounded || !exact}
		}
	}
	return quotient(part.Rational(), whole.Rational(), rounded)
}

// quotient returns part/whole, rounded once. It returns null if the whole is zero, or if part or whole is nil. It
// changes part.
func quotient(part, whole *big.Rat, rounded bool) data.Value {
	if part == nil || whole == nil || whole.Sign() == 0 {
		return data.Value{}
	}
	f, exact := part.Quo(part, whole).Float64()
	return data.Value{Type: data.Float, Float: f, Rounded: rounded || !exact}
}

// index returns cell * total / (row * col), rounded once.
func index(cell, row, col, total data.Value) data.Value {
	rounded := cell.Rounded || row.Rounded || col.Rounded || total.Rounded
	if integers(cell, total) && integers(cell, row) && integers(cell, col) {
		v, vFits := cell.Int.Int64()
		t, tFits := total.Int.Int64()
		r, rFits := row.Int.Int64()
		c, cFits := col.Int.Int64()
		if vFits && tFits && rFits && cFits && r != 0 && c != 0 {
			f, exact := int128.Mul(v, t).RatioTo(int128.Mul(r, c))
			return data.Value{Type: data.Float, Float: f, Rounded: rounded || !exact}
		}
	}
	v, r, c, t := cell.Rational(), row.Rational(), col.Rational(), total.Rational()
	if v == nil || r == nil || c == nil || t == nil {
		return data.Value{}
	}
	return quotient(v.Mul(v, t), r.Mul(r, c), rounded)
}

// difference returns v - base, rounded once. If both figures are missing, it returns null. If one is missing, it counts
// as 0 for a measure that adds up, and the difference is null for any other measure.
func difference(v, base data.Value, adds bool) data.Value {
	v, base, ok := alignFigures(v, base, adds)
	switch {
	case !ok:
		return data.Value{}
	case integers(v, base):
		if d, fits := subtract(v.Int, base.Int); fits {
			return data.Value{Type: v.Type, Scale: v.Scale, Int: d, Rounded: v.Rounded || base.Rounded}
		}
	case v.Type == data.Float && base.Type == data.Float:
		d := v.Float - base.Float
		if math.IsNaN(d) || math.IsInf(d, 0) {
			return data.FloatValue(d)
		}
		back := d - v.Float
		exact := (v.Float-(d-back))-(base.Float+back) == 0 // Knuth's error of a sum
		return data.Value{Type: data.Float, Float: d, Rounded: v.Rounded || base.Rounded || !exact}
	}
	a, b := v.Rational(), base.Rational()
	if a == nil || b == nil {
		return data.Value{}
	}
	return quotient(a.Sub(a, b), big.NewRat(1, 1), v.Rounded || base.Rounded)
}

// subtract returns a - b. It returns false if the result does not fit 128 bits.
func subtract(a, b int128.Int) (int128.Int, bool) {
	d := a.Sub(b)
	return d, (a.Hi < 0) == (b.Hi < 0) || (d.Hi < 0) == (a.Hi < 0)
}

// change returns (v - base) / base, rounded once. It returns null if the base is zero or missing. A missing v counts
// as in difference.
func change(v, base data.Value, adds bool) data.Value {
	v, base, ok := alignFigures(v, base, adds)
	if !ok {
		return data.Value{}
	}
	if integers(v, base) {
		if d, fits := subtract(v.Int, base.Int); fits {
			v.Int = d
			return share(v, base)
		}
	}
	a, b := v.Rational(), base.Rational()
	if a == nil || b == nil {
		return data.Value{}
	}
	return quotient(a.Sub(a, b), b, v.Rounded || base.Rounded)
}

// alignFigures prepares two figures for a comparison. It replaces a missing figure by 0 if figures add up, and gives
// exact figures one scale. It returns false if there is nothing to compare.
func alignFigures(v, base data.Value, adds bool) (data.Value, data.Value, bool) {
	switch {
	case v.IsNull() && base.IsNull() || !adds && (v.IsNull() || base.IsNull()):
		return v, base, false
	case v.IsNull():
		v = data.Value{Type: base.Type, Scale: base.Scale}
	case base.IsNull():
		base = data.Value{Type: v.Type, Scale: v.Scale}
	}
	if v.Type != data.Float && base.Type != data.Float { // a formula may have integers and decimals
		v, base = rescale(v, base.Scale), rescale(base, v.Scale)
	}
	return v, base, v.Type.Numeric() && base.Type.Numeric()
}

// rescale returns an exact figure with at least `places` decimal places, or with fewer if 128 bits cannot hold them.
func rescale(v data.Value, places int) data.Value {
	for v.Scale < places {
		n, fits := v.Int.MulFits(10)
		if !fits {
			break
		}
		v.Type, v.Int, v.Scale = data.Decimal, n, v.Scale+1
	}
	return v
}

// integers reports whether both figures are integers, or decimals of one scale.
func integers(a, b data.Value) bool {
	return a.Type == b.Type && (a.Type == data.Int || a.Type == data.Decimal) && a.Scale == b.Scale
}
