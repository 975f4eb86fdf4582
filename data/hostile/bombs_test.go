package hostile

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data/datatest"
)

// up leads out of any folder.
var up = strings.Repeat("../", 8)

// bomb is a file that is small, or quickly made, and huge for a careless reader.
type bomb struct {
	name string
	make func(t *testing.T) []byte
	want string // a part of the sentence that refuses it, or "" where it must be read
}

// TestBombs opens bombs in children, with little memory.
func TestBombs(t *testing.T) {
	for _, b := range slices.Concat(textBombs(), bookBombs(), oldBookBombs(), columnBombs()) {
		t.Run(b.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), b.name)
			if err := os.WriteFile(path, b.make(t), 0o600); err != nil {
				t.Fatal(err)
			}
			o := opened(t, path)
			// A bomb that would go through the disk is refused there first where the disk is full, which is as true.
			said := strings.Contains(o.Err, b.want) || strings.Contains(o.Err, "has no room for")
			if (b.want == "") == o.refused() || !said || o.refused() && !strings.Contains(o.Err, b.name) {
				t.Errorf("got %q, want %q", o.Err, b.want)
			}
		})
	}
}

// text makes a bomb from literal parts.
func text(parts ...string) func(*testing.T) []byte {
	return func(*testing.T) []byte { return []byte(strings.Join(parts, "")) }
}

func textBombs() []bomb {
	names := make([]string, 1_000_000)
	for i := range names {
		names[i] = fmt.Sprint("c", i)
	}
	million := strings.Repeat(",1", 999_999)
	return []bomb{
		{"zeros.csv.gz", gzipped("\x00"), "zeros.csv.gz"},
		{"rows.csv.gz", gzipped("1,2\n"), "too large"},
		{"line.csv.gz", gzipped("x"), "line.csv.gz"},
		{"quote.csv.gz", func(t *testing.T) []byte {
			return append(compressed(t, `a,b`+"\n"+`1,"`), gzipped("x")(t)...)
		}, "quote.csv.gz"},
		{"inside.zip", archived("table.csv", "1,2\n", 2<<10), "too large"},
		{"nested.zip", func(t *testing.T) []byte {
			inner := archived("a.csv", "1,2\n", 64)(t)
			for range 20 {
				inner = datatest.Zip(t, map[string][]byte{"inner.zip": inner})
			}
			return inner
		}, "inflate it"},
		{"outside.zip", func(t *testing.T) []byte {
			return datatest.Zip(t, map[string][]byte{up + "tmp/outside.csv": []byte("a,b\n1,2\n")})
		}, ""},
		{"names.csv", text(strings.Join(names, ","), "\n1", million, "\n"), "20,000 columns"},
		{"same.csv", text("a", strings.Repeat(",a", 999_999), "\n1", million, "\n"), "20,000 columns"},
		{"empty.csv", text(strings.Repeat(",", 999_999), "\n1", million, "\n"), "20,000 columns"},
		{"row.csv", text("a,b\n1,2\n1", million, "\n"), ""},
		{"line.csv", text("a,b\n1,", strings.Repeat("x", 64*mb), "\n2,y\n"), "16 MB"},
		{"deep.json", text(strings.Repeat("[", 10_000_000)), "deep.json: its JSON is damaged"},
		{"deep2.json", text(`[{"a":`, strings.Repeat(`{"a":`, 5_000_000), "1", strings.Repeat("}", 5_000_001), "]"),
			"deep2.json"},
		{"deep.jsonl", text(`{"a":`, strings.Repeat("[", 5_000_000), strings.Repeat("]", 5_000_000), "}\n"),
			"deep.jsonl"},
		{"keys.json", func(*testing.T) []byte {
			var b bytes.Buffer
			for i := range 300_000 {
				fmt.Fprintf(&b, "{\"k%d\":1}\n", i)
			}
			return b.Bytes()
		}, "keys.json"},
	}
}

// gzipped compresses ten gigabytes of a repeated text, a megabyte a member, so that it is quickly made.
func gzipped(s string) func(t *testing.T) []byte {
	return func(t *testing.T) []byte {
		t.Helper()
		return bytes.Repeat(compressed(t, strings.Repeat(s, mb/len(s))), 10<<10)
	}
}

func compressed(t *testing.T, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, s); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// archived makes an archive of one file, with pieces megabytes of a repeated text.
func archived(name, s string, pieces int) func(t *testing.T) []byte {
	return func(t *testing.T) []byte {
		t.Helper()
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		writeHuge(t, z, name, "", s, pieces, "")
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
}

// writeHuge adds to an archive a file of a head, pieces megabytes of a repeated text, and a tail. A megabyte is
// compressed once.
func writeHuge(t *testing.T, z *zip.Writer, name, head, s string, pieces int, tail string) {
	t.Helper()
	block := []byte(strings.Repeat(s, mb/len(s)))
	sum := crc32.NewIEEE()
	var body bytes.Buffer
	deflate := func(b []byte, end bool) []byte {
		var out bytes.Buffer
		w, err := flate.NewWriter(&out, flate.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(b); err != nil {
			t.Fatal(err)
		}
		if end {
			err = w.Close()
		} else {
			err = w.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	body.Write(deflate([]byte(head), false))
	sum.Write([]byte(head))
	piece := deflate(block, false)
	for range pieces {
		body.Write(piece)
		sum.Write(block)
	}
	body.Write(deflate([]byte(tail), true))
	sum.Write([]byte(tail))
	w, err := z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, CRC32: sum.Sum32(),
		CompressedSize64:   uint64(body.Len()),
		UncompressedSize64: uint64(len(head) + pieces*len(block) + len(tail))})
	if err == nil {
		_, err = w.Write(body.Bytes())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestStreams reads texts without an end, and a line of a gigabyte, through a pipe.
func TestStreams(t *testing.T) {
	for name, c := range map[string]struct {
		head, block string
		pieces      int
	}{
		"line":   {"a,b\n1,", strings.Repeat("x", mb), 1024},
		"quote":  {"a,b\n1,\"", strings.Repeat("x", mb), 1024},
		"zeros":  {"", strings.Repeat("\x00", mb), 4096},
		"rows":   {"a,b\n", strings.Repeat("1,2\n", mb/4), 4096},
		"random": {"", strings.Repeat("\x01\x80\xff\x00", mb/4), 4096},
	} {
		t.Run(name, func(t *testing.T) {
			child := start(t, "stream")
			go func() {
				defer child.in.Close()
				_, _ = io.WriteString(child.in, c.head)
				for range c.pieces {
					if _, err := io.WriteString(child.in, c.block); err != nil {
						return // the child has read enough
					}
				}
			}()
			o := child.verdict(t, name)
			if !o.refused() || !strings.HasPrefix(o.Err, "stream cannot") &&
				!strings.HasPrefix(o.Err, "cannot open stream") {
				t.Errorf("got %q", o.Err)
			}
			t.Logf("%d MB, %s", o.Peak>>20, o.Err)
		})
	}
}
