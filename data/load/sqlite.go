package load

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"cardinal/data"
	"cardinal/data/format/csv"
	"cardinal/data/format/sqlite"
	"cardinal/data/store/spill"
)

// errDerived is the error for a view if all tables are read as one: the view's rows would count twice.
var errDerived = errors.New("a view has the rows of tables")

func openSQLite(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (_ *data.Table, err error) {
	log, journal := o.companions[0], o.companions[1]
	if journal != nil && sqlite.IsJournal(journal) {
		return nil, sqlite.ErrUnfinished
	}
	if log != nil {
		if r, size, err = sqlite.WithLog(ctx, r, size, log, log.size); err != nil {
			return nil, err
		}
	}
	t, _, err := rowsOfSQLite(ctx, r, size, limit, o, progress)
	return t, err
}

// rowsOfSQLite reads a table of a database. SQLite reads the rows, in the first half of the progress, and package csv
// reads them as delimited text. If only the first rows are read, all is about the number of all rows, or 0 if it is
// unknown.
func rowsOfSQLite(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (t *data.Table, all int, err error) {
	chosen, err := csv.Parse(o.Reading)
	if err != nil {
		return nil, 0, err
	}
	chosen.Unfit = o.Unfit
	d, err := sqlite.Open(ctx, r, size, limit, func(f float64) { progress(f / 2) })
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if o.every && d.Derived(o.Sheet) {
		return nil, 0, errDerived
	}
	rows, err := d.Rows(o.Sheet, o.Columns, o.most)
	if err != nil {
		return nil, 0, err
	}
	for again := true; again; {
		if t, err = textOfSQLite(ctx, rows, size, limit, chosen, o.spill, progress); err != nil {
			return nil, 0, err
		}
		if again, err = rows.Again(); err != nil {
			return nil, 0, err
		}
	}
	if t, err = rows.Finish(t); err != nil {
		return nil, 0, err
	}
	t.Text = data.TextFormat{}
	if names := d.Tables(); len(names) > 1 {
		t.Sheet, t.Sheets = rows.Table, names
	}
	if o.most > 0 {
		all = rows.Expected()
	}
	return t, all, nil
}

// textOfSQLite reads rows as delimited text.
func textOfSQLite(ctx context.Context, rows *sqlite.Rows, size, limit int64, chosen csv.Options, to *spill.Space,
	progress func(float64)) (t *data.Table, err error) {
	text := newPages("database", limit/2, mostUnpacked*size)
	text.fill(ctx, rows, 0, func() {})
	defer func() { t, err = text.release(t, err) }()
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if err := text.wait(); err != nil {
		return nil, err
	}
	how := rows.Options(chosen)
	how.Spill = to
	return csv.Open(ctx, text, text.size, limit, how, func(f float64) { progress(0.5 + f/2) })
}

// beginningOfSQLite reads the first rows of the largest table of a database. It returns nil if the number of further
// rows is unknown or 0.
func beginningOfSQLite(ctx context.Context, path string, f *os.File, info fs.FileInfo, o Options) *data.Table {
	w, err := withCompanions(ctx, path, f, info)
	if err != nil {
		return nil
	}
	defer w.Close()
	o.most = partRows
	t, all, err := rowsOfSQLite(ctx, w, w.size, memoryLimit(), o, func(float64) {})
	if w.changed() || err != nil || t.Rows == 0 || all <= t.Rows {
		return nil
	}
	t.Format, t.Part = "sqlite", &data.Part{Share: float64(t.Rows) / float64(all), Rows: all, About: true}
	return t
}
