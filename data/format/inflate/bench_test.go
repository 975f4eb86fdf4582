package inflate

import (
	"bytes"
	"io"
	"math"
	"os"
	"testing"
	"time"

	klauspost "github.com/klauspost/compress/gzip"
)

// BenchmarkGzip inflates the file CARDINAL_GZIP into pieces of a megabyte, in turns with klauspost/compress and with
// this package on one core. The speed is the highest of all turns.
func BenchmarkGzip(b *testing.B) {
	path := os.Getenv("CARDINAL_GZIP")
	if path == "" {
		b.Skip("CARDINAL_GZIP names no file")
	}
	file, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	total, piece := int64(0), make([]byte, 1<<20)
	for b.Loop() {
		for i, open := range []func(io.Reader) (io.Reader, error){
			func(r io.Reader) (io.Reader, error) { return klauspost.NewReader(r) },
			func(r io.Reader) (io.Reader, error) { return NewGzipReader(r) },
		} {
			start := time.Now()
			r, err := open(bytes.NewReader(file))
			total = 0
			for n := 0; err == nil; total += int64(n) {
				n, err = r.Read(piece)
			}
			if err != io.EOF { //nolint:errorlint // as io.Reader says
				b.Fatal(err)
			}
			least[i] = min(least[i], time.Since(start))
		}
	}
	b.ReportMetric(float64(total)/1e6/least[0].Seconds(), "MB/s-klauspost")
	b.ReportMetric(float64(total)/1e6/least[1].Seconds(), "MB/s-inflate")
}
