package plan

import (
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
)

// TestTiesAreMarkedInTime wants each aggregate of ties in a pass after the pass of the aggregate before, with a bitmap
// that its program writes.
func TestTiesAreMarkedInTime(t *testing.T) {
	u, v := gpu.Column{ID: "u", Bytes: 4}, gpu.Column{ID: "v", Bytes: 2}
	ok := &gpu.Bits{ID: "ok"}
	for _, a := range []gpu.Adapter{gputest.Card, gputest.Weak, gputest.Software} {
		for _, slots := range []int{1, 8, 1000, 70_000, 4_000_000} {
			j := JobOf(&gpu.Request{
				Rows: 1_000_000, Slots: slots, Keys: []gpu.Key{{Codes: gpu.Column{ID: "k", Bytes: 4}, Stride: 1}},
				Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Min, Values: &u, Valid: ok},
					{Op: gpu.Min, Values: &v, Valid: ok, Ties: true}, {Op: gpu.Max, Values: &u},
					{Op: gpu.Max, Values: &v, Ties: true}, {Op: gpu.Sum, Values: &v}},
			})
			passes, marked := Of(j, a), 0
			of := func(aggregate int) int {
				return slices.IndexFunc(passes, func(p Planned) bool {
					return slices.ContainsFunc(p.Measures, func(m Measure) bool { return m.Aggregate == aggregate })
				})
			}
			for i, p := range passes {
				for _, tie := range TiesOf(j, p.Pass, passes) {
					marked++
					if !IsTies(p.Bitmaps[tie.Bitmap]) || tie.Found.Offset >= p.Offset ||
						len(tie.Reads.Bitmaps)+int(tie.Program.Constants["LEAST"]) == 1 {
						t.Errorf("%s, %d slots: pass %d has %+v", a.Class, slots, i, tie)
					}
				}
			}
			if marked != 2 || of(1) >= of(2) || of(3) >= of(4) {
				t.Errorf("%s, %d slots: %d ties in passes %+v", a.Class, slots, marked, passes)
			}
		}
	}
}
