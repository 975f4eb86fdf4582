package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"cardinal/internal/memory"
)

// TestFullDisk reads files whose bytes do not fit the disk, from the first byte on or from some byte on. They are held
// in memory. Servers answer with ranges, with the whole file, and without its length.
func TestFullDisk(t *testing.T) {
	for _, kind := range []string{"ranges", "whole", "no length"} {
		var s *server
		s = serve(t, 20_000_000, func(w http.ResponseWriter, r *http.Request, _ int) bool {
			switch kind {
			case "whole":
				r.Header.Del("Range")
			case "no length":
				w.(http.Flusher).Flush()
				_, _ = w.Write(s.content)
				return true
			}
			return false
		})
		for _, from := range []int64{0, 1, 4_000_000} {
			var open atomic.Pointer[File]
			f, err := Open(t.Context(), s.URL, nil, func(share float64) {
				if f := open.Load(); f != nil && share > float64(from)/20_000_000 {
					f.full.Store(true)
				}
			})
			if err != nil {
				t.Fatal(kind, err)
			}
			open.Store(f)
			f.full.Store(from == 0)
			f.Announce([][2]int64{{0, f.Size}})
			got, err := readAll(f, 1<<20)
			if err != nil || !bytes.Equal(got, s.content) {
				t.Errorf("%s, full from %d on: %d bytes, %v", kind, from, len(got), err)
			}
			f.Close()
		}
	}
}

// TestFullDiskWithin fills the disk while a piece arrives. What arrived before is read back.
func TestFullDiskWithin(t *testing.T) {
	f, err := Open(t.Context(), serve(t, 100, nil).URL, nil, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := &piece{size: 8, place: 1000}
	for i, part := range []string{"ab", "cde", "fgh"} {
		f.full.Store(i > 0)
		if err := f.store(p, []byte(part)); err != nil {
			t.Fatal(err)
		}
		p.arrived += int64(len(part))
	}
	if string(p.held) != "abcdefgh" || f.holding != 8 {
		t.Errorf("%q, %d", p.held, f.holding)
	}
}

// TestFullDiskUnknownSize holds a piece that grows, as that of a file of unknown size does: it is copied a few times.
func TestFullDiskUnknownSize(t *testing.T) {
	f, err := Open(t.Context(), serve(t, 100, nil).URL, nil, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.full.Store(true)
	p, copies := &piece{}, map[*byte]bool{}
	for i := range 100 {
		p.size = p.arrived + 10
		if err := f.store(p, []byte("0123456789")); err != nil {
			t.Fatal(err)
		}
		p.arrived += 10
		if copies[&p.held[0]] = true; string(p.held) != strings.Repeat("0123456789", i+1) {
			t.Fatalf("%q", p.held)
		}
	}
	if len(copies) > 15 || f.holding != int64(cap(p.held)) {
		t.Errorf("%d copies, %d bytes", len(copies), f.holding)
	}
}

// TestFullDiskAndMemory refuses a file that fits neither the disk nor the memory before it is read, in one sentence.
func TestFullDiskAndMemory(t *testing.T) {
	s := serve(t, 0, func(w http.ResponseWriter, r *http.Request, _ int) bool {
		w.Header().Set("ETag", `"one"`)
		var from, to int64
		_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &from, &to)
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/9000000000", from, to))
		w.WriteHeader(http.StatusPartialContent)
		_, _ = w.Write(make([]byte, to-from+1))
		return true
	})
	f, err := Open(t.Context(), s.URL, nil, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	memory.SetLimit(4 << 30)
	defer memory.SetLimit(0)
	f.full.Store(true)
	f.Announce([][2]int64{{0, 9_000_000_000}})
	want := "what arrives cannot be kept on the disk: 9 GB of it are to be read, and neither the disk of " + f.place +
		" nor the memory has room for them: make room there"
	if err := f.Err(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := f.ReadAt(make([]byte, 1), 5_000_000_000); err == nil || !strings.HasPrefix(err.Error(), "what ") {
		t.Error(err)
	}
}
