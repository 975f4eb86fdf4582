package load

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/format/duckdb"
)

// shopDuckDB unpacks a database that DuckDB wrote, with the tables archive.sales and sales, into a folder of the
// test.
func shopDuckDB(t *testing.T, name string) string {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("..", "format", "duckdb", "testdata", "shop.duckdb.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDuckDB(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"shop.duckdb", "shop.db", "shop.csv"} {
		table, err := Open(ctx, shopDuckDB(t, name), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if table.Format != "duckdb" || table.Rows != 180 || table.Sheet != "sales" {
			t.Errorf("%s: %s, %d rows of %q", name, table.Format, table.Rows, table.Sheet)
		}
		if other := slices.ContainsFunc(table.Notes, func(n string) bool {
			return strings.Contains(n, "the name ends in")
		}); other != (name == "shop.csv") {
			t.Errorf("%s: notes %q", name, table.Notes)
		}
	}
	path := shopDuckDB(t, "shop.duckdb")
	all, err := Open(ctx, path, Options{Sheet: AllSheets})
	if err != nil || all.Rows != 185 {
		t.Errorf("all tables: %v, %v", all, err)
	}
	if _, err := Open(ctx, path, Options{Reading: data.Reading{Decimal: ","}}); err == nil ||
		!strings.Contains(err.Error(), "a DuckDB database") {
		t.Errorf("with a decimal comma: %v", err)
	}
}

// TestDuckDBLog refuses a database while changes stand in the log beside it, also behind a link.
func TestDuckDBLog(t *testing.T) {
	path := shopDuckDB(t, "shop.duckdb")
	paths, link := []string{path}, filepath.Join(t.TempDir(), "link.duckdb")
	if os.Symlink(path, link) == nil { // systems without such links have none to follow
		paths = append(paths, link)
	}
	if err := os.WriteFile(path+".wal", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), path, Options{}); err != nil {
		t.Errorf("beside an empty log: %v", err)
	}
	if err := os.WriteFile(path+".wal", []byte("changes"), 0o600); err != nil {
		t.Fatal(err)
	}
	retry(t, nil)
	for _, p := range paths {
		if _, err := Open(context.Background(), p, Options{}); err == nil ||
			!strings.Contains(err.Error(), "CHECKPOINT") {
			t.Errorf("beside a log: %v", err)
		}
	}
}

// checkpoint changes the headers of a DuckDB database like a checkpoint that changes no rows: the older header
// becomes the newer header.
func checkpoint(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const header = duckdb.HeaderSize / 3
	b := make([]byte, 2*header)
	if _, err := f.ReadAt(b, header); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(slices.Concat(b[header:], b[:header]), header); err != nil {
		t.Fatal(err)
	}
}

// TestDuckDBWhileItChanges opens a database that a program checkpoints while it is read: once, and each time.
func TestDuckDBWhileItChanges(t *testing.T) {
	retry(t, make([]time.Duration, 4))
	path := shopDuckDB(t, "shop.duckdb")
	want := shown(open(t, path))
	times, last := 0, 0.0
	table, err := Open(t.Context(), path, Options{Progress: func(done float64) {
		if last = done; times == 0 {
			times++
			checkpoint(t, path)
		}
	}})
	if err != nil || shown(table) != want || times != 1 || last != 1 {
		t.Errorf("%v, %v done", err, last)
	}
	last = 1
	_, err = Open(t.Context(), path, Options{Progress: func(done float64) {
		if done <= last { // it is read again
			checkpoint(t, path)
		}
		last = done
	}})
	if err == nil || err.Error() != "cannot open shop.duckdb: a program wrote to it each time that it was read; open "+
		"it again when that program rests, or open a backup that it makes" {
		t.Error(err)
	}
}

// TestDuckDBHalfWritten checks that a database with a half-written block is read again, as long as it was written to
// just before.
func TestDuckDBHalfWritten(t *testing.T) {
	was := tick
	t.Cleanup(func() { tick = was })
	tick = 30 * time.Minute
	path := shopDuckDB(t, "shop.duckdb")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	half := bytes.Clone(whole)
	for at := duckdb.HeaderSize + 8; at < len(half); at += 1 << 10 {
		half[at]++
	}
	if err := os.WriteFile(path, half, 0o600); err != nil {
		t.Fatal(err)
	}
	retry(t, slices.Repeat([]time.Duration{20 * time.Millisecond}, 200))
	var ended sync.WaitGroup
	ended.Go(func() {
		time.Sleep(30 * time.Millisecond)
		f, err := os.OpenFile(path, os.O_WRONLY, 0) // in place: an empty file is another fault
		if err == nil {
			_, err = f.WriteAt(whole, 0)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			t.Error(err)
		}
	})
	if table, err := Open(t.Context(), path, Options{}); err != nil || table.Rows != 180 {
		t.Error(err)
	}
	ended.Wait()
	if err := os.WriteFile(path, half, 0o600); err != nil {
		t.Fatal(err)
	}
	rest(t, path)
	if _, err := Open(t.Context(), path, Options{}); err == nil ||
		!strings.Contains(err.Error(), "the DuckDB database is damaged or cut off") {
		t.Error(err)
	}
}

// TestDuckDBLogThatEnds waits for a program that moves its changes into the database.
func TestDuckDBLogThatEnds(t *testing.T) {
	path := shopDuckDB(t, "shop.duckdb")
	if err := os.WriteFile(path+duckLogSuffix, []byte("changes"), 0o600); err != nil {
		t.Fatal(err)
	}
	retry(t, slices.Repeat([]time.Duration{20 * time.Millisecond}, 200))
	var ended sync.WaitGroup
	ended.Go(func() {
		time.Sleep(30 * time.Millisecond)
		if err := os.Remove(path + duckLogSuffix); err != nil {
			t.Error(err)
		}
	})
	if table, err := Open(t.Context(), path, Options{}); err != nil || table.Rows != 180 {
		t.Error(err)
	}
	ended.Wait()
}
