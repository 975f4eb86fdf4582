package outofcore

import (
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
)

// The cores group a range of the hash as the device does, whatever the keys and the operations.
func TestAggregateOnACore(t *testing.T) {
	for i, shape := range []string{"uniform", "unique", "sorted", "hot", "skewed", "periodic"} {
		for _, rows := range []int{1, 64, 5_003} {
			m := gputest.New(uint64(220_000 + 10*i))
			r := m.RequestOf(gpu.Hashed, shape, rows)
			r.Select, r.Expected = nil, []int{0, 20, rows}[i%3]
			keep := r.Aggregates[:0]
			for _, a := range r.Aggregates {
				if a.Op != gpu.First && a.Op != gpu.Last { // partitions have the least and the greatest row number in their place
					keep = append(keep, a)
				}
			}
			r.Aggregates = keep
			got, want := aggregate(&r), plainly(&r)
			if !slices.Equal(got.Groups, want.Groups) {
				t.Fatalf("%s, %d rows: groups %v, want %v", shape, rows, got.Groups, want.Groups)
			}
			for k, a := range r.Aggregates {
				if !slices.Equal(got.Values[k], want.Values[k]) || !slices.Equal(got.High[k], want.High[k]) {
					t.Errorf("%s, %d rows: wrong %s", shape, rows, a.Op)
				}
			}
		}
	}
}
