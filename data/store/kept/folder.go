package kept

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/localfile"
)

const extension = ".table"

// Long is how long a table must have taken to read to be kept.
const Long = time.Second

// settled is how long before a reading a file must have been left alone for its table to be kept. A file system
// may give two changes within that time the same time of modification.
const settled = 2 * time.Second

// Folder is a folder of kept tables. Many goroutines and many programs may use it at once. A nil Folder keeps nothing.
type Folder struct {
	path string
	most int64 // bytes; 0: Most, and the share of the disk

	off atomic.Bool

	mu  sync.Mutex
	due *reading
}

// reading is a table that was read and can be kept.
type reading struct {
	table weak.Pointer[data.Table]
	from  source
}

// Path is the folder of this user's kept tables. It is an error where the system has no such place.
func Path() (string, error) { return localfile.CachePath("tables") }

// At is the folder of kept tables at a path, nil for "".
func At(path string) *Folder {
	if path == "" {
		return nil
	}
	return &Folder{path: path}
}

// Turn turns the folder on or off. A folder that is off gives and keeps no table, and keeps those that it has.
func (f *Folder) Turn(on bool) {
	if f != nil {
		f.off.Store(!on)
	}
}

// Open is the table of a file: the kept one, or else the one that read reads. sheet and how say in which way
// the file is read. A table that took long to read can be kept afterwards, until the next one is opened. A
// table of an encrypted file is never kept.
func (f *Folder) Open(ctx context.Context, path, sheet string, how data.Reading, read func() (*data.Table, error)) (*data.Table, error) {
	if f == nil || f.off.Load() {
		return read()
	}
	var from source
	var lost error
	var kept *data.Table
	answers := parallel.Answered(ctx, func() {
		if from, lost = sourceOf(path, sheet, how); lost == nil {
			kept = f.find(ctx, from)
		}
	})
	if !answers {
		return nil, ctx.Err()
	}
	if kept != nil {
		f.setDue(nil)
		return kept, nil
	}
	start := time.Now()
	t, err := read()
	if err != nil {
		return nil, err
	}
	f.setDue(nil)
	if lost == nil && !t.Encrypted && time.Since(start) >= f.long() && start.Sub(from.Modified) >= settled && from.unchanged() {
		f.setDue(&reading{weak.Make(t), from})
	}
	return t, nil
}

// Has reports whether the table of a file is kept, in the state in which the file is.
func (f *Folder) Has(path, sheet string, how data.Reading) bool {
	if f == nil || f.off.Load() {
		return false
	}
	from, err := sourceOf(path, sheet, how)
	if err == nil {
		_, err = os.Stat(filepath.Join(f.path, from.fileName()))
	}
	return err == nil
}

// long is Long, and nothing for a folder of a test.
func (f *Folder) long() time.Duration {
	if f.most > 0 {
		return 0
	}
	return Long
}

func (f *Folder) setDue(r *reading) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.due = r
}

// Due reports whether a table can be kept: the last one that Open read, if that took long.
func (f *Folder) Due(t *data.Table) bool { return f.dueFor(t) != nil }

func (f *Folder) dueFor(t *data.Table) *reading {
	if f == nil || f.off.Load() {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.due == nil || f.due.table != weak.Make(t) {
		return nil
	}
	return f.due
}

// unchanged reports whether the file is still in the state of the source.
func (s source) unchanged() bool {
	now, err := sourceOf(s.Path, s.Sheet, s.Reading)
	return err == nil && now.same(s)
}

// find is the kept table of a source, nil where there is none. Kept tables of an older state of the file, and
// damaged ones, are removed.
func (f *Folder) find(ctx context.Context, from source) *data.Table {
	all := localfile.Glob(f.path, from.question()+"-*"+extension)
	var found *data.Table
	for _, path := range all {
		if filepath.Base(path) == from.fileName() {
			t, err := openKept(ctx, path, from)
			if err == nil {
				now := time.Now()
				_ = os.Chtimes(path, now, now) // the least recently used leaves first
				found = t
				continue
			}
			if ctx.Err() != nil {
				return nil
			}
		}
		_ = os.Remove(path)
	}
	return found
}

// openKept maps the kept table in a file and checks all of it.
func openKept(ctx context.Context, path string, from source) (*data.Table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() < headSize || info.Size() > math.MaxInt {
		return nil, errors.Join(err, errDamaged)
	}
	mapped, notMapped := mapFile(f, info.Size())
	if notMapped != nil {
		if mapped, err = whole(f, info.Size()); err != nil {
			return nil, err
		}
	}
	t, fingerprint, err := unpack(ctx, mapped, from)
	if err != nil {
		return nil, err
	}
	if notMapped == nil {
		release(mapped, t.Columns)
	}
	if now, err := localfile.Fingerprint(from.Path); err != nil || now != fingerprint {
		return nil, errors.Join(err, errDamaged)
	}
	t.Changed = from.Modified
	return t, nil
}

// Keep writes a table that is due. Tables that were used longest ago are removed to make room. A table that is
// not due, that takes more than all room, or whose file has changed since it was read, is not kept. A cancelled
// or failed Keep leaves nothing behind.
func (f *Folder) Keep(ctx context.Context, t *data.Table) error {
	r := f.dueFor(t)
	if r == nil {
		return nil
	}
	if err := os.MkdirAll(f.path, 0o700); err != nil {
		return fmt.Errorf("cannot keep the table: %w", err)
	}
	localfile.Sweep(f.path)
	d, arrays, end := lay(t)
	fingerprint, err := localfile.Fingerprint(r.from.Path)
	if err != nil || !r.from.unchanged() || !f.makeRoom(end, r.from.fileName()) {
		f.setDue(nil)
		return nil //nolint:nilerr // a file that cannot be read any more has changed
	}
	d.Source, d.Fingerprint, d.At = r.from, fingerprint, time.Now()
	path := filepath.Join(f.path, r.from.fileName())
	if err := localfile.Replace(path, func(w *os.File) error { return write(ctx, w, d, arrays, end) }); err != nil {
		return fmt.Errorf("cannot keep the table: %w", err)
	}
	f.setDue(nil)
	return nil
}
