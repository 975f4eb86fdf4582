package parquet

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// written returns a file of short columns of whole numbers, by a writer of that name.
func written(t *testing.T, writer string, names ...string) []byte {
	t.Helper()
	var fields []arrow.Field
	for _, name := range names {
		fields = append(fields, arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Int32})
	}
	schema := arrow.NewSchema(fields, nil)
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(parquet.WithCreatedBy(writer),
		parquet.WithDictionaryDefault(false),
		parquet.WithStats(false), parquet.WithCompression(compress.Codecs.Snappy)), pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for i := range names {
		b.Field(i).(*array.Int32Builder).AppendValues([]int32{int32(i), 7, 7}, nil)
	}
	if err := w.Write(b.NewRecordBatch()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestPaddingOfOldWriters reads columns that are so short that the pages of others lie in the bytes that old
// writers may have left out of a column's length.
func TestPaddingOfOldWriters(t *testing.T) {
	b := written(t, "parquet-mr", "a", "b", "c", "d")
	table, err := read(b)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range table.Columns {
		if c.Rows != 3 || c.Int(0) != int64(i) || c.Int(2) != 7 {
			t.Errorf("%s has %d rows, which begin with %d", c.Name, c.Rows, c.Int(0))
		}
	}
}

// TestFirstDamage reads a file whose columns are all damaged: the error names the first.
func TestFirstDamage(t *testing.T) {
	b := written(t, "", slices.Collect(strings.SplitSeq("a b c d e f g h", " "))...)
	page := b[4 : bytes.LastIndex(b, []byte("schema"))-16]
	for i := range page {
		page[i] = 0xFF
	}
	for range 20 {
		if _, err := read(b); err == nil || !strings.Contains(err.Error(), `column "a" of row group 0`) {
			t.Fatalf("got %v", err)
		}
	}
}
