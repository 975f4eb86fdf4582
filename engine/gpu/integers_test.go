package gpu

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"
)

// TestIntegers puts the words of integers of every number of bits together again, and wants each word as narrow as its
// bits. The rows are fewer than a batch, and more than a piece. A word that is loaded twice has the same codes.
func TestIntegers(t *testing.T) {
	for bits := range 129 {
		rows := map[int]int{0: 1, 33: integersAPiece + integersABatch + 1, 128: integersAPiece + 7}[bits]
		rows = cmp.Or(rows, integersABatch+3)
		r := rand.New(rand.NewPCG(uint64(bits), 1))
		low, high := make([]uint64, rows), make([]uint64, rows)
		for row := range low {
			low[row], high[row] = r.Uint64(), r.Uint64()
			if bits < 64 {
				low[row] &= 1<<bits - 1
			}
			high[row] &= 1<<max(0, bits-64) - 1
		}
		n := NewIntegers(rows, bits, func(l, h []uint64, first int) {
			copy(l, low[first:])
			copy(h, high[first:])
		})
		for range 2 {
			for word := range (bits + 31) / 32 {
				c := n.Word(word, "x")
				left := min(32, bits-32*word)
				if c.Bits != left || c.Bytes != map[bool]int{true: 4, false: (left + 7) / 8}[left > 16] {
					t.Errorf("word %d of %d bits: %d bytes for %d bits", word, bits, c.Bytes, c.Bits)
				}
				from := [][]uint64{low, high}[word/2]
				for row, code := range c.Values() {
					if want := from[row] >> (32 * (word % 2)) & math.MaxUint32; uint64(code) != want {
						t.Fatalf("%d bits, word %d, row %d of %d: %d", bits, word, row, rows, code)
					}
				}
			}
		}
	}
}
