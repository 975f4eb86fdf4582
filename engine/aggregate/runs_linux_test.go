package aggregate

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAscending writes lists to the disk after few rows, and reads all values again in ascending order, each
// with its group: of values that differ, of few values with many rows each, and of one value.
func TestAscending(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for seed := range 200 {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		different := []uint32{1, 5, 3000}[seed%3]
		a := &ValueList[uint32]{Disk: &Disk{Rows: 1 + r.IntN(20), Fail: func(err error) { t.Error(err) }}}
		a.Grow(5)
		var want []uint64
		for rows := 1 + r.IntN(200); len(want) < rows; {
			b := &Batch{In: []Vector{{}}}
			for range 1 + r.IntN(10) {
				v, g := r.Uint32N(different), r.Uint32N(5)
				b.In[0].U32, b.Groups, want = append(b.In[0].U32, v), append(b.Groups, g),
					append(want, uint64(v)<<32|uint64(g))
			}
			a.Update(b)
		}
		var got []uint64
		err := a.Ascending(context.Background(), 1+seed%3, func(values, groups, _ []uint32) error {
			for i, v := range values {
				got = append(got, uint64(v)<<32|uint64(groups[i]))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(got, func(a, b uint64) int { return int(a>>32) - int(b>>32) }) {
			t.Fatalf("seed %d: the values do not ascend", seed)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d rows went in, and %d others came out", seed, len(want), len(got))
		}
		if err := a.Disk.Arena.Space.Release(); err != nil {
			t.Error(err)
		}
	}
}
