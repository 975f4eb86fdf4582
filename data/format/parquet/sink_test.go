package parquet

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestIndexBytes looks up bytes in dictionaries of every size, without an index that is too great, and with one at
// every place.
func TestIndexBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for n := 1; n <= 300; n++ {
		idx := make([]uint8, r.IntN(50))
		s := numbers[int64]{dict: make([]int64, n), out: make([]int64, len(idx)+1)}
		for i := range s.dict {
			s.dict[i] = r.Int64()
		}
		copy(s.begin[:], s.dict)
		for i := range idx {
			idx[i] = uint8(r.IntN(min(n, 256)))
		}
		if err := s.indexBytes(idx, 1); err != nil {
			t.Fatalf("%d values: %v", n, err)
		}
		for i, c := range idx {
			if s.out[i+1] != s.dict[c] {
				t.Fatalf("%d values: row %d is %d, not %d", n, i, s.out[i+1], s.dict[c])
			}
		}
		for i := range idx {
			for bad := n; bad < 256; bad++ {
				damaged := slices.Clone(idx)
				damaged[i] = uint8(bad)
				if err := s.indexBytes(damaged, 1); err == nil {
					t.Fatalf("value %d of a dictionary of %d was not refused in row %d of %d", bad, n, i, len(idx))
				}
			}
		}
	}
}
