package filter

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkKernels tests the codes of 65,536 rows against a range, eight bytes at a time and one code at a
// time, and against a table.
func BenchmarkKernels(b *testing.B) {
	const rows = 1 << 16
	bytes, words, pass := make([]uint8, rows), make([]uint16, rows), make([]uint8, 256)
	for i := range bytes {
		bytes[i] = uint8(rand.Uint32())
		words[i], pass[bytes[i]] = uint16(bytes[i]), uint8(i&1)
	}
	yes, doubles := make([]uint64, rows/64), make([]uint32, rows)
	for i, v := range words {
		doubles[i] = uint32(v)
	}
	for name, kernel := range map[string]func(){
		"byte range":       func() { byteRangeBits(bytes, 20, 50, yes) },
		"range of bytes":   func() { rangeBits(bytes, 20, uint8(50), yes) },
		"range of words":   func() { rangeBits(words, 20, uint16(50), yes) },
		"range of 32 bits": func() { rangeBits(doubles, 20, uint32(50), yes) },
		"table":            func() { lookupBits(bytes, pass, yes) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				kernel()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
		})
	}
}
