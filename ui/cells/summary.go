package cells

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/floatsum"
	"cardinal/data/int128"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Summary is what the figures of some cells have in common. Figures are the cells below the headers and beside the labels that have a
// value. A text is "" where the figures have none: figures of several measures or columns have no sum, nor have shares and averages.
type Summary struct {
	Count         int  // of figures; totals whose parts are counted are left out
	Mixed         bool // the figures belong to several measures, or columns of a listing
	Sum, Average  string
	Min, Max      string
	WithoutTotals bool // some totals were left out, since their parts are among the figures
	Rounded       bool // Sum was rounded, or adds rounded figures
}

// Text is the summary in one line. A short line has no least and no greatest figure.
func (s Summary) Text(short bool) string {
	var parts []string
	add := func(name, text string) {
		if text != "" {
			parts = append(parts, name+" "+text)
		}
	}
	sum := "Sum"
	if s.Rounded {
		sum += " ≈"
	}
	add(sum, s.Sum)
	add("Average", s.Average)
	add("Count", profiler.Count(s.Count))
	if !short {
		add("Min", s.Min)
		add("Max", s.Max)
	}
	switch {
	case s.Mixed:
		parts = append(parts, "of several kinds: select one for its sum")
	case s.WithoutTotals:
		parts = append(parts, "without totals")
	}
	return strings.Join(parts, "  ·  ")
}

// Summarise adds up the figures of one rectangle, or of several ones of the same rows. A cell of two rectangles counts once. Integers and decimals are added
// exactly; a sum of floats is rounded once. A total is left out where the rectangles have figures that the total is made of, so that no row of
// the table counts twice.
func Summarise(ctx context.Context, src Source, areas ...Rect) (Summary, error) {
	if areas = apart(slices.Clone(areas)); len(areas) == 0 {
		return Summary{}, nil
	}
	skipRows, skipCols, err := covered(ctx, src, areas)
	if err != nil {
		return Summary{}, err
	}
	kindOf := kinds(src)
	var all adder
	for _, r := range areas {
		parts := make([]adder, stripesOf(r))
		err = stripes(ctx, r, nil, func(i int, s Rect) {
			a := &parts[i]
			for row := s.FirstRow; row <= s.LastRow; row++ {
				skip := skipRows.has(row)
				for col := s.FirstCol; col <= s.LastCol; col++ {
					if c := src.Cell(row, col); c.Role != pivot.Body || c.Value.IsNull() {
						continue
					} else if skip || skipCols.has(col) {
						a.left = true
					} else {
						a.add(&c, kindOf(row, col))
					}
				}
			}
		})
		if err != nil {
			return Summary{}, err
		}
		for i := range parts {
			all.merge(&parts[i])
		}
	}
	return all.summary(src), nil
}

// apart leaves out of each rectangle the columns of those before it.
func apart(areas []Rect) (all []Rect) {
	slices.SortFunc(areas, func(a, b Rect) int {
		return cmp.Or(cmp.Compare(a.FirstRow, b.FirstRow), cmp.Compare(a.FirstCol, b.FirstCol))
	})
	next := 0
	for i, r := range areas {
		if i > 0 && areas[i-1].FirstRow == r.FirstRow {
			r.FirstCol = max(r.FirstCol, next)
		} else {
			next = 0
		}
		if next = max(next, r.LastCol+1); r.Len() > 0 {
			all = append(all, r)
		}
	}
	return all
}

// kinds tells which measure, or which column of a listing, a figure belongs to.
func kinds(src Source) func(row, col int) int {
	g, ok := src.(*pivot.Grid)
	if !ok {
		return func(_, col int) int { return col }
	}
	return func(row, col int) int {
		m, _ := g.Measure(row, col)
		return m
	}
}

// lines are some rows or columns from a first one on.
type lines struct {
	first int
	in    []bool
}

func (l lines) has(line int) bool {
	i := line - l.first
	return i >= 0 && i < len(l.in) && l.in[i]
}

// covered finds the rows and columns of a pivot whose figures are totals of other rows and columns of the rectangles.
func covered(ctx context.Context, src Source, areas []Rect) (rows, cols lines, err error) {
	g, ok := src.(*pivot.Grid)
	if !ok || Len(areas) == 0 {
		return rows, cols, nil
	}
	spans := func(of func(r Rect) (first, last int), from int) (all [][2]int) {
		for _, r := range areas {
			first, last := of(r)
			all = append(all, [2]int{max(first, from), last})
		}
		return all
	}
	rows, err = above(ctx, &g.Tab().Rows, spans(func(r Rect) (int, int) { return r.FirstRow, r.LastRow }, g.HeaderRows), func(row int) (int, bool) {
		return g.RowNode(row), g.HasFigures(row)
	})
	if err != nil {
		return rows, cols, err
	}
	cols, err = above(ctx, &g.Tab().Cols, spans(func(r Rect) (int, int) { return r.FirstCol, r.LastCol }, g.LabelCols), func(col int) (int, bool) {
		_, figures := g.Measure(0, col)
		return g.ColNode(col), figures
	})
	return rows, cols, err
}

