package plan

import (
	"math"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
)

// TestPassesHaveTheirKernels wants each aggregate in one pass, and each pass with the kernel that is chosen for
// it and its accumulators behind those of the others.
func TestPassesHaveTheirKernels(t *testing.T) {
	for _, a := range []gpu.Adapter{gputest.Card, gputest.Weak, gputest.Software} {
		for _, slots := range []int{1, 8, 1000, 70_000, 4_000_000} {
			j := OfColumn(slots, gpu.Sum, gpu.Min, gpu.Max, gpu.Count, gpu.First, gpu.Last, gpu.Sum, gpu.Product)
			seen, offset := map[int]bool{}, int64(0)
			for _, p := range Of(j, a) {
				k, price := Choose(p.Pass, j, a)
				if p.Kernel != k || p.price != price || p.Offset != offset {
					t.Errorf("%s, %d slots: %s at %v from byte %d, want %s at %v from byte %d", a.Class, slots,
						p.Kernel.Name, p.price, p.Offset, k.Name, price, offset)
				}
				for _, m := range p.Measures {
					if seen[m.Aggregate] {
						t.Errorf("%s, %d slots: aggregate %d is in two passes", a.Class, slots, m.Aggregate)
					}
					seen[m.Aggregate] = true
				}
				offset += align(p.Bytes(slots))
			}
			if len(seen) != len(j.Aggregates) {
				t.Errorf("%s, %d slots: %d of %d aggregates are in a pass", a.Class, slots, len(seen),
					len(j.Aggregates))
			}
		}
	}
}

// What a walk costs is the bytes that it reads.
func TestBytesARow(t *testing.T) {
	v, w := gpu.Column{ID: "v", Bytes: 2}, gpu.Column{ID: "w", Bytes: 4}
	j := JobOf(&gpu.Request{
		Rows: 1000, Slots: 100, Keys: []gpu.Key{{Codes: gpu.Column{ID: "k", Bytes: 1}, Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &v, Valid: &gpu.Bits{ID: "ok"}}, {Op: gpu.Max, Values: &w},
			{Op: gpu.Last}},
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
