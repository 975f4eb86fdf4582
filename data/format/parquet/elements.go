package parquet

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cardinal/data"
	"cardinal/data/shape/unnest"
	"cardinal/internal/separators"

	"github.com/apache/arrow-go/v18/parquet"
)

// A column within one list has a pair of levels for each element, and for each row whose list is null or empty. Each
// pair becomes a row of the table, so that the values are read like those of a flat column. A repetition level of 0
// begins a row of the file. A flat column is read as usual. Each of its values is then copied to the rows of the
// elements. The levels are from Dremel (Melnik and others, VLDB 2010).

var errElements = errors.New("the columns of a list have different numbers of elements")

// countElements counts the rows of the table. It uses the numbers of values that the column chunks declare. Reading the
// pages later verifies them.
func (l *loader) countElements() error {
	if l.list == "" {
		return nil
	}
	if l.most > 0 {
		return errDeclared
	}
	l.starts = make([]int, 1, len(l.inFile))
	of := l.columnsOf(true)
	for g := range l.meta.RowGroups {
		n := int64(0)
		for i, c := range of {
			m, err := l.meta.RowGroup(g).ColumnChunk(c.index)
			switch {
			case err != nil:
				return fmt.Errorf("%w: column %q: %w", errCutOff, c.name, err)
			case i > 0 && m.NumValues() != n, m.NumValues() < int64(l.inFile[g+1]-l.inFile[g]):
				return separators.Errorf("%w: column %q of row group %d: %w", errCutOff, c.name, g, errElements)
			}
			n = m.NumValues()
		}
		last := l.starts[g]
		if n > 1<<32-2-int64(last) {
			return separators.Errorf("the Parquet file has more than %d rows, one for each element of %s: more than "+
				"Cardinal reads", uint32(1<<32-2), l.list)
		}
		l.starts = append(l.starts, last+int(n))
	}
	l.begins = make([]data.Bitmap, len(l.meta.RowGroups))
	l.notes = append([]string{unnest.Grown(l.list, l.inFile[len(l.inFile)-1], l.rows(), unnest.Why(l.asked))},
		l.notes...)
	return nil
}

// declaredCount returns the number of values and nulls that a row group declares for a column.
func (l *loader) declaredCount(c *column, g int) int {
	if c.listed {
		return l.starts[g+1] - l.starts[g]
	}
	return l.inFile[g+1] - l.inFile[g]
}

// rowsReason says in an error why the table has so many rows.
func (l *loader) rowsReason() string {
	if l.list == "" {
		return ""
	}
	return separators.Sprintf(" for its %d rows, one for each element of %s,", l.rows(), l.list)
}

// readElements reads the columns of the list that is unnested. The loader needs the lengths of the lists before it
// reads the other columns.
func (l *loader) readElements(ctx context.Context) error {
	of := l.columnsOf(true)
	if err := l.readColumns(ctx, of); err != nil {
		return err
	}
	for _, c := range of {
		if err := l.settle(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// begin stores which elements begin a row of the file. All columns of the list must agree on these elements.
func (l *loader) begin(g int, begins data.Bitmap) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch rows := l.inFile[g+1] - l.inFile[g]; {
	case l.begins[g] != nil && !slices.Equal(l.begins[g], begins):
		return errElements
	case len(begins) > 0 && !begins.Get(0):
		return errors.New("its first element lies in no row")
	case begins.Count() != rows:
		return separators.Errorf("its lists begin %d of the %d rows declared", begins.Count(), rows)
	}
	l.begins[g] = begins
	return nil
}

// repeat gives every element of a row group the value of its row. Before the call, the values of the n rows are at the
// beginning of the group. The result says which elements have a value; nil: all.
func (c *column) repeat(from, to int, valid data.Bitmap, n int, begins data.Bitmap) data.Bitmap {
	switch {
	case c.ints != nil:
		repeat(c.ints[from:to], n, begins)
	case c.floats != nil:
		repeat(c.floats[from:to], n, begins)
	case c.bools != nil:
		repeat(c.bools[from:to], n, begins)
	default:
		repeat(c.codes[from:to], n, begins)
	}
	if valid == nil {
		return nil
	}
	out := data.NewBitmap(to - from)
	row := -1
	for i := range to - from {
		if begins.Get(i) {
			row++
		}
		if valid.Get(row) {
			out.Set(i)
		}
	}
	return out
}

// repeat copies each value to the elements of its row. It begins with the last element, so that it overwrites no value
// that it still needs.
func repeat[T any](out []T, n int, begins data.Bitmap) {
	if n == len(out) {
		return
	}
	row := n - 1
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = out[row]
		if begins.Get(i) {
			row--
		}
	}
}

// repetition reads the repetition levels of n elements.
func (c *chunk) repetition(levels []byte, n int) error {
	if n > c.rows-c.row {
		return c.tooManyError()
	}
	c.levels = resize(c.levels, n)
	h := hybrid{src: levels, width: 1}
	if err := readHybrid(&h, c.levels); err != nil {
		return err
	}
	c.setBegins()
	return nil
}

// repetitionV1 reads the repetition levels at the beginning of a page of version 1. rest has the bytes behind them.
func (c *chunk) repetitionV1(p page) (rest []byte, err error) {
	switch p.repeats {
	case parquet.Encodings.BitPacked:
		if p.values > c.rows-c.row {
			return nil, c.tooManyError()
		}
		c.levels = resize(c.levels, p.values)
		rest, err = packedLevels(p.data, 1, c.levels)
		if err == nil {
			c.setBegins()
		}
		return rest, err
	case parquet.Encodings.RLE:
		levels, rest, err := nextBytes(p.data)
		if err != nil {
			return nil, err
		}
		return rest, c.repetition(levels, p.values)
	}
	return nil, fmt.Errorf("its repetition levels are encoded as %v", p.repeats)
}

func (c *chunk) setBegins() {
	for i, level := range c.levels {
		if level == 0 {
			c.begins.Set(c.row + i)
		}
	}
}
