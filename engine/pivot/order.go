package pivot

import (
	"context"
	"math/big"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/lazyregexp"
)

// Order is a sort of the query and the node whose figures decide.
type Order struct {
	query.Sort
	Node int // the node of the other axis whose figures decide; 0 if the figures of totals, or labels, decide
	// whether Node is the node of Sort.At; if a label of At does not occur, Found is false, and Node is the node of the
	// labels before it
	Found bool
}

// orders makes Orders from the sorts of the query.
func (c *Crosstab) orders() {
	for _, s := range c.Query.Sorts {
		o := Order{Sort: s}
		o.Node, o.Found = c.side(!s.Cols).Find(s.At)
		c.Orders = append(c.Orders, o)
	}
}

// side returns the axis of the columns if cols is true, else the axis of the rows.
func (c *Crosstab) side(cols bool) *Axis {
	if cols {
		return &c.Cols
	}
	return &c.Rows
}

// Find returns the node of a path of labels, the outermost first. If a label does not occur, it returns the node of the
// labels before it, and false.
func (a *Axis) Find(path []query.Literal) (node int, found bool) {
	for _, l := range path {
		next, others := -1, -1
		for n := node + 1; n < a.Len() && a.Depth(n) > a.Depth(node); n++ {
			switch {
			case a.Parent(n) != node:
			case a.Others(n):
				others = n
			case next < 0 && matches(a.keys[a.Depth(n)-1], a.node(n).code, l):
				next = n
			}
		}
		if l.Others && others >= 0 {
			next = others
		}
		if next < 0 {
			return node, false
		}
		node = next
	}
	return node, true
}

// matches reports whether a literal names the label of a code. The literal may be written as in a query, or as the
// label is printed.
func matches(k *key.Column, code uint32, l query.Literal) bool {
	v := k.Label(code)
	if l.Null || v.IsNull() {
		return l.Null && v.IsNull()
	}
	if v.String() == l.Text || v.String() == k.Spelled(l.Text) || v.Type == data.Timestamp && Label(v) == l.Text {
		return true
	}
	f := Format{Places: Shortest, NumberFormat: k.Format}
	if days, ok := data.ParseDuration(l.Text); ok && f.Duration {
		n, _ := days.Float64()
		return f.Label(v) == f.Label(data.FloatValue(n))
	}
	return v.Type.Numeric() && (f.NumberFormat != data.NumberFormat{} && f.Label(v) == l.Text ||
		isNumber(v, l.Text, f.Percent))
}

var plainNumber = lazyregexp.New(`^-?\d{1,40}(\.\d{1,40})?$`)

// isNumber reports whether a text is the number v. The text may have zeros at its end, as 0.50 has. With `percent`,
// it may be in per cent, as 50% is.
func isNumber(v data.Value, text string, percent bool) bool {
	digits, cut := strings.CutSuffix(text, "%")
	if cut && !percent || !plainNumber().MatchString(digits) {
		return false
	}
	n, _ := new(big.Rat).SetString(digits)
	if cut {
		n.Quo(n, big.NewRat(100, 1))
	}
	if v.Type == data.Float {
		f, _ := n.Float64()
		return f == v.Float
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(v.Scale)), nil)
	return n.Cmp(new(big.Rat).SetFrac(v.Int.Big(), scale)) == 0
}

// follow keeps the present display order of an axis for the measures that depend on this order: running totals, moving
// averages, and comparisons with the label before or after. `where` selects the depths of a measure. A nil `where`
// selects all.
func (c *Crosstab) follow(ctx context.Context, along query.Along, where func(m, depth int) bool, threads int) error {
	for m := range c.Measures {
		show := c.Measures[m].Show
		if show.Along != along || show.Way().Beside == 0 {
			continue
		}
		for depth := 1; depth <= len(c.axis(along).Fields); depth++ {
			if where == nil || where(m, depth) {
				c.neighbours(m, depth)
			}
		}
	}
	for _, kind := range []query.ShowKind{query.Running, query.PctRunning, query.MovingAvg} {
		if err := c.place(ctx, query.Show{Kind: kind, Along: along}, where, threads); err != nil {
			return err
		}
	}
	return nil
}

// sort sorts the labels of both axes. Running totals and differences from the label before depend on the display order.
// If a field is sorted by such a measure, the measure is computed in the order of the labels.
func (c *Crosstab) sort(ctx context.Context, threads int) error {
	sides := []bool{false, true}
	if c.rowsFollowCols() {
		sides = []bool{true, false}
	}
	return c.sortSides(ctx, sides, threads)
}