// above finds the lines of some spans whose node is an ancestor of the node of another one.
func above(ctx context.Context, axis *pivot.Axis, spans [][2]int, nodeOf func(line int) (node int, figures bool)) (lines, error) {
	parent := make([]bool, len(axis.Nodes))
	first, last := spans[0][0], spans[0][1]
	for _, s := range spans {
		first, last = min(first, s[0]), max(last, s[1])
		for i := s[0]; i <= s[1]; i++ {
			if i%cellsAtOnce == 0 && ctx.Err() != nil {
				return lines{}, ctx.Err()
			}
			n, figures := nodeOf(i)
			if !figures {
				continue
			}
			for n = axis.Nodes[n].Parent; n >= 0 && !parent[n]; n = axis.Nodes[n].Parent {
				parent[n] = true
			}
		}
	}
	all := lines{first, make([]bool, max(0, last-first+1))}
	for i := first; i <= last; i++ {
		n, _ := nodeOf(i)
		all.in[i-first] = parent[n]
	}
	return all, nil
}

// adder adds figures.
type adder struct {
	count, numbers int
	kind           int  // the measure or the column of the figures
	mixed          bool // there are several
	first          pivot.Cell
	whole          big.Int // the sum of integers and decimals, in units of 10^-scale
	small          int64   // what is not yet in whole
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

// settle brings all integers into whole.
func (a *adder) settle() {
	a.whole.Add(&a.whole, big.NewInt(a.small))
	a.small = 0
}

// rescale makes room for a number of decimal places.
func (a *adder) rescale(scale int) {
	if scale > a.scale {
		a.settle()
		a.whole.Set(scaled(&a.whole, scale-a.scale))
		a.scale = scale
	}
}

// scaled is n times ten to the power of a number of places.
func scaled(n *big.Int, places int) *big.Int {
	return new(big.Int).Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
}

// widen widens the range by a value. NaN counts only where there is nothing else, as in the engine.
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

// summary writes what was added up.
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

// adds reports whether figures of a measure or of a column add up. Averages of averages and of shares mislead, since the figures have
// weights that the cells do not show.
func adds(src Source, kind int) bool {
	g, ok := src.(*pivot.Grid)
	if !ok {
		return true
	}
	m := g.Tab().Measures[kind].Measure
	return m.Show == (query.Show{}) && m.Adds()
}

// sum writes the sum as its figures are written.
func (a *adder) sum(format pivot.Format) string {
	if a.hasFloats {
		return format.Text(data.FloatValue(a.total()))
	}
	return wholeText(format, &a.whole, a.scale)
}

// total is the sum as the nearest float. A measure or a column has either floats or integers and decimals.
func (a *adder) total() float64 {
	f, _ := a.floats.Float()
	return f
}

// average writes the average with the places of its figures, but at least two.
func (a *adder) average(format pivot.Format) string {
	format.Places = max(format.Places, a.scale, 2)
	if a.hasFloats {
		return format.Text(data.FloatValue(a.total() / float64(a.numbers)))
	}
	mean, _ := new(big.Rat).SetFrac(&a.whole, scaled(big.NewInt(int64(a.numbers)), a.scale)).Float64()
	return format.Text(data.FloatValue(mean))
}

// wholeText writes n, in units of 10^-scale.
func wholeText(format pivot.Format, n *big.Int, scale int) string {
	const most = 126 // bits that a figure may have
	if n.BitLen() > most {
		f, _ := new(big.Rat).SetFrac(n, scaled(big.NewInt(1), scale)).Float64()
		return format.Text(data.FloatValue(f))
	}
	size := new(big.Int).Abs(n)
	low := new(big.Int).And(size, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	v := int128.FromUint(size.Rsh(size, 64).Uint64()).Shl(64).Add(int128.FromUint(low))
	if n.Sign() < 0 {
		v = v.Neg()
	}
	kind := data.Int
	if scale > 0 {
		kind = data.Decimal
	}
	return format.Text(data.Value{Type: kind, Int: v, Scale: scale})
}
