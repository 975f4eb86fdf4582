package load

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cardinal/data"
	"cardinal/data/format/sqlite"
	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/infer"
	"cardinal/data/parallel"
	"cardinal/data/shape/unpivot"
	"cardinal/data/store/kept"
	"cardinal/data/store/spill"
	"cardinal/data/text/intern"
	"cardinal/data/text/lookalike"
	"cardinal/data/web"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// Options configures Open and Bytes. The zero Options is valid.
type Options struct {
	Reading data.Reading // how to read delimited text, a sheet or a list
	Unfit   infer.Unfit  // what happens to types in Reading that the file cannot have
	// the name, in any case, of a sheet of a workbook, of a table of a page or a text, or of a file of an archive. The
	// name of a file of an archive can be followed by / and a sheet. AllSheets: all of them. "": the first visible
	// sheet with cells, or the largest table or file
	Sheet  string
	Losses func(data.Loss) // called for each part of a text that the table changes or lacks; may be nil
	// the wanted columns, in any case; nil, or with an unknown name: all columns. Only Parquet, Arrow, JSON and
	// delimited text leave the other columns out
	Columns []string
	// called with the share of the work that is done, from 0 to 1, at most ten times a second and by one goroutine at a
	// time; may be nil
	Progress func(done float64)

	// Changed says that the file may have changed since Reading was written. If the columns in Reading.Unpivot are now
	// missing, the table keeps the columns of the file, with a note.
	Changed bool

	// Repeats reports whether the dictionary of a column may have a text several times, if most of its texts differ.
	// Such a column is only good for a caller that compares texts by their bytes. If Repeats is nil, no column may.
	// Tables of several files ignore Repeats.
	Repeats func(column string) bool

	// Passwords are tried on an encrypted workbook. If none of them is right, the error of Open is an
	// *encrypted.Locked.
	Passwords *encrypted.Passwords

	// Within returns the least and the greatest integer that wanted rows have in a column, as in parquet.Options; may
	// be nil. The table may lack unwanted rows.
	Within func(*data.Column) (least, most int64, ok bool)
	// Compared returns the same for a column of floats, if Within is set; may be nil. If ok is true, the caller gives
	// the same answer whether the column is read as floats or as decimals.
	Compared func(column string) (least, most float64, ok bool)

	// Kept has ranges of files at addresses from earlier readings, and takes new ones; nil: nothing is kept.
	Kept *kept.Folder

	// WillRead is called before a file or a lake at an address is read, with the number of bytes that will be asked for
	// and the size of all; may be nil. Of several files, it is called with the sums of those that were opened.
	WillRead func(bytes, of int64)

	name  string       // of the file; its extension is a hint to the format
	every bool         // all sheets are read, in separate calls
	inner bool         // the file was inside a compressed file
	most  int          // of a workbook: greatest number of rows; of Parquet: not 0 reads one row group; 0: all
	limit int64        // bytes of memory for the table; 0: the free memory
	spill *spill.Space // stores columns that do not fit into memory
	far   *web.File    // the file at an address if it is already open; else nil

	// of a file of a Delta table: its field names and deleted rows, as in parquet.Options; nil: as in the file
	named   func(around, name string, id int32) (named string, ok bool)
	deleted func(rows int) (data.Bitmap, error)

	// of a database in an archive: its write-ahead log and its rollback journal; nil: missing
	companions [2]*pages
}

// Open reads the file at path into a table. A path can have several lines. Each line is a file, a folder or a pattern
// such as sales-*.csv. The table then has the rows of all files. The error is one sentence with the file's name.
func Open(ctx context.Context, path string, o Options) (_ *data.Table, err error) {
	ctx, done := memory.Watch(ctx)
	defer func() { err = addAdvice(Title(path), done(err)) }()
	return openOrLeave(ctx, Title(path), o, func(o Options) (*data.Table, error) {
		if o.Sheet == AllSheets || IsSeveral(path) {
			o.Repeats = nil
			t, err := openSeveral(ctx, path, o)
			return finish(ctx, o, t, err)
		}
		t, err := openFile(ctx, path, o)
		return finish(ctx, o, t, err)
	})
}

