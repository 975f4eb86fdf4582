package device

import "testing"

// Pieces have all bytes of the regions, in their order, and none has more than there is room for.
func TestPieces(t *testing.T) {
	regions := []region{{offset: 100, size: 4}, {offset: 0, size: 40}, {offset: 8, size: 0}, {offset: 200, size: 20},
		{offset: 4, size: 16}}
	for _, most := range []uint64{4, 8, 12, 24, 80, 1000} {
		left := append([]region{}, regions...)
		for _, piece := range pieces(regions, most) {
			bytes := uint64(0)
			for _, part := range piece {
				for len(left) > 0 && left[0].size == 0 {
					left = left[1:]
				}
				if len(left) == 0 || part.offset != left[0].offset || part.size == 0 || part.size > left[0].size {
					t.Fatalf("most %d: part %v of what is left %v", most, part, left)
				}
				left[0].offset += part.size
				left[0].size -= part.size
				bytes += part.size
			}
			if bytes > most {
				t.Errorf("a piece of %d bytes, %d are the most", bytes, most)
			}
		}
		for _, r := range left {
			if r.size > 0 {
				t.Errorf("most %d: %v is left", most, left)
			}
		}
	}
}
