package load

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
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
		"2 files":          archived(t, "a.csv", text, "b.csv", text),
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
