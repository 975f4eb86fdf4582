package load

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/datatest"
)

// corpora returns the folder of the collections that are too large for the repository; "" if there is none.
func corpora() string { return os.Getenv("CARDINAL_CORPORA") }

// files lists the files of a format in the testdata of its package and in the collections. With -short, which the
// race detector uses, it leaves out a file with two texts of a gigabyte.
func files(t *testing.T, format string) []string {
	t.Helper()
	roots := []string{datatest.Files(format)}
	if corpora() != "" {
		roots = append(roots, filepath.Join(corpora(), format))
	}
	var out []string
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			large := testing.Short() && strings.Contains(path, "large_string_map")
			if err == nil && d.Type().IsRegular() && !strings.Contains(path, "LICENSE") && !large {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// tried opens a file and reads every cell of the table. It fails the test if the file hangs or the error does not
// name it. The largest file takes half a minute if its memory is new to the machine.
func tried(t *testing.T, path string) (*data.Table, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	table, err := Open(ctx, path, Options{})
	switch {
	case ctx.Err() != nil:
		t.Errorf("%s hangs", path)
	case err != nil && !strings.Contains(err.Error(), filepath.Base(path)):
		t.Errorf("the error does not name %s: %v", path, err)
	case err == nil:
		for _, c := range table.Columns {
			if c.Rows != table.Rows {
				t.Errorf("%s: column %s has %d rows of %d", path, c.Name, c.Rows, table.Rows)
			}
			for row := range c.Rows {
				_ = c.Value(row).String()
			}
		}
	}
	return table, err
}

// TestEveryFileLoadsOrSaysWhy opens files of every kind, damaged ones among them.
func TestEveryFileLoadsOrSaysWhy(t *testing.T) {
	for format, least := range map[string]int{"csv": 12, "parquet": 80, "xlsx": 30} {
		loaded, refused := 0, 0
		for _, path := range files(t, format) {
			if _, err := tried(t, path); err == nil {
				loaded++
			} else {
				refused++
				t.Log(err)
			}
		}
		if t.Logf("%s: %d files load, %d are refused", format, loaded, refused); loaded < least {
			t.Errorf("%d files of the kind %s load, less than %d", loaded, format, least)
		}
	}
}

func TestBadParquetIsRefused(t *testing.T) {
	seen := 0
	for _, path := range files(t, "parquet") {
		if filepath.Base(filepath.Dir(path)) != "bad_data" || filepath.Ext(path) != ".parquet" {
			continue
		}
		seen++
		table, err := tried(t, path)
		if filepath.Base(path) == "ARROW-GH-43605.parquet" {
			// It once broke a reader, but a dictionary of one value needs no bits to point into.
			if err != nil || table.Rows != 21186 {
				t.Errorf("%v", err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%s: loads %d x %d %q", filepath.Base(path), table.Rows, len(table.Columns), table.Notes)
		}
	}
	if seen < 6 {
		t.Errorf("only %d files were tried", seen)
	}
}
