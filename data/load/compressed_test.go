package load

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/data/store/spill"
)

func archived(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCompressed(t *testing.T) {
	const text = "a;b\n1,5;x\n2,5;y\n"
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	// bzip2 of text, as the bzip2 command writes it; Go only reads it.
	const bz = "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xa7\x9c\x3d\xd0\x00\x00\x06\x59\x80\x00\x10\x00\x04\x32\x08\x30\x00\x00\x60\x20\x00\x31\x00\x30\x1a\x06\x8c\x9c\x99\xd2\x34\x34\x2d\xc7\x8b\xb9\x22\x9c\x28\x48\x53\xce\x1e\xe8\x00"
	for name, b := range map[string][]byte{
		"t.csv.gz":  zipped(t, text),
		"t.csv.bz2": []byte(bz),
		"t.csv.zst": z.EncodeAll([]byte(text), nil),
		"t.zip":     archived(t, "folder/t.csv", text, "__MACOSX/t.csv", "junk", "folder/.DS_Store", "junk"),
		"t.json":    []byte(`[{"a": 1.5, "b": "x"}, {"a": 2.5, "b": "y"}]`),
		"gz.zip":    archived(t, "t.csv.gz", string(zipped(t, text))),
		"j.zip":     archived(t, "t.json", `[{"a": 1.5, "b": "x"}, {"a": 2.5, "b": "y"}]`),
		"t.json.gz": zipped(t, "{\"a\": 1.5, \"b\": \"x\"}\n{\"a\": 2.5, \"b\": \"y\"}\n"),
	} {
		got, err := Bytes(context.Background(), name, b, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		a, bb := got.Columns[0], got.Columns[1]
		if s := fmt.Sprintf("%d %s %s %s %s %s %s", got.Rows, a.Name, a.Type, a.Value(0), a.Value(1), bb.Value(0),
			bb.Value(1)); s != "2 a decimal 1.5 2.5 x y" {
			t.Errorf("%s: %s", name, s)
		}
	}
	for want, b := range map[string][]byte{
		"2 files":          archived(t, "a.png", "x", "b.pdf", "y"),
		"holds nothing":    archived(t, "a.csv", ""),
		"inflate it":       archived(t, "a.zip", string(archived(t, "a.csv", text))),
		"for delimited":    archived(t, "a.json", `{"a": 1}`),
		"cut off":          z.EncodeAll([]byte(text), nil)[:12],
		"has no table":     archived(t, "a.html", "<!doctype html>"),
		"other markup":     archived(t, "a.xml", "<?xml version=\"1.0\"?>"),
		"not a workbook":   archived(t),
		"damaged":          []byte("BZh9 and nothing else"),
		"no sheets: leave": zipped(t, text),
	} {
		o := Options{}
		if strings.HasPrefix(want, "for") {
			o.Reading.Skip = 1
		}
		if strings.HasPrefix(want, "no sheets") {
			o.Sheet = "x"
		}
		if _, err := Bytes(context.Background(), "t", b, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestStream(t *testing.T) {
	got, err := Stream(context.Background(), "standard input", strings.NewReader("a,b\n1,2\n"), Options{})
	if err != nil || got.Rows != 1 || got.Name != "standard input" || got.Path != "" {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := Stream(context.Background(), "standard input", strings.NewReader(""), Options{}); err == nil ||
		!strings.Contains(err.Error(), "standard input is empty") {
		t.Error(err)
	}
}

// TestArchiveOfSeveralFiles reads an archive of several files like a workbook of several sheets: the largest table,
// the file with a name, or all files as one table.
func TestArchiveOfSeveralFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "months.zip")
	files := []string{"2024/feb.csv", "a,b\n1,x\n2,y\n3,z\n", "2024/jan.csv", "a,b\n10,x\n", "photo.jpg", "\xff\xd8",
		"read me.md", strings.Repeat("many words\n", 99), "rates.json", `[{"rate": 2}]`, "empty/", ""}
	if err := os.WriteFile(name, archived(t, files...), 0o600); err != nil {
		t.Fatal(err)
	}
	for sheet, want := range map[string]string{
		"":             "2024/feb.csv: 3 rows of a, b",
		"2024/JAN.csv": "2024/jan.csv: 1 rows of a, b",
		"jan.csv":      "2024/jan.csv: 1 rows of a, b",
		"rates.json":   "rates.json: 1 rows of rate",
		AllSheets:      "*: 4 rows of a, b, File",
		"photo.jpg":    `cannot open months.zip: the archive has no file "photo.jpg"; its files are 2024/feb.csv, 2024/jan.csv, rates.json, read me.md`,
	} {
		got, err := Open(t.Context(), name, Options{Sheet: sheet})
		if err != nil {
			if err.Error() != want {
				t.Errorf("%q: %v, want %s", sheet, err, want)
			}
			continue
		}
		var columns []string
		for _, c := range got.Columns {
			columns = append(columns, c.Name)
		}
		if s := fmt.Sprintf("%s: %d rows of %s", got.Sheet, got.Rows, strings.Join(columns, ", ")); s != want ||
			got.SheetWord() != "file" || len(got.Sheets) != 4 {
			t.Errorf("%q: %s, of %ss %q, want %s", sheet, s, got.SheetWord(), got.Sheets, want)
		}
		if notes := strings.Join(got.Notes, "; "); sheet != AllSheets &&
			!strings.Contains(notes, `1, such as "photo.jpg"`) {
			t.Errorf("%q: notes %q", sheet, notes)
		}
	}
	one, err := Bytes(t.Context(), "one.zip", archived(t, "a.csv", "a,b\n1,x\n", "b.pdf", "y"), Options{})
	if err != nil || one.Rows != 1 || len(one.Sheets) > 0 || !strings.Contains(strings.Join(one.Notes, "; "),
		`1, such as "b.pdf"`) {
		t.Errorf("%v, %v", one, err)
	}
}

// Workbooks and Parquet files in an archive, and the sheets of these workbooks, are chosen like the other
// files. A file in an archive is read as a person says.
func TestArchiveOfWorkbooks(t *testing.T) {
	book := string(workbook(t, "Data", [][]any{{"k", "v"}, {"a", 1}, {"b", 2}}, "More", [][]any{{"k", "v"}, {"c", 3}}))
	one := string(workbook(t, "Sheet1", [][]any{{"k", "v"}, {"d", 4}}))
	crc, err := os.ReadFile("testdata/found/unknown-logical-type.parquet")
	if err != nil {
		t.Fatal(err)
	}
	page := "<table><caption>First</caption><tr><th>k</th></tr><tr><td>p</td></tr></table><table><caption>Second</caption><tr><th>k</th></tr><tr><td>q</td></tr><tr><td>r</td></tr></table>"
	files := []string{"2024/book.xlsx", book, "one.xlsx", one, "text.csv", "k,v\ne,5\n", "page.html", page, "old.xls",
		"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "c.parquet", string(crc)}
	name := filepath.Join(t.TempDir(), "a.zip")
	if err := os.WriteFile(name, archived(t, files...), 0o600); err != nil {
		t.Fatal(err)
	}
	first := "2024/book.xlsx/Data"
	for _, c := range []struct {
		sheet   string
		reading data.Reading
		want    string // the sheet, the number of sheets, and the rows; or the error
	}{
		{"", data.Reading{}, first + " 7: a,1 b,2"},
		{"book.xlsx", data.Reading{}, first + " 7: a,1 b,2"},
		{"book.xlsx/more", data.Reading{}, "2024/book.xlsx/More 7: c,3"},
		{"2024/book.xlsx/Data", data.Reading{Range: "A2:B3", Header: "none"}, first + " 7: a,1 b,2"},
		{"one.xlsx", data.Reading{}, "one.xlsx 6: d,4"},
		{"page.html", data.Reading{}, "page.html/Second 7: q r"},
		{"page.html/first", data.Reading{}, "page.html/First 7: p"},
		{"old.xls", data.Reading{}, "old Office format"},
		{"text.csv", data.Reading{Range: "A1:B2"}, "has no cells"},
		{"text.csv/x", data.Reading{}, "has no sheets"},
		{"book.xlsx/x", data.Reading{}, "Data, More"},
		{"none.xlsx/x", data.Reading{}, "no file"},
	} {
		got, err := Open(t.Context(), name, Options{Sheet: c.sheet, Reading: c.reading})
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q: %v, want %s", c.sheet, err, c.want)
			}
			continue
		}
		if s := fmt.Sprintf("%s %d: %s", got.Sheet, len(got.Sheets), cells(got)); s != c.want {
			t.Errorf("%q: %s, want %s", c.sheet, s, c.want)
		}
	}
	for sheet, format := range map[string]string{"": "xlsx", "text.csv": "csv", "page.html": "html",
		"c.parquet": "parquet"} {
		if got, err := Open(t.Context(), name, Options{Sheet: sheet}); err != nil || got.Format != format ||
			got.SheetWord() != "file" {
			t.Errorf("%q: %+v, %v, want %s", sheet, got, err, format)
		}
	}
	both := filepath.Join(t.TempDir(), "b.zip")
	if err := os.WriteFile(both, archived(t, files[:6]...), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Open(t.Context(), both, Options{Sheet: AllSheets}); err != nil ||
		cells(got) != "a,1,2024/book.xlsx/Data b,2,2024/book.xlsx/Data c,3,2024/book.xlsx/More d,4,one.xlsx "+
			"e,5,text.csv" {
		t.Errorf("all files: %v, %s", err, cells(got))
	}
	for name, b := range map[string][]byte{"alone.zip": archived(t, "book.xlsx", book),
		"book.xlsx.gz": zipped(t, book)} {
		if got, err := Bytes(t.Context(), name, b, Options{Sheet: "More"}); err != nil || cells(got) != "c,3" ||
			got.SheetWord() != "sheet" || got.Format != "xlsx" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// What a compressed file or a file of an archive holds and the memory does not is read from a temporary file,
// and none is left.
func TestCompressedBeyondMemory(t *testing.T) {
	if !spill.Possible {
		return
	}
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	crc, err := os.ReadFile("testdata/found/unknown-logical-type.parquet")
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := [][]any{{"a", "b"}}
	var csv, json, long strings.Builder
	csv.WriteString("a,b\n")
	long.WriteString("a,b\n")
	for i := range 500 {
		rows = append(rows, []any{i, fmt.Sprint("text ", i)})
		fmt.Fprintf(&csv, "%d,text %d\n", i, i*7919%1000)
		fmt.Fprintf(&json, `{"a":%d},`, i*7919%1000)
	}
	lines := 250_000 // several pages
	if testing.Short() {
		lines /= 5
	}
	for i := range lines {
		fmt.Fprintf(&long, "%d,text %d\n", i, i*7919%1000)
	}
	for name, text := range map[string]string{
		"c.parquet": string(crc), "c.csv": csv.String(), "c.xlsx": string(workbook(t, "Sheet1", rows)),
		"c.json": "[" + strings.TrimSuffix(json.String(), ",") + "]", "long.csv": long.String(),
	} {
		whole, err := Bytes(t.Context(), name, []byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		limit := int64(len(text))
		half := len(text) / 2
		for as, b := range map[string][]byte{
			"c.zip": archived(t, name, text), "c.gz": zipped(t, text), "c.zst": z.EncodeAll([]byte(text), nil),
			// the second one's length is the file's
			"members.gz": append(zipped(t, text[:half]), zipped(t, text[half:])...),
		} {
			got, err := Bytes(t.Context(), as, b, Options{limit: limit})
			if err != nil || cells(got) != cells(whole) || !strings.Contains(strings.Join(got.Notes, "; "),
				"lay in a temporary file") {
				t.Errorf("%s of %s: %v, %v", as, name, got, err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			if _, err := Bytes(ctx, as, b, Options{limit: limit, Progress: func(float64) { cancel() }}); !errors.Is(err,
				context.Canceled) {
				t.Errorf("%s of %s, cancelled: %v", as, name, err)
			}
			cancel()
			if left, _ := filepath.Glob(filepath.Join(cache, "cardinal", "spill", "*")); len(left) > 0 {
				t.Errorf("%s of %s left %v", as, name, left)
			}
		}
	}
	many := zipped(t, "a\n"+strings.Repeat("1\n", 1<<20))
	if _, err := Bytes(t.Context(), "many.gz", many, Options{limit: 1 << 20}); err == nil ||
		!strings.Contains(err.Error(), "more than 50 times its size") {
		t.Errorf("a bomb: %v", err)
	}
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", blocked)
	for name, b := range map[string][]byte{"archive": archived(t, "c.csv", csv.String()), "compressed file": zipped(t,
		csv.String())} {
		_, err := Bytes(t.Context(), "c", b, Options{limit: 2000})
		if want := "the " + name + " does not fit the memory, and "; err == nil ||
			!strings.Contains(err.Error(), want+"there is no folder for a temporary file") &&
				!strings.Contains(err.Error(), want+"no temporary file can be made") {
			t.Errorf("%s without a folder: %v", name, err)
		}
	}
}

// workbook makes a workbook of sheets, given as names and rows in turn.
func workbook(t *testing.T, sheets ...any) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i := 0; i < len(sheets); i += 2 {
		name := sheets[i].(string)
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for r, row := range sheets[i+1].([][]any) {
			if err := f.SetSheetRow(name, fmt.Sprintf("A%d", r+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if sheets[0] != "Sheet1" {
		if err := f.DeleteSheet("Sheet1"); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestArchiveOfLikeNames reads all files of an archive once each, even if their names differ only by folders or case.
// Of two files with one name, the last counts.
func TestArchiveOfLikeNames(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.zip")
	files := []string{"2023/jan.csv", "n\n1\n", "jan.csv", "n\n10\n", "JAN.csv", "n\n100\n", "twice.csv", "n\n5000\n",
		"twice.csv", "n\n1000\n", "data", "n\n10000\n"}
	if err := os.WriteFile(name, archived(t, files...), 0o600); err != nil {
		t.Fatal(err)
	}
	for sheet, want := range map[string]string{
		"jan.csv": "[10]", "JAN.csv": "[100]", "2023/jan.csv": "[1]", "Jan.CSV": "[100]", "twice.csv": "[1000]",
		"data": "[10000]", AllSheets: "[1 10 100 1000 10000]",
	} {
		got, err := Open(t.Context(), name, Options{Sheet: sheet})
		if err != nil {
			t.Errorf("%q: %v", sheet, err)
			continue
		}
		var values []int64
		for row := range got.Rows {
			n, _ := got.Columns[0].Value(row).Int.Int64()
			values = append(values, n)
		}
		slices.Sort(values)
		if s := fmt.Sprint(values); s != want {
			t.Errorf("%q: %s, want %s", sheet, s, want)
		}
	}
}
