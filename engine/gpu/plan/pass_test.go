package plan

import (
	"math"
	"testing"

	"cardinal/engine/gpu"
)

// What a walk costs is the bytes that it reads.
func TestBytesARow(t *testing.T) {
	v, w := gpu.Column{ID: "v", Bytes: 2}, gpu.Column{ID: "w", Bytes: 4}
	j := JobOf(&gpu.Request{
		Rows: 1000, Slots: 100, Keys: []gpu.Key{{Codes: gpu.Column{ID: "k", Bytes: 1}, Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &v, Valid: &gpu.Bits{ID: "ok"}}, {Op: gpu.Max, Values: &w}, {Op: gpu.Last}},
	})
	p := Pass{}
	for i, a := range j.Aggregates {
		p, _ = p.With(i, a)
	}
	if got, want := p.bytesARow(j), 1+2+4+1.0/8; got != want {
		t.Errorf("%.3f bytes a row, want %.3f", got, want)
	}
	for slots, want := range map[int]float64{255: 1, 256: 2, math.MaxUint16: 2, math.MaxUint16 + 1: 4} {
		j.Slots, j.Select = slots, &gpu.Bits{ID: "s"}
		if got := (Pass{}).bytesARow(j); got != want {
			t.Errorf("%d composed slots take %.0f bytes, want %.0f", slots, got, want)
		}
	}
}
