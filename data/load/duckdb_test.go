package load

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
)

// shopDuckDB is a database that DuckDB wrote, with the tables archive.sales and sales, in a folder of the test.
func shopDuckDB(t *testing.T, name string) string {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("..", "duckdb", "testdata", "shop.duckdb.gz"))
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
		if other := slices.ContainsFunc(table.Notes, func(n string) bool { return strings.Contains(n, "the name ends in") }); other != (name == "shop.csv") {
			t.Errorf("%s: notes %q", name, table.Notes)
		}
	}
	path := shopDuckDB(t, "shop.duckdb")
	all, err := Open(ctx, path, Options{Sheet: AllSheets})
	if err != nil || all.Rows != 185 {
		t.Errorf("all tables: %v, %v", all, err)
	}
	if _, err := Open(ctx, path, Options{Reading: data.Reading{Decimal: ","}}); err == nil || !strings.Contains(err.Error(), "a DuckDB database") {
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
	for _, p := range paths {
		if _, err := Open(context.Background(), p, Options{}); err == nil || !strings.Contains(err.Error(), "CHECKPOINT") {
			t.Errorf("beside a log: %v", err)
		}
	}
}
