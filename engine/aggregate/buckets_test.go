package aggregate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBuckets merges lists of random values at random, and holds sorted values and places against plain slices.
func TestBuckets(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 4))
	for round := range 300 {
		groups, targets, width, skew := 1+r.IntN(40), uint32(1+r.IntN(12)), r.IntN(64), r.IntN(3)
		list, first := &ValueList[uint64]{}, uint32(r.IntN(5))
		values := make([][]uint64, groups)
		for range 1 + r.IntN(4) {
			c := pairs[uint64]{}
			for range r.IntN(4000) {
				g, v := r.IntN(groups), r.Uint64()>>width
				for range skew {
					v >>= r.IntN(20)
				}
				c.groups, c.values = append(c.groups, uint32(g)), append(c.values, v)
				values[g] = append(values[g], v)
			}
			list.chunks = append(list.chunks, c)
		}
		b, err := list.Buckets(context.Background(), groups, 1+r.IntN(40), 1+r.IntN(3))
		if err != nil {
			t.Fatal(err)
		}
		for level := range 3 {
			to := make([]uint32, groups)
			want := map[uint32][]uint64{}
			for g := range to {
				if to[g] = first + r.Uint32N(targets); r.IntN(9) == 0 {
					to[g] = Skip
				}
				want[to[g]] = append(want[to[g]], values[g]...)
			}
			m := MembersOf(to, groups)
			all, err := b.Sorted(context.Background(), m, 2)
			if err != nil {
				t.Fatal(err)
			}
			u := b.Union(1)
			for at := range m.Targets() {
				sorted := slices.Sorted(slices.Values(want[uint32(m.First+at)]))
				if !slices.Equal(all.Of(at), sorted) {
					t.Fatalf("round %d, level %d: target %d has %d values, not %d, or they are not sorted", round,
						level, at, len(all.Of(at)), len(sorted))
				}
				if u.Set(m.Of(at)); u.Len != len(sorted) {
					t.Fatalf("round %d, level %d: %d values, not %d", round, level, u.Len, len(sorted))
				}
				for k := 0; k < len(sorted); k += 1 + r.IntN(50) {
					if low, high, err := u.Neighbours(t.Context(), k); err != nil || low != sorted[k] ||
						high != sorted[min(k+1, len(sorted)-1)] {
						t.Fatalf("round %d, level %d, place %d of %d: %d and %d (%v)", round, level, k, len(sorted),
							low, high, err)
					}
				}
			}
		}
	}
}

// TestManyNeighbours compares the values at some places of many values, which threads share, with sorted values.
func TestManyNeighbours(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 5))
	const n = sharedValues + 1000
	const groups = n / 8
	for name, value := range map[string]func() uint32{
		"uniform": r.Uint32, "one value": func() uint32 {
			return 7
		}, "two": func() uint32 { return r.Uint32N(2) * math.MaxUint32 },
		"few": func() uint32 {
			return 1000 * r.Uint32N(300)
		}, "skewed": func() uint32 { return r.Uint32() >> r.IntN(32) },
	} {
		c := pairs[uint32]{}
		for range n {
			c.groups, c.values = append(c.groups, r.Uint32N(groups)), append(c.values, value())
		}
		list := &ValueList[uint32]{chunks: []pairs[uint32]{c}}
		b, err := list.Buckets(t.Context(), groups, 8, 2)
		if err != nil {
			t.Fatal(err)
		}
		sorted := slices.Sorted(slices.Values(c.values))
		u := b.Union(1 + r.IntN(5))
		u.Set(MembersOf(make([]uint32, groups), groups).Of(0))
		for _, k := range []int{0, 1, n / 2, n/2 + 1, n - 2, n - 1, r.IntN(n), slices.Index(sorted, sorted[n/2]),
			slices.Index(sorted, sorted[n/2]) - 1} {
			if k < 0 {
				continue
			}
			if low, high, err := u.Neighbours(t.Context(), k); err != nil || low != sorted[k] ||
				high != sorted[min(k+1, n-1)] {
				t.Errorf("%s, place %d: %d and %d (%v), want %d and %d", name, k, low, high, err, sorted[k],
					sorted[min(k+1, n-1)])
			}
		}
	}
}
