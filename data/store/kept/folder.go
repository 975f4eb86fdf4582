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

// Long is the least time that reading a table must take before the table is kept.
const Long = time.Second

// settled is how old the file's last change must be when it is read. Otherwise its table is not kept, because some file
// systems give two changes within that time the same time of modification.
const settled = 2 * time.Second

// Folder is a folder of kept tables. Many goroutines and many programs may use it at once. A nil Folder keeps
// nothing.
type Folder struct {
	path string
	most int64 // limit in bytes; 0: Most and share apply

	Asked bool // a person asked for the table to be kept, so it is kept even if reading it was quick

	off atomic.Bool

	mu  sync.Mutex
	due *reading
}

// reading is a table that was read and can be kept.
type reading struct {
	table weak.Pointer[data.Table]
	from  source
}

// Path returns the folder of this user's kept tables, or an error if the system has no such place.
func Path() (string, error) { return localfile.CachePath("tables") }

// At returns the folder of kept tables at a path; nil for "".
func At(path string) *Folder {
	if path == "" {
		return nil
	}
	return &Folder{path: path}
}

// Turn turns the folder on or off. While a folder is off, it neither returns nor keeps tables, but it does not remove
// any.
func (f *Folder) Turn(on bool) {
	if f != nil {
		f.off.Store(!on)
	}
}

// Open returns the table of a file: the kept table, or else the result of read. sheet and how describe the way in which
// the file is read. A table that took long to read can be kept until Open returns the next table. A table of an
// encrypted file is never kept.
func (f *Folder) Open(ctx context.Context, path, sheet string, how data.Reading,
	read func() (*data.Table, error)) (*data.Table, error) {
	if f == nil || f.off.Load() {
		return read()
	}
	kept, from, lost := f.sought(ctx, path, sheet, how)
	if ctx.Err() != nil {
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
	if lost == nil && !t.Encrypted && time.Since(start) >= f.leastTime() && start.Sub(from.Modified) >= settled &&
		from.isUnchanged() {
		f.setDue(&reading{weak.Make(t), from})
	}
	return t, nil
}

// Find returns the kept table of a file, or nil.
func (f *Folder) Find(ctx context.Context, path, sheet string, how data.Reading) *data.Table {
	if f == nil || f.off.Load() {
		return nil
	}
	t, _, _ := f.sought(ctx, path, sheet, how)
	return t
}

// sought returns the kept table of a file, or nil, and the state of the file. The error says why no table of the file
// can be kept.
func (f *Folder) sought(ctx context.Context, path, sheet string, how data.Reading) (*data.Table, source, error) {
	roles := how.Roles
	how.Roles = nil // roles change nothing that is kept
	var from source
	var lost error
	var kept *data.Table
	answers := parallel.Answered(ctx, func() {
		if from, lost = sourceOf(path, sheet, how); lost == nil {
			kept = f.find(ctx, from)
		}
	})
	if !answers {
		return nil, source{}, ctx.Err()
	}
	if kept != nil {
		kept.SetRoles(roles)
	}
	return kept, from, lost
}

// Has reports whether a table of the file's current state is kept.
func (f *Folder) Has(path, sheet string, how data.Reading) bool {
	if f == nil || f.off.Load() {
		return false
	}
	how.Roles = nil
	from, err := sourceOf(path, sheet, how)
	if err == nil {
		_, err = os.Stat(filepath.Join(f.path, from.fileName()))
	}
	return err == nil
}

// leastTime returns Long. It returns 0 if a person asked for the table to be kept, and for a folder with its own limit
// (a test's).
func (f *Folder) leastTime() time.Duration {
	if f.most > 0 || f.Asked {
		return 0
	}
	return Long
}

func (f *Folder) setDue(r *reading) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.due = r
}

// Due reports whether a table can be kept: it must be the last table that Open read, and reading it must have taken
// long.
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

// isUnchanged reports whether the file is still in the state of the source.
func (s source) isUnchanged() bool {
	now, err := sourceOf(s.Path, s.Sheet, s.Reading)
	return err == nil && now.equals(s)
}

// find returns the kept table of a source, or nil. It removes kept tables of an older state of the file, and damaged
// ones.
func (f *Folder) find(ctx context.Context, from source) *data.Table {
	all := localfile.Glob(f.path, from.question()+"-*"+extension)
	var found *data.Table
	for _, path := range all {
		if filepath.Base(path) == from.fileName() {
			t, err := openKept(ctx, path, from)
			if err == nil {
				now := time.Now()
				_ = os.Chtimes(path, now, now) // the least recently used is removed first
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
		if mapped, err = readWhole(f, info.Size()); err != nil {
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

// Keep writes a table that is due. It removes the tables that were used longest ago to make room. It does not keep a
// table that is not due, that is larger than the limit, or whose file has changed since it was read. If Keep is
// cancelled or fails, it leaves no file.
func (f *Folder) Keep(ctx context.Context, t *data.Table) error {
	r := f.dueFor(t)
	if r == nil {
		return nil
	}
	if err := os.MkdirAll(f.path, 0o700); err != nil {
		return fmt.Errorf("cannot keep the table: %w", err)
	}
	localfile.Sweep(f.path)
	d, arrays, end := layOut(t)
	fingerprint, err := localfile.Fingerprint(r.from.Path)
	if err != nil || !r.from.isUnchanged() || !f.makeRoom(end, r.from.fileName()) {
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
