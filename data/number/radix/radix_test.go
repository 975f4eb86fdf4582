package radix

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSorted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		keys := make([]uint64, r.IntN([]int{100, 5_000, 3 * splitKeys}[r.IntN(3)]))
		mask := ^uint64(0) >> r.IntN(64) &^ (1<<r.IntN(40) - 1)
		for i := range keys {
			keys[i] = r.Uint64() & mask
		}
		want := slices.Clone(keys)
		slices.Sort(want)
		got, order, err := Sort(t.Context(), keys, 1+r.IntN(4))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d keys under %x are out of order", len(keys), mask)
		}
		for i, from := range order {
			if keys[from] != got[i] {
				t.Fatalf("place %d is said to come from %d", i, from)
			}
		}
	}
}

func TestSortCodes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		codes := make([]uint64, r.IntN([]int{100, 5_000}[r.IntN(2)]))
		mask, low := ^uint64(0)>>r.IntN(64)&^(1<<r.IntN(40)-1), r.IntN(64)
		for i := range codes {
			codes[i] = r.Uint64() & mask
		}
		want := slices.Clone(codes)
		slices.SortStableFunc(want, func(a, b uint64) int { return cmp.Compare(a>>low, b>>low) })
		if !slices.Equal(SortCodes(codes, make([]uint64, len(codes)), low), want) {
			t.Fatalf("%d codes under %x are out of order from bit %d on", len(codes), mask, low)
		}
	}
}

// BenchmarkSort sorts two million keys of 40 bits on one thread: distributed first, not distributed, and by
// comparisons.
func BenchmarkSort(b *testing.B) {
	const n = 2_000_000
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = rand.Uint64() >> 24
	}
	for name, sort := range map[string]func(){
		"distributed": func() { _, _, _ = Sort(b.Context(), keys, 1) },
		"plain": func() {
			s := sorting{slices.Clone(keys), make([]uint32, n)}
			s.radix(sorting{make([]uint64, n), make([]uint32, n)}, 1<<40-1)
		},
		"compared": func() {
			order := make([]uint32, n)
			for i := range order {
				order[i] = uint32(i)
			}
			slices.SortStableFunc(order, func(x, y uint32) int { return cmp.Compare(keys[x], keys[y]) })
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sort()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/key")
		})
	}
}

// TestStarts compares the starts of many parts on several threads with those on one.
func TestStarts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, parts := range []int{1, 100, 2*startsOfThread - 1, 3*startsOfThread + 5} {
		one, several := make([][]uint32, 3), make([][]uint32, 3)
		for i := range one {
			one[i] = make([]uint32, parts)
			for p := range parts {
				one[i][p] = r.Uint32N(5)
			}
			several[i] = slices.Clone(one[i])
		}
		want, got := Starts[int](one, parts, 1), Starts[int](several, parts, 4)
		if !slices.Equal(got, want) || !slices.EqualFunc(one, several, slices.Equal[[]uint32]) {
			t.Errorf("%d parts: other starts on four threads", parts)
		}
	}
}
