package filter

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/key"
)

// Label is a set of codes of a key column. A row has the label if its code is in the set.
type Label struct {
	Key   *key.Column
	Codes []uint32
	Not   bool // a row has the label if its code is not in the set
}

// test returns the kernel that tests the codes of the rows.
func (l *Label) test() func(lo, rows int, yes []uint64) {
	if len(l.Codes) == 1 && !l.Not {
		return codeRange(l.Key.Codes, l.Codes[0], 0)
	}
	pass := slices.Repeat([]bool{l.Not}, l.Key.Card)
	for _, code := range l.Codes {
		pass[code] = !l.Not
	}
	return lookup(l.Key.Codes, pass)
}

// WithLabels returns the selected rows that have all labels, and the number of these rows. If selected is nil, all rows
// are selected.
func WithLabels(ctx context.Context, rows int, selected data.Bitmap, labels []Label,
	threads int) (data.Bitmap, int, error) {
	all := []predicate{func(lo, rows int, yes, unknown []uint64) {
		clear(unknown)
		if selected != nil {
			copy(yes, selected[lo>>6:])
			return
		}
		for i := range yes {
			yes[i] = ^uint64(0)
		}
	}}
	for _, l := range labels {
		test := l.test()
		all = append(all, func(lo, rows int, yes, unknown []uint64) {
			test(lo, rows, yes)
			clear(unknown)
		})
	}
	labelled, _, n, err := evaluate(ctx, rows, and(all), threads)
	return labelled, n, err
}
