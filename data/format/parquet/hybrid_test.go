package parquet

import (
	"math/rand/v2"
	"testing"
)

// TestHybrid packs values as runs and bit-packed groups and reads them back in pieces of every size.
func TestHybrid(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for width := uint(0); width <= 32; width++ {
		var want []uint32
		var src []byte
		for range 20 {
			v := uint32(rnd.Uint64() & (1<<width - 1))
			if rnd.IntN(2) == 0 {
				n := 1 + rnd.IntN(100)
				src = append(src, byte(n<<1)|0x80*byte(n>>6&1), byte(n>>6))
				if n < 64 {
					src = src[:len(src)-1]
				}
				for i := range (width + 7) / 8 {
					src = append(src, byte(v>>(8*i)))
				}
				for range n {
					want = append(want, v)
				}
				continue
			}
			groups := 1 + rnd.IntN(6)
			src = append(src, byte(groups<<1|1))
			at := 8 * len(src)
			src = append(src, make([]byte, groups*int(width))...)
			for range 8 * groups {
				v := uint32(rnd.Uint64() & (1<<width - 1))
				want = append(want, v)
				for i := range width {
					src[at>>3] |= byte(v>>i&1) << (at & 7)
					at++
				}
			}
		}
		for _, step := range []int{1, 7, 64, len(want)} {
			if width <= 8 {
				h := hybrid{src: src, width: width}
				for i := 0; i < len(want); i += step {
					got := make([]uint8, min(step, len(want)-i))
					if err := readHybrid(&h, got); err != nil {
						t.Fatalf("width %d, step %d, bytes: %v", width, step, err)
					}
					for k, v := range got {
						if uint32(v) != want[i+k] {
							t.Fatalf("width %d, step %d, bytes: value %d is %d, want %d", width, step,
								i+k, v, want[i+k])
						}
					}
				}
			}
			h := hybrid{src: src, width: width}
			for i := 0; i < len(want); i += step {
				got := make([]uint32, min(step, len(want)-i))
				if err := readHybrid(&h, got); err != nil {
					t.Fatalf("width %d, step %d: %v", width, step, err)
				}
				for k, v := range got {
					if v != want[i+k] {
						t.Fatalf("width %d, step %d: value %d is %d, want %d", width, step, i+k, v, want[i+k])
					}
				}
			}
			if err := readHybrid(&h, make([]uint32, 1)); err == nil {
				t.Errorf("width %d: a value behind the end", width)
			}
		}
	}
}
