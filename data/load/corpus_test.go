package load

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardinal/data"
)

var corpora = filepath.Join("..", "..", "..", "shared", "data")

// files lists every file under a folder of the corpora.
func files(t testing.TB, folder string) []string {
	t.Helper()
	var out []string
	root := filepath.Join(corpora, folder)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Skip(err)
	}
	return out
}

// within opens a file and fails the test if that takes too long.
func within(t *testing.T, limit time.Duration, path string) (*data.Table, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	type result struct {
		table *data.Table
		err   error
	}
	done := make(chan result, 1)
	go func() {
		table, err := Open(ctx, path, Options{})
		done <- result{table, err}
	}()
	select {
	case r := <-done:
		if ctx.Err() != nil {
			t.Errorf("%s: took more than %v", path, limit)
		}
		return r.table, r.err
	case <-time.After(limit + 5*time.Second):
		t.Fatalf("%s: hangs", path)
	}
	return nil, nil
}

func TestEveryWorkbookLoadsOrSaysWhy(t *testing.T) {
	for _, path := range files(t, "xlsx") {
		name := filepath.Base(path)
		table, err := within(t, 10*time.Second, path)
		if err != nil {
			t.Logf("%s: %v", name, err)
			if !strings.Contains(err.Error(), name) {
				t.Errorf("the error does not name the file: %v", err)
			}
			continue
		}
		t.Logf("%s: %d x %d %v", name, table.Rows, len(table.Columns), table.Notes)
	}
}

func TestEveryParquetFileLoadsOrSaysWhy(t *testing.T) {
	for _, path := range append(files(t, "parquet/parquet-testing/data"), files(t, "parquet/hyparquet")...) {
		name := filepath.Base(path)
		if !strings.Contains(name, ".parquet") {
			continue
		}
		table, err := within(t, 10*time.Second, path)
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		t.Logf("%s: %d x %d %q", name, table.Rows, len(table.Columns), table.Notes)
	}
}

func TestBadParquetIsRefused(t *testing.T) {
	for _, path := range files(t, "parquet/parquet-testing/bad_data") {
		if filepath.Ext(path) != ".parquet" {
			continue
		}
		table, err := within(t, 10*time.Second, path)
		if filepath.Base(path) == "ARROW-GH-43605.parquet" {
			// It once broke a reader, but a dictionary of one value needs no bits to point into.
			if err != nil || table.Rows != 21186 {
				t.Errorf("%v", err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%s: loads %d x %d %q", filepath.Base(path), table.Rows, len(table.Columns), table.Notes)
			continue
		}
		t.Logf("%v", err)
	}
}
