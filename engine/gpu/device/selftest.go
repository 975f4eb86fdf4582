package device

import (
	"fmt"
	"slices"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

// SelfTest runs every kernel on a small request and compares the result with plain Go. Drivers have been seen to compile a
// shader into a wrong program without an error; such a device must not answer a pivot.
func (d *Device) SelfTest() error {
	kept := d.resident.budget
	d.resident.budget = max(kept, 1<<20) // the test must fit the smallest budget that a person may set
	defer func() {
		d.resident.clear()
		d.resident.budget = kept
	}()
	for _, k := range plan.Kernels {
		slots := min(3000, k.MaxSlots-1) // more than one span of a small workgroup
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
				return fmt.Errorf("self-test of the %s kernel: wrong %s over %d slots", k.Name, r.Aggregates[i].Op, slots)
			}
		}
	}
	return nil
}

// WarmUps are requests over a few rows that compile the kernels of the likeliest pivots: counts and sums, with and without
// nulls. There are none on software, where a kernel takes as long to compile as to run and is not the tier of choice.
func WarmUps(a gpu.Adapter) (list []gpu.Request) {
	const rows = 64
	columns := map[gpu.Kind]gpu.Column{
		gpu.KindBytes:  gpu.NewColumn("\x00warm bytes", func() []uint8 { return make([]uint8, rows) }),
		gpu.KindHalves: gpu.NewColumn("\x00warm halves", func() []uint16 { return make([]uint16, rows) }),
		gpu.KindWords:  gpu.NewColumn("\x00warm words", func() []uint32 { return make([]uint32, rows) }),
	}
	valid := &gpu.Bits{ID: "\x00warm bits", Load: func() []uint64 { return []uint64{1} }}
	shapes := [][]gpu.Aggregate{{{Op: gpu.Count}}}
	for _, kind := range []gpu.Kind{gpu.KindHalves, gpu.KindWords, gpu.KindBytes} {
		c := columns[kind]
		shapes = append(shapes, [][]gpu.Aggregate{
			{{Op: gpu.Count}, {Op: gpu.Sum, Values: &c}}, {{Op: gpu.Sum, Values: &c}},
			{{Op: gpu.Count}, {Op: gpu.Count, Valid: valid}, {Op: gpu.Sum, Values: &c}}, {{Op: gpu.Min, Values: &c, Valid: valid}, {Op: gpu.Max, Values: &c, Valid: valid}},
		}...)
	}
	for _, aggregates := range shapes {
		for _, k := range plan.Kernels {
			for _, slots := range k.WarmSlots[a.Class] {
				list = append(list, gpu.Request{
					Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: columns[gpu.SlotKind(slots)], Stride: 1}}, Aggregates: aggregates,
					Tuning: gpu.Tuning{Strategy: k.Name},
				})
			}
		}
	}
	return list
}

// Warm runs a request to compile its kernels, and leaves no column on the device.
func (d *Device) Warm(r gpu.Request) error {
	defer func() {
		for _, s := range plan.JobOf(&r).Sources() {
			d.resident.remove(s.ID)
		}
	}()
	_, _, err := d.run(r)
	return err
}

// run answers a Dense request whose columns are in memory.
func (d *Device) run(r gpu.Request) (values, high [][]uint64, err error) {
	err = d.Execute(plan.JobOf(&r), supplyOf(r), func(o *Readout) (err error) {
		values, high, err = o.decoded()
		return err
	})
	return values, high, err
}

// supplyOf supplies the columns of a request that are in memory.
func supplyOf(r gpu.Request) Supplier {
	sources := r.Sources()
	return func(id string, _, _ int) (Source, error) {
		data, err := sources[id].Load()
		return Source{Bytes: int64(len(data)), AtOnce: true, Read: func(room []byte, at int64) error {
			copy(room, data[at:])
			return nil
		}}, err
	}
}
