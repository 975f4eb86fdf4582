package query

import "slices"

// Layout is how an answer is laid out in rows and columns. Only the figures of subtotals depend on it. The zero value
// has all totals and subtotals, each below or to the right of its labels, and a column for each measure.
type Layout struct {
	Totals       Totals     // the grand totals
	NoSubtotals  []Field    // row and column fields whose labels have no subtotals
	SubtotalsBy  []Subtotal // the fields whose subtotals have another function than the measures
	TotalsFirst  bool       // totals are above and to the left of their labels
	RepeatLabels bool       // every row has all its labels
	Compact      bool       // all row labels are in one column, indented; subtotals are in the rows of their labels
	ValuesOnRows bool       // several measures are one below the other: their names are the innermost row labels
	// the axes also have combinations of labels without rows, and labels without rows between the first and the last
	ShowEmpty bool
	Title     string // title that a person gave the pivot; "": the title says what the pivot shows
	NoRows    string // text in cells to which no row belongs; "": these cells are blank
}

// Equal reports whether two layouts are the same.
func (l Layout) Equal(o Layout) bool { return l.SameLabels(o) && l.sameLooks(o) }

// SameLabels reports whether both layouts give an answer the same labels.
func (l Layout) SameLabels(o Layout) bool { return l.ShowEmpty == o.ShowEmpty }

func (l Layout) sameLooks(o Layout) bool {
	return l.Totals == o.Totals && l.TotalsFirst == o.TotalsFirst && l.RepeatLabels == o.RepeatLabels &&
		l.Compact == o.Compact && l.ValuesOnRows == o.ValuesOnRows &&
		slices.Equal(l.NoSubtotals, o.NoSubtotals) && slices.Equal(l.SubtotalsBy, o.SubtotalsBy) &&
		l.Title == o.Title && l.NoRows == o.NoRows
}

// Subtotals reports whether the labels of a field have subtotals. An innermost field never has any.
func (l Layout) Subtotals(f Field) bool { return !slices.Contains(l.NoSubtotals, f) }

// Totals says which grand totals are shown.
type Totals uint8

// The totals. A row total is at the end of its row, a column total at the foot of its column.
const (
	TotalsBoth Totals = iota
	TotalsRows
	TotalsCols
	TotalsNone
)

// TotalsOf returns the Totals with row totals, column totals, both or neither.
func TotalsOf(rows, cols bool) Totals {
	switch {
	case rows && cols:
		return TotalsBoth
	case rows:
		return TotalsRows
	case cols:
		return TotalsCols
	}
	return TotalsNone
}

// HasRows reports whether each row ends with a total.
func (t Totals) HasRows() bool { return t == TotalsBoth || t == TotalsRows }

// HasCols reports whether each column ends with a total.
func (t Totals) HasCols() bool { return t == TotalsBoth || t == TotalsCols }
