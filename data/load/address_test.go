package load

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/store/kept"
)

// site serves files, and counts the bytes that it sends.
type site struct {
	*httptest.Server
	mu    sync.Mutex // after the first request: one may go on for longer than the reading that asked for it
	files map[string][]byte
	plain bool // it has no ranges
	sent  atomic.Int64
	asked atomic.Int64 // requests
	cut   int64        // bytes after which every connection breaks off; 0: none does
	only  string       // the file whose connections break off; "": every file

	serving sync.RWMutex // held for reading while a request is answered
}

// change changes what is served, once no request is answered any more. A request may go on for longer than the reading
// that asked for it.
func (s *site) change(do func()) {
	s.serving.Lock()
	defer s.serving.Unlock()
	do()
}

func newSite(t *testing.T) *site {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s := &site{files: map[string][]byte{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		s.serving.RLock()
		defer s.serving.RUnlock()
		s.mu.Lock()
		content, has := s.files[r.URL.Path]
		plain := s.plain
		s.mu.Unlock()
		if r.URL.Query().Has("list-type") {
			list := "<ListBucketResult>"
			for name := range s.files {
				list += "<Contents><Key>" + strings.TrimPrefix(name, r.URL.Path) + "</Key></Contents>"
			}
			_, _ = w.Write([]byte(list + "</ListBucketResult>"))
			return
		}
		if !has {
			http.NotFound(w, r)
			return
		}
		if plain {
			r.Header.Del("Range")
		}
		w.Header().Set("ETag", fmt.Sprintf(`"%d"`, len(content)))
		if s.only != "" && s.only != r.URL.Path {
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
			return
		}
		http.ServeContent(counting{w, s}, r, "", time.Time{}, bytes.NewReader(content))
	}))
	t.Cleanup(s.Close)
	return s
}

// counting counts the bytes of an answer.
type counting struct {
	http.ResponseWriter
	of *site
}

func (c counting) Write(b []byte) (int, error) {
	if n := c.of.sent.Add(int64(len(b))); c.of.cut > 0 && n > c.of.cut {
		panic(http.ErrAbortHandler)
	}
	return c.ResponseWriter.Write(b)
}

