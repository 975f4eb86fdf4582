package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardinal/data/store/kept"
)

// TestMain makes the rests between tries short.
func TestMain(m *testing.M) {
	rests = []time.Duration{time.Millisecond, time.Millisecond}
	os.Exit(m.Run())
}

// content returns n bytes that do not repeat.
func content(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{}).Read(b)
	return b
}

// server serves one file, with ranges and an ETag, and counts. bad answers a request in the place of the server.
type server struct {
	*httptest.Server
	content []byte
	tag     string
	bad     func(w http.ResponseWriter, r *http.Request, n int) bool
	n       atomic.Int64 // requests
	sent    atomic.Int64 // bytes of the file
	mu      sync.Mutex
	asked   []string // ranges
}

func serve(t *testing.T, size int, bad func(w http.ResponseWriter, r *http.Request, n int) bool) *server {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s := &server{content: content(size), tag: `"one"`, bad: bad}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := int(s.n.Add(1))
	s.mu.Lock()
	s.asked = append(s.asked, r.Header.Get("Range"))
	s.mu.Unlock()
	if s.bad != nil && s.bad(w, r, n) {
		return
	}
	w.Header().Set("ETag", s.tag)
	http.ServeContent(counting{w, s}, r, "", time.Time{}, bytes.NewReader(s.content))
}

// counting counts the bytes of an answer.
type counting struct {
	http.ResponseWriter
	of *server
}

func (c counting) Write(b []byte) (int, error) {
	c.of.sent.Add(int64(len(b)))
	return c.ResponseWriter.Write(b)
}

// readAll reads a file from its end to its beginning, in parts of a length.
func readAll(f *File, length int64) ([]byte, error) {
	b := make([]byte, f.Size)
	for at := f.Size; at > 0; {
		from := max(0, at-length)
		if _, err := f.ReadAt(b[from:at], from); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		at = from
	}
	return b, nil
}

// open opens and reads a file in parts of a length, after announcing ranges.
func open(ctx context.Context, address string, length int64, ranges ...[2]int64) ([]byte, error) {
	return openKept(ctx, address, nil, length, ranges...)
}

// openKept does what open does, with what a folder keeps.
func openKept(ctx context.Context, address string, folder *kept.Folder, length int64,
	ranges ...[2]int64) ([]byte, error) {
	f, err := Open(ctx, address, folder, func(float64) {})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if ranges != nil {
		f.Announce(ranges)
	}
	b, err := readAll(f, length)
	if failed := f.Err(); (failed == nil) != (err == nil) && ctx.Err() == nil {
		return nil, fmt.Errorf("BUG: Err is %w, and reading gave %w", failed, err)
	}
	return b, err
}

