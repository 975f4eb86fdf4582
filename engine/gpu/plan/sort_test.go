package plan

import (
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
)

// Whatever is asked, the digits must cover every slot within what the device has.
func TestDigitsOfASort(t *testing.T) {
	for _, a := range []gpu.Adapter{gputest.Card, gputest.Weak, gputest.Software} {
		a.StorageBuffers = 16
		for _, ops := range [][]gpu.Op{{gpu.Count}, {gpu.Sum}, {gpu.Sum, gpu.Min, gpu.Max}, {gpu.First, gpu.Last},
			{gpu.Product, gpu.Product, gpu.Sum, gpu.Sum, gpu.Count}} {
			for _, slots := range []int{1, 2, 31, 64, 65, 1000, 70_000, 4_000_000, 64_000_000, 1<<28 - 1, 1 << 28} {
				for _, rows := range []int{1, 1000, 1 << 20, 100_000_000, 1 << 31} {
					for _, width := range []int{1, 20, 32} {
						j := OfColumn(slots, ops...)
						j.Rows, j.Widths["v"] = rows, width
						for _, p := range Of(j, a) {
							checkDigits(t, p.Pass, j, a)
						}
					}
				}
			}
		}
	}
	takes := func(j *Job, a gpu.Adapter) bool { return Sort.takes(Of(j, a)[0].Pass, j, a) }
	if takes(OfColumn(1<<28+1, gpu.Count), gputest.Card) || takes(OfColumn(1000, gpu.Count), gputest.Weak) {
		t.Error("sorted in spite of a slot of more than 28 bits, or of too few buffers")
	}
}

func checkDigits(t *testing.T, p Pass, j *Job, a gpu.Adapter) {
	t.Helper()
	s := LaySort(p, j, a)
	first, second := s.Coarse, s.Fine
	if first.Parts<<first.Shift < j.Slots || second.Parts<<second.Shift != 1<<first.Shift ||
		s.Parts<<second.Shift < j.Slots {
		t.Fatalf("%d slots: %+v", j.Slots, s)
	}
	if first.Parts > mostParts(a) || second.Parts > mostParts(a) || 1<<second.Shift > s.Counters {
		t.Fatalf("%d slots on %s: %+v", j.Slots, a.Class, s)
	}
	if n := s.bytes(s.Invocations); n > int(a.WorkgroupBytes) || s.Invocations < team ||
		s.Invocations > int(a.MaxInvocations) {
		t.Fatalf("%d slots on %s: %+v: %d bytes", j.Slots, a.Class, s, n)
	}
	for _, l := range []Partitions{first, second} {
		w := LayScatter(l, a)
		if n := 4 * (3*w.Parts + 2 + w.Tile(1, l) + w.Tile(2, l) + 2*w.Tile(4, l)); n > int(a.WorkgroupBytes) ||
			w.Parts < l.Parts {
			t.Fatalf("%d slots on %s: %+v, %+v: %d bytes", j.Slots, a.Class, l, w, n)
		}
		if l.Value > 0 && (l.Words != 1 || l.Value < l.Shift+len(p.Bitmaps) || l.Value+j.width(p.Columns[0]) > 32) {
			t.Fatalf("%d slots: a record of %+v", j.Slots, l)
		}
	}
}
