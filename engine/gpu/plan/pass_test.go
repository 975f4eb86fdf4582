package plan

import (
	"math"
	"testing"

	"cardinal/engine/gpu"
)

// What a walk costs is the bytes that it reads.
func TestBytesARow(t *testing.T) {
	j := &Job{
		Rows: 1000, Slots: 100, Keys: []JobKey{{"k", 1}}, Bytes: map[string]int{"k": 1, "v": 2},
		Aggregates: []JobAggregate{{Op: gpu.Sum, Values: "v", Valid: "ok"}, {Op: gpu.Max, Values: "w"}, {Op: gpu.Last}},
	}
	p := Pass{}
	for i, a := range j.Aggregates {
		p, _ = p.With(i, a)
	}
	if got, want := p.bytesARow(j), 1+2+4+1.0/8; got != want {
		t.Errorf("%.3f bytes a row, want %.3f", got, want)
	}
	for slots, want := range map[int]float64{255: 1, 256: 2, math.MaxUint16: 2, math.MaxUint16 + 1: 4} {
		j.Slots, j.Select = slots, "s"
		if got := (Pass{}).bytesARow(j); got != want {
			t.Errorf("%d composed slots take %.0f bytes, want %.0f", slots, got, want)
		}
	}
}
