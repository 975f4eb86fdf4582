package aggregate

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPairCounts compares the codes of groups and of unions of groups with a map, for pairs in every slot and for pairs
// that occur, with a union that all threads add up.
func TestPairCounts(t *testing.T) {
	for seed, size := range [][2]int{{1, 1}, {3, 5}, {40, 17}, {7, 300_000}, {3, 40_000}} {
		r := rand.New(rand.NewPCG(uint64(seed), 71))
		groups, width := size[0], size[1]
		dense := &PairCounts{Width: width, Rows: make([]uint64, groups*width), Nulls: seed%2 == 1}
		sparse := &PairCounts{Listed: true, Width: width, Nulls: dense.Nulls}
		codes := make([]map[uint32]uint32, groups)
		for g := range groups {
			codes[g] = map[uint32]uint32{}
			for _, state := range []*PairCounts{dense, sparse} {
				state.First = append(state.First, uint64(g*width))
			}
			for code := range width {
				rows := uint32(r.IntN(3))
				if rows == 0 || size[1] == 40_000 && code%1000 > 0 {
					continue
				}
				slot := g*width + code
				dense.Rows[slot] = uint64(rows)
				sparse.Slots, sparse.Rows = append(sparse.Slots, uint32(slot)), append(sparse.Rows, uint64(rows))
				if !dense.Nulls || code > 0 {
					codes[g][uint32(code)] = rows
				}
			}
		}
		to := make([]uint32, groups)
		for g := range to {
			to[g] = uint32(g / 6 % 2)
		}
		var want [2]map[uint32]uint32
		for g, of := range codes {
			if want[to[g]] == nil {
				want[to[g]] = map[uint32]uint32{}
			}
			for code, rows := range of {
				want[to[g]][code] += rows
			}
		}
		for name, state := range map[string]*PairCounts{"dense": dense, "sparse": sparse} {
			state.Locate(func(n int, do func(lo, hi int)) { do(0, n) })
			for g, of := range codes {
				got, last := map[uint32]uint32{}, -1
				for code, rows := range state.Of(g) {
					if got[code] = rows; int(code) <= last {
						t.Fatalf("%s, seed %d, group %d: code %d after %d", name, seed, g, code, last)
					}
					last = int(code)
				}
				if !maps.Equal(got, of) {
					t.Fatalf("%s, seed %d, group %d: %d codes, want %d", name, seed, g, len(got), len(of))
				}
			}
			n := make([]uint32, 2)
			if err := state.Count(t.Context(), n, to, groups, 3); err != nil {
				t.Fatal(err)
			}
			for target, of := range want {
				if int(n[target]) != len(of) {
					t.Errorf("%s, seed %d: target %d has %d codes, want %d", name, seed, target, n[target], len(of))
				}
			}
			cancelled, cancel := context.WithCancel(t.Context())
			cancel()
			if err := state.Count(cancelled, make([]uint32, 2), to, groups, 3); err == nil {
				t.Errorf("%s, seed %d: a cancelled count has no error", name, seed)
			}
			all := make([]uint32, groups)
			for g := range all {
				all[g] = uint32(g)
			}
			sums, err := state.Sum(t.Context(), slices.DeleteFunc(all, func(g uint32) bool { return to[g] > 0 }), 3)
			if err != nil {
				t.Fatal(err)
			}
			for code, rows := range sums {
				if rows != want[0][uint32(code)] {
					t.Fatalf("%s, seed %d: %d rows of code %d, want %d", name, seed, rows, code, want[0][uint32(code)])
				}
			}
		}
	}
}
