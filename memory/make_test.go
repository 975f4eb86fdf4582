package memory

import "testing"

// TestMake wants zeros in the number that was asked for, below and above the size from which huge pages are asked for.
func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, hugeFrom/8 - 1, hugeFrom / 8, hugeFrom + 3} {
		s := Make[uint64](n)
		if len(s) != n || cap(s) != n {
			t.Errorf("%d: %d entries with room for %d", n, len(s), cap(s))
		}
		for i, v := range s {
			if v != 0 {
				t.Fatalf("%d: entry %d is %d", n, i, v)
			}
		}
	}
}
