package load

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"cardinal/data"
	"cardinal/data/parallel"
)

// asArrow converts a Parquet file to an Arrow file, with the library alone.
func asArrow(path string) (out []byte, err error) {
	err = parallel.Guard(func() error {
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		in, err := file.NewParquetReader(bytes.NewReader(b))
		if err != nil {
			return err
		}
		r, err := pqarrow.NewFileReader(in, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
		if err != nil {
			return err
		}
		table, err := r.ReadTable(context.Background())
		if err != nil {
			return err
		}
		var to bytes.Buffer
		w, err := ipc.NewFileWriter(&to, ipc.WithSchema(table.Schema()))
		if err != nil {
			return err
		}
		batches := array.NewTableReader(table, 1000)
		for batches.Next() {
			if err := w.Write(batches.RecordBatch()); err != nil {
				return err
			}
		}
		err = w.Close()
		out = to.Bytes()
		return err
	})
	return out, err
}

// TestSameTableInParquetAndArrow opens files as Parquet and as Arrow: every value is the same.
func TestSameTableInParquetAndArrow(t *testing.T) {
	compared := 0
	for _, path := range files(t, "parquet") {
		// texts of 1 GB: TestEveryFileLoadsOrSaysWhy reads them
		if filepath.Ext(path) != ".parquet" || strings.Contains(path, "large_string_map") {
			continue
		}
		want, err := Open(t.Context(), path, Options{})
		if err != nil {
			continue
		}
		b, err := asArrow(path)
		if err != nil {
			t.Logf("%s: the library does not read it: %v", filepath.Base(path), err)
			continue
		}
		got, err := Bytes(t.Context(), filepath.Base(path)+".arrow", b, Options{})
		if err != nil {
			t.Logf("%s: %v", filepath.Base(path), err)
			continue
		}
		if got.Format != "arrow" || got.Rows != want.Rows {
			t.Errorf("%s: %s of %d rows, want %d", filepath.Base(path), got.Format, got.Rows, want.Rows)
			continue
		}
		compared++
		for _, c := range got.Columns {
			d, err := want.Column(c.Name)
			if err != nil || d.Type != c.Type && (d.Type == data.Text || c.Type == data.Text) {
				continue // what the library makes of a type is its own
			}
			for row := range c.Rows {
				if x, y := c.Value(row), d.Value(row); data.Compare(x, y) != 0 && x.String() != y.String() {
					t.Errorf("%s %s row %d: %v %q, Parquet has %v %q", filepath.Base(path), c.Name, row,
						c.Type, x, d.Type, y)
					break
				}
			}
		}
	}
	if t.Logf("%d files were compared", compared); compared < 20 {
		t.Error("too few files were compared")
	}
}