// openOrLeave returns the table that `open` returns. If ctx ends while a drive does not answer, openOrLeave abandons
// the goroutine that reads. Later calls of Progress and Losses by that goroutine have no effect.
func openOrLeave(ctx context.Context, name string, o Options, open func(Options) (*data.Table,
	error)) (*data.Table, error) {
	var left atomic.Bool
	if tell := o.Progress; tell != nil {
		o.Progress = func(done float64) {
			if !left.Load() {
				tell(done)
			}
		}
	}
	if tell := o.Losses; tell != nil {
		o.Losses = func(l data.Loss) {
			if !left.Load() {
				tell(l)
			}
		}
	}
	var t *data.Table
	var err error
	if !parallel.Answered(ctx, func() { t, err = open(o) }) {
		left.Store(true)
		return nil, fmt.Errorf("opening %s was cancelled, and a read that did not end was left behind: %w",
			name, ctx.Err())
	}
	return t, err
}

// finish sets the roles and the zones of the columns. For each column of texts, it adds a note if labels look the same
// but differ.
func finish(ctx context.Context, o Options, t *data.Table, err error) (*data.Table, error) {
	if err != nil {
		return t, err
	}
	if len(o.Reading.Zones) > 0 {
		name := t.Name
		if t, err = t.InZones(ctx, o.Reading.Zones, o.Unfit.Missing); err != nil {
			return nil, fmt.Errorf("cannot open %s: %w", name, err)
		}
	}
	if len(o.Reading.Roles) > 0 {
		t.SetRoles(o.Reading.Roles)
	}
	for _, c := range t.Columns {
		if c.Type == data.Text {
			labels := c.Dict.Values
			if o.Repeats != nil && o.Repeats(c.Name) {
				labels = intern.Distinct(labels, lookalike.MostLabels)
			}
			if note := lookalike.Note(lookalike.Find(labels)); note != "" {
				t.Notes = append(t.Notes, c.Name+": "+note)
			}
		}
	}
	return t, nil
}

// openFile reads one file. If a program writes to a database meanwhile, it reads the database again, a few times at
// most.
func openFile(ctx context.Context, path string, o Options) (*data.Table, error) {
	switch {
	case web.IsFolder(path):
		return openDelta(ctx, path, o)
	case web.Is(path):
		return openAddress(ctx, path, o)
	case IsAddress(path):
		scheme, _, _ := strings.Cut(path, "://")
		return nil, fmt.Errorf("addresses of %s:// are not opened: those of files begin with https://, s3://, gs:// "+
			"or az://, and "+
			"those of tables on servers with clickhouse://, postgres://, mysql:// or sqlserver://", scheme)
	}
	t, err := openOnce(ctx, path, o, false)
	begun := time.Now()
	for _, rest := range rests {
		if !errors.Is(err, errWritten) && !errors.Is(err, sqlite.ErrUnfinished) && !errors.Is(err, errLogged) ||
			time.Since(begun) > mostRetried {
			break
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("opening %s was cancelled: %w", filepath.Base(path), ctx.Err())
		case <-time.After(rest):
		}
		t, err = openOnce(ctx, path, o, true)
	}
	return t, err
}

// openOnce tries once to read a file. again says that a program wrote to the file during an earlier attempt.
func openOnce(ctx context.Context, path string, o Options, again bool) (*data.Table, error) {
	name := filepath.Base(path)
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreachableError(name, err)
	}
	switch {
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder: open a file inside it", name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file, so it cannot be read as a table", name)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreachableError(name, err)
	}
	defer f.Close()
	w, err := withCompanions(ctx, path, f, info)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", name, err)
	}
	defer w.Close()
	var t *data.Table
	changed := w.isDatabase() && w.changed()
	if again && !changed {
		o.Progress, changed = w.copyFirst(ctx, o.Progress)
	}
	if !changed {
		t, err = read(ctx, name, w, w.size, o)
		changed = w.changed() || w.mayBeUnfinished(err)
	}
	switch {
	case changed && w.isDatabase() && (err == nil || ctx.Err() == nil): // pages of two versions
		return nil, plain{fmt.Sprintf("cannot open %s: a program wrote to it each time that it was read; open it "+
			"again when that program rests, or open a backup that it makes", name), errors.Join(errWritten, err)}
	case changed && (err != nil || t.Format == "sqlite" || t.Format == "duckdb") && ctx.Err() == nil:
		return nil, plain{fmt.Sprintf("cannot open %s: it changed while it was read; open it again when nothing "+
			"writes to it", name), err}
	case err != nil:
		return nil, err
	case changed:
		t.Notes = append(t.Notes, "the file changed while it was read: open it again when nothing writes to it")
	}
	if folder, kind := lakeAround(path); kind != "" {
		t.Notes = append(t.Notes, fmt.Sprintf("the file belongs to the %s table %s, which may have removed it or some "+
			"of its rows", kind, filepath.Base(folder)))
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	t.Path, t.Size, t.Changed = path, w.onDisk, w.at
	return t, nil
}

