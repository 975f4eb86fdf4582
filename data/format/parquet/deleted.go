package parquet

import (
	"context"
	"errors"
	"math"

	"cardinal/data"
	"cardinal/data/parallel"
)

// dropDeleted removes the deleted rows of the file from columns. It returns the number of remaining rows.
func (l *loader) dropDeleted(ctx context.Context, columns []*data.Column) (int, error) {
	deleted, err := l.deleted(l.inFile[len(l.inFile)-1])
	switch {
	case err != nil:
		return 0, err
	case deleted == nil:
		return l.rows(), nil
	case l.rows() > math.MaxInt32:
		return 0, errors.New("the Parquet file has more than two billion rows, of which some were deleted: more than " +
			"Cardinal reads")
	}
	stay := make([]int32, 0, l.rows())
	row := -1 // number of the current row in the file
	for g := range l.meta.RowGroups {
		for i := range l.starts[g+1] - l.starts[g] {
			if l.begins == nil || l.begins[g].Get(i) {
				row++
			}
			if !deleted.Get(row) {
				stay = append(stay, int32(l.starts[g]+i))
			}
		}
	}
	return len(stay), parallel.InOrder(ctx, len(columns), func(ctx context.Context, i int) error {
		c, err := columns[i].Gather(ctx, stay)
		if err == nil {
			c.Note, columns[i] = columns[i].Note, c
		}
		return err
	})
}
