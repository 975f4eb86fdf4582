package key

import (
	"math/rand/v2"
	"testing"

	"cardinal/data"
)

func TestSlotCodesDivide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		cols := make([]*Column, 1+r.IntN(4))
		for i := range cols {
			cols[i] = &Column{Card: 1 + r.IntN([]int{2, 7, 300, 70_000}[r.IntN(4)]), Codes: data.Codes{}}
		}
		k := Compose(0, cols)
		if k.Slots > 1<<32 {
			continue
		}
		slots := []uint32{0, uint32(k.Slots - 1)}
		for range 500 {
			slots = append(slots, uint32(r.Uint64N(k.Slots)))
		}
		codes := make([]uint32, len(slots))
		for c, col := range cols {
			k.SlotCodes(codes, slots, c)
			for i, slot := range slots {
				if want := uint64(slot) / k.Strides[c] % uint64(col.Card); uint64(codes[i]) != want {
					t.Fatalf("slot %d of strides %v: column %d is %d, want %d", slot, k.Strides, c, codes[i], want)
				}
			}
		}
	}
}