// Bytes reads a file in memory into a table with a name. The error is one sentence that begins with the name.
func Bytes(ctx context.Context, name string, b []byte, o Options) (*data.Table, error) {
	t, err := read(ctx, name, bytes.NewReader(b), int64(len(b)), o)
	return finish(ctx, o, t, err)
}

// Stream reads all of r, such as the standard input, into memory and then into a table with a name. The error is one
// sentence that begins with the name.
func Stream(ctx context.Context, name string, r io.Reader, o Options) (_ *data.Table, err error) {
	ctx, done := memory.Watch(ctx)
	defer func() { err = addAdvice(name, done(err)) }()
	text := newPages(name, memoryLimit()/2, 0) // only memory: the length is unknown, and the text could fill the disk
	text.fill(ctx, r, 0, func() {})
	if err := text.wait(); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	t, err := read(ctx, name, text, text.size, o)
	return finish(ctx, o, t, err)
}

// plain is an error whose text is complete for a person. errors.Is and errors.As find its cause.
type plain struct {
	text  string
	cause error
}

func (e plain) Error() string { return e.text }
func (e plain) Unwrap() error { return e.cause }

func unreachableError(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return plain{name + " does not exist" + inFolder(err) + ": check the name and the folder", err}
	case errors.Is(err, fs.ErrPermission):
		return plain{name + " may not be read by you: ask its owner for permission", err}
	}
	if at := new(fs.PathError); errors.As(err, &at) {
		return plain{fmt.Sprintf("%s cannot be read: %v", name, at.Err), err} // err also has the long path
	}
	return fmt.Errorf("%s cannot be read: %w", name, err)
}

// inFolder names the folder in which a file was searched for, or says that this folder does not exist either.
func inFolder(err error) string {
	at := new(fs.PathError)
	if !errors.As(err, &at) {
		return ""
	}
	folder := filepath.Dir(Absolute(at.Path))
	if _, err := os.Stat(folder); err != nil {
		return ", and neither does the folder " + folder
	}
	return " in " + folder
}

