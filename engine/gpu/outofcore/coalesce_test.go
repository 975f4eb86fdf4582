package outofcore

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCoalesce(t *testing.T) {
	for _, test := range []struct {
		sizes []int
		k     int
		want  [][]int
	}{
		{nil, 10, nil},
		{[]int{0, 0}, 10, nil},
		{[]int{7}, 5, [][]int{{0}}},
		{[]int{6, 5}, 10, [][]int{{1}, {0}}},
		{[]int{3, 9, 0, 2, 4}, 10, [][]int{{1}, {3, 0, 4}}},             // 2+3, and 4 with them; 9 stays
		{[]int{1, 1, 1, 5, 5, 6}, 6, [][]int{{0, 1, 2}, {3}, {4}, {5}}}, // 1+1+1, and 5 would be too much; then 3+5 is
		{[]int{1, 2, 3, 4}, 5, [][]int{{0, 1}, {2}, {3}}},
	} {
		got := coalesce(test.sizes, test.k)
		for i := range got {
			slices.Sort(got[i])
		}
		slices.SortFunc(got, slices.Compare)
		want := slices.Clone(test.want)
		for i := range want {
			slices.Sort(want[i])
		}
		slices.SortFunc(want, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%v by %d: %v, want %v", test.sizes, test.k, got, want)
		}
	}
}

// No two merged partitions fit together, none that fits alone has grown too large, and none is lost: so there
// are fewer than twice the best.
func TestCoalesceRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		sizes, k, sum := make([]int, rng.IntN(50)), 1+rng.IntN(100), 0
		for i := range sizes {
			sizes[i] = rng.IntN(1 + rng.IntN(120))
			sum += sizes[i]
		}
		var all []int
		var totals []int
		for _, members := range coalesce(sizes, k) {
			total := 0
			for _, i := range members {
				total += sizes[i]
				all = append(all, i)
			}
			if total > k && len(members) > 1 {
				t.Fatalf("%v by %d: %v are %d", sizes, k, members, total)
			}
			totals = append(totals, total)
			sum -= total
		}
		slices.Sort(all)
		slices.Sort(totals)
		if sum != 0 || len(slices.Compact(all)) != len(all) || len(totals) > 1 && totals[0]+totals[1] <= k {
			t.Fatalf("%v by %d: %v, %d are missing", sizes, k, totals, sum)
		}
	}
}
