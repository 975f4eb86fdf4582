package memory

import (
	"math"
	"runtime"
	"testing"
)

// TestMake wants zeros in the number that was asked for, below and above the size from which huge pages are asked for.
func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, lookFrom/8 - 1, lookFrom / 8, lookFrom + 3} {
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

// TestMakeOfUsedMemory expects zeros in memory that other arrays used before.
func TestMakeOfUsedMemory(t *testing.T) {
	for round := range 8 {
		for i, used := 0, Uninitialized[uint64](lookFrom/2+1000*round); i < len(used); i++ {
			used[i] = math.MaxUint64
		}
		runtime.GC()
		for i, v := range Make[uint64](lookFrom/2 - 1000*round) {
			if v != 0 {
				t.Fatalf("round %d: entry %d is %x", round, i, v)
			}
		}
	}
}

// TestUninitialized makes arrays of every size. They have the right length and keep what is written, and entries with
// pointers are zero.
func TestUninitialized(t *testing.T) {
	for _, n := range []int{0, 1, dirtyFrom/8 - 1, dirtyFrom / 8, lookFrom + 3} {
		words, pairs := Uninitialized[uint64](n), Uninitialized[[2]uint32](n)
		if len(words) != n || len(pairs) != n {
			t.Fatalf("%d: %d and %d entries", n, len(words), len(pairs))
		}
		for i := range n {
			words[i], pairs[i] = uint64(i), [2]uint32{uint32(i), 7}
		}
		for i := range n {
			if words[i] != uint64(i) || pairs[i] != [2]uint32{uint32(i), 7} {
				t.Fatalf("%d: entry %d is %d and %d", n, i, words[i], pairs[i])
			}
		}
		for i, s := range Uninitialized[struct {
			of   int
			text string
		}](n) {
			if s.of != 0 || s.text != "" {
				t.Fatalf("%d: entry %d is %v", n, i, s)
			}
		}
	}
}

// BenchmarkUninitialized compares the time of an array whose memory was used before.
func BenchmarkUninitialized(b *testing.B) {
	for name, of := range map[string]func(int) []uint64{"zeros": Make[uint64], "uninitialized": Uninitialized[uint64]} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				of(20 << 20)[0] = 1
				b.StopTimer()
				runtime.GC()
				b.StartTimer()
			}
		})
	}
}
