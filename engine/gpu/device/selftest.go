package device

import (
	"cmp"
	"fmt"
	"slices"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
	"cardinal/engine/gpu/wire"
)

// SelfTest runs small requests with every kernel and with every way to find the groups of keys, and compares the
// results with plain Go. Some drivers compile a shader into a wrong program without an error, and a device with such a
// driver must not answer a pivot. The compile times of the programs of SelfTest predict the compile times of other
// programs.
func (d *Device) SelfTest() error {
	kept := d.resident.budget
	d.resident.budget = max(kept, 1<<20) // the test must fit the smallest budget that a person may set
	defer func() {
		d.resident.clear()
		d.resident.budget = kept
	}()
	for _, k := range plan.Kernels {
		slots := min(3000, k.MaxSlots-1) // more slots than a small workgroup holds at once
		r := reference.Request(slots)
		r.Aggregates = r.Aggregates[3:6] // a sum and a minimum with nulls, a maximum: a column of every width
		r.Tuning.Strategy = k.Name
		got, high, err := d.run(r)
		if err != nil {
			return fmt.Errorf("self-test of the %s kernel: %w", k.Name, err)
		}
		want, wantHigh := reference.Answer(r)
		for i := range want {
			if !slices.Equal(got[i], want[i]) || !slices.Equal(high[i], wantHigh[i]) {
				return fmt.Errorf("self-test of the %s kernel: wrong %s over %d slots", k.Name,
					r.Aggregates[i].Op, slots)
			}
		}
	}
	if err := d.testGroups(gpu.Sparse, ""); err != nil {
		return err
	}
	for _, m := range plan.Mappings {
		if err := d.testGroups(gpu.Hashed, m.Name); err != nil {
			return err
		}
	}
	return nil
}

// testGroups tests one way to find the groups of keys.
func (d *Device) testGroups(form gpu.Form, mapping string) error {
	const slots = 3000
	name := cmp.Or(mapping, "ranks") + " of keys"
	r := reference.Request(slots)
	count := r
	count.Aggregates = r.Aggregates[:1]
	rows, _ := reference.Answer(count)
	r.Aggregates, r.Tuning = r.Aggregates[3:7], gpu.Tuning{Strategy: plan.Global.Name, Mapping: mapping}
	want, _ := reference.Answer(r)
	r.Form = form
	var groups []uint32
	var got [][]uint64
	err := d.Execute(plan.JobOf(&r), supplyOf(r), func(o *Readout) (err error) {
		groups, got, _, err = o.decodeAll()
		return err
	})
	if err != nil {
		return fmt.Errorf("self-test of the %s: %w", name, err)
	}
	first, second := r.Keys[0].Codes.Reader(), r.Keys[1].Codes.Reader()
	found := make([]bool, slots)
	for i, group := range groups {
		slot := group
		if form == gpu.Hashed && int(group) < r.Rows { // the number of one of its rows
			slot = first(int(group))*r.Keys[0].Stride + second(int(group))*r.Keys[1].Stride
		}
		right := slot < slots && !found[slot]
		for k := range want {
			right = right && got[k][i] == want[k][slot]
		}
		if !right {
			return fmt.Errorf("self-test of the %s: group %d is wrong", name, i)
		}
		found[slot] = true
	}
	for slot, n := range rows[0] {
		if found[slot] != (n > 0) {
			return fmt.Errorf("self-test of the %s: slot %d with %d rows was found: %v", name, slot, n, found[slot])
		}
	}
	return nil
}

// WarmUps returns the programs of the likeliest pivots: counts and sums, with and without nulls, and programs that find
// the groups of keys with many values. A software device gets none: there a program takes as long to compile as to run,
// and the tier is seldom chosen.
func WarmUps(a gpu.Adapter) (list []plan.Program) {
	if a.Class == gpu.Software {
		return nil
	}
	const rows = 10_000_000
	columns := map[gpu.Kind]gpu.Column{gpu.KindBytes: {ID: "bytes", Bytes: 1}, gpu.KindHalves: {ID: "halves", Bytes: 2},
		gpu.KindWords: {ID: "words", Bytes: 4}}
	valid := &gpu.Bits{ID: "valid"}
	shapes := [][]gpu.Aggregate{{{Op: gpu.Count}}}
	for _, c := range []gpu.Column{columns[gpu.KindHalves], columns[gpu.KindWords], {ID: "amounts", Bytes: 4, Bits: 20},
		columns[gpu.KindBytes]} {
		shapes = append(shapes, [][]gpu.Aggregate{
			{{Op: gpu.Count}, {Op: gpu.Sum, Values: &c}}, {{Op: gpu.Sum, Values: &c}},
			{{Op: gpu.Count}, {Op: gpu.Count, Valid: valid}, {Op: gpu.Sum, Values: &c}},
			{{Op: gpu.Min, Values: &c, Valid: valid}, {Op: gpu.Max, Values: &c, Valid: valid}},
		}...)
	}
	for _, aggregates := range shapes {
		for _, k := range plan.Kernels {
			for _, slots := range k.WarmSlots[a.Class] {
				key := columns[gpu.SlotKind(slots)]
				key.ID = "key"
				list = append(list, plan.Programs(plan.JobOf(&gpu.Request{
					Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: key, Stride: 1}}, Aggregates: aggregates,
					Tuning: gpu.Tuning{Strategy: k.Name},
				}), a)...)
			}
		}
	}
	words, halves := columns[gpu.KindWords], columns[gpu.KindHalves]
	for _, form := range []gpu.Form{gpu.Hashed, gpu.Sparse} {
		list = append(list, plan.Programs(plan.JobOf(&gpu.Request{
			Form: form, Rows: rows, Slots: 1 << 28, Expected: 1 << 20, Keys: []gpu.Key{{Codes: halves, Stride: 1},
				{Codes: words, Stride: 1 << 12}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &words}},
		}), a)...)
	}
	return plan.Distinct(list)
}

// Ahead starts to compile a program before a request needs it. done is closed when the program is compiled or has
// failed to compile.
func (d *Device) Ahead(p plan.Program) (done <-chan struct{}) {
	return d.pipelines.find(p, p.Name()).done
}

// Compiled lists the programs that were compiled since the last call.
func (d *Device) Compiled() []wire.Compiled { return d.pipelines.report() }

// run answers a Dense request whose columns are in memory.
func (d *Device) run(r gpu.Request) (values, high [][]uint64, err error) {
	err = d.Execute(plan.JobOf(&r), supplyOf(r), func(o *Readout) (err error) {
		_, values, high, err = o.decodeAll()
		return err
	})
	return values, high, err
}

// supplyOf returns a Supplier for a request whose columns are in memory.
func supplyOf(r gpu.Request) Supplier {
	sources := r.Sources()
	return func(c plan.JobSource, _, _ int) (Source, error) {
		data, err := sources[c.ID].Load()
		return Source{Bytes: int64(len(data)), AtOnce: true, Read: func(room []byte, at int64) error {
			copy(room, data[at:])
			return nil
		}}, err
	}
}
