package device

import (
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// WarmUps are requests over a few rows that compile the kernels of the likeliest pivots: counts and sums, with and without
// nulls. On software the kernels compile as slowly as they run, and are not the tier of choice: there are none.
func WarmUps(a gpu.Adapter) []gpu.Request {
	if a.Class == gpu.Software {
		return nil
	}
	const rows = 64
	bytes := gpu.NewColumn("\x00warm bytes", func() []uint8 { return make([]uint8, rows) })
	halves := gpu.NewColumn("\x00warm halves", func() []uint16 { return make([]uint16, rows) })
	words := gpu.NewColumn("\x00warm words", func() []uint32 { return make([]uint32, rows) })
	valid := &gpu.Bits{ID: "\x00warm bits", Load: func() []uint64 { return []uint64{1} }}
	var aggregates [][]gpu.Aggregate
	for _, c := range []*gpu.Column{&halves, &words, &bytes} {
		aggregates = append(aggregates, [][]gpu.Aggregate{
			{{Op: gpu.Count}, {Op: gpu.Sum, Values: c}}, {{Op: gpu.Sum, Values: c}},
			{{Op: gpu.Count}, {Op: gpu.Count, Valid: valid}, {Op: gpu.Sum, Values: c}}, {{Op: gpu.Min, Values: c, Valid: valid}, {Op: gpu.Max, Values: c, Valid: valid}},
		}...)
	}
	var list []gpu.Request
	for _, aggregates := range append([][]gpu.Aggregate{{{Op: gpu.Count}}}, aggregates...) {
		for _, kind := range []struct {
			strategy string
			slots    int
			key      gpu.Column
		}{{gpu.Private, 8, bytes}, {gpu.Workgroup, 200, bytes}, {gpu.Workgroup, 1000, halves}, {gpu.Workgroup, 4000, halves}, {gpu.Partition, 100_000, words}} {
			if kind.strategy == gpu.Private && a.Class == gpu.Discrete { // never the cheapest there
				continue
			}
			list = append(list, gpu.Request{
				Rows: rows, Slots: kind.slots, Keys: []gpu.Key{{Codes: kind.key, Stride: 1}}, Aggregates: aggregates, Tuning: gpu.Tuning{Strategy: kind.strategy},
			})
		}
	}
	return list
}

// Warm runs a request for the sake of its kernels, and leaves nothing on the device.
func (d *Device) Warm(r gpu.Request) error {
	defer func() {
		for _, s := range plan.JobOf(&r).Sources() {
			d.resident.remove(s.Id)
		}
	}()
	_, _, err := d.local(r)
	return err
}
