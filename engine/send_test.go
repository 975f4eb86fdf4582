package engine

import (
	"context"
	"testing"

	"cardinal/data"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/query"
)

// The columns sent in advance are those that the pivot would have sent. For a pivot that the GPU would lose even with
// its columns, nothing is sent.
func TestSentAheadIsFoundThere(t *testing.T) {
	device := fakeDevice{adapter: card, usable: true, held: map[string]int64{}}
	e := New(Options{NoGPU: true})
	e.tiers = allTiers(device)
	table := madeTable(t, 200_000)
	q := query.Query{Rows: []query.Field{{Column: "few"}}, Values: []query.Measure{{Func: query.Sum, Column: "small"}}}
	lacking := func(q query.Query) int64 {
		t.Helper()
		p, err := e.plan(t.Context(), table, q, RunOptions{}, startStages(nil))
		if err != nil {
			t.Fatal(err)
		}
		return p.offers[2].Shape(p.decision.Candidates[2].Plan).Upload
	}
	if want := int64(2 * table.Rows); lacking(q) != want {
		t.Fatalf("%d bytes are lacking before, want %d", lacking(q), want)
	}
	broken := query.Query{Rows: []query.Field{{Column: "no such column"}}}
	if _, err := e.Send(t.Context(), table, []query.Query{broken, q}, nil); err != nil {
		t.Fatal(err)
	}
	if len(device.held) != 2 || lacking(q) != 0 {
		t.Errorf("%v lie on the device, %d bytes are lacking still", device.held, lacking(q))
	}
	// which the device has no program for
	product := query.Query{Values: []query.Measure{{Func: query.Product, Column: "large"}}}
	if _, err := e.Send(t.Context(), table, []query.Query{product}, []Tier{}); err != nil || len(device.held) != 2 {
		t.Errorf("%v were sent for nothing, %v", device.held, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := e.Send(ended, table, []query.Query{q}, nil); err == nil {
		t.Error("columns were sent for nobody")
	}
}

// Programs of a pivot whose columns are on the device are compiled in advance, once.
func TestCompiledAhead(t *testing.T) {
	sent := 0
	device := fakeDevice{adapter: card, usable: true, held: map[string]int64{}}
	e := New(Options{NoGPU: true})
	e.tiers = allTiers(device)
	table := madeTable(t, 200_000)
	q := query.Query{Rows: []query.Field{{Column: "few"}}, Values: []query.Measure{{Func: query.Sum, Column: "small"}}}
	if _, err := e.Send(t.Context(), table, []query.Query{q}, nil); err != nil || len(device.held) != 2 {
		t.Fatalf("%v lie on the device, %v", device.held, err)
	}
	device.sent = &sent
	e.tiers = allTiers(device)
	for range 2 {
		if _, err := e.Send(t.Context(), table, []query.Query{q}, nil); err != nil || sent != 1 {
			t.Errorf("%d requests were sent, want 1: %v", sent, err)
		}
	}
}

// Programs are compiled without sending anything: if the caller asks for that, and if the device has no room for the
// columns. They are compiled once.
func TestCompiledWithoutColumns(t *testing.T) {
	q := query.Query{Rows: []query.Field{{Column: "few"}}, Values: []query.Measure{{Func: query.Sum, Column: "small"}}}
	for name, compile := range map[string]func(e *Engine, of *data.Table) error{
		"asked": func(e *Engine, of *data.Table) error { return e.Compile(t.Context(), of, []query.Query{q}, nil) },
		"no room": func(e *Engine, of *data.Table) error {
			_, err := e.Send(t.Context(), of, []query.Query{q}, nil)
			return err
		},
	} {
		sent := 0
		device := fakeDevice{adapter: card, usable: true, held: map[string]int64{}, sent: &sent}
		if name == "no room" {
			device.held["others"] = card.ResidentBudget
		}
		columns := len(device.held)
		e := New(Options{NoGPU: true})
		e.tiers = allTiers(device)
		table := madeTable(t, 200_000)
		for range 2 {
			if err := compile(e, table); err != nil || sent != 1 || len(device.held) != columns {
				t.Errorf("%s: compiled %d times, %d columns were sent, %v", name, sent, len(device.held)-columns, err)
			}
		}
	}
}

// The groups that the device found in advance are known, but only for that question.
func TestGroupsFoundAheadAreKnown(t *testing.T) {
	device := fakeDevice{adapter: card, usable: true, held: map[string]int64{}, groups: 4321}
	e := New(Options{NoGPU: true})
	e.tiers = allTiers(device)
	table := madeTable(t, 200_000)
	q := query.Query{Rows: []query.Field{{Column: "few"}}, Values: []query.Measure{{Func: query.Sum, Column: "small"}}}
	if _, err := e.Send(t.Context(), table, []query.Query{q}, nil); err != nil {
		t.Fatal(err)
	}
	filtered, other := q, q
	other.Rows = []query.Field{{Column: "some"}}
	var err error
	if filtered.Filter, err = query.ParseFilter("small > 3"); err != nil {
		t.Fatal(err)
	}
	for _, asked := range []struct {
		query query.Query
		known bool
	}{{q, true}, {filtered, false}, {other, false}} {
		p, err := e.plan(t.Context(), table, asked.query, RunOptions{}, startStages(nil))
		if err != nil {
			t.Fatal(err)
		}
		if known := p.expected.Method == estimate.Mapped; known != asked.known || known && (p.expected.Groups != 4321 ||
			p.expected.Low != p.expected.High) {
			t.Errorf("%v: %d groups by %s", asked.query.Rows, p.expected.Groups, p.expected.Method)
		}
	}
}

// Columns that are sent in advance never displace others.
func TestSentAheadLeavesRoom(t *testing.T) {
	small := card
	small.ResidentBudget = 1_000_000
	device := fakeDevice{adapter: small, usable: true, held: map[string]int64{"t0/value0/other": 300_000}}
	e := New(Options{NoGPU: true})
	e.tiers = allTiers(device)
	q := query.Query{Rows: []query.Field{{Column: "few"}}, Values: []query.Measure{{Func: query.Sum, Column: "small"}}}
	if _, err := e.Send(t.Context(), madeTable(t, 200_000), []query.Query{q}, nil); err != nil ||
		len(device.held) != 1 {
		t.Errorf("%v, %v", device.held, err)
	}
}

// On a real device: nothing is left to send when the pivot runs, and its answer is the same.
func TestSentAheadByTheClient(t *testing.T) {
	e := sharedGPU(t)
	table := madeTable(t, 20_001)
	q := query.Query{Rows: []query.Field{{Column: "few"}, {Column: "some"}},
		Values: []query.Measure{{Func: query.Sum, Column: "large"}}}
	p, err := e.plan(t.Context(), table, q, RunOptions{Tier: GPU}, startStages(nil))
	if err != nil {
		t.Fatal(err)
	}
	bytes, _, err := p.offers[2].Send(t.Context(), 100)
	if want := int64(table.Rows * (1 + 2 + 4)); err != nil || bytes != want {
		t.Fatalf("%d bytes were sent, %v; want %d", bytes, err, want)
	}
	if s := e.sent(table); s.Columns != 3 || s.Bytes != bytes || s.On == "" {
		t.Errorf("on the GPU: %+v", s)
	}
	other := q
	other.Rows = []query.Field{{Column: "some"}, {Column: "few"}}
	if p, err = e.plan(t.Context(), table, other, RunOptions{Tier: GPU}, startStages(nil)); err != nil ||
		p.offers[2].Send == nil {
		t.Fatalf("the slots of other keys are not found ahead (%v)", err)
	}
	if _, _, err := p.offers[2].Send(t.Context(), 100); err != nil {
		t.Fatal(err)
	}
	if p, err = e.plan(t.Context(), table, other, RunOptions{Tier: GPU}, startStages(nil)); err != nil {
		t.Fatal(err)
	}
	if s := p.offers[2].Shape(p.decision.Candidates[2].Plan); s.Unmapped || s.CompileWait(s.Groups) != 0 ||
		s.Upload != 0 {
		t.Errorf("the slots of other keys are found again, or programs compiled: %+v", s)
	}
	a, err := e.Pivot(t.Context(), table, q, RunOptions{Tier: GPU})
	if err != nil {
		t.Fatal(err)
	}
	if a.Profile.Tier != "gpu" || a.Profile.BytesUploaded != 0 {
		t.Errorf("%d bytes were sent again on %s", a.Profile.BytesUploaded, a.Profile.Tier)
	}
	if err := compare(a, newReference(table, q)); err != nil {
		t.Error(err)
	}
}

// Two engines over one device, as during a calibration, send columns of their own, even if the tables have the same
// columns.
func TestEnginesShareADevice(t *testing.T) {
	device := fakeDevice{adapter: card, usable: true, held: map[string]int64{}}
	q := query.Query{Rows: []query.Field{{Column: "few"}}, Values: []query.Measure{{Func: query.Sum, Column: "small"}}}
	for i := 1; i <= 2; i++ {
		e := New(Options{NoGPU: true})
		e.tiers = allTiers(device)
		if _, err := e.Send(t.Context(), madeTable(t, 200_000), []query.Query{q}, nil); err != nil ||
			len(device.held) != 2*i {
			t.Errorf("%v lie on the device, %v", device.held, err)
		}
	}
}
