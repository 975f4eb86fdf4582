package xlsx

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cardinal/data/datatest"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/parallel"
)

// unpacked has the parts of a workbook.
type unpacked map[string][]byte

func unpack(b []byte) (unpacked, error) {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, err
	}
	out := unpacked{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		if out[f.Name], err = io.ReadAll(in); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (u unpacked) pack(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, b := range u {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// mutate changes a byte, takes some away, repeats some or brings some from elsewhere.
func mutate(rnd *rand.Rand, b []byte) []byte {
	if len(b) < 2 {
		return b
	}
	at := rnd.IntN(len(b))
	to := at + rnd.IntN(min(len(b)-at, 40)) + 1
	switch rnd.IntN(5) {
	case 0:
		return slices.Concat(b[:at], b[to:])
	case 1:
		return slices.Concat(b[:to], b[at:])
	case 2:
		from := rnd.IntN(len(b))
		return slices.Concat(b[:at], b[from:min(len(b), from+to-at)], b[at:])
	case 3:
		return slices.Concat(b[:at], []byte{"<>/\"='&;:0123456789ABCstv \x00\xff"[rnd.IntN(28)]}, b[at+1:])
	}
	out := bytes.Clone(b)
	out[at] = byte(rnd.Uint32())
	return out
}

// TestMutants changes parts of real workbooks, checksums made anew.
func TestMutants(t *testing.T) {
	patterns := []string{filepath.Join("testdata", "*.xlsx"), filepath.Join("testdata", "*", "*.xlsx")}
	if corpora := os.Getenv("CARDINAL_CORPORA"); corpora != "" {
		patterns = append(patterns, filepath.Join(corpora, "xlsx", "calamine", "tests", "*.xlsx"))
	}
	var paths []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || found == nil {
			t.Fatalf("no file %s: %v", pattern, err)
		}
		paths = append(paths, found...)
	}
	var books []unpacked
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil || len(b) > 20<<10 {
			continue
		}
		if u, err := unpack(b); err == nil {
			books = append(books, u)
		}
	}
	rnd := rand.New(rand.NewPCG(2, uint64(time.Now().UnixNano())))
	limit := 3 * time.Second
	if long := os.Getenv("CARDINAL_MUTANTS"); long != "" {
		var err error
		if limit, err = time.ParseDuration(long); err != nil {
			t.Fatal(err)
		}
	}
	tried, loaded, slowest := 0, 0, time.Duration(0)
	for start := time.Now(); time.Since(start) < limit; tried++ {
		u := maps.Clone(books[rnd.IntN(len(books))])
		names := slices.Sorted(maps.Keys(u))
		for range 1 + rnd.IntN(3) {
			name := names[rnd.IntN(len(names))]
			if strings.HasPrefix(name, "xl/theme") || strings.HasPrefix(name, "docProps") {
				continue
			}
			u[name] = mutate(rnd, u[name])
		}
		b := u.pack(t)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		begin := time.Now()
		table, err := Open(ctx, bytes.NewReader(b), int64(len(b)), 1<<30, "", sheet.Wish{}, func(float64) {})
		slowest = max(slowest, time.Since(begin))
		if ctx.Err() != nil {
			t.Error("a mutant hangs")
		}
		cancel()
		if errors.Is(err, parallel.ErrPanic) || err != nil && strings.Contains(err.Error(), "BUG") {
			t.Fatal(err)
		}
		if err == nil {
			loaded++
			_ = datatest.Columns(table)
		}
	}
	t.Logf("%d mutants, %d still load, slowest %v", tried, loaded, slowest)
}
