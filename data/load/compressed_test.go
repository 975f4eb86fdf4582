package load

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
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
		"j.zip":     archived(t, "t.json", `[{"a": 1.5, "b": "x"}, {"a": 2.5, "b": "y"}]`),
		"t.json.gz": zipped(t, "{\"a\": 1.5, \"b\": \"x\"}\n{\"a\": 2.5, \"b\": \"y\"}\n"),
	} {
		got, err := Bytes(context.Background(), name, b, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		a, bb := got.Columns[0], got.Columns[1]
		if s := fmt.Sprintf("%d %s %s %s %s %s %s", got.Rows, a.Name, a.Type, a.Value(0), a.Value(1), bb.Value(0), bb.Value(1)); s != "2 a decimal 1.5 2.5 x y" {
			t.Errorf("%s: %s", name, s)
		}
	}
	for want, b := range map[string][]byte{
		"2 files":          archived(t, "a.png", "x", "b.pdf", "y"),
		"holds nothing":    archived(t, "a.csv", ""),
		"not text":         archived(t, "a.csv.gz", string(zipped(t, text))),
		"for delimited":    archived(t, "a.json", `{"a": 1}`),
		"cut off":          z.EncodeAll([]byte(text), nil)[:12],
		"has no table":     archived(t, "a.html", "<!doctype html>"),
		"something else":   archived(t, "a.xml", "<?xml version=\"1.0\"?>"),
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
	if _, err := Stream(context.Background(), "standard input", strings.NewReader(""), Options{}); err == nil || !strings.Contains(err.Error(), "standard input is empty") {
		t.Error(err)
	}
}

// An archive of several files is read like a workbook of several sheets: the largest table, the file of a name, or all of them as one table.
func TestArchiveOfSeveralFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "months.zip")
	files := []string{"2024/feb.csv", "a,b\n1,x\n2,y\n3,z\n", "2024/jan.csv", "a,b\n10,x\n", "photo.jpg", "\xff\xd8", "read me.md", strings.Repeat("many words\n", 99), "rates.json", `[{"rate": 2}]`, "empty/", ""}
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
		if s := fmt.Sprintf("%s: %d rows of %s", got.Sheet, got.Rows, strings.Join(columns, ", ")); s != want || got.SheetWord() != "file" || len(got.Sheets) != 4 {
			t.Errorf("%q: %s, of %ss %q, want %s", sheet, s, got.SheetWord(), got.Sheets, want)
		}
		if notes := strings.Join(got.Notes, "; "); sheet != AllSheets && !strings.Contains(notes, `1, such as "photo.jpg"`) {
			t.Errorf("%q: notes %q", sheet, notes)
		}
	}
	one, err := Bytes(t.Context(), "one.zip", archived(t, "a.csv", "a,b\n1,x\n", "b.pdf", "y"), Options{})
	if err != nil || one.Rows != 1 || len(one.Sheets) > 0 || !strings.Contains(strings.Join(one.Notes, "; "), `1, such as "b.pdf"`) {
		t.Errorf("%v, %v", one, err)
	}
}

// All files of an archive are read once each, also where their names differ by folders or case alone, and of two files of one name the last one counts.
func TestArchiveOfLikeNames(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.zip")
	files := []string{"2023/jan.csv", "n\n1\n", "jan.csv", "n\n10\n", "JAN.csv", "n\n100\n", "twice.csv", "n\n5000\n", "twice.csv", "n\n1000\n", "data", "n\n10000\n"}
	if err := os.WriteFile(name, archived(t, files...), 0o600); err != nil {
		t.Fatal(err)
	}
	for sheet, want := range map[string]string{
		"jan.csv": "[10]", "JAN.csv": "[100]", "2023/jan.csv": "[1]", "Jan.CSV": "[100]", "twice.csv": "[1000]", "data": "[10000]", AllSheets: "[1 10 100 1000 10000]",
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
