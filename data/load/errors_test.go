package load

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"cardinal/data"
)

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, b []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	write("empty.csv", nil)
	write("blank.csv", []byte("\n\n"))
	write("cut.parquet", append([]byte("PAR1"), bytes.Repeat([]byte{0, 1, 2}, 100)...))
	write("key.parquet", []byte("PARE............PARE"))
	write("junk.csv", []byte("\x7fELF\x02\x01\x01\x00\x00\x00"))
	write("other.zip", []byte("PK\x05\x06"+strings.Repeat("\x00", 18)))
	write("cut.xlsx", []byte("PK\x03\x04 and nothing else"))
	locked, err := os.ReadFile(filepath.Join("..", "format", "workbook", "encrypted", "testdata", "standard.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	write("locked.xlsx", locked)
	write("locked.xlsx.gz", zipped(t, string(locked)))
	write("cut locked.xlsx", locked[:len(locked)/2])
	write("old.xls", append([]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), encodeUTF16("Workbook")...))
	write("quote.csv", []byte("a,b\n1,\"2\n3\n"))
	write("page.xls", []byte("<html><p>1</p></html>"))
	write("rows.json", []byte("[\"a\": 2]\n"))
	write("map.geojson", []byte("[\n]\n42\n"))
	write("rows.json.gz", zipped(t, "[\"a\" : 2]\n"))
	write("page.csv.gz", zipped(t, "<!doctype html><html></html>"))
	write("book.csv.gz", zipped(t, "PAR1............PAR1"))
	write("twice.csv.gz", zipped(t, string(zipped(t, "a,b\n1,2\n"))))
	write("nothing.csv.gz", zipped(t, ""))
	long := zipped(t, strings.Repeat("1,2\n", 1<<20))
	write("cut2.csv.gz", long[:len(long)-9])
	write("cut.csv.gz", []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00ab"))
	for name, want := range map[string]string{
		"missing.csv": "does not exist", "folder": "has no file of a table", "empty.csv": "is empty (0 bytes)",
		"blank.csv":   "only blank lines",
		"cut.parquet": "cut off", "key.parquet": "encrypted", "junk.csv": "neither a workbook, nor Parquet, nor text",
		"other.zip": "not a workbook", "cut.xlsx": "damaged", "locked.xlsx": "it has a password",
		"locked.xlsx.gz": "holds an encrypted file: it has a password", "cut locked.xlsx": "damaged",
		"old.xls":  "damaged or cut off",
		"page.xls": "web page", "rows.json": "its JSON is damaged at byte 5, in line 1",
		"map.geojson":  "its JSON ends at byte 3, in line 2",
		"rows.json.gz": "its JSON is damaged at byte 6, in line 1", "page.csv.gz": "web page",
		"book.csv.gz": "damaged or cut off", "twice.csv.gz": "holds a compressed file",
		"nothing.csv.gz": "holds nothing", "cut2.csv.gz": "damaged or cut off",
		"quote.csv": "line 2 never closes", "cut.csv.gz": "damaged or cut off",
	} {
		_, err := Open(context.Background(), filepath.Join(dir, name), Options{})
		if err == nil {
			t.Errorf("%s loads", name)
			continue
		}
		text := err.Error()
		if !strings.Contains(text, want) || !strings.Contains(text, name) || strings.Contains(text, "\n") ||
			strings.Contains(text, "makes no sense") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if _, err := Open(context.Background(), filepath.Join(dir, "missing.csv"), Options{}); !errors.Is(err,
		fs.ErrNotExist) {
		t.Errorf("%v does not say why", err)
	}
}

func TestNameOfAnotherFormat(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "format", "parquet", "testdata", "parquet-testing", "data",
		"alltypes_plain.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"pizza.csv": b, "text.parquet": []byte("a,b\n1,2\n")} {
		table, err := Bytes(context.Background(), name, text, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(table.Notes) == 0 || !strings.HasPrefix(table.Notes[0], "the name ends in ") || table.Name != name {
			t.Errorf("%s: %q", name, table.Notes)
		}
	}
}

func TestBytesAndProgress(t *testing.T) {
	text := "a,b\n" + strings.Repeat("1,2\n", 2<<20)
	last, calls := 0.0, 0
	start := time.Now()
	table, err := Bytes(context.Background(), "sample.csv", []byte(text), Options{Progress: func(done float64) {
		if done < last || done > 1 {
			t.Errorf("%v after %v", done, last)
		}
		last = done
		calls++
	}})
	if err != nil || table.Rows != 2<<20 || table.Format != "csv" || table.Path != "" {
		t.Fatalf("%v", err)
	}
	if most := int(time.Since(start)/(100*time.Millisecond)) + 2; last != 1 || calls > most {
		t.Errorf("%d calls, the last %v", calls, last)
	}
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestGzip reads compressed text of less than a page, of a whole number of pages, and of several.
func TestGzip(t *testing.T) {
	for _, rows := range []int{1, pageSize/4 - 1, 3 * pageSize / 4} {
		b := zipped(t, "a,b\n"+strings.Repeat("1,2\n", rows))
		table, err := Bytes(context.Background(), "t.csv.gz", b, Options{})
		if err != nil || table.Rows != rows || table.Columns[1].Type != data.Int || table.Notes != nil {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}

// TestInflatedBesideReading reads texts while they are inflated. The file declares the right length, a wrong length,
// or the length of a part. The tables must equal the tables of the plain texts, including the line below the table.
func TestInflatedBesideReading(t *testing.T) {
	var rows strings.Builder
	lines := 60_000
	if testing.Short() {
		lines /= 4
	}
	for i := range lines {
		fmt.Fprintf(&rows, "%d,%d-%02d-01,\"x, %d\"\n", i, 2000+i%20, 1+i%12, i%300)
	}
	begin, end := "id,day,label\n"+rows.String(), "oops\n"+rows.String()+"Total,,\n"
	whole := zipped(t, begin+end)
	short, long := slices.Clone(whole), slices.Clone(whole)
	binary.LittleEndian.PutUint32(short[len(short)-4:], 1000)
	binary.LittleEndian.PutUint32(long[len(long)-4:], uint32(len(begin+end)+1))
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Bytes(t.Context(), "t.csv", []byte(begin+end), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"one.csv.gz": whole, "two.csv.gz": append(zipped(t, begin), zipped(t, end)...),
		"one.csv.zst": z.EncodeAll([]byte(begin+end), nil),
		"two.csv.zst": append(z.EncodeAll([]byte(begin), nil), z.EncodeAll([]byte(end), nil)...),
		"t.zip":       archived(t, "t.csv", begin+end),
	} {
		got, err := Bytes(t.Context(), name, b, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Rows != plain.Rows || !slices.Equal(got.Notes, plain.Notes) || len(got.Columns) != len(plain.Columns) {
			t.Fatalf("%s: %d rows, notes %q; the plain text has %d, %q", name, got.Rows, got.Notes,
				plain.Rows, plain.Notes)
		}
		for i, c := range got.Columns {
			for row := range got.Rows {
				if v, want := c.Value(row), plain.Columns[i].Value(row); v != want {
					t.Fatalf("%s: %s, row %d: %v, want %v", name, c.Name, row, v, want)
				}
			}
		}
	}
	for _, b := range [][]byte{short, long, whole[:len(whole)-9], whole[:len(whole)/2]} {
		if _, err := Bytes(t.Context(), "t.csv.gz", b, Options{}); err == nil ||
			!strings.Contains(err.Error(), "damaged or cut off") {
			t.Errorf("%v", err)
		}
	}
}

// TestGzipOfTooMuch inflates no more than it may.
func TestGzipOfTooMuch(t *testing.T) {
	b := zipped(t, strings.Repeat("1,2\n", 64*pageSize/4))
	from := func(ctx context.Context, limit int64, progress func(float64)) (*pages, error) {
		z, tell, err := decompress(bytes.NewReader(b), int64(len(b)), limit, progress)
		if err != nil {
			return nil, err
		}
		text := newPages("compressed file", limit, 0)
		text.fill(ctx, z, 0, tell)
		return text, text.wait()
	}
	read := func(limit int64) (*pages, error) { return from(t.Context(), limit, func(float64) {}) }
	if p, err := read(64 * pageSize); err != nil || p.size != 64*pageSize {
		t.Errorf("%v", err)
	}
	want := "the compressed file is too large: its text takes more than 63 MB of memory, as much again is needed for " +
		"the table, and 126 MB are free; make a file of what it holds and open that"
	if _, err := read(63 * pageSize); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err := from(ctx, 0, func(float64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestSheetOfAFileWithoutSheets(t *testing.T) {
	if _, err := Bytes(context.Background(), "t.csv", []byte("a\n1\n"), Options{Sheet: "x"}); err == nil ||
		!strings.Contains(err.Error(), "has no sheets") {
		t.Errorf("got %v", err)
	}
}

func TestZeroRows(t *testing.T) {
	table, err := Bytes(context.Background(), "t.csv", []byte("a,b\n"), Options{})
	if err != nil || table.Rows != 0 || len(table.Columns) != 2 || table.Columns[0].Type != data.Text {
		t.Errorf("%v", err)
	}
}

// TestCancelInTheMiddle cancels as soon as something was read: what is left is not read any more.
func TestCancelInTheMiddle(t *testing.T) {
	text := []byte("a,b,c\n" + strings.Repeat("1,some text,2020-01-01\n", 2<<20))
	ctx, cancel := context.WithCancel(context.Background())
	far := 0.0
	_, err := Bytes(ctx, "t.csv", text, Options{Progress: func(done float64) { far = done; cancel() }})
	if !errors.Is(err, context.Canceled) || far > 0.5 {
		t.Errorf("read on to %v of the file: %v", far, err)
	}
}

// TestChangedWhileRead checks that a change of a file is reported, with and without harm, and that nothing is
// reported without a change.
func TestChangedWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	const rows = 1 << 20
	read := func(change func()) (*data.Table, error) {
		if err := os.WriteFile(path, []byte("a,b\n"+strings.Repeat("1,2\n", rows)), 0o600); err != nil {
			t.Fatal(err)
		}
		var once sync.Once
		return Open(context.Background(), path, Options{Progress: func(float64) { once.Do(change) }})
	}
	write := func(at int64, text string) func() {
		return func() {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			if _, err := f.WriteAt([]byte(text), at); err != nil {
				t.Error(err)
			}
		}
	}
	if table, err := read(func() {}); err != nil || table.Notes != nil {
		t.Errorf("%v %q", err, table.Notes)
	}
	noted := func(table *data.Table) bool {
		return len(table.Notes) > 0 && table.Notes[len(table.Notes)-1] == "the file changed while it was read: open "+
			"it again when nothing writes to it"
	}
	if table, err := read(write(4+4*rows, "3,4\n")); err != nil || table.Rows != rows || !noted(table) {
		t.Errorf("%v", err)
	}
	// Whether the two passes see different rows is up to chance.
	table, err := read(write(0, "a,b\n"+strings.Repeat("x,y\n", rows)))
	if err == nil && !noted(table) || err != nil && err.Error() != "cannot open t.csv: it changed while it was read; "+
		"open it again when nothing writes to it" {
		t.Errorf("%v", err)
	}
}
