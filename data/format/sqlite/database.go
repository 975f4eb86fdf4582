package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
	"github.com/ncruces/go-sqlite3/ext/rtree"
	"github.com/ncruces/go-sqlite3/vfs/readervfs"

	"cardinal/data/parallel"
)

// Database is an open database. Only one goroutine may use it at a time.
type Database struct {
	conn   *sqlite3.Conn
	file   *file
	name   string // SQLite's name for the file
	limit  int64  // memory in bytes; 0: no limit
	all    []named
	of     int      // number of tables and views in the database
	unread []string // names of virtual tables that cannot be read
	ranked []string // names of the tables, the largest first, and then of the views; nil: not yet counted

	ctx    context.Context
	cancel func()
	beside sync.WaitGroup // waits for the goroutines of other connections
}

// openedCount counts the opened databases, so that each gets a name of its own in SQLite.
var openedCount atomic.Int64

// file is the content of a database, as SQLite reads it.
type file struct {
	io.ReaderAt
	size, read int64 // in bytes
	tell       func(float64)
	failed     error // the first error of a read
}

// Size implements ioutil.SizeReaderAt.
func (f *file) Size() (int64, error) { return f.size, nil }

// ReadAt implements io.ReaderAt. It changes the bytes of the header that announce a write-ahead log, because this file
// already has the changes in the log.
func (f *file) ReadAt(b []byte, at int64) (int, error) {
	n, err := f.ReaderAt.ReadAt(b, at)
	for place := int64(18); place <= 19; place++ {
		if i := place - at; i >= 0 && i < int64(n) && b[i] == 2 {
			b[i] = 1
		}
	}
	if err != nil && !errors.Is(err, io.EOF) && f.failed == nil {
		f.failed = err
	}
	f.read += int64(n)
	f.tell(min(1, float64(f.read)/float64(f.size)))
	return n, err
}

// Recognise reports whether a file is an SQLite database.
func Recognise(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	if size < HeaderSize {
		return false, nil
	}
	head := make([]byte, len(Magic))
	if n, err := r.ReadAt(head, 0); n < len(head) {
		return false, err
	}
	return string(head) == Magic, nil
}

