package device

import (
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
)

// Rows of many groups in order are aggregated by ranks within a workgroup; the same rows in disorder are not.
func TestOrderDecidesAboutRanks(t *testing.T) {
	d := openTestDevice(t)
	const rows, slots = 1 << 20, 100_000
	m := gputest.New(120_000)
	inOrder, mixed := make([]uint32, rows), make([]uint32, rows)
	for i := range inOrder {
		inOrder[i], mixed[i] = uint32(i*slots/rows), m.Uint32N(slots)
	}
	for _, test := range []struct {
		codes    []uint32
		low, top float64
	}{{inOrder, 10, 11}, {mixed, 1, 1.1}} {
		r := gpu.Request{Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: m.Column(test.codes), Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}}}
		if _, _, err := d.run(r); err != nil {
			t.Fatal(err)
		}
		e, _ := d.resident.touch(r.Keys[0].Codes.ID)
		if e.run < test.low || e.run > test.top {
			t.Errorf("runs of %.2f rows, want %.0f to %.1f", e.run, test.low, test.top)
		}
		j := ofColumn(4_000_000, gpu.Sum)
		j.Run = e.run
		if got := plan.StrategyOf(plan.Of(j, gputest.Card)); (got == plan.Ranks.Name) != (test.low > 1) {
			t.Errorf("runs of %.0f rows: %s", j.Run, got)
		}
	}
}

// Widths of one and two bytes say enough to pack records; only wider columns are looked at.
func TestWidthsSayEnough(t *testing.T) {
	d := openTestDevice(t)
	const rows, slots = 1 << 20, 50_000
	m := gputest.New(600_000)
	inOrder := make([]uint32, rows)
	for i := range inOrder {
		inOrder[i] = uint32(i * slots / rows)
	}
	for _, bytes := range []int{1, 2, 4} {
		value := gputest.ColumnOf(bytes, m.Name(), m.Codes(rows, 100))
		key := gputest.ColumnOf(max(2, bytes), m.Name(), inOrder)
		r := gpu.Request{Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: key, Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &value}}}
		if _, _, err := d.run(r); err != nil {
			t.Fatal(err)
		}
		if e, _ := d.resident.touch(value.ID); (e.width > 0) != (bytes == 4) {
			t.Errorf("%d bytes a code: found to have %d bits", bytes, e.width)
		}
		if e, _ := d.resident.touch(key.ID); e.run < 20 || e.run > 22 {
			t.Errorf("%d bytes a slot: runs of %.2f rows, want 21", key.Bytes, e.run)
		}
	}
	j := ofColumn(1_000_000, gpu.Sum)
	j.Widths, j.Aggregates[0].Values = nil, &gpu.Column{ID: "v", Bytes: 2}
	if l, ok := plan.LayPartitions(plan.Of(j, gputest.Card)[0].Pass, j, gputest.Card); !ok || l.Words != 1 {
		t.Errorf("two bytes a value: %+v", l)
	}
}