// sortSides sorts the labels of some axes, one axis after the other. In `sides`, true is the columns and false the
// rows.
func (c *Crosstab) sortSides(ctx context.Context, sides []bool, threads int) error {
	for _, cols := range sides {
		where := func(m, _ int) bool {
			return slices.ContainsFunc(c.Orders, func(o Order) bool { return o.Cols == cols && o.Value == m })
		}
		if !slices.ContainsFunc(c.Orders, func(o Order) bool { return o.Cols == cols }) {
			where = nil
		}
		if err := c.follow(ctx, along(cols), where, threads); err != nil {
			return err
		}
	}
	for _, cols := range sides {
		byItself := c.byItself(cols)
		for turn := range len(c.side(cols).Fields) {
			sorted, err := c.sortSide(ctx, cols, func(o Order) bool { return c.turn(o) == turn }, threads)
			if err != nil {
				return err
			}
			if !sorted {
				continue
			}
			if err := c.follow(ctx, along(cols), func(m, depth int) bool { return !byItself(m, depth) },
				threads); err != nil {
				return err
			}
		}
	}
	return nil
}

// turn returns the round in which sortSides sorts the field of an order. It returns the index of the field if the
// figures are compared along an outer field, because the outer field must be sorted first. Otherwise it returns 0.
func (c *Crosstab) turn(o Order) int {
	if o.Value < 0 || c.Measures[o.Value].Show.Along != along(o.Cols) {
		return 0
	}
	if depth := c.Measures[o.Value].Show.Depth(c.side(o.Cols).Fields); depth == 0 || depth > o.Field {
		return 0
	}
	return o.Field
}

func along(cols bool) query.Along {
	if cols {
		return query.AlongCols
	}
	return query.AlongRows
}

// byItself returns a function that selects the measures by which a field is sorted although they compare labels along
// this field.
func (c *Crosstab) byItself(cols bool) func(m, depth int) bool {
	return func(m, depth int) bool {
		if field := c.Measures[m].Show.Depth(c.side(cols).Fields); field > 0 {
			depth = field
		}
		return slices.ContainsFunc(c.Orders, func(o Order) bool {
			return o.Cols == cols && o.Value == m && o.Field == depth-1
		})
	}
}

// rowsFollowCols reports whether the order of some rows depends on the order of the columns.
func (c *Crosstab) rowsFollowCols() bool {
	return slices.ContainsFunc(c.Orders, func(o Order) bool {
		return !o.Cols && o.Value >= 0 && c.Measures[o.Value].Show.Along == query.AlongCols
	})
}

// sortSide sorts the labels of one axis by the orders that `by` selects. sorted reports whether there were any.
func (c *Crosstab) sortSide(ctx context.Context, cols bool, by func(Order) bool, threads int) (sorted bool, err error) {
	a := c.side(cols)
	var ranked [][]int
	for _, o := range c.Orders {
		if o.Cols != cols || !by(o) {
			continue
		}
		if ranked == nil {
			ranked = make([][]int, len(a.Fields)+1)
		}
		depth := o.Field + 1
		switch o.Value {
		case query.ByLabel:
			ranked[depth] = a.byLabel(depth, o.Desc)
		case query.ByNatural, query.ByHand:
			ranked[depth], err = a.byPlace(ctx, depth, o.Sort, threads)
		default:
			ranked[depth], err = c.byColumn(ctx, a, o, threads)
		}
		if err != nil {
			return false, err
		}
		ranked[depth] = a.othersLast(ranked[depth])
	}
	if ranked == nil {
		return false, nil
	}
	to := a.reorder(ranked)
	for i := range c.Orders {
		if o := &c.Orders[i]; o.Cols != cols {
			o.Node = int(to[o.Node])
		}
	}
	return true, nil
}

// byColumn lists the nodes of an order's field by the figures of the column, or of the row, that decides. If a measure
// shows equal values, its plain figures decide: for example, each total is 100% of its row.
func (c *Crosstab) byColumn(ctx context.Context, a *Axis, o Order, threads int) ([]int, error) {
	m := o.Value
	if m == query.ByUnshown {
		m = c.Query.Figure(o.By)
	}
	by := func(nodes []int, of func(row, col, measure int) data.Value) ([]int, error) {
		return byFigure(ctx, nodes, func(n int) data.Value {
			if o.Cols {
				return of(o.Node, n, m)
			}
			return of(n, o.Node, m)
		}, o.Desc, threads)
	}
	nodes := a.ofDepth(o.Field + 1)
	if o.Value == query.ByUnshown {
		return by(nodes, c.figure)
	}
	if c.Measures[m].Show.Kind != query.AsIs {
		var err error
		if nodes, err = by(nodes, c.figure); err != nil {
			return nil, err
		}
	}
	return by(nodes, c.Own)
}

// othersLast moves Others after the labels of the table.
func (a *Axis) othersLast(nodes []int) []int {
	if a.left == nil {
		return nodes
	}
	var last []int
	nodes = slices.DeleteFunc(nodes, func(n int) bool {
		if a.Others(n) {
			last = append(last, n)
			return true
		}
		return false
	})
	return append(nodes, last...)
}
