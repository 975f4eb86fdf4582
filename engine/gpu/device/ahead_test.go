package device

import (
	"errors"
	"fmt"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
)

// While the kernels of a tile run, the columns of the next one are sent; each column is sent once, and in the
// end none of them is left on the device.
func TestColumnsAreSentAhead(t *testing.T) {
	d := openTestDevice(t)
	m := gputest.New(200_000)
	key, values, valid := m.Column(m.ShapedCodes("uniform", 3*64, 50)), m.Values(3*64), m.Bits(3*64)
	tile := func(first int) gpu.Request {
		name := func(id string) string { return fmt.Sprint(id, " from ", first) }
		v := values.Slice(name(values.ID), first, 64)
		return gpu.Request{
			Form: gpu.Hashed, Rows: 64, Expected: 50, Transient: true,
			Keys: []gpu.Key{{Codes: key.Slice(name(key.ID), first, 64)}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &v, Valid: &gpu.Bits{ID: name(valid.ID),
				Load: func() []uint64 { return valid.Load()[first/64:] }}}},
		}
	}
	tiles := []gpu.Request{tile(0), tile(64), tile(128)}
	sent := 0
	for i := range tiles {
		if i+1 < len(tiles) {
			tiles[i].Next = &tiles[i+1]
		}
		columns := len(plan.JobOf(&tiles[i]).Sources())
		supply := supplyOf(tiles[i])
		asked := 0
		err := d.Execute(plan.JobOf(&tiles[i]), func(c plan.JobSource, first, rows int) (Source, error) {
			asked++
			return supply(c, first, rows)
		}, func(*Readout) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		sent += asked
		if want := min(i+2, len(tiles)) * columns; sent != want {
			t.Errorf("%d columns were sent by the end of tile %d, want %d", sent, i, want)
		}
	}
	if len(d.resident.entries) > 0 || d.resident.bytes > 0 {
		t.Errorf("%d columns are left, %d bytes", len(d.resident.entries), d.resident.bytes)
	}
	// What was sent ahead of a request that comes to nothing is given back with it.
	tiles[0].Next = &tiles[1]
	d.Unwanted = func() error { return ErrAborted }
	if err := d.Execute(plan.JobOf(&tiles[0]), supplyOf(tiles[0]), nil); !errors.Is(err, ErrAborted) {
		t.Errorf("got %v", err)
	}
	if len(d.resident.entries) > 0 {
		t.Errorf("%d columns are left of a request that was aborted", len(d.resident.entries))
	}
}
