package parquet

import (
	"context"
	"errors"
	"io"

	"cardinal/data"
	"cardinal/data/parallel"
)

// Beginning reads at most `most` first rows of a Parquet file into a table; `most` is a multiple of 64. It reads only
// the first pages of the first row group. The table's Part is nil if the table has all rows of the file. The errors are
// those of Open.
func Beginning(ctx context.Context, r io.ReaderAt, size, limit int64, most int) (*data.Table, error) {
	l, total := &loader{in: r, size: size, limit: limit, most: most}, 0
	err := parallel.Guard(func() error {
		meta, newer, err := readFooter(r, size)
		if err != nil {
			return err
		}
		total = int(meta.GetNumRows())
		meta.RowGroups = meta.RowGroups[:min(1, len(meta.RowGroups))]
		l.meta = meta
		return l.prepare(ctx, newer, nil, true)
	})
	switch {
	case errors.Is(err, parallel.ErrPanic):
		return nil, errSchema
	case err != nil:
		return nil, err
	}
	t, err := l.table(ctx)
	if err == nil && t.Rows < total {
		t.Part = &data.Part{Share: float64(t.Rows) / float64(total), Rows: total}
	}
	return t, err
}

// errDeclared means that the rows must be counted before memory is allocated for them. To count them, all page headers
// are read.
var errDeclared = errors.New("the Parquet file declares many rows for its size")

// cutRows shortens the columns to at most l.most rows.
func (l *loader) cutRows() {
	if l.most == 0 || l.rows() <= l.most {
		return
	}
	n := l.most
	l.starts[1] = n
	for _, c := range l.columns {
		switch {
		case c.ints != nil:
			c.ints = c.ints[:n]
		case c.floats != nil:
			c.floats = c.floats[:n]
		case c.bools != nil:
			c.bools = c.bools[:n]
		default:
			c.groups[0].codes = c.groups[0].codes.First(n)
		}
		if v := c.groups[0].valid; v != nil {
			c.groups[0].valid = v[:n/64]
		}
	}
}