// TestAddresses opens all test files at addresses, of a server with ranges and of one without. Tables and errors are
// those of the files.
func TestAddresses(t *testing.T) {
	s := newSite(t)
	var paths []string
	for _, format := range []string{"csv", "load", "parquet", "xlsx", "xls", "xlsb", "ods", "encrypted", "duckdb"} {
		err := filepath.WalkDir(datatest.Files(format), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range map[string]string{"a.json": `[{"a": 1, "b": "x"}, {"a": 2, "b": null}]`,
		"long.csv": "n,name\n" + strings.Repeat("1,Berlin\n2,\"Mün, chen\"\n", 100_000), "empty.csv": ""} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	for i, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s.files[fmt.Sprintf("/%d/%s", i, filepath.Base(path))] = content
	}
	for i, path := range paths {
		if len(s.files[fmt.Sprintf("/%d/%s", i, filepath.Base(path))]) > 3<<20 {
			continue
		}
		want, wrong := Open(t.Context(), path, Options{})
		at := fmt.Sprintf("/%d/%s", i, strings.ReplaceAll(filepath.Base(path), "%", "%25"))
		for _, plain := range []bool{false, true} {
			s.mu.Lock()
			s.plain = plain
			s.mu.Unlock()
			got, err := Open(t.Context(), s.URL+at, Options{})
			switch {
			case (err == nil) != (wrong == nil), err != nil && err.Error() != wrong.Error():
				t.Errorf("%s, without ranges %v: %v, and as a file: %v", path, plain, err, wrong)
			case err != nil:
			case got.Rows != want.Rows, got.Rows < 2000 && datatest.Columns(got) != datatest.Columns(want),
				got.Name != want.Name, got.Path != s.URL+at, got.Size != want.Size:
				t.Errorf("%s, without ranges %v: another table than that of the file", path, plain)
			}
		}
	}
}

// far50 returns a Parquet file of some 50 MB, times the factor, with 20 row groups of 10 columns. Integers count in c0.
func far50(t *testing.T, factor int) []byte {
	var fields []arrow.Field
	for i := range 8 {
		fields = append(fields, arrow.Field{Name: fmt.Sprint("c", i), Type: arrow.PrimitiveTypes.Int64})
	}
	fields = append(fields, arrow.Field{Name: "city", Type: arrow.BinaryTypes.String},
		arrow.Field{Name: "note", Type: arrow.BinaryTypes.String})
	schema := arrow.NewSchema(fields, nil)
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(
		parquet.WithMaxRowGroupLength(35_000*int64(factor)), parquet.WithCompression(compress.Codecs.Snappy),
		parquet.WithDictionaryFor("note", false)), pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for row := range 700_000 * factor {
		for i := range 8 {
			n := int64(row)
			if i > 0 {
				n = random.Int64N(1 << (20 + 5*i))
			}
			b.Field(i).(*array.Int64Builder).Append(n)
		}
		b.Field(8).(*array.StringBuilder).Append(fmt.Sprint("city ", random.IntN(500)))
		b.Field(9).(*array.StringBuilder).Append(fmt.Sprintf("%016x", random.Uint64()))
	}
	if err := errors.Join(w.Write(b.NewRecordBatch()), w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestBytesRead asks ten questions of a Parquet file of 50 MB at an address. The server sends at most 1.1 times the
// bytes of the footer and of the chunks that the footer says a question needs, and the answer is that of the file.
// CARDINAL_FAR=16 makes the file 16 times as large.
func TestBytesRead(t *testing.T) {
	factor, err := strconv.Atoi(cmp.Or(os.Getenv("CARDINAL_FAR"), "1"))
	if err != nil {
		t.Fatal(err)
	}
	content := far50(t, factor)
	s := newSite(t)
	s.files["/far.parquet"] = content
	path := filepath.Join(t.TempDir(), "far.parquet")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	size := int64(len(content))
	footer := 8 + int64(content[size-8]) | int64(content[size-7])<<8 | int64(content[size-6])<<16
	meta, err := metadata.NewFileMetaData(content[size-8-footer+8:size-8], nil)
	if err != nil {
		t.Fatal(err)
	}
	var sum, sums int64
	for _, q := range []struct {
		columns     []string
		least, most int64 // of c0
	}{
		{[]string{"c1"}, 0, math.MaxInt64},
		{[]string{"city"}, 0, math.MaxInt64},
		{[]string{"note"}, 0, math.MaxInt64},
		{[]string{"c0", "city"}, 100_000, 120_000},
		{[]string{"c0", "c7"}, 340_000, 355_000},
		{[]string{"c0", "note", "c5"}, 0, 10},
		{[]string{"c1", "c2", "c3"}, 0, math.MaxInt64},
		{[]string{"c0", "c1", "c6", "city"}, 600_000, math.MaxInt64},
		{[]string{"c2", "c4", "city", "note"}, 0, math.MaxInt64},
		{[]string{"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "city", "note"}, 0, math.MaxInt64},
	} {
		if q.least *= int64(factor); q.most < math.MaxInt64 {
			q.most *= int64(factor)
		}
		need := footer + 4
		for _, g := range meta.RowGroups {
			from := g.Columns[0].MetaData.Statistics.MinValue
			first := int64(from[0]) | int64(from[1])<<8 | int64(from[2])<<16
			for _, c := range g.Columns {
				for _, name := range q.columns {
					if c.MetaData.PathInSchema[0] == name && first <= q.most && first+g.NumRows > q.least {
						need += c.MetaData.TotalCompressedSize
					}
				}
			}
		}
		o := Options{Columns: q.columns, Within: func(c *data.Column) (int64, int64, bool) {
			return q.least, q.most, c.Name == "c0"
		}}
		want, err := Open(t.Context(), path, o)
		if err != nil {
			t.Fatal(err)
		}
		var will int64
		o.WillRead = func(bytes, _ int64) { will = bytes }
		s.sent.Store(0)
		got, err := Open(t.Context(), s.URL+"/far.parquet", o)
		if err != nil {
			t.Fatal(err)
		}
		sent := s.sent.Load()
		t.Logf("%v: %d bytes sent, %d by the footer: %.3f times", q.columns, sent, need, float64(sent)/float64(need))
		if sum, sums = sum+sent, sums+need; float64(sent) > 1.1*float64(need) || sent > will || got.Rows != want.Rows {
			t.Errorf("%v: %d bytes sent, said to be %d, and %d by the footer; %d rows of %d", q.columns, sent, will,
				need, got.Rows, want.Rows)
		}
		for i, c := range got.Columns {
			for row := 0; row < got.Rows; row += 97 {
				if c.Value(row) != want.Columns[i].Value(row) {
					t.Fatalf("%s, row %d: %v, and %v in the file", c.Name, row, c.Value(row),
						want.Columns[i].Value(row))
				}
			}
		}
	}
	t.Logf("altogether %d bytes sent, %d by the footer, of a file of %d", sum, sums, size)
}

// TestBytesReadAgain asks questions of files at addresses once more. The server sends nothing that it sent before while
// a file is unchanged, and WillRead says so; it sends a changed file anew.
func TestBytesReadAgain(t *testing.T) {
	s := newSite(t)
	text := "n,name\n" + strings.Repeat("1,Berlin\n2,\"Mün, chen\"\n", 100_000)
	s.files["/far.parquet"], s.files["/a.csv"] = far50(t, 1), []byte(text)
	s.files["/book.xlsx"] = workbook(t, "Data", [][]any{{"k", "v"}, {"a", 1}})
	var will int64
	o := Options{Kept: kept.At(t.TempDir()), WillRead: func(bytes, _ int64) { will = bytes }}
	ask := func(name string, columns ...string) (*data.Table, int64) {
		t.Helper()
		s.sent.Store(0)
		o.Columns = columns
		table, err := Open(t.Context(), s.URL+name, o)
		if err != nil {
			t.Fatal(err)
		}
		return table, s.sent.Load()
	}
	for _, c := range [][]string{{"/far.parquet", "c1"}, {"/far.parquet", "c2", "city"}, {"/a.csv"}, {"/book.xlsx"}} {
		for _, plain := range []bool{false, true} {
			s.plain = plain
			first, sent := ask(c[0], c[1:]...)
			if sent == 0 && !plain {
				t.Errorf("%v: nothing was sent", c)
			}
			again, sent := ask(c[0], c[1:]...)
			if sent != 0 || will != 0 {
				t.Errorf("%v, without ranges %v: %d bytes were sent again, said to be %d", c, plain, sent, will)
			}
			sameTable(t, again, first)
		}
		s.plain = false
	}
	if _, err := Preview(t.Context(), s.URL+"/a.csv", o); err != nil || s.sent.Load() != 0 {
		t.Error(err, s.sent.Load())
	}
	if _, sent := ask("/far.parquet", "c1", "c3"); sent == 0 || sent != will || sent > 10_000_000 {
		t.Errorf("a further column: %d bytes were sent, said to be %d", sent, will)
	}
	s.files["/a.csv"] = append(s.files["/a.csv"], "3,Rome\n"...)
	if table, sent := ask("/a.csv"); table.Rows != 200_001 || sent != int64(len(s.files["/a.csv"])) {
		t.Errorf("the changed file: %d rows of %d bytes", table.Rows, sent)
	}
}

// TestCut breaks every connection off after some bytes: in the first bytes, in the footer, in the chunks, near the
// end. No table is opened, and the error is one sentence.
func TestCut(t *testing.T) {
	text := []byte("n,name\n" + strings.Repeat("1,Berlin\n2,\"Mün, chen\"\n", 100_000))
	parquet := far50(t, 1)
	var all sync.WaitGroup
	for name, content := range map[string][]byte{"a.csv": text, "a.parquet": parquet} {
		for i, cut := range []int{1, 5000, 20_000, len(content) / 2, len(content) - 10_000} {
			s := newSite(t)
			s.files["/"+name], s.cut, s.plain = content, int64(cut), i%2 == 0
			all.Go(func() {
				got, err := Open(t.Context(), s.URL+"/"+name, Options{})
				if got != nil || err == nil || err.Error() != "cannot open "+name+": the connection to "+
					strings.TrimPrefix(s.URL, "http://")+" broke off: try again" {
					t.Errorf("%s cut after %d bytes, without ranges %v: %v", name, cut, s.plain, err)
				}
			})
		}
	}
	all.Wait()
	s := newSite(t)
	s.files["/a.parquet"] = parquet
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Open(ctx, s.URL+"/a.parquet", Options{Progress: func(float64) { cancel() }})
	if !errors.Is(err, context.Canceled) || err.Error() != "opening a.parquet was cancelled: context canceled" {
		t.Error(err)
	}
}

// TestSeveralAddresses opens the files of a pattern, with the columns that their folders stand for, and two files of
// which one is at an address.
func TestSeveralAddresses(t *testing.T) {
	s := newSite(t)
	t.Setenv("AWS_ENDPOINT_URL", s.URL)
	s.files["/shop/t/year=2023/a.csv"] = []byte("n\n1\n2\n")
	s.files["/shop/t/year=2024/a.csv"] = []byte("n\n3\n")
	s.files["/shop/t/year=2024/a.txt"] = []byte("x\n9\n")
	table := open(t, "s3://shop/t/*/*.csv")
	if got := strings.Join(datatest.Rows(table), " "); got != "n|year|File 1|2023|year=2023/a.csv "+
		"2|2023|year=2023/a.csv "+
		"3|2024|year=2024/a.csv" || table.Path != "s3://shop/t/*/*.csv" || table.Name != "*.csv" {
		t.Error(got, table.Path, table.Name)
	}
	path := filepath.Join(t.TempDir(), "b.csv")
	if err := os.WriteFile(path, []byte("n\n4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	table = open(t, Join(s.URL+"/shop/t/year=2024/a.csv?key=geheim", path))
	if got := strings.Join(append(datatest.Rows(table), append(table.Files, table.Path)...), " "); strings.Contains(got,
		"geheim") || table.Rows != 2 {
		t.Error(got)
	}
	for _, wrong := range []string{"s3://shop/t/*.parquet", Join(s.URL+"/none.csv?key=geheim", path)} {
		if _, err := Open(t.Context(), wrong, Options{}); err == nil || strings.ContainsAny(err.Error(), "\n?") {
			t.Error(err)
		}
	}
}

// TestPreviewOfAddress reads the beginning of a long text: the server sends little more.
func TestPreviewOfAddress(t *testing.T) {
	s := newSite(t)
	s.files["/long.csv"] = []byte("n,name\n" + strings.Repeat("1,Berlin\n", 1_000_000))
	table, err := Preview(t.Context(), s.URL+"/long.csv", Options{})
	if err != nil || table.Rows < 20_000 || table.Rows > 40_000 || s.sent.Load() > 1<<20 {
		t.Error(table, err, s.sent.Load())
	}
}

// TestFewRequests reads all sheets of a workbook, and a database, without asking for each part by itself.
func TestFewRequests(t *testing.T) {
	s := newSite(t)
	path := database(t, "CREATE TABLE sales(id INTEGER PRIMARY KEY, city TEXT, x REAL)",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) INSERT INTO sales "+
			"SELECT i, 'a city with a long name, and the number ' || i, i / 3.0 FROM n")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.files["/shop.db"] = content
	// Of several readers, a busy machine may let one run far ahead of the pages that another one has asked for.
	cores := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(cores)
	sameTable(t, open(t, path), open(t, s.URL+"/shop.db"))
	if n := s.asked.Load(); n > 250 {
		t.Errorf("%d requests for %d bytes", n, len(content))
	}
	s.mu.Lock()
	s.files["/book.xlsx"] = workbook(t, "Data", [][]any{{"k", "v"}, {"a", 1}}, "More", [][]any{{"k", "v"}, {"c", 3}})
	s.mu.Unlock()
	s.asked.Store(0)
	all, err := Open(t.Context(), s.URL+"/book.xlsx", Options{Sheet: AllSheets})
	if err != nil || all.Rows != 2 || s.asked.Load() > 2 {
		t.Error(err, s.asked.Load())
	}
}
