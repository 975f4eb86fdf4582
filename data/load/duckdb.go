package load

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"cardinal/data"
	"cardinal/data/format/duckdb"
)

// errLogged is the error for a DuckDB database with a write-ahead log.
var errLogged = errors.New("changes stand in the file beside it that ends in .wal: a program has the database open, " +
	"or was interrupted; close it there, or run CHECKPOINT in DuckDB, and open it here again")

func openDuckDB(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (*data.Table, error) {
	d := duckdb.Options{Table: o.Sheet, Wanted: o.Columns, Unnest: o.Reading.Unnest, Limit: limit}
	if o.most > 0 {
		d.Groups = 1
	}
	return duckdb.Open(ctx, r, size, d, progress)
}

// beginningOfDuckDB reads the first row group of the largest table of a database. It returns nil if the table has no
// other row groups.
func beginningOfDuckDB(ctx context.Context, path string, f *os.File, info fs.FileInfo, o Options) *data.Table {
	if o.Reading.Unnest != "" { // the number of rows depends on the lengths of the lists
		return nil
	}
	w, err := withCompanions(ctx, path, f, info)
	if err != nil {
		return nil
	}
	defer w.Close()
	t, err := duckdb.Open(ctx, w, w.size, duckdb.Options{Limit: memoryLimit(), Groups: 1}, func(float64) {})
	if err != nil || w.changed() || t.Part == nil || t.Rows == 0 {
		return nil
	}
	t.Format = "duckdb"
	return t
}
