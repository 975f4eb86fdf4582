package inflate

import (
	"bytes"
	"io"
	"os"
	"testing"

	klauspost "github.com/klauspost/compress/gzip"
)

// BenchmarkGzip inflates the file CARDINAL_GZIP into pieces of a megabyte, with klauspost/compress and with this package.
func BenchmarkGzip(b *testing.B) {
	path := os.Getenv("CARDINAL_GZIP")
	if path == "" {
		b.Skip("CARDINAL_GZIP names no file")
	}
	file, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		open func(io.Reader) (io.Reader, error)
	}{
		{"klauspost", func(r io.Reader) (io.Reader, error) { return klauspost.NewReader(r) }},
		{"inflate", func(r io.Reader) (io.Reader, error) { return NewGzipReader(r) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			piece := make([]byte, 1<<20)
			for b.Loop() {
				r, err := c.open(bytes.NewReader(file))
				total := int64(0)
				for n := 0; err == nil; total += int64(n) {
					n, err = r.Read(piece)
				}
				if err != io.EOF { //nolint:errorlint // as io.Reader says
					b.Fatal(err)
				}
				b.SetBytes(total)
			}
		})
	}
}
