package parquet

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardinal/data"
)

func read(b []byte) (*data.Table, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	table, err := Open(ctx, bytes.NewReader(b), int64(len(b)), Options{Limit: 2 << 30}, nil)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return table, err
}

// seeds returns small complete files of many encodings and codecs. It leaves out a file of 4 kB with texts of 1 GB,
// because reading it takes longer than all others together; TestEveryFileLoadsOrSaysWhy in data/load reads it.
func seeds(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, path := range append(matching(t, "parquet-testing/data/*.parquet", "*/data/*.parquet"),
		matching(t, "hyparquet/*.parquet", "hyparquet/test/files/*.parquet")...) {
		b, err := os.ReadFile(path)
		if err != nil || len(b) > 12<<10 || strings.Contains(path, "large_string_map") {
			continue
		}
		if _, err := read(b); err == nil {
			out[filepath.Base(path)] = b
		}
	}
	if len(out) < 60 {
		t.Fatalf("only %d files load", len(out))
	}
	return out
}

// whole reads every cell and checks that all columns have the same length.
func whole(t *testing.T, name string, table *data.Table) {
	t.Helper()
	for _, c := range table.Columns {
		if c.Rows != table.Rows {
			t.Errorf("%s: column %s has %d rows of %d", name, c.Name, c.Rows, table.Rows)
		}
		for i := range min(c.Rows, 200) {
			_ = c.Value(i).String()
		}
	}
}

// TestCuts reads files cut at many lengths. A Parquet file ends with its index, so every cut must be noticed.
func TestCuts(t *testing.T) {
	files := 0
	for name, b := range seeds(t) {
		if files++; files > 12 {
			break
		}
		for n := 0; n < len(b); n += 1 + n/64 {
			if _, err := read(b[:n]); err == nil {
				t.Errorf("%s cut at %d of %d loads", name, n, len(b))
			}
		}
	}
}

// TestMutants changes one to three bytes of valid files, mostly in the footer.
func TestMutants(t *testing.T) {
	files := seeds(t)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	rnd := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
	limit := 3 * time.Second
	if long := os.Getenv("CARDINAL_MUTANTS"); long != "" {
		var err error
		if limit, err = time.ParseDuration(long); err != nil {
			t.Fatal(err)
		}
	}
	tried, loaded, slowest := 0, 0, time.Duration(0)
	for start := time.Now(); time.Since(start) < limit; tried++ {
		name := names[rnd.IntN(len(names))]
		b := bytes.Clone(files[name])
		for range 1 + rnd.IntN(3) {
			at := rnd.IntN(len(b))
			if rnd.IntN(3) > 0 {
				at = len(b) - 1 - rnd.IntN(min(len(b), 600))
			}
			b[at] = byte(rnd.Uint32())
		}
		begin := time.Now()
		table, err := read(b)
		slowest = max(slowest, time.Since(begin))
		switch {
		case err == nil:
			loaded++
			whole(t, name, table)
		case errors.Is(err, context.DeadlineExceeded):
			t.Errorf("a mutant of %s hangs", name)
		case strings.Contains(err.Error(), "BUG"):
			t.Errorf("a mutant of %s: %v", name, err)
		}
	}
	t.Logf("%d mutants, %d still load, slowest %v", tried, loaded, slowest)
}

func TestFooterDeclaresTooMuch(t *testing.T) {
	// A schema list of 2^27 elements in a footer of a few bytes.
	footer := []byte{0x15, 2, 0x19, 0xFC, 0x80, 0x80, 0x80, 0x40, 0}
	file := append([]byte("PAR1"), footer...)
	file = append(file, byte(len(footer)), 0, 0, 0)
	file = append(file, "PAR1"...)
	if _, err := read(file); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %v", err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, b := range seeds(t) {
		if _, err := Open(ctx, bytes.NewReader(b), int64(len(b)), Options{Limit: 0}, nil); !errors.Is(err,
			context.Canceled) {
			t.Errorf("got %v", err)
		}
		return
	}
}

func FuzzOpen(f *testing.F) {
	for _, b := range seeds(f) {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if table, err := read(b); err == nil {
			whole(t, "input", table)
		}
	})
}
