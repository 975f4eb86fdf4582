package device

import (
	"fmt"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/reference"
)

// TestStages sends columns of few and of many bytes in turns, through a ring that is made on the way and at rest.
func TestStages(t *testing.T) {
	d := openTestDevice(t)
	m := gputest.New(480_000)
	send := func(rows int) {
		t.Helper()
		value := m.Values(rows)
		r := gpu.Request{Rows: rows, Slots: 50, Keys: []gpu.Key{{Codes: m.Column(m.Codes(rows, 50)), Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &value}}}
		want, _ := reference.Answer(r)
		got, _, err := d.run(r)
		if err != nil || !slices.Equal(got[0], want[0]) {
			t.Fatalf("%d rows: wrong, or %v", rows, err)
		}
	}
	sizes := func() (all []int64) {
		for _, st := range d.staging.ring {
			all = append(all, st.bytes)
		}
		return all
	}
	for range 2 * stages {
		send(100)
	}
	if got := slices.Max(sizes()); got != smallBytes {
		t.Errorf("a stage for small columns has %d bytes, want %d", got, smallBytes)
	}
	for _, rows := range []int{20_000, 100, 70_000, 5_000_000, 3} {
		send(rows)
	}
	for range stages {
		if d.Lacking() {
			d.Provision()
		}
	}
	if got := fmt.Sprint(sizes()); d.Lacking() || got != fmt.Sprint(slices.Repeat([]int64{stageBytes}, stages)) {
		t.Errorf("the stages have %s bytes after a rest", got)
	}
	send(5_000_000)
	send(1)
}
