package load

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"cardinal/data"
	"cardinal/data/format/sqlite"
	"cardinal/data/infer"
)

// errDerived is the error for a view if all tables are read as one. The rows of the view would count twice.
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
	t, _, err := tableOfSQLite(ctx, r, size, limit, o, progress)
	return t, err
}

// tableOfSQLite reads a table of a database. If it reads only the first rows, all is the approximate number of all
// rows, or 0 if this number is unknown.
func tableOfSQLite(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (t *data.Table, all int, err error) {
	dates, err := infer.ParseDates(o.Reading.Dates)
	if err != nil {
		return nil, 0, err
	}
	types, err := infer.ParseTypes(o.Reading.Types)
	if err != nil {
		return nil, 0, err
	}
	d, err := sqlite.Open(ctx, r, size, limit, progress)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if o.every && d.Derived(o.Sheet) {
		return nil, 0, errDerived
	}
	t, err = d.Read(sqlite.Options{Table: o.Sheet, Columns: o.Columns, Rows: o.most, Limit: limit,
		Most: mostUnpacked * size, Dates: dates, Types: types, Unfit: o.Unfit, Spill: o.spill})
	if err == nil && o.most > 0 {
		all = d.Expected(t.Sheet)
	}
	return t, all, err
}

// beginningOfSQLite reads the first rows of the largest table of a database. It returns nil if the table has no more
// rows, or if their number is unknown.
func beginningOfSQLite(ctx context.Context, path string, f *os.File, info fs.FileInfo, o Options) *data.Table {
	w, err := withCompanions(ctx, path, f, info)
	if err != nil {
		return nil
	}
	defer w.Close()
	o.most = partRows
	t, all, err := tableOfSQLite(ctx, w, w.size, memoryLimit(), o, func(float64) {})
	if w.changed() || err != nil || t.Rows == 0 || all <= t.Rows {
		return nil
	}
	t.Format, t.Part = "sqlite", &data.Part{Share: float64(t.Rows) / float64(all), Rows: all, About: true}
	return t
}
