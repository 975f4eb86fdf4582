package filter

import (
	"context"

	"cardinal/data"
	"cardinal/engine/key"
)

// Label is one label of a key column, by its code.
type Label struct {
	Key  *key.Column
	Code uint32
}

// WithLabels returns those of the selected rows (nil: all rows) that have every one of the labels, and how many they are.
func WithLabels(ctx context.Context, rows int, selected data.Bitmap, labels []Label, threads int) (data.Bitmap, int, error) {
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
		test := codeRange(l.Key.Codes, l.Code, 0)
		all = append(all, func(lo, rows int, yes, unknown []uint64) {
			test(lo, rows, yes)
			clear(unknown)
		})
	}
	return evaluate(ctx, rows, and(all), threads)
}