// Open opens a database of the given size in bytes. limit is the memory in bytes that may be used, 0 for no limit. Open
// calls progress with the share of the file that was read. All work ends when ctx ends. The error is a sentence for a
// person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, progress func(float64)) (*Database, error) {
	d, err := connect(ctx, r, size, limit, progress)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(fts5.Register(d.conn), rtree.Register(d.conn)); err != nil {
		return nil, errors.Join(d.reason(err), d.Close())
	}
	if err := d.list(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// connect opens a database without a list of its tables. SQLite cannot read virtual tables through this connection.
func connect(ctx context.Context, r io.ReaderAt, size, limit int64, progress func(float64)) (*Database, error) {
	d := &Database{file: &file{ReaderAt: r, size: size, tell: progress}, name: "cardinal-" +
		strconv.FormatInt(openedCount.Add(1), 10), limit: limit}
	d.ctx, d.cancel = context.WithCancel(ctx)
	if err := d.open(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// open opens the file in SQLite.
func (d *Database) open() (err error) {
	readervfs.Create(d.name, d.file)
	where := url.URL{Scheme: "file", Opaque: d.name, RawQuery: "vfs=reader"}
	if d.conn, err = sqlite3.OpenFlags(where.String(), sqlite3.OPEN_READONLY|sqlite3.OPEN_URI); err != nil {
		return d.reason(err)
	}
	d.conn.SetInterrupt(d.ctx)
	if d.limit > 0 {
		d.conn.HardHeapLimit(max(leastHeap, d.limit/4))
	}
	_, untrusted := d.conn.Config(sqlite3.DBCONFIG_TRUSTED_SCHEMA, false)
	_, defensive := d.conn.Config(sqlite3.DBCONFIG_DEFENSIVE, true)
	if err := errors.Join(untrusted, defensive,
		d.conn.Exec("PRAGMA temp_store=MEMORY; PRAGMA query_only=1")); err != nil {
		return d.reason(err)
	}
	return nil
}

// leastHeap is the memory in bytes that SQLite needs for any database.
const leastHeap = 64 << 20

// Close closes the database.
func (d *Database) Close() error {
	defer readervfs.Delete(d.name)
	d.cancel()
	d.beside.Wait()
	if d.conn == nil { // SQLite could not open the database
		return nil
	}
	for _, s := range slices.Collect(d.conn.Stmts()) {
		_ = s.Close() // it returns the error of the last step again
	}
	return d.conn.Close()
}

// reason turns an error of SQLite into a sentence for a person.
func (d *Database) reason(err error) error {
	switch {
	case d.file.failed != nil:
		return d.file.failed
	case errors.Is(err, sqlite3.INTERRUPT):
		return context.Canceled
	case isDamaged(err):
		return errors.New("the database is damaged or cut off; copy or download it again")
	case errors.Is(err, sqlite3.NOMEM), errors.Is(err, sqlite3.TOOBIG):
		return errors.New("the database needs more memory than is free")
	}
	return fmt.Errorf("SQLite says %q", oneLine(err.Error()))
}

// isDamaged reports whether an error of SQLite means that the database is damaged.
func isDamaged(err error) bool {
	return errors.Is(err, sqlite3.CORRUPT) || errors.Is(err, sqlite3.NOTADB) || errors.Is(err, sqlite3.IOERR)
}

// oneLine removes line breaks and invalid characters from an error of SQLite, which may quote the database.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
}

// constraints has the first words of the messages of a check about values that break a constraint. Such values can be
// read.
var constraints = []string{"NULL value in ", "CHECK constraint failed in ", "non-unique entry in ", "TEXT value in ",
	"NUMERIC value in "}

// checkStatement returns the statement that checks the pages of a table. If t is a view or a virtual table, the
// statement checks the pages of all tables.
func checkStatement(t named) string {
	if t.kind == table {
		return "PRAGMA quick_check(" + sqlite3.QuoteIdentifier(t.name) + ")"
	}
	return "PRAGMA quick_check"
}

// check checks all pages of a table. If t is a view or a virtual table, it checks the pages of all tables. It returns a
// note on damage, which may have removed or changed rows, or "" if it finds none. If a table uses a collation of
// another program, SQLite can read its rows and cannot check them; the note then says that they were not checked.
func (d *Database) check(t named) (note string, err error) {
	s, _, err := d.conn.Prepare(checkStatement(t))
	if err == nil {
		defer s.Close()
		for note == "" && s.Step() {
			text := s.ColumnText(0)
			if text != "ok" && !slices.ContainsFunc(constraints, func(c string) bool {
				return strings.HasPrefix(text, c)
			}) {
				note = fmt.Sprintf("the database is damaged, so that rows may be missing or wrong: copy or download "+
					"it again (%s)", oneLine(strings.TrimPrefix(text, "*** in database main ***")))
			}
		}
		err = s.Err()
	}
	switch {
	case errors.Is(err, sqlite3.ERROR) && d.file.failed == nil:
		return fmt.Sprintf("the database was not checked for damage, since %v", d.reason(err)), nil
	case err != nil, d.file.failed != nil:
		return "", d.reason(err)
	}
	return note, nil
}

// finding is the result of a check.
type finding struct {
	note string
	err  error
}

// startCheck starts to check a table on a separate connection, while the table is read. The returned function waits for
// the result.
func (d *Database) startCheck(t named) func() finding {
	found := make(chan finding, 1)
	d.beside.Go(func() {
		var f finding
		f.err = parallel.Guard(func() (err error) {
			other, err := connect(d.ctx, d.file.ReaderAt, d.file.size, d.limit, func(float64) {})
			if err != nil {
				return err
			}
			f.note, err = other.check(t)
			return errors.Join(err, other.Close())
		})
		found <- f
	})
	return sync.OnceValue(func() finding { return <-found })
}
