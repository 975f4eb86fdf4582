package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs/readervfs"

	"cardinal/data/parallel"
)

// Database is an open database. One goroutine may use it at a time.
type Database struct {
	conn   *sqlite3.Conn
	file   *file
	name   string // under which SQLite finds the file
	limit  int64  // of the memory in bytes; 0: none
	all    []named
	of     int      // tables and views that there are
	unread []string // virtual tables of modules that this SQLite does not have
	ranked []string // the tables, the largest first, and the views behind them; nil before they were counted

	ctx    context.Context
	cancel func()
	checks sync.WaitGroup
}

// named is a table or a view.
type named struct {
	name        string
	view, rowid bool
}

// mostTables is the number of tables that can be chosen from.
const mostTables = 1000

// opened counts the databases, which have names in one list.
var opened atomic.Int64

// file is what SQLite reads of a database.
type file struct {
	io.ReaderAt
	size, read int64 // in bytes
	tell       func(float64)
	failed     error // of the first read that failed
}

// Size implements ioutil.SizeReaderAt.
func (f *file) Size() (int64, error) { return f.size, nil }

// ReadAt implements io.ReaderAt. The bytes of the header that say that there is a write-ahead log say that there is none: it is part of the file here.
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

// Open opens a database of the given size in bytes. limit is the memory in bytes that may be used, 0 for no limit. progress is told the share that was read. The work ends
// where ctx does. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, progress func(float64)) (_ *Database, err error) {
	d := &Database{file: &file{ReaderAt: r, size: size, tell: progress}, name: "cardinal-" + strconv.FormatInt(opened.Add(1), 10), limit: limit}
	d.ctx, d.cancel = context.WithCancel(ctx)
	if err := d.connect(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if err := d.list(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// connect has SQLite open the file.
func (d *Database) connect() (err error) {
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
	if err := errors.Join(untrusted, defensive, d.conn.Exec("PRAGMA temp_store=MEMORY; PRAGMA query_only=1")); err != nil {
		return d.reason(err)
	}
	return nil
}

// leastHeap is the memory in bytes that SQLite needs in any case.
const leastHeap = 64 << 20

// Close closes the database.
func (d *Database) Close() error {
	defer readervfs.Delete(d.name)
	d.cancel()
	d.checks.Wait()
	if d.conn == nil { // it could not be opened
		return nil
	}
	for _, s := range slices.Collect(d.conn.Stmts()) {
		_ = s.Close() // the error is that of its last step
	}
	return d.conn.Close()
}

// reason is the error of SQLite as a sentence for a person.
func (d *Database) reason(err error) error {
	switch {
	case d.file.failed != nil:
		return d.file.failed
	case errors.Is(err, sqlite3.INTERRUPT):
		return context.Canceled
	case damaged(err):
		return errors.New("the database is damaged or cut off; copy or download it again")
	case errors.Is(err, sqlite3.NOMEM), errors.Is(err, sqlite3.TOOBIG):
		return errors.New("the database needs more memory than is free")
	}
	return fmt.Errorf("SQLite says %q", oneLine(err.Error()))
}

// damaged reports whether an error of SQLite says that the database is not as SQLite wrote it.
func damaged(err error) bool {
	return errors.Is(err, sqlite3.CORRUPT) || errors.Is(err, sqlite3.NOTADB) || errors.Is(err, sqlite3.IOERR)
}

// oneLine is a text of SQLite, which may quote the database, without line breaks and characters that are none.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
}

// list finds the tables, in the order in which they were made, and the views behind them. A table whose name is empty cannot be asked for.
func (d *Database) list() error {
	s, _, err := d.conn.Prepare(`SELECT l.name, l.type = 'view', l.type = 'table' AND NOT l.wr, l.type = 'virtual' FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view')
		WHERE l.schema = 'main' AND l.type <> 'shadow' AND l.name <> '' AND l.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY l.type = 'view', s.rowid`)
	if err != nil {
		return d.reason(err)
	}
	defer s.Close()
	for s.Step() {
		t, virtual := named{s.ColumnText(0), s.ColumnBool(1), s.ColumnBool(2)}, s.ColumnBool(3)
		if virtual && !d.reads(t) {
			d.unread = append(d.unread, t.name)
		} else {
			d.all = append(d.all, t)
		}
	}
	if err := s.Err(); err != nil {
		return d.reason(err)
	}
	d.all = slices.DeleteFunc(d.all, func(t named) bool { return d.isShadow(t.name) })
	if len(d.all) == 0 {
		return errors.New("the database has no table: there is nothing to read")
	}
	d.of = len(d.all)
	d.all = d.all[:min(d.of, mostTables)]
	return nil
}

// shadows are the ends of the names of tables in which modules keep a virtual table: those of fts3 to fts5, and of rtree.
var shadows = []string{"_data", "_idx", "_content", "_docsize", "_config", "_segments", "_segdir", "_stat", "_node", "_rowid", "_parent"}

// isShadow reports whether a table belongs to a virtual table that was left out.
func (d *Database) isShadow(name string) bool {
	return slices.ContainsFunc(d.unread, func(of string) bool {
		end, is := strings.CutPrefix(name, of)
		return is && slices.Contains(shadows, end)
	})
}

// reads reports whether a virtual table can be read.
func (d *Database) reads(t named) bool {
	s, _, err := d.conn.Prepare("SELECT * FROM " + sqlite3.QuoteIdentifier(t.name))
	return err == nil && s.Close() == nil
}

// notes are what of the database cannot be chosen.
func (d *Database) notes() (notes []string) {
	if d.of > len(d.all) {
		notes = append(notes, fmt.Sprintf("the database has %d tables and views, of which the first %d can be chosen", d.of, len(d.all)))
	}
	if n := len(d.unread); n > 0 {
		notes = append(notes, fmt.Sprintf("virtual tables of modules that Cardinal does not have were left out: %d, the first is %s", n, d.unread[0]))
	}
	return notes
}

// Tables are the names of the tables and views that can be chosen.
func (d *Database) Tables() []string {
	names := make([]string, len(d.all))
	for i, t := range d.all {
		names[i] = t.name
	}
	return names
}

// Derived reports whether a name is that of a view of a database with tables, whose rows the view has in another form.
func (d *Database) Derived(name string) bool {
	t, err := d.chosen(name)
	return err == nil && t.view && !d.all[0].view
}

// chosen is the table of a name, in any case; of "" the largest one, or the first view where there is no table.
func (d *Database) chosen(name string) (named, error) {
	if name != "" {
		for _, is := range []func(t named) bool{
			func(t named) bool { return t.name == name }, // SQLite tells Ä from ä
			func(t named) bool { return strings.EqualFold(t.name, name) },
		} {
			if at := slices.IndexFunc(d.all, is); at >= 0 {
				return d.all[at], nil
			}
		}
		return named{}, fmt.Errorf("the database has no table %q; its tables are %s", name, listed(d.Tables(), d.of))
	}
	if len(d.all) == 1 || d.all[0].view {
		return d.all[0], nil
	}
	return d.largest()
}

// largest is the largest table that SQLite can count. How large a damaged one is nobody knows: it counts as the largest.
func (d *Database) largest() (out named, err error) {
	d.ranked = nil
	var broken error
	sizes := make(map[string]extent, len(d.all))
	tables := slices.DeleteFunc(slices.Clone(d.all), func(t named) bool { return t.view })
	for _, t := range tables {
		n, err := d.extent(t)
		switch {
		case err == nil:
		case errors.Is(err, sqlite3.ERROR): // it needs a function or a sorting order of another program
		case damaged(err) && d.file.failed == nil:
			if n.rows = math.MaxInt64; broken == nil {
				out, broken = t, err
			}
		default:
			return named{}, d.reason(err)
		}
		sizes[t.name] = n
	}
	slices.SortStableFunc(tables, func(a, b named) int { return sizes[b.name].compare(sizes[a.name]) })
	for _, t := range slices.Concat(tables, d.all[len(tables):]) {
		d.ranked = append(d.ranked, t.name)
	}
	if broken != nil {
		return out, d.unreadable(out.name, broken)
	}
	return tables[0], nil
}

// Unreadable is the error of the largest table, which is read where nobody chose a table.
type Unreadable struct {
	Table  string
	Others []string // that can be chosen: the tables, the largest first, and the views behind them
	Err    error
}

func (u Unreadable) Error() string {
	return fmt.Sprintf("%s cannot be read: %v; or choose another table by --sheet: %s", u.Table, u.Err, listed(u.Others, len(u.Others)))
}

func (u Unreadable) Unwrap() error { return u.Err }

// unreadable is an error of SQLite about a table, which is an Unreadable where nobody chose the table among several.
func (d *Database) unreadable(table string, err error) error {
	err = d.reason(err)
	if others := slices.DeleteFunc(slices.Clone(d.ranked), func(name string) bool { return name == table }); len(others) > 0 {
		return Unreadable{table, others, err}
	}
	return fmt.Errorf("%s cannot be read: %w", table, err)
}

// listed are the first of the names of tables, of which there are a number.
func listed(names []string, of int) string {
	const most = 30
	text := strings.Join(names[:min(len(names), most)], ", ")
	if more := of - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// constraints are the beginnings of what a check says of values that a column should not have. Such values can be read.
var constraints = []string{"NULL value in ", "CHECK constraint failed in ", "non-unique entry in ", "TEXT value in ", "NUMERIC value in "}

// check is a note on what is wrong with the pages of a table, and of a view with those of any table; "" where nothing is. It reads them all. The table may lack rows, or have wrong ones.
// Of a table with a sorting order of another program, whose rows can be read, SQLite does not know what is wrong.
func (d *Database) check(t named) (note string, err error) {
	of := "(" + sqlite3.QuoteIdentifier(t.name) + ")"
	if t.view {
		of = ""
	}
	s, _, err := d.conn.Prepare("PRAGMA quick_check" + of)
	if err == nil {
		defer s.Close()
		for note == "" && s.Step() {
			text := s.ColumnText(0)
			if text != "ok" && !slices.ContainsFunc(constraints, func(c string) bool { return strings.HasPrefix(text, c) }) {
				note = fmt.Sprintf("the database is damaged, so that rows may be missing or wrong: copy or download it again (%s)", oneLine(strings.TrimPrefix(text, "*** in database main ***")))
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

// finding is what a check found.
type finding struct {
	note string
	err  error
}

// checkBeside checks a table by a connection of its own, while the table is read. The finding comes at the end.
func (d *Database) checkBeside(t named) <-chan finding {
	found := make(chan finding, 1)
	d.checks.Go(func() {
		var f finding
		f.err = parallel.Guard(func() (err error) {
			beside, err := Open(d.ctx, d.file.ReaderAt, d.file.size, d.limit, func(float64) {})
			if err != nil {
				return err
			}
			f.note, err = beside.check(t)
			return errors.Join(err, beside.Close())
		})
		found <- f
	})
	return found
}

// extent is how large a table is: its rows, of which no more than mostCounted are counted, and the greatest of the numbers that SQLite gives rows.
type extent struct{ rows, last int64 }

func (s extent) compare(o extent) int {
	return cmp.Or(cmp.Compare(s.rows, o.rows), cmp.Compare(s.last, o.last))
}

// mostCounted is the number of rows of a table that are counted to find the largest table: it takes some tens of milliseconds.
const mostCounted = 1_000_000

func (d *Database) extent(t named) (out extent, err error) {
	from := " FROM " + sqlite3.QuoteIdentifier(t.name)
	last := ", 0"
	if t.rowid {
		last = ", (SELECT max(rowid)" + from + ")"
	}
	s, _, err := d.conn.Prepare("SELECT (SELECT count(*) FROM (SELECT 1" + from + " LIMIT " + strconv.Itoa(mostCounted) + "))" + last)
	if err != nil {
		return extent{}, err
	}
	defer s.Close()
	if s.Step() {
		out = extent{s.ColumnInt64(0), s.ColumnInt64(1)}
	}
	return out, s.Err()
}
