package device

import (
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

// A request whose passes run differently shares the memory of records.
func TestSortBesidePartition(t *testing.T) {
	d := openTestDevice(t)
	m := gputest.New(470_000)
	const rows, slots = 200_000, 30_000
	u, v := m.Values(rows), m.Values(rows)
	r := gpu.Request{
		Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: m.Column(m.Codes(rows, slots)), Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &u}, {Op: gpu.Sum, Values: &v}},
	}
	want, _ := reference.Answer(r)
	if _, _, err := d.run(r); err != nil { // the columns are resident
		t.Fatal(err)
	}
	j := plan.JobOf(&r)
	j.SlotsName = r.Keys[0].Codes.ID
	for _, kernels := range [][2]*plan.Kernel{{plan.Partition, plan.Sort}, {plan.Sort, plan.Partition},
		{plan.Sort, plan.Sort}} {
		var list []plan.Planned
		offset := int64(0)
		for i, a := range j.Aggregates {
			p, _ := plan.Pass{}.With(i, a)
			list = append(list, plan.Planned{Pass: p, Kernel: kernels[i], Offset: offset})
			offset += (p.Bytes(slots) + plan.BindingAlign - 1) / plan.BindingAlign * plan.BindingAlign
		}
		if err := d.aggregate(j, list, d.heldColumn(j.SlotsName), true, nil); err != nil {
			t.Fatal(err)
		}
		_, values, _, err := d.readout(j, &answer{}, list).decodeAll()
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range values {
			if !slices.Equal(got, want[i]) {
				t.Errorf("%s and %s: aggregate %d is wrong", kernels[0].Name, kernels[1].Name, i)
			}
		}
	}
}

// Few tiles are left to a workgroup on software, whatever is tuned.
func TestTileGrid(t *testing.T) {
	if got := tileGrid(100_000, 1024, 5000, gputest.Software, gpu.Tuning{Groups: 1}); got != 638 {
		t.Errorf("%d workgroups on software", got)
	}
	if got := tileGrid(100_000_000, 4096, 1<<15, gputest.Card, gpu.Tuning{}); got != 264 {
		t.Errorf("%d workgroups on a card", got)
	}
	if got := tileGrid(100_000_000, 2048, 1<<15, gputest.Card, gpu.Tuning{}); got != 528 {
		t.Errorf("%d smaller workgroups on a card", got)
	}
	if got := tileGrid(10, 4096, 1<<18, gputest.Software, gpu.Tuning{}); got != 2 {
		t.Errorf("%d workgroups for ten rows", got)
	}
}
