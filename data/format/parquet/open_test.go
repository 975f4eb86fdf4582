package parquet

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"cardinal/data"
)

// corpora returns the folder of the collections that are too large for the repository; "" if there is none.
func corpora() string { return os.Getenv("CARDINAL_CORPORA") }

// matching lists the files that match a pattern in testdata, and the files that match another pattern in the
// collections.
func matching(t testing.TB, here, there string) []string {
	t.Helper()
	patterns := []string{filepath.Join("testdata", here)}
	if corpora() != "" {
		patterns = append(patterns, filepath.Join(corpora(), "parquet", there))
	}
	var out []string
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || paths == nil {
			t.Fatalf("no file %s: %v", pattern, err)
		}
		out = append(out, paths...)
	}
	return out
}

func open(t testing.TB, path string) (*data.Table, error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return Open(context.Background(), f, info.Size(), Options{Limit: 4 << 30}, nil)
}

func BenchmarkFlights(b *testing.B) {
	for b.Loop() {
		if _, err := open(b, filepath.Join(corpora(), "tables", "flights-3m.parquet")); err != nil {
			b.Fatal(err)
		}
	}
}
