package load

import (
	"bytes"
	"context"
	"io"
	"os"
	"testing"

	"cardinal/data/format/inflate"
)

// BenchmarkGzip inflates the file CARDINAL_GZIP, delimited text, into nothing, into pages, and into a table.
func BenchmarkGzip(b *testing.B) {
	path := os.Getenv("CARDINAL_GZIP")
	if path == "" {
		b.Skip("CARDINAL_GZIP names no file")
	}
	file, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	open := func() io.Reader {
		z, err := inflate.NewGzipReader(bytes.NewReader(file))
		if err != nil {
			b.Fatal(err)
		}
		return z
	}
	b.Run("nothing", func(b *testing.B) {
		piece := make([]byte, pageSize)
		for b.Loop() {
			for z, err := open(), error(nil); err == nil; {
				_, err = z.Read(piece)
			}
		}
	})
	b.Run("pages", func(b *testing.B) {
		for b.Loop() {
			text := newPages("compressed file", 0, 0)
			text.fill(context.Background(), open(), 0, func() {})
			if err := text.wait(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("table", func(b *testing.B) {
		for b.Loop() {
			if _, err := Open(context.Background(), path, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
