package pivot

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/engine/aggregate"
)

// TestPairSet numbers random pairs, as a bitmap and as a sorted list, and holds the numbers against a map.
func TestPairSet(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 5))
	for round := range 200 {
		firsts, width := 1+r.IntN(1<<r.IntN(24)), 1+r.IntN(1<<r.IntN(24))
		first, second := make([]uint32, r.IntN(2000)), make([]uint32, 2000)
		second = second[:len(first)]
		if round%50 == 0 {
			first, second = make([]uint32, 300_000), make([]uint32, 300_000)
		}
		want := map[[2]uint32]int{}
		var pairs [][2]uint32
		for i := range first {
			first[i], second[i] = r.Uint32N(uint32(firsts)), r.Uint32N(uint32(width))
			if i%7 == 0 && i > 0 {
				first[i], second[i] = first[i-1], second[i-1]
			}
			if i%11 == 3 {
				first[i] = aggregate.Skip
			}
			pair := [2]uint32{first[i], second[i]}
			if _, met := want[pair]; !met && first[i] != aggregate.Skip {
				want[pair] = 0
				pairs = append(pairs, pair)
			}
		}
		slices.SortFunc(pairs, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
		for n, pair := range pairs {
			want[pair] = n
		}
		s, err := newPairSet(context.Background(), firsts, width, first, second, 2)
		if err != nil {
			t.Fatal(err)
		}
		to := make([]uint32, len(first))
		half := len(to) / 2
		s.numbers(to[:half], 5, first[:half], second[:half], 0)
		s.numbers(to[half:], 5, first[half:], second[half:], half)
		for i, n := range to {
			number := aggregate.Skip
			if first[i] != aggregate.Skip {
				number = uint32(want[[2]uint32{first[i], second[i]}] + 5)
			}
			if n != number {
				t.Fatalf("round %d: pair %d has number %d, not %d", round, i, n, number)
			}
		}
		at := 0
		for f, second := range s.all() {
			if pairs[at] != [2]uint32{f, second} {
				t.Fatalf("round %d: member %d is %d, %d, not %v", round, at, f, second, pairs[at])
			}
			at++
		}
		if at != s.size || at != len(pairs) {
			t.Fatalf("round %d: %d members of %d, size %d", round, at, len(pairs), s.size)
		}
		for range 100 {
			f, second := r.Uint32N(uint32(firsts)), r.Uint32N(uint32(width))
			n, ok := s.find(f, second)
			if number, met := want[[2]uint32{f, second}]; ok != met || ok && n != number {
				t.Fatalf("round %d: pair %d, %d is found as %d, %v, not %d, %v", round, f, second, n, ok, number, met)
			}
		}
	}
}
