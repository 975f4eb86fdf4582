package cells

import (
	"context"
	"sync/atomic"

	"cardinal/data/parallel"
	"cardinal/engine/pivot"
)

// Source is a table of cells. It must not change, and many goroutines may use it at once.
type Source interface {
	// Size returns the number of rows and of columns. The first headerRows rows are headers, and the first labelCols
	// columns are labels.
	Size() (rows, cols, headerRows, labelCols int)
	Cell(row, col int) pivot.Cell // row and column begin at 0 and include the headers
}

// Rect is a rectangle of cells. Its last row and last column belong to it. It is empty if a last index is below the
// first one.
type Rect struct{ FirstRow, FirstCol, LastRow, LastCol int }

// Contains reports whether a cell is in the rectangle.
func (r Rect) Contains(row, col int) bool {
	return row >= r.FirstRow && row <= r.LastRow && col >= r.FirstCol && col <= r.LastCol
}

// Len counts the cells.
func (r Rect) Len() int { return max(0, r.LastRow-r.FirstRow+1) * max(0, r.LastCol-r.FirstCol+1) }

// cellsAtOnce is roughly the number of cells that a goroutine reads before it checks its context.
const cellsAtOnce = 16_384

// stripes divides a rectangle into stripes of whole rows, and reads them on all processors. progress is called with the
// fraction of stripes that are read. It may be nil.
func stripes(ctx context.Context, r Rect, progress func(float64), read func(stripe int, r Rect)) error {
	if r.Len() == 0 {
		return ctx.Err()
	}
	rows, n := rowsAtOnce(r), stripesOf(r)
	var finished atomic.Int64
	return parallel.Do(ctx, n, func(ctx context.Context, i int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := r
		s.FirstRow = r.FirstRow + i*rows
		s.LastRow = min(r.LastRow, s.FirstRow+rows-1)
		read(i, s)
		if done := finished.Add(1); progress != nil {
			progress(float64(done) / float64(n))
		}
		return nil
	})
}

func rowsAtOnce(r Rect) int { return max(1, cellsAtOnce/(r.LastCol-r.FirstCol+1)) }

// stripesOf returns the number of stripes of a rectangle.
func stripesOf(r Rect) int {
	if r.Len() == 0 {
		return 0
	}
	rows := rowsAtOnce(r)
	return (r.LastRow - r.FirstRow + rows) / rows
}
