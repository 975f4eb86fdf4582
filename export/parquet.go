package export

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"cardinal/data"
	"cardinal/engine/pivot"
)

const (
	batchRows         = 1 << 16
	maxParquetColumns = 20_000
)

// Parquet writes the crosstab as a flat table without totals. A row has the labels of a row of the pivot, a column each, and then a
// column for each pair of a column label and a measure. More than 20,000 columns are an error.
func Parquet(w io.Writer, c *pivot.Crosstab) error {
	columns := flatColumns(c)
	if len(columns) > maxParquetColumns {
		return fmt.Errorf("this pivot makes %s columns, and a Parquet file should have at most %s: move a column field to the rows",
			whole(len(columns)), whole(maxParquetColumns))
	}
	rows := len(c.Rows.Leaves)
	fields := make([]arrow.Field, len(columns))
	for i, l := range columns {
		fields[i] = arrow.Field{Name: l.name, Type: arrowType(rows, l.at), Nullable: true}
	}
	schema := arrow.NewSchema(fields, nil)
	props := parquet.NewWriterProperties(
		parquet.WithCompression(compress.Codecs.Zstd), parquet.WithMaxRowGroupLength(batchRows),
		parquet.WithStoreDecimalAsInteger(true), parquet.WithCreatedBy("cardinal"),
	)
	// The writer closes what can be closed; that is the caller's to do.
	out, err := pqarrow.NewFileWriter(schema, struct{ io.Writer }{w}, props, pqarrow.DefaultWriterProps())
	if err != nil {
		return fmt.Errorf("cannot start the Parquet file: %w", err)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for from := 0; from < rows; from += batchRows {
		to := min(from+batchRows, rows)
		for i, l := range columns {
			for row := from; row < to; row++ {
				appendValue(b.Field(i), l.at(row))
			}
		}
		batch := b.NewRecordBatch()
		err := out.Write(batch)
		batch.Release()
		if err != nil {
			return fmt.Errorf("cannot write rows %d to %d of the Parquet file: %w", from+1, to, err)
		}
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("cannot finish the Parquet file: %w", err)
	}
	return nil
}

// flatColumn is one column of the flat table.
type flatColumn struct {
	name string
	at   func(row int) data.Value
}

func flatColumns(c *pivot.Crosstab) []flatColumn {
	var columns []flatColumn
	others := c.Rows.HasOthers()
	for depth, f := range c.Rows.Fields {
		columns = append(columns, flatColumn{f.Title(), func(row int) data.Value {
			leaf := c.Rows.Leaves[row]
			v := c.Rows.Path(leaf)[depth]
			if others && v.Type == data.Text && pivot.LikeOthers(v.Text) {
				return data.TextValue(c.Rows.Words(leaf)[depth])
			}
			return v
		}})
	}
	for _, col := range c.Cols.Leaves {
		labels := c.Cols.Words(col)
		for m := range c.Measures {
			columns = append(columns, flatColumn{pivot.Heading(slices.Clone(labels), c.Measures[m].Title()), func(row int) data.Value { return c.Cell(c.Rows.Leaves[row], col, m) }})
		}
	}
	// Names have to differ: a later one gets a number.
	seen := map[string]bool{}
	for i, l := range columns {
		for n := 2; seen[columns[i].name]; n++ {
			columns[i].name = l.name + " " + strconv.Itoa(n)
		}
		seen[columns[i].name] = true
	}
	return columns
}
