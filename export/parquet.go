package export

import (
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"cardinal/engine/pivot"
)

// Parquet writes the crosstab as a flat table without totals. A row has the labels of a row of the pivot, a column each, and then a
// column for each pair of a column label and a measure. More than 20,000 columns are an error.
func Parquet(w io.Writer, c *pivot.Crosstab) error {
	t, err := flatten(c, "a Parquet file")
	if err != nil {
		return err
	}
	props := parquet.NewWriterProperties(
		parquet.WithCompression(compress.Codecs.Zstd), parquet.WithMaxRowGroupLength(batchRows),
		parquet.WithStoreDecimalAsInteger(true), parquet.WithCreatedBy("cardinal"),
	)
	// The writer closes what can be closed; that is the caller's to do.
	out, err := pqarrow.NewFileWriter(t.schema, struct{ io.Writer }{w}, props, pqarrow.DefaultWriterProps())
	if err != nil {
		return fmt.Errorf("cannot start the Parquet file: %w", err)
	}
	if err := t.batches(func(b arrow.RecordBatch) error { return out.Write(b) }); err != nil {
		return fmt.Errorf("the Parquet file: %w", err)
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("cannot finish the Parquet file: %w", err)
	}
	return nil
}
