package engine

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/offload"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// TestHistorySurvives asks the same question about a file before and after a restart. It also asks about a file that
// changed meanwhile or was read differently, and about a table that no file holds.
func TestHistorySurvives(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.json")
	stamp := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	file := func(change time.Duration) *data.Table {
		table := madeTable(t, 20_000)
		table.Path, table.Size, table.Changed = "/somewhere/t.csv", 1000, stamp.Add(change)
		return table
	}
	rounds := 0
	method := func(table *data.Table) string {
		h := &profiler.History{}
		e := New(Options{NoGPU: true, History: h})
		late := rounds%2 > 0
		rounds++
		if !late {
			h.Persist(path)
		}
		if err := e.KeepSamples(t.Context(), table); err != nil { // which looks for the table in the history
			t.Fatal(err)
		}
		if late { // a file opens sooner than a long history
			h.Persist(path)
		}
		defer h.Flush()
		a, err := e.Pivot(context.Background(), table,
			query.Query{Rows: []query.Field{{Column: "some"}, {Column: "few"}}}, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return a.Profile.Estimate.Method
	}
	first := method(file(0))
	if first == estimate.Remembered {
		t.Error("an empty history knows the answer")
	}
	if got := method(file(0)); got != estimate.Remembered {
		t.Errorf("after a restart the groups are known by %s", got)
	}
	if got := method(file(time.Second)); got != first {
		t.Errorf("of a changed file the groups are known by %s", got)
	}
	otherwise := file(0)
	otherwise.Reading.Footer = "1"
	if got := method(otherwise); got != first {
		t.Errorf("of a file that is read otherwise the groups are known by %s", got)
	}
	for range 2 {
		if got := method(madeTable(t, 20_000)); got != first {
			t.Errorf("of a table without a file the groups are known by %s", got)
		}
	}
}

// TestModel expects another model name for other constants. The name for the CPU must not change when a GPU is found.
func TestModel(t *testing.T) {
	before := machine{Machine: cost.DefaultMachine}
	measured := machine{Machine: cost.DefaultMachine, measured: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	there := fakeDevice{adapter: gpu.Adapter{Name: "Some GPU 3000", Class: gpu.Discrete, Driver: "1.2"}, usable: true}
	model := func(m machine, tier string, d fakeDevice) string {
		e := New(Options{NoGPU: true})
		e.tiers = allTiers(d)
		stages := startStages(nil)
		p, err := e.plan(t.Context(), madeTable(t, 100), query.Query{Rows: []query.Field{{Column: "few"}}},
			RunOptions{}, stages)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range p.offers {
			if e.tiers[i].Name == tier {
				return m.model(o.Device)
			}
		}
		t.Fatal(tier)
		return ""
	}
	for _, c := range []struct {
		tier string
		a, b machine
		x, y fakeDevice
		same bool
	}{
		{cpu.Serial, before, before, fakeDevice{}, there, true},
		{cpu.Serial, before, measured, there, there, false},
		{offload.GPU, before, before, fakeDevice{}, there, false},
		{offload.GPU, before, before, there, there, true},
	} {
		if got := model(c.a, c.tier, c.x) == model(c.b, c.tier, c.y); got != c.same {
			t.Errorf("%s: %v", c.tier, got)
		}
	}
}
