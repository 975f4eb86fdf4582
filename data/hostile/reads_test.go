package hostile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/internal/faults"
)

// changes are what another program may do to a file while it is read.
var changes = map[string]func(path string, other []byte) error{
	"grows":    func(path string, _ []byte) error { return appendTo(path, "\n1,2,3\n") },
	"shrinks":  func(path string, _ []byte) error { return os.Truncate(path, 700) },
	"empties":  func(path string, _ []byte) error { return os.Truncate(path, 0) },
	"removes":  func(path string, _ []byte) error { return os.Remove(path) },
	"rewrites": func(path string, other []byte) error { return os.WriteFile(path, other, 0o600) },
	"replaces": func(path string, other []byte) error {
		if err := os.WriteFile(path+".new", other, 0o600); err != nil {
			return err
		}
		return os.Rename(path+".new", path)
	},
}

// readable returns a file of every kind, and a file that is longer than one read.
func readable() (files []seed) {
	for _, s := range seeds() {
		if !slices.ContainsFunc(files, func(f seed) bool { return f.kind == s.kind }) || s.kind == "arrow" &&
			strings.HasPrefix(s.name, "stream_lz4") {
			files = append(files, s)
		}
	}
	var long bytes.Buffer
	long.WriteString("a,b\n")
	for i := range 60_000 {
		fmt.Fprintf(&long, "%d,%d\n", i, i%7)
	}
	table, err := read("long.csv", long.Bytes())
	if err != nil {
		panic(err)
	}
	return append(files, seed{kind: "csv", name: "long.csv", bytes: long.Bytes(), table: valuesOf(table)})
}

// TestReadsFail makes every read of a file fail, one after the other. An error must say so, and no part of the table
// may be shown as the whole.
func TestReadsFail(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		dir := t.TempDir()
		for _, s := range readable() {
			path := filepath.Join(dir, s.name)
			if err := os.WriteFile(path, s.bytes, 0o600); err != nil {
				t.Fatal(err)
			}
			f := faults.Fault{Dir: dir, Err: syscall.EIO, Reads: true}
			for met := "none"; met != ""; {
				f.Nth++
				d.Break(f)
				table, err := load.Open(t.Context(), path, load.Options{})
				met = d.Mend()
				switch {
				case err == nil && (!valuesOf(table).same(s.table) || table.Notes != nil && !slices.Equal(table.Notes,
					s.table.notes)):
					t.Errorf("%s: read %d fails, and the table has %d rows and the notes %q", s.name, f.Nth,
						table.Rows, table.Notes)
				case err != nil && (met == "" || strings.Contains(err.Error(), "\n")):
					t.Errorf("%s: read %d fails: %v", s.name, f.Nth, err)
				}
			}
			t.Logf("%s: %d reads", s.name, f.Nth-1)
		}
	})
}

// TestChangesBetweenReads changes a file before every read, one after the other. The table must be the old or the new
// table, or a note or a sentence must tell that the file changed.
func TestChangesBetweenReads(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		dir := t.TempDir()
		yesterday := time.Now().Add(-24 * time.Hour)
		files := readable()
		for i, s := range files {
			path, other, tries := filepath.Join(dir, s.name), files[(i+1)%len(files)], 0
			for _, o := range files {
				if o.kind == s.kind && o.name != s.name {
					other = o
				}
			}
			for how, change := range changes {
				f := faults.Fault{Dir: dir, Reads: true}
				f.Then = func() {
					if err := change(path, other.bytes); err != nil {
						t.Error(err)
					}
				}
				for met := "none"; met != ""; tries++ {
					if err := os.WriteFile(path, s.bytes, 0o600); err != nil {
						t.Fatal(err)
					}
					if err := os.Chtimes(path, yesterday, yesterday); err != nil {
						t.Fatal(err)
					}
					f.Nth++
					d.Break(f)
					table, err := load.Open(t.Context(), path, load.Options{})
					met = d.Mend()
					switch {
					case (isDatabase(s) || isDatabase(other)) && isNew(t, path, table, err): // a database is read again
					case err != nil:
						if !strings.Contains(err.Error(), "it changed while it was read") {
							t.Errorf("%s %s before read %d: %v", s.name, how, f.Nth, err)
						}
					case strings.Contains(strings.Join(table.Notes, " "), "changed while it was read"):
					case !valuesOf(table).same(s.table):
						t.Errorf("%s %s before read %d: without a note it has %d rows of %d", s.name, how, f.Nth,
							table.Rows, s.table.rows)
					}
				}
			}
			t.Logf("%s: %d tries", s.name, tries)
		}
	})
}

// isDatabase reports whether a file is a database of pages or blocks that belong together.
func isDatabase(s seed) bool { return s.kind == "sqlite" || s.kind == "duckdb" }

// isNew reports whether what was opened of a file is what the file has now.
func isNew(t *testing.T, path string, table *data.Table, err error) bool {
	now, failed := load.Open(t.Context(), path, load.Options{})
	if failed != nil || err != nil {
		return failed != nil && err != nil && failed.Error() == err.Error()
	}
	return valuesOf(now).same(valuesOf(table))
}

// same reports whether two tables have the same cells.
func (v *values) same(o *values) bool {
	return v.rows == o.rows && slices.Equal(v.names, o.names) && slices.EqualFunc(v.columns, o.columns, slices.Equal)
}
