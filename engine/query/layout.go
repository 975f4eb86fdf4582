package query

import (
	"fmt"
	"slices"
	"strings"
)

// Layout is how an answer is laid out in rows and columns. No figure depends on it. The zero value has all
// totals and subtotals below and at the right of what they add up, and a column for each measure.
type Layout struct {
	Totals       Totals  // the grand totals
	NoSubtotals  []Field // the fields, of either axis, whose labels have no subtotals
	TotalsFirst  bool    // totals stand above and at the left of what they add up
	RepeatLabels bool    // every row has all its labels
	ValuesOnRows bool    // several measures stand below each other, as the innermost labels of the rows
	// the axes have combinations of labels that occur in no row, and the missing labels between the first and
	// the last
	ShowEmpty bool
	Title     string // that a person gave the pivot; "": its title says what it shows
}

// Equal reports whether both are one layout.
func (l Layout) Equal(o Layout) bool { return l.SameLabels(o) && l.sameLooks(o) }

// SameLabels reports whether an answer has the same labels in both layouts.
func (l Layout) SameLabels(o Layout) bool { return l.ShowEmpty == o.ShowEmpty }

func (l Layout) sameLooks(o Layout) bool {
	return l.Totals == o.Totals && l.TotalsFirst == o.TotalsFirst && l.RepeatLabels == o.RepeatLabels &&
		l.ValuesOnRows == o.ValuesOnRows &&
		slices.Equal(l.NoSubtotals, o.NoSubtotals) && l.Title == o.Title
}

// Subtotals reports whether the labels of a field have subtotals. Those of an innermost field have none in any layout.
func (l Layout) Subtotals(f Field) bool { return !slices.Contains(l.NoSubtotals, f) }

// Totals says which grand totals are wanted.
type Totals uint8

// The totals. Rows are the totals at the end of each row, Cols those at the foot of each column.
const (
	TotalsBoth Totals = iota
	TotalsRows
	TotalsCols
	TotalsNone
)

// TotalsOf is the Totals with those of rows, of columns, of both or of neither.
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

// HasRows reports whether the totals at the end of each row are wanted.
func (t Totals) HasRows() bool { return t == TotalsBoth || t == TotalsRows }

// HasCols reports whether the totals at the foot of each column are wanted.
func (t Totals) HasCols() bool { return t == TotalsBoth || t == TotalsCols }

// ParseSubtotals reads which fields have subtotals, all, none or a list of fields, and returns the fields without.
func ParseSubtotals(text string, fields []Field) (without []Field, err error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "all":
		return nil, nil
	case "none":
		return fields, nil
	}
	with, err := ParseFields(text)
	if err != nil {
		return nil, err
	}
	for _, f := range with {
		if !slices.Contains(fields, f) {
			return nil, fmt.Errorf("%s is neither among the rows nor among the columns", f)
		}
	}
	for _, f := range fields {
		if !slices.Contains(with, f) {
			without = append(without, f)
		}
	}
	return without, nil
}
