package spill

import (
	"slices"
	"testing"
)

// TestWrite writes to parts of spilled arrays, at once and piece by piece, and to arrays in memory. A part that was mapped before shows what was written.
func TestWrite(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const n = 3*pieceBytes/4 + 7
	for _, space := range []*Space{nil, {}} {
		if space != nil && !Possible {
			continue
		}
		got, err := Make[uint32](space, n)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]uint32, n)
		for i := range want {
			want[i] = uint32(i * i)
		}
		if got[n/2] != 0 || Held(got) != (space != nil) {
			t.Fatalf("an array of %d, spilled: %v", got[n/2], Held(got))
		}
		Write(got[5:1000], want[5:])
		Fill(got[:5], func(at int, piece []uint32) { copy(piece, want[at:5]) })
		Fill(got[1000:], func(at int, piece []uint32) {
			for i := range piece {
				piece[i] = want[1000+at+i]
			}
		})
		Fill(got[:0], func(int, []uint32) {})
		if !slices.Equal(got, want) {
			t.Errorf("spilled %v: what is read is not what was written", space != nil)
		}
		if space != nil {
			if err := space.Release(); err != nil {
				t.Error(err)
			}
		}
	}
}
