package load

import (
	"os"
	"testing"
)

// BenchmarkLarge loads the file that CARDINAL_BENCH_FILE names.
func BenchmarkLarge(b *testing.B) {
	path := os.Getenv("CARDINAL_BENCH_FILE")
	if path == "" {
		b.Skip("CARDINAL_BENCH_FILE is not set")
	}
	for b.Loop() {
		open(b, path)
	}
}
