package duck

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"cardinal/bench/g1"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	duckdb "github.com/duckdb/duckdb-go/v2"
)

// WriteArrow writes the data as an Arrow file without compression.
func WriteArrow(path string, data *g1.Data) (err error) {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	rows := newReader(arrow.NewSchema(fields(), nil), data)
	w, err := ipc.NewFileWriter(out, ipc.WithSchema(rows.schema))
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := w.Write(rows.batch); err != nil {
			return err
		}
	}
	return w.Close()
}

// MaterialiseArrow does the same as Materialise for a query of an Arrow file, which the query calls arriving. Package
// ipc reads the file, since DuckDB would need an extension. MaterialiseArrow passes only the columns that the query
// names: the binding takes every column that it is given for one that the query needs.
func (d *Database) MaterialiseArrow(ctx context.Context, path, query string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	file, err := ipc.NewFileReader(in)
	if err != nil {
		return err
	}
	defer file.Close()
	return d.conn.Raw(func(conn any) error {
		a, err := duckdb.NewArrowFromConn(conn.(driver.Conn))
		if err != nil {
			return err
		}
		rows := &fileReader{file: file}
		var named []arrow.Field
		for i, f := range file.Schema().Fields() {
			if strings.Contains(query, f.Name) {
				named, rows.columns = append(named, f), append(rows.columns, i)
			}
		}
		rows.schema = arrow.NewSchema(named, nil)
		release, err := a.RegisterView(rows, "arriving")
		if err != nil {
			return err
		}
		defer release()
		for _, s := range []string{"create or replace temp table ans as " + query, "drop view arriving"} {
			if _, err := conn.(driver.ExecerContext).ExecContext(ctx, s, nil); err != nil {
				return fmt.Errorf("DuckDB: %s: %w", s, err)
			}
		}
		return rows.err
	})
}

// fileReader passes the batches of an Arrow file.
type fileReader struct {
	reader
	file    *ipc.FileReader
	columns []int
	err     error
}

func (r *fileReader) Err() error { return r.err }

func (r *fileReader) Next() bool {
	batch, err := r.file.Read() // the reader of the file releases the batch
	if err != nil {
		if !errors.Is(err, io.EOF) {
			r.err = err
		}
		return false
	}
	var columns []arrow.Array
	for _, i := range r.columns {
		columns = append(columns, batch.Column(i))
	}
	r.batch = array.NewRecordBatch(r.schema, columns, batch.NumRows())
	return true
}