// TestReads reads files of several sizes in parts of several lengths.
func TestReads(t *testing.T) {
	for _, size := range []int{1, 5000, headSize, headSize + 1, 100_000, 20_000_000} {
		s := serve(t, size, nil)
		for _, length := range []int64{100_001, 1 << 30} {
			got, err := open(t.Context(), s.URL+"/a.csv", length)
			if err != nil || !bytes.Equal(got, s.content) {
				t.Errorf("%d bytes in parts of %d: %v", size, length, err)
			}
		}
		got, err := open(t.Context(), s.URL, 1<<20, [2]int64{0, int64(size)})
		if err != nil || !bytes.Equal(got, s.content) {
			t.Errorf("%d bytes, announced: %v", size, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "cardinal", "web", "*")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// TestRanges announces parts of a file. Nothing else is asked for, and parts with a small gap are asked for together.
func TestRanges(t *testing.T) {
	s := serve(t, 10_000_000, nil)
	f, err := Open(t.Context(), s.URL, nil, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ranges := [][2]int64{{5_000_000, 6_000_000}, {1_000_000, 2_000_000}, {6_010_000, 7_000_000}, {8_000_000, 8_000_100}}
	if will := f.Announce(ranges); will != headSize+3_000_100 {
		t.Errorf("will read %d bytes", will)
	}
	for _, r := range ranges {
		b := make([]byte, r[1]-r[0])
		if _, err := f.ReadAt(b, r[0]); err != nil || !bytes.Equal(b, s.content[r[0]:r[1]]) {
			t.Error(r, err)
		}
	}
	if s.n.Load() != 4 {
		t.Errorf("requests: %q", s.asked)
	}
}

// TestFaults opens and reads files of servers with faults. Each error is one sentence, and a fault that passes is none.
func TestFaults(t *testing.T) {
	status := func(code, from, until int, headers ...string) func(http.ResponseWriter, *http.Request, int) bool {
		return func(w http.ResponseWriter, _ *http.Request, n int) bool {
			if n < from || n > until {
				return false
			}
			for i := 0; i+1 < len(headers); i += 2 {
				w.Header().Set(headers[i], headers[i+1])
			}
			w.WriteHeader(code)
			return true
		}
	}
	var changing *server
	anHourAgo := time.Now().Add(-time.Hour)
	for _, c := range []struct {
		name string
		bad  func(w http.ResponseWriter, r *http.Request, n int) bool
		want string // "" if the file is read
	}{
		{"not found", status(404, 1, 9), "HOST has no such file (404): check the address"},
		{"gone later", status(410, 2, 99), "HOST has no such file (410): check the address"},
		{"forbidden", status(403, 1, 9), "HOST does not let it be read (403): a user and a password stand in the " +
			"address as https://user:password@host/file, and a key that stands in it may have expired or be missing"},
		{"unauthorized", status(401, 1, 9), "HOST does not let it be read (401): a user and a password stand in the " +
			"address as https://user:password@host/file, and a key that stands in it may have expired or be missing"},
		{"teapot", status(418, 1, 9), "HOST did not answer with the file, but with 418: check the address"},
		{"fails for ever", status(500, 1, 99), "HOST cannot answer now (500): try again later"},
		{"fails twice", status(503, 1, 2), ""},
		{"fails twice later", status(502, 2, 3), ""},
		{"rests", status(429, 2, 2, "Retry-After", "0"), ""},
		{"rests for long", status(429, 2, 99, "Retry-After", "3600"), "HOST cannot answer now (429), and asks to " +
			"wait for 3,600 seconds: try again later"},
		{"redirects for ever", func(w http.ResponseWriter, r *http.Request, n int) bool {
			http.Redirect(w, r, fmt.Sprint("/", n), http.StatusFound)
			return true
		}, "HOST sends from address to address without an end: check the address"},
		{"redirects once", func(w http.ResponseWriter, r *http.Request, n int) bool {
			if r.URL.Path == "/there" {
				return false
			}
			http.Redirect(w, r, "/there", http.StatusFound)
			return true
		}, ""},
		{"redirects to keys that expire", func(w http.ResponseWriter, r *http.Request, n int) bool {
			switch {
			case r.URL.Path == "/a.csv":
				http.Redirect(w, r, fmt.Sprint("/", n), http.StatusFound)
			case n%5 == 0:
				w.WriteHeader(403)
			default:
				return false
			}
			return true
		}, ""},
		{"wrong range", func(w http.ResponseWriter, r *http.Request, n int) bool {
			if n > 1 {
				r.Header.Set("Range", "bytes=0-99")
			}
			return false
		}, "HOST sent other bytes of the file than those that were asked for: download it, and open it"},
		{"wrong first range", func(w http.ResponseWriter, r *http.Request, n int) bool {
			r.Header.Set("Range", "bytes=100-199")
			return false
		}, "HOST sent other bytes of the file than those that were asked for: download it, and open it"},
		{"no range in the header", func(w http.ResponseWriter, r *http.Request, n int) bool {
			w.WriteHeader(206)
			return true
		}, "HOST sent other bytes of the file than those that were asked for: download it, and open it"},
		{"whole later", func(w http.ResponseWriter, r *http.Request, n int) bool {
			if n > 1 {
				r.Header.Del("Range")
			}
			return false
		}, "HOST sent the whole file in place of the part that was asked for: download it, and open it"},
		{"no ranges", func(w http.ResponseWriter, r *http.Request, n int) bool {
			r.Header.Del("Range")
			return false
		}, ""},
		{"no ranges and no length", func(w http.ResponseWriter, r *http.Request, n int) bool {
			for at := 0; at < len(changing.content); at += 50_000 {
				_, _ = w.Write(changing.content[at:min(at+50_000, len(changing.content))])
				w.(http.Flusher).Flush()
			}
			return true
		}, ""},
		{"no mark", func(w http.ResponseWriter, r *http.Request, n int) bool {
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(changing.content))
			return true
		}, ""},
		{"time alone", func(w http.ResponseWriter, r *http.Request, n int) bool {
			http.ServeContent(w, r, "", anHourAgo, bytes.NewReader(changing.content))
			return true
		}, ""},
		{"changes", func(w http.ResponseWriter, r *http.Request, n int) bool {
			if n == 2 {
				changing.tag = `"two"`
			}
			return false
		}, "it changed at HOST while it was read: open it again when nothing writes to it"},
		{"changes its tag behind a cache", func(w http.ResponseWriter, r *http.Request, n int) bool {
			if r.Header.Del("If-Match"); n == 3 {
				changing.tag = `"three"`
			}
			return false
		}, "it changed at HOST while it was read: open it again when nothing writes to it"},
		{"grows", func(w http.ResponseWriter, r *http.Request, n int) bool {
			if n == 3 {
				w.Header().Set("ETag", changing.tag)
				http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(append(changing.content, 'x')))
			}
			return n == 3
		}, "it changed at HOST while it was read: open it again when nothing writes to it"},
		{"cut once", func(w http.ResponseWriter, r *http.Request, n int) bool {
			if n == 2 {
				w = &cut{w, 30_000}
				w.Header().Set("ETag", changing.tag)
				http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(changing.content))
			}
			return n == 2
		}, ""},
		{"cut at every byte", func(w http.ResponseWriter, r *http.Request, n int) bool {
			if n > 1 {
				w.Header().Set("ETag", changing.tag)
				http.ServeContent(&cut{w, 1}, r, "", time.Time{}, bytes.NewReader(changing.content))
			}
			return n > 1
		}, "the connection to HOST broke off: try again"},
		{"cut without ranges", func(w http.ResponseWriter, r *http.Request, n int) bool {
			r.Header.Del("Range")
			http.ServeContent(&cut{w, 300_000}, r, "", time.Time{}, bytes.NewReader(changing.content))
			return true
		}, "the connection to HOST broke off: try again"},
		{"cut without a length", func(w http.ResponseWriter, r *http.Request, n int) bool {
			_, _ = w.Write(changing.content[:300_000])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, "the connection to HOST broke off: try again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changing = serve(t, 1_000_000, c.bad)
			got, err := open(t.Context(), changing.URL+"/a.csv?token=geheim", 40_000)
			said := ""
			if err != nil {
				said = strings.ReplaceAll(err.Error(), strings.TrimPrefix(changing.URL, "http://"), "HOST")
			}
			if said != c.want || c.want == "" && !bytes.Equal(got, changing.content) {
				t.Errorf("%s, %d bytes; want %s", said, len(got), c.want)
			}
		})
	}
}

// cut ends the connection after some bytes.
type cut struct {
	http.ResponseWriter
	left int
}

func (c *cut) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b[:min(len(b), c.left)])
	if c.left -= n; c.left == 0 {
		c.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	return n, err
}

