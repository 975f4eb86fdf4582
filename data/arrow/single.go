package arrow

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/separators"
)

// Column makes a column of a field that has no parts. The batches have that field alone, and so many rows in all. They are gone through one after the other, so that all of them need not be in memory,
// and once more where a value does not fit the type. what names the file in sentences, and size is that of the file in bytes.
func Column(ctx context.Context, what string, field arrow.Field, batches Batches, rows, size int64) (*data.Column, error) {
	damaged := fmt.Errorf("%s is damaged or cut off; copy or download it again", what)
	switch {
	case rows > maxRows:
		return nil, separators.Errorf("%s has more than %d rows, more than Cardinal reads", what, int64(maxRows))
	case rows*8 > max(smallTable, outOfProportion*size):
		return nil, separators.Errorf("%w: it declares %d rows", damaged, rows)
	}
	l := leaves{}
	l.addField(field, field.Name, []int{0}, nil)
	if len(l.found) != 1 || l.found[0].list != nil || len(l.found[0].path) != 1 {
		panic("BUG: a field with parts, or of an unknown type, is read as one column")
	}
	c, err := l.found[0].column(ctx, field.Name, counted(batches, rows), nil, int(rows))
	if errors.Is(err, parallel.ErrPanic) {
		return nil, fmt.Errorf("%w: column %q contradicts itself", damaged, field.Name)
	}
	return c, err
}

// counted are batches that must have so many rows in all.
func counted(batches Batches, rows int64) Batches {
	return func(yield func(arrow.RecordBatch, error) bool) {
		left := rows
		for b, err := range batches {
			if err == nil {
				left -= b.NumRows()
			}
			if !yield(b, err) {
				return
			}
		}
		if left != 0 {
			panic("the batches have another number of rows")
		}
	}
}