func read(ctx context.Context, name string, r io.ReaderAt, size int64, o Options) (*data.Table, error) {
	if size == 0 {
		return nil, fmt.Errorf("%s is empty (0 bytes): save or download it again", name)
	}
	var t *data.Table
	limit := cmp.Or(o.limit, memoryLimit())
	var rows unpivot.Spec // the columns that become rows
	if o.Reading.Unpivot != "" {
		var err error
		if rows, err = unpivot.Parse(o.Reading.Unpivot); err != nil {
			return nil, fmt.Errorf("cannot open %s: unpivot %q: %w", name, o.Reading.Unpivot, err)
		}
		o.Columns, o.Within = nil, nil
	}
	o.spill = &spill.Space{Most: limit / 4}
	p := progress{tell: o.Progress}
	var kind format
	var c contents
	o.name = name
	err := parallel.Guard(func() (err error) {
		if c, err = decrypt(ctx, r, size, limit, o.Passwords); err != nil {
			return err
		}
		if kind, err = recogniseAs(ctx, c, c.size, o); err != nil {
			return err
		}
		if err := errors.Join(c.checkFormat(kind), kind.allows(o)); err != nil {
			return err
		}
		if announce := c.Announcer(); announce != nil && !kind.parts {
			if err := announce([][2]int64{{0, c.size}}); err != nil {
				return err
			}
		}
		if t, err = kind.open(ctx, c, c.size, c.limit, o, p.report); err == nil && o.Reading.Unpivot != "" {
			t, err = toRows(ctx, t, rows, o)
		}
		return err
	})
	if err != nil {
		err = errors.Join(err, o.spill.Release())
	}
	var locked *encrypted.Locked
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, fmt.Errorf("opening %s was cancelled: %w", name, ctx.Err())
	case errors.As(err, &locked):
		locked.Name = name
		return nil, fmt.Errorf("cannot open %s: %w", name, err)
	case errors.As(err, new(infer.Mismatch)):
		return nil, fmt.Errorf("cannot open %s, by a fault of Cardinal: %w", name, err)
	case errors.Is(err, parallel.ErrPanic):
		return nil, plain{"cannot open " + name + ": the file is damaged; copy or download it again", err}
	default:
		return nil, fmt.Errorf("cannot open %s: %w", name, err)
	}
	t.Name, t.Reading, t.Encrypted = name, o.Reading, t.Encrypted || c.were
	if !kind.holds {
		t.Format = kind.table
	}
	if word := t.SheetWord(); o.Sheet == "" && !o.every && len(t.Sheets) > 1 && word == "table" {
		t.Notes = append([]string{separators.Sprintf("there are %d tables, and the largest one was read, %q: the "+
			"list at the top of the window, or --sheet, chooses another", len(t.Sheets), t.Sheet)}, t.Notes...)
	}
	if n := o.spill.Bytes(); n > 0 {
		t.Notes = append([]string{separators.Sprintf("the table does not fit the %d MB of memory that it may take: "+
			"its columns lie in temporary files of %d MB, and pivots read them in pieces from there", limit>>20,
			n>>20)}, t.Notes...)
	}
	if n := kind.note(name); n != "" {
		t.Notes = append([]string{n}, t.Notes...)
	}
	p.report(1)
	return t, nil
}

// toRows turns columns of the table into rows, as o.Reading.Unpivot says.
func toRows(ctx context.Context, t *data.Table, rows unpivot.Spec, o Options) (*data.Table, error) {
	if err := rows.CheckColumns(t); err != nil && o.Changed {
		t.Notes = append([]string{fmt.Sprintf("the columns of %q do not become rows any more: %v", o.Reading.Unpivot,
			err)}, t.Notes...)
		return t, nil
	}
	out, err := unpivot.Table(ctx, t, rows, memoryLimit())
	if err != nil {
		return nil, fmt.Errorf("columns that become rows, %q: %w", o.Reading.Unpivot, err)
	}
	out.Encrypted = t.Encrypted
	return out, nil
}

// progress calls `tell` with a growing share, at most ten times a second.
type progress struct {
	mu   sync.Mutex
	tell func(float64)
	last time.Time
	done float64
}

func (p *progress) report(done float64) {
	if p.tell == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); done > p.done && (done >= 1 || now.Sub(p.last) >= 100*time.Millisecond) {
		p.last, p.done = now, done
		p.tell(done)
	}
}

// progressOfFiles sums the progress of several files by their sizes in bytes.
type progressOfFiles struct {
	p     *progress
	sizes []int64
	size  int64 // of all files

	mu     sync.Mutex
	shares []float64 // that are done, one for each file
	total  float64
}

// of returns the function that takes the progress of a file.
func (s *progressOfFiles) of(i int) func(done float64) {
	return func(done float64) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.total += (done - s.shares[i]) * float64(s.sizes[i]) / float64(max(s.size, 1))
		s.shares[i] = done
		s.p.report(shareOfReading * s.total)
	}
}

// addAdvice adds advice to the error if reading needed more than the memory limit.
func addAdvice(name string, err error) error {
	if errors.As(err, new(memory.Exceeded)) {
		return fmt.Errorf("cannot open %s: the table is too large: %w; allow more or open a smaller file", name, err)
	}
	return err
}

// memoryLimit returns the number of bytes that a table may take, or 0 if this number is unknown.
func memoryLimit() int64 {
	free, known := memory.Free()
	if !known {
		return 0
	}
	return free
}
