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

// opened is an open file. If it is a database, it includes the changes in its write-ahead log, a file beside it.
type opened struct {
	io.ReaderAt
	size int64 // in bytes

	file   *os.File
	log    *companion // nil: the database has none
	info   fs.FileInfo
	onDisk int64     // size in bytes of all files
	at     time.Time // time of the last change of any of the files
	head   string    // of a database: its header; changed by every transaction (DuckDB: every checkpoint)
	duck   bool      // it is a DuckDB database
	salt   string    // of the log; changes when a program overwrites the log
	fresh  bool      // the file was changed just before it was opened
	apart  bool      // the content is a copy, so it cannot change
}

// errWritten is the cause in the error for a database that changed while it was read.
var errWritten = errors.New("it changed while it was read")

// rests are the pauses between the attempts to read a database that a program changes meanwhile. No attempt begins more
// than mostRetried after the end of the first one.
var rests = []time.Duration{50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond,
	400 * time.Millisecond}

// tick is a time in which two changes of a file may get the same time stamp. Systems count time stamps in steps of up
// to 10 milliseconds.
var tick = 20 * time.Millisecond

const (
	mostRetried = 10 * time.Second
	mostCopied  = 1 << 30 // greatest size of a database that is copied before it is read
	copying     = 0.1     // share of the progress for the copy
)

// companion is a file beside a database that has changes of the database.
type companion struct {
	*os.File
	info fs.FileInfo
}

const (
	logSuffix     = "-wal"
	journalSuffix = "-journal"
	duckLogSuffix = ".wal"
)

// openCompanion opens the file whose path is `path` followed by `suffix`. It returns nil if the file does not exist, is
// empty, or is no regular file. Opening e.g. a pipe would wait for a program that writes to it.
func openCompanion(path, suffix string) (*companion, error) {
	if info, err := os.Stat(path + suffix); err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	f, err := os.Open(path + suffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unreachableError("the file beside it that ends in "+suffix, err)
	}
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil, errors.Join(err, f.Close())
	}
	return &companion{f, info}, nil
}

// resolveLinks returns the path without symbolic links. Programs that write to a database put companion files beside
// this path.
func resolveLinks(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// Log returns the path of the write-ahead log of an SQLite database. It returns "" if the file has no log or is no such
// database.
func Log(path string) string {
	log := resolveLinks(path) + logSuffix
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

// withCompanions returns an open file with the changes in its companions. info describes the file as it was before it
// was opened.
func withCompanions(ctx context.Context, path string, f *os.File, info fs.FileInfo) (*opened, error) {
	w := &opened{ReaderAt: f, size: info.Size(), file: f, info: info, onDisk: info.Size(), at: info.ModTime(),
		fresh: time.Since(info.ModTime()).Abs() < tick}
	if is, err := duckdb.Recognise(ctx, f, w.size); is && err == nil {
		w.duck = true
		w.head = w.currentHead()
		return w, checkNoLog(path)
	}
	if is, err := sqlite.Recognise(ctx, f, w.size); !is || err != nil {
		return w, nil //nolint:nilerr // the reader of the file gives a better error
	}
	w.head = w.currentHead()
	path = resolveLinks(path)
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

// checkNoLog returns an error if a DuckDB database has a write-ahead log.
func checkNoLog(path string) error {
	log, err := openCompanion(resolveLinks(path), duckLogSuffix)
	if log == nil || err != nil {
		return err
	}
	return errors.Join(errLogged, log.Close())
}

// isDatabase reports whether the file is a database.
func (w *opened) isDatabase() bool { return w.head != "" }

// currentHead returns the header that the database has now.
func (w *opened) currentHead() string {
	size := int64(sqlite.HeaderSize)
	if w.duck {
		size = duckdb.HeaderSize
	}
	b, _ := readSome(w.file, 0, size)
	return string(b)
}

// mayBeUnfinished reports whether err may be due to a program that is writing the file. DuckDB writes blocks before the
// header that refers to them.
func (w *opened) mayBeUnfinished(err error) bool { return err != nil && w.duck && w.fresh }

// changed reports whether the file changed while it was read, or its log was overwritten. New entries at the end of the
// log do not count. For an SQLite database without a log, the result is also true if a program wrote to it just before
// it was opened, because its time stamp might not show another change.
func (w *opened) changed() bool {
	switch {
	case w.apart:
		return false
	case w.fresh && w.isDatabase() && !w.duck && w.log == nil:
		return true
	}
	if now, err := w.file.Stat(); err == nil && (now.Size() != w.info.Size() ||
		!now.ModTime().Equal(w.info.ModTime())) {
		return true
	}
	return w.isDatabase() && w.currentHead() != w.head || w.log != nil && sqlite.Salt(w.log) != w.salt
}

// copyFirst copies the database into memory if it is small enough. From then on, w reads the copy. Copying takes less
// time than SQLite needs to read the file. changed reports whether the file changed during the copy. copyFirst calls
// `tell`, which may be nil, with the share of the work that is done. rest replaces `tell` for the following reading.
func (w *opened) copyFirst(ctx context.Context, tell func(float64)) (rest func(float64), changed bool) {
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
	if text.err != nil || text.size != w.size { // the reader of the file gives a better error
		return tell, false
	}
	w.ReaderAt, w.apart = text, true
	return func(share float64) { p.report(copying + (1-copying)*share) }, false
}

// Close closes the log, if there is one.
func (w *opened) Close() error {
	if w.log == nil {
		return nil
	}
	return w.log.Close()
}
