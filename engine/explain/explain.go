package explain

import (
	"cmp"
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/wording"
)

// Question asks about a figure of a crosstab.
type Question struct {
	Row, Col, Measure int
	Other             *Place // the place of the figure to compare with; nil: none
	Lines             int    // the greatest number of labels of a column that are listed; 0: 10
}

// Place is the place of a figure: a node of the rows and a node of the columns.
type Place struct{ Row, Col int }

// Before returns the place of the figure of the previous label on the columns, or else on the rows. If only the rows
// have dates, it prefers the previous label on the rows. It returns nil if there is no previous label.
func Before(tab *pivot.Crosstab, row, col int, date func(query.Field) bool) *Place {
	r, c := sibling(&tab.Rows, row, -1), sibling(&tab.Cols, col, -1)
	onRows := r > 0 && (c < 0 || date(tab.Rows.Fields[tab.Rows.Depth(row)-1]) &&
		!date(tab.Cols.Fields[tab.Cols.Depth(col)-1]))
	switch {
	case onRows:
		return &Place{r, col}
	case c > 0:
		return &Place{row, c}
	}
	return nil
}

// sibling returns the nearest node under the same parent: before the node if step is -1, after it if step is 1. It
// returns -1 if the node has no such sibling, or if labels between them are not ready yet.
func sibling(a *pivot.Axis, n, step int) int {
	for at := n + step; n > 0 && at > 0 && at < a.Len() && a.Ready(at) && a.Depth(at) >= a.Depth(n); at += step {
		if a.Parent(at) == a.Parent(n) {
			return at
		}
	}
	return -1
}

// Places lists what a figure can be compared with: the totals that include it, the grand total first, and its siblings
// on the columns and on the rows. Of the siblings it lists up to `most` before the figure and `most` after it. Places
// without rows are left out.
func Places(tab *pivot.Crosstab, row, col, most int) (all []Place) {
	for r := row; r >= 0; r = tab.Rows.Parent(r) {
		for c := col; c >= 0; c = tab.Cols.Parent(c) {
			all = append(all, Place{r, c})
		}
	}
	slices.Reverse(all)
	for _, c := range siblings(&tab.Cols, col, most) {
		all = append(all, Place{row, c})
	}
	for _, r := range siblings(&tab.Rows, row, most) {
		all = append(all, Place{r, col})
	}
	return slices.DeleteFunc(all, func(p Place) bool { return p == Place{row, col} || tab.Empty(p.Row, p.Col) })
}

// siblings lists up to `most` siblings before a node, and up to `most` after it, in their order.
func siblings(a *pivot.Axis, n, most int) (all []int) {
	for _, step := range []int{-1, 1} {
		for at, i := sibling(a, n, step), 0; at > 0 && i < most; at, i = sibling(a, at, step), i+1 {
			all = append(all, at)
		}
	}
	slices.Sort(all)
	return all
}

// The sides of an explanation: the rows of the figure, of the other figure, and of the whole pivot.
const (
	Own = iota
	Other
	Whole
	Sides
)

// Explanation says which labels of each column make a figure what it is.
type Explanation struct {
	Question
	Measure pivot.Measure
	Kind    Kind
	Rows    [Sides]int
	Figures [Sides]data.Value
	Words   []string // sentences that say how the figure was computed
	Columns []Column // the column that explains most comes first
	LeftOut []LeftOut
}

// LeftOut is a column that explains nothing, and why.
type LeftOut struct{ Column, Why string }

// Column has the contributions of the labels of a column.
type Column struct {
	Field query.Field
	Lines []Line
	Score float64 // 0 to 1: how much the column explains

	exact *big.Rat // Score
}

// Name names the column for a person, in a language: price, date (month).
func (c *Column) Name(w *wording.Words) string {
	if c.Field.Part == query.Edges {
		return c.Field.Column
	}
	return c.Field.ByIn(w)
}

// Line is the contribution of a label, or of all labels that are not listed.
type Line struct {
	Label data.Value
	Text  string // Label for a person
	Joins int    // the number of labels that the line stands for; above 1 for labels that are not listed

	Rows [Sides]int
	// the figures of the label itself. They are null for joined labels whose figures do not add up. For kind Shares,
	// the figure in the whole pivot is null, too.
	Figures [Sides]data.Value
	// Parts are the label's shares of the three figures, or of their rows if figures do not add up. A part is nil if
	// the figure is 0.
	Parts [Sides]*big.Rat
	// of kinds Adds and Divides: the contribution to the figure, and to its difference from the other figure
	Contribution, Change *big.Rat
	Mix, Rate            *big.Rat // of kind Divides: Change is their sum
	Holds                bool     // for min and max: the label's figure equals the explained figure

	weights [2]*big.Rat // of kind Divides: the label's shares of the divisors
}

// Ties lists the columns whose scores are exactly equal.
func (x *Explanation) Ties(w *wording.Words) (tied [][]string) {
	for i := 1; i < len(x.Columns); i++ {
		switch {
		case x.Columns[i].exact.Cmp(x.Columns[i-1].exact) != 0:
		case i > 1 && x.Columns[i-1].exact.Cmp(x.Columns[i-2].exact) == 0:
			tied[len(tied)-1] = append(tied[len(tied)-1], x.Columns[i].Name(w))
		default:
			tied = append(tied, []string{x.Columns[i-1].Name(w), x.Columns[i].Name(w)})
		}
	}
	return tied
}

// Difference returns the figure minus the other figure; null if one of the two is no number.
func (x *Explanation) Difference() data.Value {
	own, other := x.Figures[Own].Rational(), x.Figures[Other].Rational()
	if own == nil || other == nil {
		return data.Value{}
	}
	return Value(own.Sub(own, other), x.Figures[Own])
}

// Value returns a fraction as a figure of the same type as `like`. It is rounded once if the type cannot hold it
// exactly. It is null if r is nil.
func Value(r *big.Rat, like data.Value) data.Value {
	if r == nil {
		return data.Value{}
	}
	if like.Type == data.Int || like.Type == data.Decimal {
		units := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(like.Scale)), nil)
		if scaled := new(big.Rat).Mul(r, new(big.Rat).SetInt(units)); scaled.IsInt() {
			if n, fits := int128.FromBig(scaled.Num()); fits {
				return data.Value{Type: like.Type, Int: n, Scale: like.Scale}
			}
		}
	}
	f, exact := r.Float64()
	return data.Value{Type: data.Float, Float: f, Rounded: !exact}
}

// lines returns Question.Lines, or the default.
func (q Question) lines() int { return cmp.Or(q.Lines, 10) }
