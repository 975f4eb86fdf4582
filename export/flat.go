package export

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/pivot"
	"cardinal/internal/separators"
)

const (
	batchRows      = 1 << 16
	maxFlatColumns = 20_000
)

// flatTable is a table with Arrow's types: a crosstab without totals, or rows of a table.
type flatTable struct {
	schema  *arrow.Schema
	columns []flatColumn
	rows    int
	listed  []uint32 // the row in the columns' `column` of each row; nil: the same row
}

// row returns the row in the columns' `column` of a row.
func (t *flatTable) row(place int) int {
	if t.listed == nil {
		return place
	}
	return int(t.listed[place])
}

// flatten makes the flat table of a crosstab. If it would have more than 20,000 columns, flatten returns an error.
func flatten(c *pivot.Crosstab) (*flatTable, error) {
	t := &flatTable{columns: flatColumns(c), rows: len(c.Rows.Leaves())}
	if len(t.columns) > maxFlatColumns {
		return nil, fmt.Errorf("this pivot makes %s columns, and a file of a flat table should have at most %s: move "+
			"a column field to the rows", whole(len(t.columns)), whole(maxFlatColumns))
	}
	t.settle()
	return t, nil
}

// flatRows makes the flat table of rows of a table.
func flatRows(l pivot.Listing) *flatTable {
	t := &flatTable{rows: l.Len(), listed: l.Rows}
	for i, c := range l.Table.Columns {
		at := func(row int) data.Value { return l.Value(row, i) }
		t.columns = append(t.columns, flatColumn{name: c.Name, at: at, column: c})
	}
	t.settle()
	return t
}

// settle finds the types of the columns.
func (t *flatTable) settle() {
	fields := make([]arrow.Field, len(t.columns))
	_ = parallel.Do(context.Background(), len(fields), func(_ context.Context, i int) error {
		l := &t.columns[i]
		kind := t.columnType(l)
		if kind == nil {
			kind = arrowType(t.rows, l.at)
		}
		fields[i] = arrow.Field{Name: l.name, Type: kind, Nullable: true}
		return nil
	})
	t.schema = arrow.NewSchema(fields, nil)
}

// batches calls write for batches of 65,536 rows, until ctx ends.
func (t *flatTable) batches(ctx context.Context, write func(arrow.RecordBatch) error) error {
	b := array.NewRecordBuilder(memory.DefaultAllocator, t.schema)
	defer b.Release()
	for from := 0; from < t.rows; from += batchRows {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+batchRows, t.rows)
		err := parallel.Do(ctx, len(t.columns), func(_ context.Context, i int) error {
			for row := from; row < to; row++ {
				appendValue(b.Field(i), t.columns[i].at(row))
			}
			return nil
		})
		if err != nil {
			return err
		}
		batch := b.NewRecordBatch()
		err = write(batch)
		batch.Release()
		if err != nil {
			return separators.Errorf("cannot write rows %d to %d: %w", from+1, to, err)
		}
	}
	return nil
}

// flatColumn is one column of the flat table.
type flatColumn struct {
	name string
	at   func(row int) data.Value

	column *data.Column // has the values; nil for figures, and for labels that no column has
}

func flatColumns(c *pivot.Crosstab) []flatColumn {
	var columns []flatColumn
	others, leaves := c.Rows.HasOthers(), c.Rows.Leaves()
	for depth, f := range c.Rows.Fields {
		l := flatColumn{name: f.Title()}
		if !others {
			l.column = c.Rows.LeafLabels(depth)
		}
		if l.at = func(row int) data.Value { return l.column.Value(row) }; l.column == nil {
			l.at = func(row int) data.Value {
				v := c.Rows.Path(leaves[row])[depth]
				if others && v.Type == data.Text && pivot.LikeOthers(v.Text) {
					return data.TextValue(c.Rows.Words(leaves[row])[depth])
				}
				return v
			}
		}
		columns = append(columns, l)
	}
	for _, col := range c.Cols.Leaves() {
		labels := c.Cols.Words(col)
		for m := range c.Measures {
			columns = append(columns, flatColumn{name: pivot.Heading(slices.Clone(labels), c.Measures[m].Title()),
				at: func(row int) data.Value { return c.Cell(leaves[row], col, m) }})
		}
	}
	// Names must be unique: a name that occurs again gets a number.
	seen := map[string]bool{}
	for i, l := range columns {
		for n := 2; seen[columns[i].name]; n++ {
			columns[i].name = l.name + " " + strconv.Itoa(n)
		}
		seen[columns[i].name] = true
	}
	return columns
}
