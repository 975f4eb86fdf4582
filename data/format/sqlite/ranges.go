package sqlite

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data/infer"
	"cardinal/data/parallel"
	"cardinal/internal/each"
)

// rowRange is a range of row numbers of a table, including both ends.
type rowRange struct{ from, to int64 }

// rangeBytes is the approximate size in bytes of the rows of one range. The size is less if row numbers have gaps.
const rangeBytes = 256 << 10

const mostRanges = 1 << 16

// ranges divides the row numbers of a table into equal ranges, in order. It returns nil if a single connection should
// read the table. This is so for a table that cannot be checked, because its rows may be out of order.
func (d *Database) ranges(t named, rowid string) ([]rowRange, error) {
	n := d.file.size / rangeBytes
	if rowid == "" || n < 2 || runtime.GOMAXPROCS(0) < 2 {
		return nil, nil
	}
	check, _, err := d.conn.Prepare(checkStatement(t))
	if err != nil {
		return nil, nil //nolint:nilerr // the check of the table reports the error
	}
	_ = check.Close()
	from := " FROM " + sqlite3.QuoteIdentifier(t.name)
	s, _, err := d.conn.Prepare("SELECT (SELECT min(" + rowid + ")" + from + "), (SELECT max(" + rowid +
		")" + from + ")")
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if !s.Step() || s.ColumnType(0) == sqlite3.NULL {
		return nil, s.Err()
	}
	all := rowRange{s.ColumnInt64(0), s.ColumnInt64(1)}
	// The table has few rows, or long rows, for which several connections would need much memory.
	if uint64(all.to)-uint64(all.from) < uint64(n) {
		return nil, nil
	}
	return cut(all, uint64(min(n, mostRanges))), nil
}

// cut divides a range into at most `most` ranges of equal width.
func cut(r rowRange, most uint64) (out []rowRange) {
	width := (uint64(r.to) - uint64(r.from)) / most // the width of a range, minus one
	for from := r.from; ; {
		if uint64(r.to)-uint64(from) <= width {
			return append(out, rowRange{from, r.to})
		}
		to := int64(uint64(from) + width)
		out, from = append(out, rowRange{from, to}), to+1
	}
}

// rowid returns a name for the row number of a table in a query. It returns "" if the table has no row numbers, or if
// columns have all such names.
func (t named) rowid(columns []string) string {
	return each.First([]string{"rowid", "_rowid_", "oid"}, func(name string) bool {
		return t.numbered && !slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, name) })
	})
}

// several reads the ranges through several connections.
func (r *rows) several(cells *infer.Cells, known []*column) error {
	threads := cells.Workers(min(runtime.GOMAXPROCS(0), len(r.ranges)))
	var mu sync.Mutex
	next := 0
	return parallel.On(r.database.ctx, threads, threads, func(ctx context.Context, _ int) error {
		d, err := connect(ctx, r.database.file.ReaderAt, r.database.file.size, r.database.limit, func(float64) {})
		if err != nil {
			return err
		}
		defer d.Close()
		d.ranked = r.database.ranked
		s := r.scan(d, nil)
		if s.stmt, _, err = d.conn.Prepare(r.query + " WHERE " + r.rowid + " BETWEEN ?1 AND ?2 ORDER BY " +
			r.rowid); err != nil {
			return d.unreadableError(r.from.name, err)
		}
		w := cells.Worker()
		defer w.Close()
		to := w.Taker(len(r.names))
		for {
			mu.Lock()
			at := next
			next++
			r.database.file.tell(min(1, float64(at)/float64(len(r.ranges))))
			mu.Unlock()
			if at >= len(r.ranges) {
				break
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			w.Begin(at)
			err := errors.Join(s.stmt.Reset(), s.stmt.BindInt64(1, r.ranges[at].from), s.stmt.BindInt64(2,
				r.ranges[at].to))
			if err != nil {
				return d.unreadableError(r.from.name, err)
			}
			for _, step := range []func() error{func() error { return s.read(to) }, to.Flush, w.End} {
				if err := step(); err != nil {
					return err
				}
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for i, c := range known {
			c.add(s.columns[i])
		}
		return nil
	})
}
