package device

import (
	"os"
	"runtime/debug"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// openTestDevice opens the device in this process, or skips the test if the machine has none.
func openTestDevice(t testing.TB) *Device {
	t.Helper()
	collect := debug.SetGCPercent(-1)                 // as Serve does, and for its reason
	t.Cleanup(func() { debug.SetGCPercent(collect) }) // after the device is closed
	d, err := Open(wire.Limits{})
	if err != nil && os.Getenv("CARDINAL_REQUIRE_GPU") != "1" {
		t.Skipf("no GPU, not even a software one (CARDINAL_REQUIRE_GPU=1 makes this a failure): %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// ofColumn returns a job of 100 million rows that aggregates one column of 20 bits.
func ofColumn(slots int, ops ...gpu.Op) *plan.Job {
	v := gpu.NewColumn("v", func() []uint32 { return nil })
	r := gpu.Request{Rows: 100_000_000, Slots: slots}
	for _, op := range ops {
		r.Aggregates = append(r.Aggregates, gpu.Aggregate{Op: op, Values: &v})
	}
	j := plan.JobOf(&r)
	j.Widths = map[string]int{"v": 20}
	return j
}
