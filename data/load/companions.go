package load

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"cardinal/data/format/duckdb"
	"cardinal/data/format/sqlite"
	"cardinal/data/parallel"
)

// whole is a file with the changes of it that stand beside it: a database with its write-ahead log. Other files
// are what they are.
type whole struct {
	io.ReaderAt
	size int64 // in bytes

	file   *os.File
	log    *companion // nil where there is none
	info   fs.FileInfo
	onDisk int64     // the bytes of all files
	at     time.Time // of the last change of a file
	head   string    // of a database: it has a number that every transaction changes, of DuckDB every checkpoint
	duck   bool      // it is a DuckDB database
	salt   string    // of the log
	fresh  bool      // it was written to a moment before it was opened
	apart  bool      // the content is a copy, which stays as it is
}

// errWritten is behind the error of a database that changed while it was read.
var errWritten = errors.New("it changed while it was read")

// rests are how long a database is left alone that changed while it was read, before it is read again. No
// attempt begins later than mostRetried after the first one ended.
var rests = []time.Duration{50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond}

// tick is a time in which a program may write to a file again and leave the time of its last change as it is:
// systems count it in steps of up to 10 milliseconds.
var tick = 20 * time.Millisecond

const (
	mostRetried = 10 * time.Second
	mostCopied  = 1 << 30 // bytes of a database that are copied before they are read
	copying     = 0.1     // the share of the progress that a copy takes
)

// companion is a file beside a database that has changes of it.
type companion struct {
	*os.File
	info fs.FileInfo
}

const (
	logSuffix     = "-wal"
	journalSuffix = "-journal"
	duckLogSuffix = ".wal"
)

// openCompanion opens the file beside a path whose name ends in a suffix, nil where there is none or it is
// empty. A pipe is none: opening one waits for its writer.
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
	return &companion{f, info}, nil
}

// written is the path under which a program that writes to a database finds the files beside it.
func written(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// Log is the write-ahead log beside a file, which has changes of it if the file is a database; "" where there is none.
func Log(path string) string {
	log := written(path) + logSuffix
	if info, err := os.Stat(log); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if is, err := sqlite.Recognise(context.Background(), f, sqlite.HeaderSize); !is || err != nil {
		return ""
	}
	return log
}

// withCompanions is a file with what its companions change in it. f is open, and info is what it was like
// before it was opened.
func withCompanions(ctx context.Context, path string, f *os.File, info fs.FileInfo) (*whole, error) {
	w := &whole{ReaderAt: f, size: info.Size(), file: f, info: info, onDisk: info.Size(), at: info.ModTime(), fresh: time.Since(info.ModTime()).Abs() < tick}
	if is, err := duckdb.Recognise(ctx, f, w.size); is && err == nil {
		w.duck = true
		w.head = w.heads()
		return w, unlogged(path)
	}
	if is, err := sqlite.Recognise(ctx, f, w.size); !is || err != nil {
		return w, nil //nolint:nilerr // the reader of the file says what is wrong
	}
	w.head = w.heads()
	path = written(path)
	journal, err := openCompanion(path, journalSuffix)
	if err != nil {
		return nil, err
	}
	if journal != nil {
		defer journal.Close()
		if sqlite.IsJournal(journal) {
			return nil, sqlite.ErrUnfinished
		}
	}
	if w.log, err = openCompanion(path, logSuffix); w.log == nil || err != nil {
		return w, err
	}
	w.salt = sqlite.Salt(w.log)
	w.onDisk += w.log.info.Size()
	if at := w.log.info.ModTime(); at.After(w.at) {
		w.at = at
	}
	err = parallel.Guard(func() (err error) {
		w.ReaderAt, w.size, err = sqlite.WithLog(ctx, f, w.size, w.log, w.log.info.Size())
		return err
	})
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// unlogged is an error where a DuckDB database has a write-ahead log.
func unlogged(path string) error {
	log, err := openCompanion(written(path), duckLogSuffix)
	if log == nil || err != nil {
		return err
	}
	return errors.Join(errLogged, log.Close())
}

// isDatabase reports whether the file is a database.
func (w *whole) isDatabase() bool { return w.head != "" }

// heads is what a database begins with now.
func (w *whole) heads() string {
	size := int64(sqlite.HeaderSize)
	if w.duck {
		size = duckdb.HeaderSize
	}
	b, _ := readSome(w.file, 0, size)
	return string(b)
}

// failed reports whether an error may be that of a file that a program is writing: DuckDB writes blocks before
// the header that names them.
func (w *whole) failed(err error) bool { return err != nil && w.duck && w.fresh }

// changed reports whether the file changed while it was read, or its log was begun again. What is added to the
// log does not count. Of an SQLite database without a log that was written to a moment before, nobody knows.
func (w *whole) changed() bool {
	switch {
	case w.apart:
		return false
	case w.fresh && w.isDatabase() && !w.duck && w.log == nil:
		return true
	}
	if now, err := w.file.Stat(); err == nil && (now.Size() != w.info.Size() || !now.ModTime().Equal(w.info.ModTime())) {
		return true
	}
	return w.isDatabase() && w.heads() != w.head || w.log != nil && sqlite.Salt(w.log) != w.salt
}

// copied has the database read from a copy, where the memory holds one. A copy is made in less time than SQLite
// reads the file. changed reports whether the file changed meanwhile. tell is told the share that is done, or
// is nil, and rest is told the share of what comes after.
func (w *whole) copied(ctx context.Context, tell func(float64)) (rest func(float64), changed bool) {
	if limit := memoryLimit(); w.size > mostCopied || limit > 0 && w.size > limit/4 {
		return tell, false
	}
	p, done := progress{tell: tell}, 0
	text := newPages("database", 0, 0)
	text.fill(ctx, io.NewSectionReader(w, 0, w.size), w.size, func() {
		done += pageSize
		p.report(copying * min(1, float64(done)/float64(w.size)))
	})
	if w.changed() {
		return tell, true
	}
	if text.err != nil || text.size != w.size { // the reader of the file says why
		return tell, false
	}
	w.ReaderAt, w.apart = text, true
	return func(share float64) { p.report(copying + (1-copying)*share) }, false
}

// Close closes the log.
func (w *whole) Close() error {
	if w.log == nil {
		return nil
	}
	return w.log.Close()
}
