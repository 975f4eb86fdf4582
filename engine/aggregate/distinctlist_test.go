package aggregate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestDistinctList counts random pairs of several workers, by groups and by unions of groups, and holds the counts
// against sets.
func TestDistinctList(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 1))
	for round, groups := range []int{1, 7, 300, 5000, fewTargets + 9000, 3 * fewTargets} {
		null, step := &Nullable{code: 3}, uint32(1)<<(round%4)
		zipf := rand.NewZipf(r, 1.1, 1, 1<<20)
		list, sets := &DistinctList{}, map[[2]uint32]bool{}
		var lists []*DistinctList
		for worker := range 3 {
			own := &DistinctList{ValueList: ValueList[uint32]{Null: null}}
			own.Grow(groups + worker)
			to := make([]uint32, groups+worker) // a worker numbers its groups in another way
			for g := range to {
				if to[g] = uint32((g + worker) % groups); g == groups {
					to[g] = Skip
				}
			}
			for range 40 {
				b := Batch{Groups: make([]uint32, BatchRows), In: []Vector{{U32: make([]uint32, BatchRows)}}}
				for i := range b.Groups {
					b.Groups[i], b.In[0].U32[i] = r.Uint32N(uint32(groups+worker)), step*uint32(zipf.Uint64())
					if g := to[b.Groups[i]]; g != Skip && b.In[0].U32[i] != null.code {
						sets[[2]uint32{g, b.In[0].U32[i]}] = true
					}
				}
				own.Update(&b)
			}
			list.Grow(groups)
			list.Merge(own, nil, to)
			lists = append(lists, own)
		}
		if groups < 10 && lists[0].recent == nil {
			t.Errorf("%d groups: repeated pairs are not left out", groups)
		}
		for _, targets := range []int{0, 1, 5, groups} {
			want, got := make([]uint32, groups+8), make([]uint32, groups+8)
			to := make([]uint32, groups)
			for g := range to {
				if to[g] = uint32(g); targets > 0 {
					if to[g] = 2 + r.Uint32N(uint32(targets)); r.IntN(9) == 0 {
						to[g] = Skip
					}
				}
			}
			seen := map[[2]uint32]bool{}
			for pair := range sets {
				if t := to[pair[0]]; t != Skip && !seen[[2]uint32{t, pair[1]}] {
					seen[[2]uint32{t, pair[1]}] = true
					want[t]++
				}
			}
			if targets == 0 {
				to = nil
			}
			if err := list.Count(t.Context(), got, to, groups, 2); err != nil {
				t.Fatal(err)
			}
			for g := range want {
				if got[g] != want[g] {
					t.Fatalf("%d groups, %d targets: target %d has %d codes, not %d", groups, targets, g, got[g], want[g])
				}
			}
		}
	}
}

// BenchmarkDistinct collects 4 million pairs and counts them by group and in all.
func BenchmarkDistinct(b *testing.B) {
	const rows = 1 << 22
	for _, groups := range []int{100, 10_000, 100_000, 1_000_000} {
		for _, law := range []string{"uniform", "zipf"} {
			r := rand.New(rand.NewPCG(61, 2))
			zipf := rand.NewZipf(r, 1.1, 1, 1<<20)
			keys, codes := make([]uint32, rows), make([]uint32, rows)
			for i := range keys {
				keys[i], codes[i] = r.Uint32N(uint32(groups)), r.Uint32N(rows)
				if law == "zipf" {
					codes[i] = uint32(zipf.Uint64())
				}
			}
			b.Run(fmt.Sprintf("%s/%d", law, groups), func(b *testing.B) {
				for range b.N {
					list := &DistinctList{}
					list.Grow(groups)
					for lo := 0; lo < rows; lo += BatchRows {
						list.Update(&Batch{Groups: keys[lo:][:BatchRows], In: []Vector{{U32: codes[lo:][:BatchRows]}}})
					}
					n := make([]uint32, groups+1)
					if err := list.Count(b.Context(), n, nil, groups, 1); err != nil {
						b.Fatal(err)
					}
					if err := list.Count(b.Context(), n, make([]uint32, groups), groups, 1); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
			})
		}
	}
}
