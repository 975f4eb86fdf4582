package kept

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cardinal/data/parallel"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/internal/system"
)

// Most is the greatest number of bytes of the whole folder.
const Most = 10_000_000_000

// share limits kept tables to one share-th of the free disk. The space of kept tables counts as free.
const share = 10

// Table is a kept table, or all ranges that are kept of a file at an address.
type Table struct {
	File  string    `json:"file"` // from which it was read
	Sheet string    `json:"sheet,omitempty"`
	Rows  int       `json:"rows"`
	Bytes int64     `json:"bytes"`
	Kept  time.Time `json:"kept"`
	Used  time.Time `json:"used"` // last

	path string
}

// Tables lists the kept tables and the files at addresses of which ranges are kept, the last used first. A damaged
// table has no File.
func (f *Folder) Tables() []Table {
	all := f.files()
	for i := range all {
		if filepath.Ext(all[i].path) == rangesExtension {
			if r, err := openRanges(all[i].path); err == nil {
				all[i].File, all[i].Kept = r.Address, r.At
				r.Close()
			}
			continue
		}
		file, err := os.Open(all[i].path)
		if err != nil {
			continue
		}
		_ = parallel.Guard(func() error { // a damaged table is listed, too
			d, err := describe(file, all[i].Bytes)
			if err == nil {
				all[i].File, all[i].Sheet, all[i].Rows, all[i].Kept = d.Source.Path, d.Table.Sheet, d.Table.Rows, d.At
			}
			return err
		})
		_ = file.Close()
	}
	listed := all[:0]
	for _, t := range all {
		i := slices.IndexFunc(listed, func(l Table) bool { return t.IsFar() && l.File == t.File })
		if i < 0 {
			listed = append(listed, t)
			continue
		}
		listed[i].Bytes += t.Bytes
	}
	return listed
}

// IsFar reports whether the file is at an address.
func (t Table) IsFar() bool { return t.File != "" && !filepath.IsAbs(t.File) }

// files lists the files of the folder, the last used first.
func (f *Folder) files() []Table {
	if f == nil {
		return nil
	}
	entries, _ := os.ReadDir(f.path)
	var all []Table
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() && (filepath.Ext(e.Name()) == extension ||
			filepath.Ext(e.Name()) == rangesExtension) {
			all = append(all, Table{Bytes: info.Size(), Used: info.ModTime(), path: filepath.Join(f.path, e.Name())})
		}
	}
	slices.SortFunc(all, func(a, b Table) int { return cmp.Or(b.Used.Compare(a.Used), cmp.Compare(a.path, b.path)) })
	return all
}

// Bytes returns the size of all files of the folder in bytes.
func (f *Folder) Bytes() int64 {
	return each.Sum(f.files(), func(t Table) int64 { return t.Bytes })
}

// Limit returns the number of bytes that the folder may take.
func (f *Folder) Limit() int64 {
	if f == nil {
		return 0
	}
	if f.most > 0 {
		return f.most
	}
	folder := f.path
	rest, err := system.FreeDisk(folder)
	for err != nil && folder != filepath.Dir(folder) { // the folder is made with the first table
		folder = filepath.Dir(folder)
		rest, err = system.FreeDisk(folder)
	}
	if err != nil {
		return 0
	}
	return min(Most, (rest+f.Bytes())/share)
}

// makeRoom removes the files that were used longest ago until there is room for n more bytes. It reports whether
// there is room.
func (f *Folder) makeRoom(n int64, except string) bool {
	limit := f.Limit()
	if n > limit {
		return false
	}
	for _, t := range f.files() {
		if filepath.Base(t.path) == except {
			continue // the file is replaced
		}
		if n += t.Bytes; n > limit {
			_ = os.Remove(t.path) // on Windows a mapped file stays until the next time
			n -= t.Bytes
		}
	}
	return true
}

// Empty removes all kept tables and ranges. Open tables stay usable. The error tells that some could not be removed.
func (f *Folder) Empty() error {
	var errs []error
	for _, t := range f.files() {
		if err := os.Remove(t.path); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	if errs != nil {
		return separators.Errorf("%d kept tables are in use and stay until they are closed: %w", len(errs), errs[0])
	}
	return nil
}
