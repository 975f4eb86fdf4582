package pivot_test

import (
	"fmt"
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// reference computes what measure m shows from the figures of the plain measure of the same aggregate, by loops
// over whole axes.
type reference struct {
	tab, whole *pivot.Crosstab // with the tops and without them
	rows, cols map[string]int  // the nodes of whole by their paths
	m          int
	show       query.Show
}

// byPath lists the nodes of an axis by their paths.
func byPath(a *pivot.Axis) map[string]int {
	nodes := map[string]int{}
	for n := range a.Len() {
		nodes[pivot.PathKey(a.Path(n))] = n
	}
	return nodes
}

// inWhole returns the nodes of whole for a pair of nodes of tab.
func (r reference) inWhole(row, col int) (int, int) {
	return r.rows[pivot.PathKey(r.tab.Rows.Path(row))], r.cols[pivot.PathKey(r.tab.Cols.Path(col))]
}

// axis returns the axis of a crosstab along which labels are compared.
func (r reference) axis(tab *pivot.Crosstab) *pivot.Axis {
	if r.show.Along == query.AlongCols {
		return &tab.Cols
	}
	return &tab.Rows
}

// plain returns the figure of a pair of nodes as it is.
func (r reference) plain(tab *pivot.Crosstab, row, col int) data.Value {
	for i := range tab.Measures {
		if tab.Measures[i].Measure == tab.Measures[r.m].Figure() {
			return tab.Cell(row, col, i)
		}
	}
	panic("no plain measure")
}

// at returns the figure of node n of the axis in the line of a cell.
func (r reference) at(tab *pivot.Crosstab, row, col, n int) data.Value {
	if r.show.Along == query.AlongCols {
		return r.plain(tab, row, n)
	}
	return r.plain(tab, n, col)
}

func (r reference) cell(row, col int) string {
	v := r.plain(r.tab, row, col)
	n, parent := row, &r.tab.Rows
	if r.show.Along == query.AlongCols {
		n, parent = col, &r.tab.Cols
	}
	up := max(0, parent.Parent(n))
	switch r.show.Kind {
	case query.PctRow:
		return ratio(v, r.plain(r.tab, row, 0))
	case query.PctCol:
		return ratio(v, r.plain(r.tab, 0, col))
	case query.PctTotal:
		return ratio(v, r.plain(r.tab, 0, 0))
	case query.PctParentRow:
		return ratio(v, r.plain(r.tab, max(0, r.tab.Rows.Parent(row)), col))
	case query.PctParentCol:
		return ratio(v, r.plain(r.tab, row, max(0, r.tab.Cols.Parent(col))))
	case query.PctParent:
		over := r.outer(parent, n)
		if over < 0 {
			return ""
		}
		return ratio(v, r.at(r.tab, row, col, over))
	case query.Rank, query.RankAsc:
		return r.rank(row, col)
	case query.Running:
		sum, of := r.running(row, col, n)
		return written(sum, of)
	case query.PctRunning:
		sum, of := r.running(row, col, n)
		if of.IsNull() {
			return ""
		}
		if r.outer(parent, n) != n { // no node stands for the labels together
			total, all := new(big.Rat), r.axis(r.whole)
			row, col := r.inWhole(row, col)
			n := row
			if r.show.Along == query.AlongCols {
				n = col
			}
			for o := range all.Len() {
				if r.alike(all, o, n) {
					total.Add(total, exact(r.at(r.whole, row, col, o)))
				}
			}
			return ratio(data.TextValue(sum.RatString()), data.TextValue(total.RatString()))
		}
		return ratio(data.TextValue(sum.RatString()), r.at(r.tab, row, col, up))
	case query.Index:
		return r.index(row, col, v)
	case query.MovingAvg:
		return r.moving(row, col, n)
	}
	base, itself, found := r.base(row, col, n)
	switch {
	case !found || itself && r.show.Kind != query.PctOf:
		return ""
	case r.show.Kind == query.PctOf || r.show.Kind == query.PctPrev || r.show.Kind == query.PctNext:
		return ratio(v, base)
	}
	adds := r.tab.Measures[r.m].Adds()
	if v.IsNull() && base.IsNull() || !adds && (v.IsNull() || base.IsNull()) {
		return ""
	}
	difference := new(big.Rat).Sub(exact(v), exact(base))
	if r.show.Kind == query.DiffOf || r.show.Kind == query.DiffPrev || r.show.Kind == query.DiffNext {
		if v.IsNull() || base.Type == data.Float {
			v = base
		}
		return written(difference, v)
	}
	return ratio(data.TextValue(difference.RatString()), base)
}

// rank counts the labels under the same parent that come before, in the crosstab without tops.
func (r reference) rank(row, col int) string {
	row, col = r.inWhole(row, col)
	a, n := r.axis(r.whole), row
	if r.show.Along == query.AlongCols {
		n = col
	}
	v := r.plain(r.whole, row, col)
	if n == 0 || v.IsNull() {
		return ""
	}
	before, sign := 0, map[query.ShowKind]int{query.Rank: 1, query.RankAsc: -1}[r.show.Kind]
	for o := range a.Len() {
		if other := r.at(r.whole, row, col, o); a.Parent(o) == a.Parent(n) && !other.IsNull() &&
			exact(other).Cmp(exact(v)) == sign {
			before++
		}
	}
	return fmt.Sprint(before + 1)
}

// running returns the sum of the figures up to node n, and one of these figures. The figure is null if there is
// none.
func (r reference) running(row, col, n int) (*big.Rat, data.Value) {
	sum, of := new(big.Rat), data.Value{}
	a := r.axis(r.tab)
	for o := 1; n > 0 && o <= n; o++ {
		if v := r.at(r.tab, row, col, o); r.alike(a, o, n) && !v.IsNull() {
			sum.Add(sum, exact(v))
			of = v
		}
	}
	return sum, of
}

// moving returns the mean of the figures of the last labels up to node n.
func (r reference) moving(row, col, n int) string {
	a := r.axis(r.tab)
	over := r.outer(a, n)
	if over <= 0 {
		return ""
	}
	var last []int // the labels of the field
	for o := 1; o <= over; o++ {
		if a.Parent(o) == a.Parent(over) {
			last = append(last, o)
		}
	}
	last = last[max(0, len(last)-r.show.N):]
	sum, figures := new(big.Rat), 0
	for o := range a.Len() {
		if r.alike(a, o, n) && slices.Contains(last, r.outer(a, o)) {
			if v := r.at(r.tab, row, col, o); !v.IsNull() {
				sum.Add(sum, exact(v))
				figures++
			}
		}
	}
	of := int64(figures)
	if r.tab.Measures[r.m].Adds() {
		of = int64(len(last))
	}
	if figures == 0 {
		return ""
	}
	f, _ := sum.Quo(sum, big.NewRat(of, 1)).Float64()
	return data.FloatValue(f).String()
}

// base returns the figure that node n is compared with. itself reports whether the figure is that of n.
func (r reference) base(row, col, n int) (v data.Value, itself, found bool) {
	a := r.axis(r.tab)
	if by := r.show.Way().Beside; by != 0 {
		over := r.outer(a, n) // the label that has another one before it
		if over <= 0 {
			return v, false, false
		}
		beside := -1
		for o := over + by; o > 0 && o < a.Len() && beside < 0; o += by {
			if a.Parent(o) == a.Parent(over) {
				beside = o
			}
		}
		for o := range a.Len() {
			if beside > 0 && r.alike(a, o, n) && r.outer(a, o) == beside {
				return r.at(r.tab, row, col, o), false, true
			}
		}
		return v, false, false
	}
	all := r.axis(r.whole)
	depth := 0
	for o := range all.Len() {
		if d := all.Depth(o); d > 0 && all.Label(o).String() == r.show.Base.Text && (depth == 0 || d < depth) &&
			(r.show.Of == (query.Field{}) || all.Fields[d-1] == r.show.Of) {
			depth = d
		}
	}
	path := a.Path(n)
	if depth == 0 || len(path) < depth {
		return v, false, false
	}
	itself = path[depth-1].String() == r.show.Base.Text
	row, col = r.inWhole(row, col)
	nodes := r.rows
	if r.show.Along == query.AlongCols {
		nodes = r.cols
	}
	for o := range all.Len() { // the base label as it stands in a path
		if l := all.Label(o); all.Depth(o) == depth && l.String() == r.show.Base.Text {
			path[depth-1] = l
		}
	}
	if o, ok := nodes[pivot.PathKey(path)]; ok {
		return r.at(r.whole, row, col, o), itself, true
	}
	return v, false, false
}

// outer returns the node of the chosen field that a node of the axis stands under. It returns the node itself if no
// field is chosen, and -1 above the field.
func (r reference) outer(a *pivot.Axis, n int) int {
	if r.show.Of == (query.Field{}) {
		return n
	}
	for a.Depth(n) > 0 && a.Fields[a.Depth(n)-1] != r.show.Of {
		if n = a.Parent(n); n < 0 {
			return -1
		}
	}
	if a.Depth(n) == 0 {
		return -1
	}
	return n
}

// alike reports whether two nodes differ at most in the label of the chosen field. If no field is chosen, they may
// differ in their own label.
func (r reference) alike(a *pivot.Axis, n, o int) bool {
	if a.Depth(n) != a.Depth(o) || r.show.Of == (query.Field{}) && a.Parent(n) != a.Parent(o) {
		return false
	}
	if r.show.Of == (query.Field{}) {
		return true
	}
	if r.outer(a, n) < 0 || r.outer(a, o) < 0 {
		return false
	}
	skip := a.Depth(r.outer(a, n))
	p, q := a.Path(n), a.Path(o)
	for i := range p {
		if i != skip-1 && p[i] != q[i] {
			return false
		}
	}
	return true
}

func (r reference) index(row, col int, v data.Value) string {
	across, down, total := r.plain(r.tab, row, 0), r.plain(r.tab, 0, col), r.plain(r.tab, 0, 0)
	if v.IsNull() || across.IsNull() || down.IsNull() || total.IsNull() {
		return ""
	}
	top := new(big.Rat).Mul(exact(v), exact(total))
	return ratio(data.TextValue(top.RatString()),
		data.TextValue(new(big.Rat).Mul(exact(across), exact(down)).RatString()))
}

// written writes a figure in the type of another figure, "" if that figure is null.
func written(sum *big.Rat, of data.Value) string {
	switch of.Type {
	case data.Null:
		return ""
	case data.Float:
		f, _ := sum.Float64()
		return data.FloatValue(f).String()
	}
	return sum.FloatString(of.Scale)
}

// ratio writes part/whole, rounded once.
func ratio(part, whole data.Value) string {
	if part.IsNull() || whole.IsNull() || exact(whole).Sign() == 0 {
		return ""
	}
	f, _ := new(big.Rat).Quo(exact(part), exact(whole)).Float64()
	return data.FloatValue(f).String()
}
