package export

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/format/workbook/encrypted"
	"cardinal/engine/pivot"
)

// unlockedFile returns the content of an encrypted file.
func unlockedFile(t *testing.T, path, password string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return unlocked(t, b, password)
}

// unlocked returns the content of an encrypted workbook.
func unlocked(t *testing.T, b []byte, password string) []byte {
	t.Helper()
	f, err := encrypted.Recognise(t.Context(), bytes.NewReader(b), int64(len(b)))
	if err != nil || f == nil {
		t.Fatalf("%d bytes are not encrypted: %v", len(b), err)
	}
	var p encrypted.Passwords
	p.Add(password)
	plain, err := f.Open(t.Context(), &p, 0)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// TestPassword writes the same workbook with and without a password. The encrypted one holds the same parts,
// and nothing of it lies in the folder of temporary files.
func TestPassword(t *testing.T) {
	dir, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary) // on Windows
	p := complete(gridOf(t, small()))
	for _, format := range []string{"xlsx", "pivottable"} {
		path := filepath.Join(dir, format+".xlsx")
		if _, err := Save(t.Context(), path, format, "päß 🔑", p); err != nil {
			t.Fatal(err)
		}
		if plain := unlockedFile(t, path, "päß 🔑"); !bytes.HasPrefix(plain, []byte("PK")) ||
			!bytes.Contains(plain, []byte("xl/workbook.xml")) {
			t.Errorf("%s holds %d bytes that are no workbook", format, len(plain))
		}
	}
	l := p.Source
	rows, _, err := l(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "rows.xlsx")
	if _, err := SaveRows(t.Context(), path, "", "x", rows); err != nil {
		t.Fatal(err)
	}
	unlockedFile(t, path, "x")
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("%s lies in the folder of temporary files", left[0].Name())
	}
}

func TestNoPassword(t *testing.T) {
	p := complete(gridOf(t, small()))
	for name, password := range map[string]string{"a.csv": "x", "a.html": "x", "a.xlsx": strings.Repeat("x", 256)} {
		path := filepath.Join(t.TempDir(), name)
		if _, err := Save(context.Background(), path, "", password, p); err == nil ||
			!strings.Contains(err.Error(), "password") {
			t.Error(name, err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// watched are rows with a text of 30,000 bytes each. They call at when most of them are written.
type watched struct {
	rows int
	at   func()
}

const (
	watchedRows = 3000
	watchedText = 30_000 // bytes
)

func (w watched) Size() (rows, cols, headerRows, labelCols int) { return w.rows, 1, 1, 0 }
func (w watched) Heading(int) string                            { return "" }
func (w watched) PlainHeading(int) string                       { return "" }
func (w watched) Cell(row, _ int) pivot.Cell {
	if row == w.rows-2 { // the last one is measured before
		w.at()
	}
	return pivot.Cell{Role: pivot.Body, Value: data.TextValue(strings.Repeat("secret", watchedText/6))}
}

// TestRowsOfWorkbook looks at the memory and at the temporary files while a sheet of 90 MB is written: neither
// has the sheet. A cancelled export leaves no file.
func TestRowsOfWorkbook(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary) // on Windows
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	for _, password := range []string{"", "secret"} {
		for _, cancelled := range []bool{false, true} {
			ctx, cancel := context.WithCancel(t.Context())
			before, looked := heap(), false
			rows := watched{rows: watchedRows}
			rows.at = func() {
				files, _ := os.ReadDir(temporary)
				for _, f := range files {
					b, err := os.ReadFile(filepath.Join(temporary, f.Name()))
					if err != nil {
						t.Fatal(err)
					}
					if bytes.Contains(b, []byte("secretsecret")) || bytes.Contains(b, []byte(`<row r="`)) {
						t.Errorf("%s can be read", f.Name())
					}
					looked = looked || len(b) > watchedRows*watchedText/2
				}
				if grown := heap() - before; grown > watchedRows*watchedText/4 {
					t.Errorf("password %q: the rows take %d bytes of memory", password, grown)
				}
				if cancelled {
					cancel()
				}
			}
			f := FormatNamed("xlsx")
			f.write = func(ctx context.Context, w io.Writer, _ Pivot) (Report, error) {
				b := newBook(w, Pivot{})
				defer b.close()
				if err := b.addSheet(ctx, rowsSheet, rows); err != nil {
					return Report{}, err
				}
				return b.report, b.write()
			}
			path := filepath.Join(t.TempDir(), "rows.xlsx")
			f = f.WithPassword(password)
			_, err := toFile(ctx, path, func(w io.Writer) (Report, error) { return f.write(ctx, w, Pivot{}) })
			_, there := os.Stat(path)
			if (err != nil) != cancelled || (there != nil) != cancelled || !looked {
				t.Errorf("password %q, cancelled %v: %v, %v, looked %v", password, cancelled, err, there, looked)
			}
			if left, _ := os.ReadDir(temporary); len(left) > 0 {
				t.Errorf("%s is left", left[0].Name())
			}
			cancel()
		}
	}
}

// TestNoFolderForTemporaryFiles expects an error that names the folder for temporary files. It does not name the
// folder of the workbook, which is not written.
func TestNoFolderForTemporaryFiles(t *testing.T) {
	path, missing := filepath.Join(t.TempDir(), "a.xlsx"), filepath.Join(t.TempDir(), "missing")
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing) // on Windows
	_, err := Save(t.Context(), path, "", "", complete(gridOf(t, small())))
	if err == nil || !strings.Contains(err.Error(), "cannot keep temporary files") ||
		!strings.Contains(err.Error(), missing) || strings.Contains(err.Error(), ".tmp") {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the workbook is written")
	}
}
