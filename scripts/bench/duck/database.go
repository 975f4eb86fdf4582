package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	duckdb "github.com/duckdb/duckdb-go/v2" // and the driver
)

// Database is an in-memory DuckDB with one connection, which has the temporary tables.
type Database struct {
	db      *sql.DB
	conn    *sql.Conn
	threads int
}

// Open starts an empty database with `threads` threads. It lets DuckDB return rows in any order, which is faster. No
// benchmark needs their order.
func Open(ctx context.Context, threads int) (*Database, error) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return nil, fmt.Errorf("cannot open DuckDB: %w", err)
	}
	d := &Database{db: db, threads: threads}
	if d.conn, err = db.Conn(ctx); err == nil {
		err = d.Exec(ctx, fmt.Sprintf("pragma threads=%d", threads), "set preserve_insertion_order=false",
			"set enable_progress_bar=false")
	}
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return d, nil
}

// Close ends the database and frees its memory.
func (d *Database) Close() error {
	return errors.Join(d.conn.Close(), d.db.Close())
}

// Limit sets the memory that DuckDB may use. If it needs more, it spills to files in a folder.
func (d *Database) Limit(ctx context.Context, bytes int64, folder string) error {
	return d.Exec(ctx, fmt.Sprintf("set memory_limit = '%d bytes'", bytes), "set temp_directory = "+literal(folder))
}

// Version returns the version of DuckDB.
func (d *Database) Version(ctx context.Context) (v string, err error) {
	err = d.conn.QueryRowContext(ctx, "select library_version from pragma_version()").Scan(&v)
	return v, err
}

func (d *Database) Exec(ctx context.Context, statements ...string) error {
	for _, s := range statements {
		if _, err := d.conn.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("DuckDB: %s: %w", s, err)
		}
	}
	return nil
}

// Materialise runs a query, and keeps its answer as the temporary table ans. The table replaces the last answer.
func (d *Database) Materialise(ctx context.Context, query string) error {
	return d.Exec(ctx, "create or replace temp table ans as "+query)
}

// Rows returns the number of rows of the last answer.
func (d *Database) Rows(ctx context.Context) (n int, err error) {
	err = d.conn.QueryRowContext(ctx, "select count(*) from ans").Scan(&n)
	return n, err
}

// Checksums returns the sums of the columns of the last answer, without the first `keys` columns. NaN counts as 0.
func (d *Database) Checksums(ctx context.Context, keys int) ([]float64, error) {
	names, err := d.columns(ctx)
	if err != nil {
		return nil, err
	}
	names = names[keys:]
	sums, at := make([]float64, len(names)), make([]any, len(names))
	terms := make([]string, len(names))
	for i, name := range names {
		terms[i] = fmt.Sprintf("coalesce(sum(%s) filter (not isnan(%s::double)), 0)::double", name, name)
		at[i] = &sums[i]
	}
	err = d.conn.QueryRowContext(ctx, "select "+strings.Join(terms, ", ")+" from ans").Scan(at...)
	return sums, err
}

func (d *Database) columns(ctx context.Context) ([]string, error) {
	rows, err := d.conn.QueryContext(ctx, "select * from ans limit 0")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return rows.Columns()
}

// Drop deletes the last answer.
func (d *Database) Drop(ctx context.Context) error { return d.Exec(ctx, "drop table if exists ans") }

// Release returns unused memory of DuckDB's allocator to the system. It restarts DuckDB's threads, which flushes the
// allocator.
func (d *Database) Release(ctx context.Context) error {
	return d.Exec(ctx, "pragma threads=1", fmt.Sprintf("pragma threads=%d", d.threads+1),
		fmt.Sprintf("pragma threads=%d", d.threads))
}

// Floats runs a query whose columns are all DOUBLE and returns its rows.
func (d *Database) Floats(ctx context.Context, query string) ([][]float64, error) {
	rows, err := d.conn.QueryContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("DuckDB: %s: %w", query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var out [][]float64
	for rows.Next() {
		values, at := make([]float64, len(names)), make([]any, len(names))
		for i := range values {
			at[i] = &values[i]
		}
		if err := rows.Scan(at...); err != nil {
			return nil, err
		}
		out = append(out, values)
	}
	return out, rows.Err()
}

// Rowed runs a query and returns its rows as texts; nil is null.
func (d *Database) Rowed(ctx context.Context, query string) ([][]*string, error) {
	rows, err := d.conn.QueryContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("DuckDB: %s: %w", query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var out [][]*string
	for rows.Next() {
		values, at := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			at[i] = &values[i]
		}
		if err := rows.Scan(at...); err != nil {
			return nil, err
		}
		row := make([]*string, len(names))
		for i, v := range values {
			if v != nil {
				text := written(v)
				row[i] = &text
			}
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

// written writes a value of a row.
func written(v any) string {
	switch v := v.(type) {
	case time.Time:
		return v.Format("2006-01-02 15:04:05.999999")
	case duckdb.Decimal:
		return v.String()
	}
	return fmt.Sprint(v)
}
