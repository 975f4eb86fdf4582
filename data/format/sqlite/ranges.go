package sqlite

import (
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data/parallel"
)

// rowRange is a range of row numbers of a table, with both ends.
type rowRange struct{ from, to int64 }

// rangeBytes is the size in bytes of the part of the database for one range, if the row numbers have few gaps.
const rangeBytes = 256 << 10

const mostRanges = 1 << 16

// ranges divides the row numbers of a table into equal parts, in order. It returns nil if one connection should read
// the table. That is so for a table that cannot be checked, because its rows may be out of order.
func (d *Database) ranges(t named, rowid string) ([]rowRange, error) {
	n := d.file.size / rangeBytes
	if rowid == "" || n < 2 || runtime.GOMAXPROCS(0) < 2 {
		return nil, nil
	}
	check, _, err := d.conn.Prepare(checkStatement(t))
	if err != nil {
		return nil, nil //nolint:nilerr // the check of the table says it
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
	// its rows are few, or so long that several connections would take much memory
	if uint64(all.to)-uint64(all.from) < uint64(n) {
		return nil, nil
	}
	return cut(all, uint64(min(n, mostRanges))), nil
}

// cut cuts a range into at most `most` parts of equal width.
func cut(r rowRange, most uint64) (out []rowRange) {
	width := (uint64(r.to) - uint64(r.from)) / most // one less than the width of a part
	for from := r.from; ; {
		if uint64(r.to)-uint64(from) <= width {
			return append(out, rowRange{from, r.to})
		}
		to := int64(uint64(from) + width)
		out, from = append(out, rowRange{from, to}), to+1
	}
}

// rowid returns a name for the row numbers of a table in a query. It returns "" if columns have all such names.
func (t named) rowid(columns []string) string {
	for _, name := range []string{"rowid", "_rowid_", "oid"} {
		if t.numbered && !slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, name) }) {
			return name
		}
	}
	return ""
}

// chunk is a part of the text of a range. The error ends the text of the table.
type chunk struct {
	text []byte
	err  error
}

// ahead is the number of chunks of a range that may wait to be read.
const ahead = 4

// job is a range to read, with a channel for its text.
type job struct {
	rowRange
	text chan<- chunk
}

// rangeReader reads the text of a table, whose ranges are read by several connections.
type rangeReader struct {
	database *Database
	table    string
	query    string // with parameters for both ends of a range
	columns  []*column

	scans        []*scan
	texts        <-chan (<-chan chunk) // of the ranges, in order
	text         <-chan chunk          // of the current range
	last         []byte                // the chunk that next returned
	used         chan []byte           // chunks that were read and can be reused
	ranges, read int
}

// begin starts the connections, each of which reads one range at a time. They stay only a little ahead of the reader.
func (p *rangeReader) begin(ranges []rowRange) {
	threads := min(runtime.GOMAXPROCS(0), len(ranges))
	texts, jobs := make(chan (<-chan chunk), 2*threads), make(chan job)
	done, beside := p.database.ctx.Done(), &p.database.beside
	p.texts, p.ranges, p.used = texts, len(ranges), make(chan []byte, ahead*threads)
	beside.Go(func() {
		defer close(texts)
		defer close(jobs)
		for _, s := range ranges {
			text := make(chan chunk, ahead)
			select {
			case texts <- text:
			case <-done:
				return
			}
			select {
			case jobs <- job{s, text}:
			case <-done:
				close(text)
				return
			}
		}
	})
	for range threads {
		s := &scan{table: p.table}
		for _, c := range p.columns {
			s.columns = append(s.columns, newColumn(c.name, c.declared))
		}
		p.scans = append(p.scans, s)
		beside.Go(func() {
			defer s.close()
			for j := range jobs {
				if err := parallel.Guard(func() error { return p.write(s, j) }); err != nil {
					j.put(done, chunk{err: err})
				}
				close(j.text)
			}
		})
	}
}

// put hands over a chunk. It returns false if nobody reads any more.
func (j job) put(done <-chan struct{}, c chunk) bool {
	select {
	case j.text <- c:
		return true
	case <-done:
		return false
	}
}

// write writes the rows of a range. The scan has no connection before its first range.
func (p *rangeReader) write(s *scan, j job) (err error) {
	d := p.database
	if s.database == nil {
		if s.database, err = connect(d.ctx, d.file.ReaderAt, d.file.size, d.limit, func(float64) {}); err != nil {
			return err
		}
		s.database.ranked = d.ranked
	}
	if s.stmt == nil {
		if s.stmt, _, err = s.database.conn.Prepare(p.query); err != nil {
			return s.database.unreadableError(p.table, err)
		}
	}
	if err := errors.Join(s.stmt.Reset(), s.stmt.BindInt64(1, j.from), s.stmt.BindInt64(2, j.to)); err != nil {
		return s.database.unreadableError(p.table, err)
	}
	for err == nil {
		var text []byte
		select {
		case text = <-p.used:
		default:
		}
		text, err = s.fill(text[:0])
		if !j.put(d.ctx.Done(), chunk{text: text}) {
			return d.ctx.Err()
		}
	}
	if err == io.EOF { //nolint:errorlint // of fill alone
		return nil
	}
	return err
}

// close ends the scan's own connection.
func (s *scan) close() {
	if s.database != nil {
		_ = s.database.Close() // the error repeats the error of the last step
	}
}

// next returns the next chunk of the text, which is valid until the next call. It returns io.EOF after the last
// chunk.
func (p *rangeReader) next() ([]byte, error) {
	select {
	case p.used <- p.last:
	default:
	}
	for {
		if p.text == nil {
			text, more := <-p.texts
			if !more {
				return nil, p.gather()
			}
			p.text, p.read = text, p.read+1
			p.database.file.tell(float64(p.read) / float64(p.ranges))
		}
		if c, more := <-p.text; more {
			p.last = c.text
			return c.text, c.err
		}
		p.text = nil
	}
}

// gather adds up what the connections found out about the columns. It returns io.EOF if they read all ranges.
func (p *rangeReader) gather() error {
	if err := p.database.ctx.Err(); err != nil {
		return err
	}
	for _, s := range p.scans {
		for i, c := range p.columns {
			c.add(s.columns[i])
		}
	}
	return io.EOF
}
