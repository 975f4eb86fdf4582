package natural

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestCompare sorts texts with an obvious order.
func TestCompare(t *testing.T) {
	want := strings.Split(",1,02,2a,10,A,a2,a10,B,b007,b8,b8a,size 2,size 10,size 10 b,é", ",")
	got := slices.Clone(want)
	rand.New(rand.NewPCG(3, 1)).Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
	slices.SortFunc(got, Compare)
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, a := range append(want, "A2", "b07", "2", "٣", "\xff") {
		for _, b := range append(want, "A2", "b07", "2", "٣", "\xff") {
			if (Compare(a, b) < 0) != (Compare(b, a) > 0) || (Compare(a, b) == 0) != (a == b) {
				t.Errorf("%q and %q: %d and %d", a, b, Compare(a, b), Compare(b, a))
			}
		}
	}
}
