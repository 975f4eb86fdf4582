package arrow

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"cardinal/data/parallel"
	"cardinal/internal/separators"
)

// chunk returns the lists of a batch.
func (l *list) chunk(b arrow.RecordBatch) chunk { return leaf{path: l.path}.chunk(b) }

// spans returns a function that returns, for a row of a batch, the index of the first element of its list and the
// number of elements. It returns 0 elements if l is nil or the list is null.
func (l *list) spans(b arrow.RecordBatch) func(row int) (from, n int) {
	if l == nil {
		return func(int) (from, n int) { return 0, 0 }
	}
	c := l.chunk(b)
	lists := c.values.(array.ListLike) //nolint:forcetypeassert // by its type
	most := int64(lists.ListValues().Len())
	return func(row int) (from, n int) {
		if c.isNull(row) || lists.IsNull(row) {
			return 0, 0
		}
		start, end := lists.ValueOffsets(row)
		if start < 0 || end < start || end > most {
			panic("a list lies outside of its elements")
		}
		return int(start), int(end - start)
	}
}

// rows returns the number of rows of a table that has a row for each element of the list. An empty list gets one row.
func (l *list) rows(ctx context.Context, batches []arrow.RecordBatch) (rows int64, err error) {
	err = parallel.Guard(func() error {
		for _, b := range batches {
			spans := l.spans(b)
			for row := range int(b.NumRows()) {
				if row%checked == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				_, n := spans(row)
				if rows += max(int64(n), 1); rows > maxRows {
					return separators.Errorf("the Arrow file has more than %d rows, one for each element of %s: more "+
						"than Cardinal reads", int64(maxRows), l.name)
				}
			}
		}
		return nil
	})
	if errors.Is(err, parallel.ErrPanic) {
		return 0, fmt.Errorf("%w: the lists of %s contradict themselves", errDamaged, l.name)
	}
	return rows, err
}