// TestSilence opens files of a server that stops in the middle. A person may give up before.
func TestSilence(t *testing.T) {
	before := patience
	defer func() { patience = before }()
	for _, from := range []int{1, 2} {
		begun, end := make(chan struct{}, 99), make(chan struct{})
		s := serve(t, 1_000_000, func(w http.ResponseWriter, _ *http.Request, n int) bool {
			if n < from {
				return false
			}
			begun <- struct{}{}
			<-end
			return true
		})
		patience = 20 * time.Millisecond
		_, err := open(t.Context(), s.URL, 40_000)
		if err == nil || !strings.Contains(err.Error(), "sent nothing for 0 seconds: try again later") {
			t.Error(err)
		}
		for len(begun) > 0 {
			<-begun
		}
		patience = time.Hour
		s.n.Store(0)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-begun
			cancel()
		}()
		if _, err := open(ctx, s.URL, 40_000); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		close(end)
	}
}

// TestUnreachable opens files at which no server is.
func TestUnreachable(t *testing.T) {
	s := serve(t, 1, nil)
	s.Close()
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	for address, want := range map[string]string{
		s.URL:                           "nothing answers at 127.0.0.1",
		secure.URL:                      "is not valid, so that anybody could answer in its place",
		"https://nowhere.invalid/a":     "check the address",
		"http://u:geheim@example.com/a": "the address would send its password without encryption: write https://",
		"https://u:ge%heim@host/a":      "the address cannot be read: write it as https://host/folder/file.parquet",
		"https:///a":                    "the address names no host",
		"abfs://container@host/a":       "addresses of abfs:// are not read: write https://ACCOUNT.blob.core.",
		"az://container/a":              "names no account: set AZURE_STORAGE_ACCOUNT to the account's name, or write",
		"gs://key:geheim@bucket/a":      "the address names no bucket",
		"s3://key:geheim@bucket/a":      "the address names no bucket",
	} {
		_, err := Open(t.Context(), address, nil, func(float64) {})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "heim") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestUser sends a user and a password to the host of the address alone.
func TestUser(t *testing.T) {
	other := serve(t, 100_000, func(_ http.ResponseWriter, r *http.Request, _ int) bool {
		if _, _, has := r.BasicAuth(); has || r.Header.Get("Referer") != "" {
			t.Error("another host got the password")
		}
		return false
	})
	s := serve(t, 1, func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if user, password, _ := r.BasicAuth(); user != "me" || password != "geheim" {
			t.Error(user, password)
		}
		http.Redirect(w, r, strings.Replace(other.URL, "127.0.0.1", "localhost", 1)+"/b?sig=x", http.StatusFound)
		return true
	})
	address := strings.Replace(s.URL, "://", "://me:geheim@", 1) + "/a.csv"
	for range 2 { // the second time without the secret, which is still known
		f, err := Open(t.Context(), address, nil, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		if b, err := readAll(f, 10_000); err != nil || !bytes.Equal(b, other.content) {
			t.Error(err)
		}
		if address = f.Address; address != s.URL+"/a.csv" {
			t.Error(address)
		}
		f.Close()
	}
}

// TestClean takes what may be a secret out of addresses.
func TestClean(t *testing.T) {
	for address, want := range map[string][2]string{
		"https://host/a/b%20c.csv?x=1#top":      {"https://host/a/b%20c.csv?x=1", "b c.csv"},
		"https://u:geheim@host/a.csv":           {"https://host/a.csv", "a.csv"},
		"https://u:ge/heim@host/a.csv":          {"https://host/a.csv", "a.csv"},
		"https://token@host":                    {"https://host", "host"},
		"https://host/a.csv?X-Amz-Signature=1":  {"https://host/a.csv", "a.csv"},
		"https://host/a.csv?sv=2&sig=geheim":    {"https://host/a.csv", "a.csv"},
		"https://host/a.csv?k=0123456789abcdef": {"https://host/a.csv", "a.csv"},
		"https://host/a.csv?k=%zz":              {"https://host/a.csv", "a.csv"},
		"https://host/export?format=csv&gid=0":  {"https://host/export?format=csv&gid=0", "export"},
		"s3://bucket/a b?c#d.parquet":           {"s3://bucket/a b?c#d.parquet", "a b?c#d.parquet"},
		"postgres://u@host/db?table=t":          {"postgres://u@host/db?table=t", "db"},
		"https://host/@scope/a.csv":             {"https://host/@scope/a.csv", "a.csv"},
	} {
		if got := Clean(address); got != want[0] || Name(address) != want[1] {
			t.Errorf("%s: %s, %s", address, got, Name(address))
		}
	}
}
