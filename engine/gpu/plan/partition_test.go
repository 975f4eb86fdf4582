package plan

import (
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
)

// What partitions of a sample can be given must hold whatever the sample finds, and a binding.
func TestRoomOfPartitions(t *testing.T) {
	for _, rows := range []int{1, 1000, 1 << 20, 60_000_000, 100_000_000} {
		for _, parts := range []int{1, 64, 245, 1024} {
			l := Partitions{Parts: parts, Words: 2}
			s := l.Sample(rows)
			room := l.records(rows)
			if s == 1 && room != int64(rows) {
				t.Errorf("%d rows counted one by one take room for %d", rows, room)
			}
			least := int64(0)
			for p := range parts { // as scan.wgsl, where all sampled rows are of few partitions
				c := Ceil(rows, s) * (p%2 + 1) / (parts + parts/2)
				least += int64(s * (c + c/16 + sampleExcess))
			}
			if s > 1 && (room < least || room > int64(rows)+int64(rows)/7) {
				t.Errorf("%d rows in %d partitions: room for %d, at least %d", rows, parts, room, least)
			}
		}
	}
	j := OfColumn(1_000_000, gpu.Sum)
	j.Rows = 1 << 31
	for _, a := range []gpu.Adapter{gputest.Card, gputest.Software} {
		p := Of(j, a)[0].Pass
		l, _ := LayPartitions(p, j, a)
		rows := RecordRows(j, l.Words, a)
		if bytes := l.records(rows) * int64(4*l.Words); uint64(bytes) > a.MaxBindingBytes {
			t.Errorf("%s: %d rows take %d bytes of a binding of %d", a.Class, rows, bytes, a.MaxBindingBytes)
		}
	}
}
