package device

import (
	"fmt"
	"slices"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
	"cardinal/engine/gpu/wire"
)

// SelfTest runs every kernel on a small request and compares with plain Go. Drivers have been seen to compile a
// shader into a wrong one without a word; such a device must not answer a pivot.
func (d *Device) SelfTest() error {
	kept := d.resident.budget
	d.resident.budget = max(kept, 1<<20) // the test must fit the smallest budget a person may set
	defer func() {
		d.resident.clear()
		d.resident.budget = kept
	}()
	for _, strategy := range gpu.Strategies {
		slots := 3000 // more than one span of a small workgroup
		if strategy == gpu.Private {
			slots = 7
		}
		r := reference.Request(slots)
		r.Aggregates = r.Aggregates[3:6] // a sum and a minimum with nulls, a maximum: a column of every width
		r.Tuning.Strategy = strategy
		got, high, err := d.local(r)
		if err != nil {
			return fmt.Errorf("self-test of the %s kernel: %w", strategy, err)
		}
		want, wantHigh := reference.Answer(r)
		for i := range want {
			if !slices.Equal(got[i], want[i]) || !slices.Equal(high[i], wantHigh[i]) {
				return fmt.Errorf("self-test of the %s kernel: wrong %s over %d slots", strategy, r.Aggregates[i].Op, slots)
			}
		}
	}
	return nil
}

// supplyOf supplies the columns of a request that are in memory.
func supplyOf(r gpu.Request) Supplier {
	sources := r.Sources()
	return func(id string, _, _ int) (Pieces, int64, error) {
		data, err := sources[id].Load()
		left := data
		return func() ([]byte, error) {
			piece := left[:min(len(left), wire.UploadPiece)]
			left = left[len(piece):]
			return piece, nil
		}, int64(len(data)), err
	}
}

// local runs a request whose columns are at hand.
func (d *Device) local(r gpu.Request) (values, high [][]uint64, err error) {
	err = d.Execute(plan.JobOf(&r), supplyOf(r), func(_ Outcome, parts [][]byte) error {
		for i, a := range r.Aggregates {
			v, h := gpu.Figures(a.Op, r.Slots, gpu.AsWords(parts[i]))
			values, high = append(values, v), append(high, h)
		}
		return nil
	})
	return values, high, err
}
