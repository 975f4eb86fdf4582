package load

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"cardinal/data"
	"cardinal/data/csv"
	"cardinal/data/parallel"
	"cardinal/data/sqlite"
)

// errDerived is the error of a view where all tables are read as one: its rows would count twice.
var errDerived = errors.New("a view has the rows of tables")

func openSQLite(ctx context.Context, r io.ReaderAt, size, limit int64, o Options, progress func(float64)) (*data.Table, error) {
	t, _, err := rowsOfSQLite(ctx, r, size, limit, o, progress)
	return t, err
}

// rowsOfSQLite opens a table of a database. SQLite reads it, in the first half of the time, and its rows are read as delimited text. Where only the first rows are read, all is about how many
// there are, 0 where that is unknown.
func rowsOfSQLite(ctx context.Context, r io.ReaderAt, size, limit int64, o Options, progress func(float64)) (t *data.Table, all int, err error) {
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
	text := newPages("database", limit/2, mostUnpacked*size)
	text.fill(ctx, rows, 0, func() {})
	defer func() { t, err = text.release(t, err) }()
	if err := rows.Err(); err != nil {
		return nil, 0, err
	}
	if err := text.wait(); err != nil {
		return nil, 0, err
	}
	how := rows.Options(chosen)
	how.Spill = o.spill
	if t, err = csv.Open(ctx, text, text.size, limit, how, func(f float64) { progress(0.5 + f/2) }); err != nil {
		return nil, 0, err
	}
	t = rows.Finish(t)
	t.Text = data.TextFormat{}
	if names := d.Tables(); len(names) > 1 {
		t.Sheet, t.Sheets = rows.Table, names
	}
	if o.most > 0 {
		all = rows.Expected()
	}
	return t, all, nil
}

// beginningOfSQLite is the first rows of the largest table of a database, nil where it is unknown how many more there are.
func beginningOfSQLite(ctx context.Context, path string, f *os.File, size int64, o Options) *data.Table {
	r, size, done, err := withCompanions(ctx, path, f, size)
	if err != nil {
		return nil
	}
	defer done()
	o.most = partRows
	t, all, err := rowsOfSQLite(ctx, r, size, memoryLimit(), o, func(float64) {})
	if err != nil || t.Rows == 0 || all <= t.Rows {
		return nil
	}
	t.Format, t.Part = "sqlite", &data.Part{Share: float64(t.Rows) / float64(all), Rows: all, About: true}
	return t
}

// companion is a file beside a database that has changes of it.
type companion struct {
	file *os.File
	size int64 // in bytes
}

// openCompanion opens the file beside a path whose name ends in a suffix, nil where there is none or it is empty. A pipe is none: opening one waits for its writer.
func openCompanion(path, suffix string) (*companion, error) {
	if info, err := os.Stat(path + suffix); err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	f, err := os.Open(path + suffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unreachable("the file beside it that ends in "+suffix, err)
	}
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil, errors.Join(err, f.Close())
	}
	return &companion{f, info.Size()}, nil
}

// withCompanions is a file with what its companions change in it: a database with its write-ahead log, which is open until the error of done is asked for. Other files
// are what they are. done says whether the database changed while it was read, or its log was begun again: what is added to
// the log does not count.
func withCompanions(ctx context.Context, path string, f *os.File, size int64) (_ io.ReaderAt, _ int64, done func() (changed bool), err error) {
	done = func() bool { return false }
	if is, err := sqlite.Recognise(ctx, f, size); !is || err != nil {
		return f, size, done, nil //nolint:nilerr // the reader of the file says what is wrong
	}
	head := func() string { // has a number that every transaction changes
		b, _ := readSome(f, 0, sqlite.HeaderSize)
		return string(b)
	}
	was := head()
	done = func() bool { return head() != was }
	if real, err := filepath.EvalSymlinks(path); err == nil { // a program that writes to a database finds the files beside it so
		path = real
	}
	journal, err := openCompanion(path, "-journal")
	if err != nil {
		return nil, 0, nil, err
	}
	if journal != nil {
		defer journal.file.Close()
		if sqlite.IsJournal(journal.file) {
			return nil, 0, nil, sqlite.ErrUnfinished
		}
	}
	log, err := openCompanion(path, "-wal")
	if log == nil || err != nil {
		return f, size, done, err
	}
	var r io.ReaderAt
	salt := sqlite.Salt(log.file)
	err = parallel.Guard(func() (err error) {
		r, size, err = sqlite.WithLog(ctx, f, size, log.file, log.size)
		return err
	})
	if err != nil {
		return nil, 0, nil, errors.Join(err, log.file.Close())
	}
	return r, size, func() bool {
		defer log.file.Close()
		return head() != was || sqlite.Salt(log.file) != salt
	}, nil
}
