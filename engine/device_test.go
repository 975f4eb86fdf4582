package engine

import (
	"context"
	"errors"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/host"
	"cardinal/engine/gpu/outofcore"
	kernels "cardinal/engine/gpu/reference"
	"cardinal/engine/query"
)

// fakeDevice is a GPU that a test configures. It answers dense requests as the kernels do, in plain Go.
type fakeDevice struct {
	adapter gpu.Adapter
	usable  bool
	why     string
	held    map[string]int64 // by the ID of a column; nil: nothing stays
	sent    *int             // number of requests; the first compiles all programs; nil: all are compiled
	groups  int              // that every request that is sent finds
}

func (d fakeDevice) Peek() (gpu.Adapter, bool, string) { return d.adapter, d.usable, d.why }

func (d fakeDevice) Adapter(context.Context) (gpu.Adapter, error) {
	if !d.usable {
		return d.adapter, errors.New(d.why)
	}
	return d.adapter, nil
}

func (d fakeDevice) Looked() bool { return true }

func (d fakeDevice) Resident(ids []string) (columns int, bytes int64) {
	for _, id := range ids {
		if held := d.held[id]; held > 0 {
			columns++
			bytes += held
		}
	}
	return columns, bytes
}

func (d fakeDevice) CompileWait(*gpu.Request) float64 {
	if d.sent == nil || *d.sent > 0 {
		return 0
	}
	return 50
}
func (d fakeDevice) Mapped(r *gpu.Request) bool { return d.CompileWait(r) == 0 }

func (d fakeDevice) Compile(context.Context, gpu.Request) error {
	*d.sent++
	return nil
}

func (d fakeDevice) Held(string) (columns int, bytes int64) {
	for _, b := range d.held {
		bytes += b
	}
	return len(d.held), bytes
}

func (d fakeDevice) Send(_ context.Context, r gpu.Request) (bytes int64, groups int, err error) {
	if d.sent != nil {
		*d.sent++
	}
	for id, s := range r.Sources() {
		d.held[id] = s.Kind.Bytes(r.Rows)
		bytes += d.held[id]
	}
	return bytes, d.groups, nil
}

func (d fakeDevice) SplitOn(a gpu.Adapter, r *gpu.Request) (outofcore.Split, error) {
	return host.NewClient(nil).SplitOn(a, r)
}

func (d fakeDevice) Run(_ context.Context, r gpu.Request) (gpu.Result, error) {
	values, high := kernels.Answer(r)
	return gpu.Result{Outcome: gpu.Outcome{Strategy: "workgroup"}, Values: values, High: high}, nil
}

// TestFakeCardFromAutoToChoice follows a pivot from a free choice through gates, score and prediction to a card, and
// its answer from the card's figures. With a product the processor answers.
func TestFakeCardFromAutoToChoice(t *testing.T) {
	e := New(Options{NoGPU: true})
	e.tiers = allTiers(fakeDevice{adapter: card, usable: true})
	table := sales(t)
	for values, tier := range map[string]string{"sum(quantity),min(quantity),count()": "gpu",
		"sum(revenue)": "gpu", "sum(quantity),product(quantity)": "workers"} {
		q := query.Query{Rows: []query.Field{{Column: "region"}, {Column: "quarter"}}}
		var err error
		if q.Values, err = query.ParseMeasures(values); err != nil {
			t.Fatal(err)
		}
		a, err := e.Pivot(t.Context(), table, q, RunOptions{Threads: 8})
		if err != nil {
			t.Fatal(err)
		}
		r := a.Profile
		fastest := r.Predicted["gpu"] < min(r.Predicted["serial"], r.Predicted["workers"])
		if r.Tier != tier || len(r.Gates) != 4 || (r.Shut() == "") != (tier == "gpu") || !fastest || r.Score <= 1 ||
			len(r.Tiers) != 3 || r.Adapter != card.Name {
			t.Errorf("%s: on %s, score %v, predicted %v, gates %v: %s", values, r.Tier, r.Score, r.Predicted,
				r.Gates, r.Reason)
		}
		if err := compare(a, newReference(table, q)); err != nil {
			t.Errorf("%s: %v", values, err)
		}
	}
}
