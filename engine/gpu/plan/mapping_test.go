package plan

import (
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
)

// The table is half full where there is room; few keys are kept in workgroup memory.
func TestMappingByKeysAndRoom(t *testing.T) {
	key := gpu.Key{Codes: gpu.Column{Bytes: 4}}
	j := &Job{Request: gpu.Request{Rows: 100_000_000, Keys: []gpu.Key{key, key}}}
	for _, test := range []struct {
		keys, room int
		want       string
	}{
		{3, 1 << 30, Elect.Name}, {500, 1 << 30, Elect.Name}, {1_000_000, 1 << 30, Linear.Name},
		{1_000_000, 1_900_000, Linear.Name}, {1_000_000, 1_400_000, Linear.Name},
		{1_000_000, 1_040_000, Linear.Name},
	} {
		l := LayTable(j, test.keys, test.room, gputest.Card)
		if l.Name != test.want || l.Places() > max(test.room+64, LeastTable) {
			t.Errorf("%d keys in a room of %d: %+v, want %s", test.keys, test.room, l, test.want)
		}
	}
	// A table of row numbers gives nothing back after the first phase, so in the memory of both tables one
	// alone needs fewer probes, however full.
	for _, room := range []int{1_010_000, 1_050_000, 1_100_000, 1_200_000, 1_333_000, 2_000_000} {
		j.Tuning.Mapping = Linear.Name
		linear := LayTable(j, 1_000_000, room, gputest.Card)
		j.Tuning.Mapping = Phases.Name
		phases := LayTable(j, 1_000_000, room, gputest.Card)
		if MappingPrice(phases, j, 1_000_000, gputest.Card) < MappingPrice(linear, j, 1_000_000, gputest.Card) {
			t.Errorf("in a room of %d two phases are the cheaper way", room)
		}
	}
}
