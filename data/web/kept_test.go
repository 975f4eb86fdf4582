package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cardinal/data/store/kept"
	"cardinal/internal/faults"
)

// keptFiles returns the paths of what a folder keeps.
func keptFiles(t *testing.T, folder string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestKept opens a file twice, of servers of several kinds. The second opening reads no byte that the first one read,
// if the file is unchanged, and every byte if it changed. Nothing is kept if a change could not be seen.
func TestKept(t *testing.T) {
	anHourAgo := time.Now().Add(-time.Hour)
	for name, c := range map[string]struct {
		tag   string
		time  time.Time // Last-Modified
		store string    // Cache-Control
		plain bool      // the server has no ranges
		query string
		again int64 // bytes that the second opening reads of 1,000,000
	}{
		"ETag":                      {tag: `"one"`},
		"ETag and time":             {tag: `"one"`, time: anHourAgo},
		"ETag without ranges":       {tag: `"one"`, plain: true},
		"time":                      {time: anHourAgo, again: headSize},
		"time ahead":                {time: time.Now().Add(time.Hour), again: 1_000_000},
		"weak ETag":                 {tag: `W/"one"`, again: 1_000_000},
		"weak ETag and time":        {tag: `W/"one"`, time: anHourAgo, again: headSize},
		"neither":                   {again: 1_000_000},
		"not to be stored":          {tag: `"one"`, store: "private, no-store", again: 1_000_000},
		"a query":                   {tag: `"one"`, query: "?year=2024"},
		"a query that may be a key": {tag: `"one"`, query: "?sig=geheim", again: 1_000_000},
	} {
		t.Run(name, func(t *testing.T) {
			var s *server
			s = serve(t, 1_000_000, func(w http.ResponseWriter, r *http.Request, _ int) bool {
				if c.plain {
					r.Header.Del("Range")
				}
				if c.store != "" {
					w.Header().Set("Cache-Control", c.store)
				}
				if c.tag != "" {
					w.Header().Set("ETag", c.tag)
				}
				http.ServeContent(counting{w, s}, r, "", c.time, bytes.NewReader(s.content))
				return true
			})
			path := t.TempDir()
			// A path of its own: with the port of an earlier server, /a.csv may mean an address with a key.
			address := s.URL + "/" + strings.ReplaceAll(name, " ", "-") + c.query
			for n := range 4 {
				if n == 2 { // it changes
					s.content = append([]byte("changed"), s.content[7:]...)
					if c.tag != "" {
						c.tag = strings.Replace(c.tag, "one", "two", 1)
					}
					if !c.time.IsZero() {
						c.time = c.time.Add(10 * time.Second)
					}
				}
				s.sent.Store(0)
				got, err := openKept(t.Context(), address, kept.At(path), 40_000)
				if err != nil || !bytes.Equal(got, s.content) {
					t.Fatalf("opening %d: %v", n, err)
				}
				sent := s.sent.Load()
				if n%2 == 0 && sent < 1_000_000 || n%2 == 1 && c.again < 1_000_000 && sent > c.again ||
					n%2 == 1 && c.again == 1_000_000 && sent < c.again {
					t.Errorf("opening %d read %d bytes", n, sent)
				}
				if c.again < 1_000_000 && len(keptFiles(t, path)) != 1 || c.again == 1_000_000 &&
					len(keptFiles(t, path)) != 0 {
					t.Errorf("opening %d: kept are %v", n, keptFiles(t, path))
				}
			}
		})
	}
}

// TestKeptParts reads other parts of a file with every opening: each part is asked for once, and Announce counts what
// is not kept. A file that is sent again with the same tag and another time is unchanged.
func TestKeptParts(t *testing.T) {
	begun := time.Now().Add(-time.Hour)
	var s *server
	s = serve(t, 10_000_000, func(w http.ResponseWriter, r *http.Request, n int) bool {
		w.Header().Set("ETag", s.tag)
		modified := begun.Add(time.Duration(n) * time.Second)
		http.ServeContent(counting{w, s}, r, "", modified, bytes.NewReader(s.content))
		return true
	})
	path := t.TempDir()
	for _, c := range []struct {
		ranges [][2]int64
		will   int64
	}{
		{[][2]int64{{1_000_000, 2_000_000}}, headSize + 1_000_000},
		{[][2]int64{{1_000_000, 2_000_000}}, 0},
		{[][2]int64{{1_500_000, 2_500_000}, {4_000_000, 4_000_100}}, 500_100},
		{[][2]int64{{0, 5_000_000}}, 5_000_000 - headSize - 1_500_100},
		{[][2]int64{{1000, 5_000_000}}, 0},
	} {
		s.sent.Store(0)
		f, err := Open(t.Context(), s.URL, kept.At(path), func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		will := f.Announce(c.ranges)
		for _, r := range c.ranges {
			b := make([]byte, r[1]-r[0])
			if _, err := f.ReadAt(b, r[0]); err != nil || !bytes.Equal(b, s.content[r[0]:r[1]]) {
				t.Error(r, err)
			}
		}
		f.Close()
		if sent := s.sent.Load(); will != c.will || sent != c.will {
			t.Errorf("%v: will read %d, read %d, want %d", c.ranges, will, sent, c.will)
		}
	}
	if all := kept.At(path).Tables(); len(all) != 1 || all[0].File != s.URL+"/" || all[0].Bytes < 5_000_000 {
		t.Error(all)
	}
}

// TestKeptDamage opens a file after each part of what is kept was damaged: a byte of the ranges, of the description, of
// its end; a file that was cut off, or that others may write. The bytes are those of the server, and the damaged file
// is removed.
func TestKeptDamage(t *testing.T) {
	plain := false
	s := serve(t, 1_000_000, func(_ http.ResponseWriter, r *http.Request, _ int) bool {
		if plain {
			r.Header.Del("Range")
		}
		return false
	})
	flip := func(at func(size int) int) func(path string) error {
		return func(path string) error {
			b, err := os.ReadFile(path)
			if err == nil {
				b[at(len(b))] ^= 1
				err = os.WriteFile(path, b, 0o600)
			}
			return err
		}
	}
	for name, damage := range map[string]func(path string) error{
		"first byte":       flip(func(int) int { return 0 }),
		"a byte":           flip(func(int) int { return 700_000 }),
		"description":      flip(func(size int) int { return size - 20 }),
		"length":           flip(func(size int) int { return size - 7 }),
		"checksum":         flip(func(size int) int { return size - 1 }),
		"cut off":          func(path string) error { return os.Truncate(path, 999_000) },
		"emptied":          func(path string) error { return os.Truncate(path, 0) },
		"others may write": func(path string) error { return os.Chmod(path, 0o666) },
	} {
		for _, plain = range []bool{false, true} {
			path := t.TempDir()
			if _, err := openKept(t.Context(), s.URL, kept.At(path), 40_000); err != nil {
				t.Fatal(err)
			}
			all := keptFiles(t, path)
			if len(all) != 1 || damage(all[0]) != nil {
				t.Fatal(all)
			}
			damaged, err := os.Stat(all[0])
			if err != nil {
				t.Fatal(err)
			}
			got, err := openKept(t.Context(), s.URL, kept.At(path), 40_000)
			if err != nil || !bytes.Equal(got, s.content) {
				t.Errorf("%s, without ranges %v: %v", name, plain, err)
			}
			for _, left := range keptFiles(t, path) {
				if info, err := os.Stat(left); err != nil || os.SameFile(info, damaged) {
					t.Errorf("%s, without ranges %v: the damaged file is still there", name, plain)
				}
			}
		}
	}
}

// TestKeptFaults lets every operation on the disk fail, one after the other, while what was read is kept. The file is
// read, whatever happens to the folder, and the next opening gives the bytes of the server.
func TestKeptFaults(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		s := serve(t, 100_000, nil)
		cache := os.Getenv("XDG_CACHE_HOME")
		for _, dir := range []string{filepath.Join(cache, "tables"), cache} {
			path := filepath.Join(cache, "tables")
			prepare := func() {
				if err := errors.Join(os.RemoveAll(path), os.MkdirAll(path, 0o700)); err != nil {
					t.Fatal(err)
				}
			}
			read := func() error {
				got, err := openKept(t.Context(), s.URL, kept.At(path), 1<<20)
				if err == nil && !bytes.Equal(got, s.content) {
					t.Error("other bytes than those of the server")
				}
				return err
			}
			d.Try(dir, prepare, func() error { return errors.Join(read(), read()) }, func(met string, _, err error) {
				if err != nil { // what cannot be kept on the disk is held in memory
					t.Errorf("%s: %v", met, err)
				}
				if err := read(); err != nil {
					t.Errorf("%s, and then: %v", met, err)
				}
				left, _ := filepath.Glob(filepath.Join(cache, "*", ".*"))
				below, _ := filepath.Glob(filepath.Join(cache, "cardinal", "*", ".*"))
				if len(left)+len(below) > 0 {
					t.Errorf("%s: left %v %v", met, left, below)
				}
			})
		}
	})
}

