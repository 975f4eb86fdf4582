package spill

import (
	"slices"
	"testing"
)

// TestWrite writes to parts of spilled arrays, at once and piece by piece, and to arrays in memory. A part that
// was mapped before shows what was written.
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

// TestManyFiles makes more arrays than the number of files that stay open, and writes to the last array.
func TestManyFiles(t *testing.T) {
	if !Possible {
		return
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	space := &Space{}
	var last []uint8
	for range mostOpen + 2 {
		var err error
		if last, err = Make[uint8](space, 10); err != nil {
			t.Fatal(err)
		}
	}
	if Write(last, []uint8("0123456789")); string(last) != "0123456789" || !Held(last) {
		t.Errorf("%q", last)
	}
	if all.open != mostOpen {
		t.Errorf("%d files are open", all.open)
	}
	if err := space.Release(); err != nil || all.open != 0 {
		t.Errorf("%d files are open after the release: %v", all.open, err)
	}
}