// TestKeptByMany reads parts of one file from many goroutines with separate folders, as several programs would, while
// the file changes and what is kept is removed.
func TestKeptByMany(t *testing.T) {
	s := serve(t, 1_000_000, nil)
	path := t.TempDir()
	versions := [2][]byte{s.content, append([]byte("changed"), s.content[7:]...)}
	var mu sync.Mutex
	now := 0
	s.bad = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("ETag", []string{`"one"`, `"two"`}[now])
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(versions[now]))
		return true
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 10 {
				from := int64(i*n%9) * 100_000
				got, err := openKept(t.Context(), s.URL, kept.At(path), 30_000, [2]int64{from, from + 100_000})
				if err != nil && !strings.Contains(err.Error(), "it changed at") || err == nil &&
					!bytes.Equal(got, versions[0]) && !bytes.Equal(got, versions[1]) {
					t.Errorf("%d: %v", i, err)
				}
				if i == 0 && n%3 == 0 {
					mu.Lock()
					now = 1 - now
					mu.Unlock()
				}
				if i == 1 && n%4 == 0 {
					if err := kept.At(path).Empty(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Wait()
}

// TestKeptBeginning keeps what arrived before a person gave up, or before the connection broke off.
func TestKeptBeginning(t *testing.T) {
	for _, givesUp := range []bool{true, false} {
		path := t.TempDir()
		breaks := true
		var s *server
		s = serve(t, 1_000_000, func(w http.ResponseWriter, r *http.Request, n int) bool {
			if n == 1 || !breaks {
				return false
			}
			w.Header().Set("ETag", s.tag)
			http.ServeContent(&cut{w, max(1, 900_000-n*200_000)}, r, "", time.Time{}, bytes.NewReader(s.content))
			return true
		})
		ctx, cancel := context.WithCancel(t.Context())
		begun := false
		f, err := Open(ctx, s.URL, kept.At(path), func(share float64) {
			if begun && givesUp && share > 0.3 {
				cancel()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		begun = true
		f.Announce([][2]int64{{0, f.Size}})
		if _, err := readAll(f, 1<<20); err == nil {
			t.Error("it was read to its end")
		}
		f.Close()
		cancel()
		breaks = false
		s.sent.Store(0)
		got, err := openKept(t.Context(), s.URL, kept.At(path), 1<<20)
		if sent := s.sent.Load(); err != nil || !bytes.Equal(got, s.content) || sent == 0 || sent > 800_000 {
			t.Errorf("%v: %d bytes were sent", err, sent)
		}
	}
}

// TestKeptOdd opens files of servers with faults, and then of the same server without them. Nothing is taken from what
// a fault has left.
func TestKeptOdd(t *testing.T) {
	for name, c := range map[string]struct {
		bad  func(w http.ResponseWriter, r *http.Request, n int) bool
		then func(w http.ResponseWriter, r *http.Request, n int) bool
		kept int // files after the first opening
	}{
		"cut without ranges": {func(w http.ResponseWriter, r *http.Request, _ int) bool {
			w.Header().Set("ETag", `"one"`)
			r.Header.Del("Range")
			http.ServeContent(&cut{w, 300_000}, r, "", time.Time{}, bytes.NewReader(content(1_000_000)))
			return true
		}, func(_ http.ResponseWriter, r *http.Request, _ int) bool {
			r.Header.Del("Range")
			return false
		}, 0},
		"wrong range": {func(_ http.ResponseWriter, r *http.Request, n int) bool {
			if n > 1 {
				r.Header.Set("Range", "bytes=0-99")
			}
			return false
		}, nil, 0},
		"unchanged with another tag": {nil, func(w http.ResponseWriter, r *http.Request, _ int) bool {
			if r.Header.Get("If-None-Match") == "" {
				return false
			}
			w.Header().Set("ETag", `W/"one"`)
			w.WriteHeader(http.StatusNotModified)
			return true
		}, 1},
		"unchanged, and then another time": {nil, func(w http.ResponseWriter, r *http.Request, _ int) bool {
			w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
			return false
		}, 1},
	} {
		s := serve(t, 1_000_000, c.bad)
		path := t.TempDir()
		_, err := openKept(t.Context(), s.URL, kept.At(path), 40_000)
		if (err == nil) != (c.bad == nil) || len(keptFiles(t, path)) != c.kept {
			t.Errorf("%s: %v, and kept are %v", name, err, keptFiles(t, path))
		}
		s.bad = c.then
		if strings.HasSuffix(name, "another tag") { // a weak tag stays the same though the file changed
			s.content, s.tag = append([]byte("changed"), s.content[7:]...), `W/"one"`
		}
		if got, err := openKept(t.Context(), s.URL, kept.At(path), 40_000); err != nil || !bytes.Equal(got, s.content) {
			t.Errorf("%s, and then: %v", name, err)
		}
	}
}

// TestKeptOff keeps nothing, and uses nothing that is kept, while keeping is off.
func TestKeptOff(t *testing.T) {
	s := serve(t, 100_000, nil)
	path := t.TempDir()
	for n, want := range []int{1, 1, 1} {
		if s.tag = []string{`"one"`, `"one"`, `"two"`}[n]; n == 1 {
			s.sent.Store(0)
		}
		folder := kept.At(path)
		folder.Turn(n == 0)
		if _, err := openKept(t.Context(), s.URL, folder, 40_000); err != nil || len(keptFiles(t, path)) != want {
			t.Error(n, err, keptFiles(t, path))
		}
	}
	if s.sent.Load() != 200_000 {
		t.Error(s.sent.Load())
	}
}

// TestKeptSecrets looks for what is secret in names and contents of what is kept.
func TestKeptSecrets(t *testing.T) {
	s := serve(t, 100_000, nil)
	path := t.TempDir()
	t.Setenv("AWS_ENDPOINT_URL", s.URL)
	t.Setenv("AWS_ACCESS_KEY_ID", "geheim")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "geheim")
	t.Setenv("AZURE_STORAGE_SERVICE_ENDPOINT", s.URL)
	t.Setenv("AZURE_STORAGE_SAS_TOKEN", "sig=geheim")
	t.Setenv("STORAGE_EMULATOR_HOST", s.URL)
	t.Setenv("GOOGLE_OAUTH_ACCESS_TOKEN", "geheim")
	addresses := []string{strings.Replace(s.URL, "://", "://me:geheim@", 1) + "/a.csv", s.URL + "/a.csv?token=geheim",
		"s3://shop/a.csv", "az://shop/b.csv", "gs://shop/c.csv"}
	for _, address := range addresses {
		for range 2 {
			if _, err := openKept(t.Context(), address, kept.At(path), 40_000); err != nil {
				t.Fatal(err)
			}
		}
	}
	all := keptFiles(t, path)
	if len(all) != len(addresses)-1 {
		t.Error(all)
	}
	for _, file := range all {
		text, err := os.ReadFile(file)
		if err != nil || strings.Contains(file, "geheim") || bytes.Contains(text, []byte("geheim")) {
			t.Error(file, err)
		}
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Error(info.Mode(), err)
		}
	}
}

// TestKeptOfOthers does not take the bytes of another address, though both have the same tag.
func TestKeptOfOthers(t *testing.T) {
	path := t.TempDir()
	for i := range 2 {
		s := serve(t, 100_000, nil)
		s.content[0] = byte(i)
		for _, address := range []string{s.URL + "/a.csv", s.URL + "/b.csv", s.URL + "/b.csv?year=1"} {
			s.sent.Store(0)
			got, err := openKept(t.Context(), address, kept.At(path), 40_000)
			if err != nil || !bytes.Equal(got, s.content) || s.sent.Load() < 100_000 {
				t.Error(address, err, s.sent.Load())
			}
		}
	}
}
