package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/offload"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// card is the graphics card of "The GROUP BY problem on GPUs", with 16 KiB of workgroup memory.
var card = gpu.Adapter{
	Name: "Some GPU 3000", Vendor: "nvidia", Class: gpu.Discrete, WorkgroupBytes: 16 << 10, MaxBindingBytes: 1 << 30,
	MaxBufferBytes: 1 << 30,
	MaxInvocations: 256, StorageBuffers: 8, ResidentBudget: 2 << 30,
}

// sales makes 500,000 rows of 20 regions, 8 quarters and 150 categories, with a float column and an integer column up
// to 20.
func sales(t *testing.T) *data.Table {
	t.Helper()
	const rows = 500_000
	r := rand.New(rand.NewPCG(7, 1))
	whole := func(name string, most int64) *data.Column {
		values := make([]int64, rows)
		for i := range values {
			values[i] = 1 + r.Int64N(most)
		}
		return data.NewInts(name, data.Int, 0, values, nil)
	}
	revenue := make([]float64, rows)
	for i := range revenue {
		revenue[i] = 100 * math.Exp(r.NormFloat64())
	}
	return data.NewTable("sales", []*data.Column{
		whole("region", 20), whole("quarter", 8), whole("category", 150), whole("quantity", 20),
		data.NewFloatColumn("revenue", revenue, nil),
	})
}

// planRecord plans a pivot on the fake GPU and returns its profile after the choice of the tier.
func planRecord(t *testing.T, e *Engine, table *data.Table, rows, values string, d fakeDevice) *profiler.Record {
	t.Helper()
	var q query.Query
	var err error
	if q.Rows, err = query.ParseFields(rows); err != nil {
		t.Fatal(err)
	}
	if q.Values, err = query.ParseMeasures(values); err != nil {
		t.Fatal(err)
	}
	e.tiers = allTiers(d)
	r, err := e.Estimate(t.Context(), table, q, RunOptions{Threads: 8})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func gateOf(r *profiler.Record, name string) profiler.Gate {
	for _, g := range r.Gates {
		if g.Name == name {
			return g
		}
	}
	return profiler.Gate{}
}

// TestWalkThrough runs the example of "The GROUP BY problem on GPUs" through the engine. GROUP BY region, quarter
// scores 2.1 on a card, and runs there with SUM(quantity). There SUM(revenue) could not be exact; here it is exact in
// fixed point. With category as a third key there are far too many groups.
func TestWalkThrough(t *testing.T) {
	e := New(Options{})
	defer e.Close()
	table, there := sales(t), fakeDevice{adapter: card, usable: true}
	r := planRecord(t, e, table, "region,quarter", "sum(quantity)", there)
	if r.GroupsEstimated != 160 || r.SlotLimit != 1024 || fmt.Sprintf("%.3f %.1f", r.Factors.Cardinality,
		r.Score) != "1.047 2.1" || r.BreakEven != 50_000 {
		t.Errorf("%d groups, limit %d, %+v, score %v; want 160, 1024 and a score of 2.1", r.GroupsEstimated,
			r.SlotLimit, r.Factors, r.Score)
	}
	if r.Tier != offload.GPU || !strings.HasPrefix(r.Reason, "a score of 2.10 speaks for the GPU: ") {
		t.Errorf("quantity runs on %s: %s", r.Tier, r.Reason)
	}
	r = planRecord(t, e, table, "region,quarter", "sum(revenue)", there)
	if fmt.Sprintf("%.1f", r.Score) != "2.1" || r.Tier != offload.GPU {
		t.Errorf("revenue scores %v and runs on %s: %s", r.Score, r.Tier, r.Reason)
	}
	r = planRecord(t, e, table, "region,quarter", "avg(quantity)", there)
	if r.SlotLimit != 512 {
		t.Errorf("an average, of a sum and a count, has slot limit %d, want 512", r.SlotLimit)
	}
	r = planRecord(t, e, table, "region,quarter,category", "sum(quantity)", there)
	want := offload.Penalty(r.GroupsEstimated, 1024)
	if r.GroupsEstimated < 8*1024 || r.GroupsHigh < 20_000 || math.Abs(float64(r.Factors.Cardinality)-want) > 1e-9 ||
		r.Score >= 0.1 || r.Tier == offload.GPU {
		t.Errorf("by category %d groups, penalty %v, score %v, on %s: %s", r.GroupsEstimated, r.Factors.Cardinality,
			r.Score, r.Tier, r.Reason)
	}
	t.Log(r.Reason)
}

// TestScoreInEveryState checks the score, or the text in its place, on a measured machine and on an unmeasured one. It
// tries every reason that keeps a pivot from the GPU.
func TestScoreInEveryState(t *testing.T) {
	measured := cost.DefaultMachine
	measured.KeyNs *= 1.5
	costs := measured.GPU[gpu.Discrete]
	costs.UploadNs, costs.RoundTripMS = 0.05, 0.1
	measured.GPU = map[string]cost.DeviceCosts{gpu.Discrete: costs, gpu.Integrated: measured.GPU[gpu.Integrated],
		gpu.Software: measured.GPU[gpu.Software]}
	table := sales(t)
	for _, machine := range []cost.Machine{cost.DefaultMachine, measured} {
		e := New(Options{})
		defer e.Close()
		e.adopt(cost.Calibration{Machine: machine, Runs: 1})
		for _, values := range []string{"sum(quantity)", "sum(revenue)", "median(quantity),sum(revenue)", "count()"} {
			full := card
			full.ResidentBudget = 1
			for name, d := range map[string]fakeDevice{
				"there": {adapter: card, usable: true}, "lost": {adapter: card, why: "the GPU's process was lost"},
				"full":          {adapter: full, usable: true},
				"none":          {why: "no Vulkan driver was found"},
				"not looked at": {why: "the GPU has not been looked at yet"},
			} {
				r := planRecord(t, e, table, "region,quarter", values, d)
				state := fmt.Sprintf("%s, %s, measured %v: score %v, %+v, %v, on %s: %s", values, name,
					machine.Measured(gpu.Discrete), r.Score, r.Factors, r.Predicted, r.Tier, r.Reason)
				if d.adapter.Class == "" {
					classes := 3
					if machine.Measured(gpu.Discrete) { // and no other
						classes = 1
					}
					if r.Score != 0 || r.Factors.Cardinality < 1 || r.Factors.GPUClass != 0 ||
						len(r.Classes) != classes || r.Classes[0].Score <= 0 || !strings.Contains(r.Reason, d.why) {
						t.Error(state)
					}
					continue
				}
				f := r.Factors
				score := f.Rows * f.GPUClass * f.Vendor * f.Residency * f.Buffer / f.Cardinality
				ratio := min(r.Predicted["serial"], r.Predicted["workers"]) / r.Predicted["gpu"]
				if r.Score <= 0 || math.Abs(float64(r.Score/score)-1) > 1e-9 || (float64(r.Score) > 1) != (ratio > 1) ||
					machine.Measured(gpu.Discrete) && math.Abs(float64(r.Score)/ratio-1) > 1e-9 || f.GPUClass != 1 ||
					f.Rows != 2 {
					t.Error(state)
				}
				if shut := r.Shut(); (shut == "") != (r.Tier == "gpu" || r.Score <= 1) && shut == "" || shut != "" &&
					r.Tier == "gpu" {
					t.Error(state)
				}
				for _, g := range r.Gates {
					if !g.Pass && !strings.Contains(r.Reason, g.Detail) {
						t.Errorf("%s: %q is not said", state, g.Detail)
					}
				}
			}
		}
	}
}

// TestPrecisionGate reads the text of the gate for several sums: which sums fail, how many bits they need, and which is
// the widest.
func TestPrecisionGate(t *testing.T) {
	values := map[string][]int64{"byte": {0, 100, 200, 255}, "wide": {math.MinInt64, 0, 1, math.MaxInt64},
		"none": {7, 7, 7, 7}, "large": {1e12, 1e12 + 1, 1e12 + 2, 1e12 + 3}}
	var columns []*data.Column
	for _, name := range []string{"byte", "wide", "none", "large"} {
		columns = append(columns, data.NewInts(name, data.Int, 0, values[name], nil))
	}
	columns = append(columns, data.NewFloatColumn("half", []float64{0.5, 1, 1.5, 3.5}, nil),
		data.NewFloatColumn("far", []float64{0, 1, 2, 0x1p39}, nil),
		data.NewFloatColumn("spread", []float64{0x1p-60, 1, 2, 0x1p39}, nil),
		data.NewFloatColumn("broken", []float64{1.5, 1, 2, math.Inf(1)}, nil))
	table := data.NewTable("t", columns)
	e := New(Options{})
	defer e.Close()
	for measures, want := range map[string]string{
		"count()":   "nothing is summed",
		"min(half)": "nothing is summed",
		"sum(byte)": "the sum of byte needs at most 10 bits, and the GPU adds it up in 64",
		"avg(byte),sum(none)": "the widest of 2 sums, of byte, needs at most 10 bits, and the GPU adds it " +
			"up in 64",
		"sum(large)": "the sum of large, counted from the least value, needs at most 4 bits, and " +
			"the GPU adds it up in 64",
		"sum(byte),sum(wide),sum(none)": "the widest of 3 sums, of wide, counted from the least value, needs at most " +
			"66 bits, and the GPU adds it up in 128",
		"var(byte)": "the widest of 2 sums, of byte * byte, needs at most 18 bits, and the GPU " +
			"adds it up in 96",
		"sum(byte),sum(half)": "the widest of 2 sums, of half, counted from the least value, needs at most 58 bits, " +
			"and the GPU adds it up in 128",
		"sum(large),avg(far)": "the widest of 2 sums, of far, needs at most 95 bits, and the GPU adds it up in 192",
		"sum(half),sum(wide),sum(spread),avg(broken)": "the values of spread need fixed point of up to 153 bits, and " +
			"the GPU adds up 128, broken has values that are NaN or infinite, and the GPU adds up finite floats only",
	} {
		r := planRecord(t, e, table, "byte", measures, fakeDevice{adapter: card, usable: true})
		if g := gateOf(r, "precision"); g.Detail != want || g.Pass != !strings.Contains(want, "fixed point") {
			t.Errorf("%s: %v, %q\nwant %q", measures, g.Pass, g.Detail, want)
		}
	}
}

// TestEstimateIsThePivots compares the record of an estimate with the record of the pivot after it.
func TestEstimateIsThePivots(t *testing.T) {
	table := sales(t)
	q := query.Query{Rows: []query.Field{{Column: "region"}, {Column: "category"}},
		Values: []query.Measure{{Func: query.Sum, Column: "quantity"}}}
	before, err := New(Options{NoGPU: true}).Estimate(context.Background(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Options{NoGPU: true}).Pivot(context.Background(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	said := func(r *profiler.Record) string {
		return fmt.Sprint(r.GroupsEstimated, r.GroupsLow, r.GroupsHigh, r.Estimate.Method, r.Estimate.SampleRows,
			r.Score, r.Factors, r.SlotLimit, r.Classes, r.Gates, r.Predicted, r.Tier, r.Reason)
	}
	if said(before) != said(a.Profile) {
		t.Errorf("before: %s\nafter: %s", said(before), said(a.Profile))
	}
	if n, err := New(Options{NoGPU: true}).Count(context.Background(), table, q); err != nil ||
		n != a.Profile.GroupsActual {
		t.Errorf("%d groups are counted, the pivot has %d: %v", n, a.Profile.GroupsActual, err)
	}
}

// TestWaitsWhereAGPUCouldWin waits for the GPU if it could pay for the rows, and not otherwise.
func TestWaitsWhereAGPUCouldWin(t *testing.T) {
	sharedGPU(t)
	table := sales(t)
	for _, c := range []struct {
		values, filter string
		waits          bool
	}{{"sum(quantity)", "", true}, {"sum(revenue)", "", true}, {"product(quantity)", "", false},
		{"sum(quantity)", "quantity = 3", false}} {
		e := New(Options{})
		defer e.Close()
		q := query.Query{Rows: []query.Field{{Column: "region"}}}
		var err error
		if q.Values, err = query.ParseMeasures(c.values); err != nil {
			t.Fatal(err)
		}
		if c.filter != "" {
			if q.Filter, err = query.ParseFilter(c.filter); err != nil {
				t.Fatal(err)
			}
		}
		r, err := e.Estimate(t.Context(), table, q, RunOptions{Wait: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Adapter != ""; got != c.waits || got == strings.Contains(r.Reason, "not been looked at yet") {
			t.Errorf("%s where %q: adapter %q, %s", c.values, c.filter, r.Adapter, r.Reason)
		}
	}
}

// slowDevice is a card that is not known yet. It does not start while a pivot waits for it.
type slowDevice struct {
	fakeDevice
	waited *time.Duration // how long the last one was ready to wait
}

func (slowDevice) Looked() bool { return false }

func (d slowDevice) Adapter(ctx context.Context) (gpu.Adapter, error) {
	end, _ := ctx.Deadline()
	*d.waited = max(1, time.Until(end)) // which a busy machine may have used up
	return gpu.Adapter{}, ctx.Err()
}

// TestWaitsNoLongerThanTheAnswerTakes expects a pivot to wait for a GPU about as long as the processor is expected to
// take. An estimate waits as long as it may. A pivot that is answered before a GPU starts does not wait.
func TestWaitsNoLongerThanTheAnswerTakes(t *testing.T) {
	table := sales(t)
	q := query.Query{Rows: []query.Field{{Column: "region"}, {Column: "quarter"}},
		Values: []query.Measure{{Func: query.Sum, Column: "quantity"}}}
	waited := new(time.Duration)
	e := New(Options{NoGPU: true})
	e.tiers = allTiers(slowDevice{fakeDevice{why: "the GPU has not been looked at yet"}, waited})
	r, err := e.Estimate(t.Context(), table, q, RunOptions{Wait: time.Hour})
	if err != nil || *waited < time.Minute || !strings.Contains(r.Reason, "the GPU was not ready after 3600 s") {
		t.Errorf("an estimate waits %v: %s, %v", *waited, r.Reason, err)
	}
	for _, slower := range []float64{1, 1000} {
		*waited = 0
		e.calibration.Machine = cost.DefaultMachine
		e.calibration.Machine.KeyNs *= slower
		e.Retain(nil)
		a, err := e.Pivot(t.Context(), table, q, RunOptions{Wait: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		least := min(a.Profile.Predicted["serial"], a.Profile.Predicted["workers"])
		switch waits := slower > 1; {
		case waits != (least >= profiler.Milliseconds(leastWait)):
			t.Errorf("%v ms are expected of cores that are %v times slower", least, slower)
		case waits && (*waited <= 0 || profiler.Milliseconds(*waited) > least || !strings.Contains(a.Profile.Reason,
			"the GPU was still starting")):
			t.Errorf("a pivot of %v ms waits %v: %s", least, *waited, a.Profile.Reason)
		case !waits && *waited != 0:
			t.Errorf("a pivot of %v ms waits %v", least, *waited)
		}
	}
}

// TestSecondSampleNearTheLimit estimates keys whose number of groups is close to the slot limit of a card. The number
// is estimated again from a larger sample: of few and of many rows, and if the tier was asked for.
func TestSecondSampleNearTheLimit(t *testing.T) {
	for _, rows := range []int{15_000, 300_000} {
		r := rand.New(rand.NewPCG(1, 58))
		users, plans, numbers := make([]int64, rows), make([]int64, rows), make([]int64, rows)
		for i := range users {
			user := r.Int64N(1024)
			users[i], plans[i], numbers[i] = user<<12, user%7<<20, user%50
		}
		table := data.NewTable("t", []*data.Column{data.NewInts("user", data.Int, 0, users, nil),
			data.NewInts("plan", data.Int, 0, plans, nil), data.NewInts("n", data.Int, 0, numbers, nil)})
		for _, tier := range []Tier{Auto, GPU} {
			e := New(Options{})
			e.tiers = allTiers(fakeDevice{adapter: card, usable: true})
			q := query.Query{Rows: []query.Field{{Column: "user"}, {Column: "plan"}},
				Values: []query.Measure{{Func: query.Sum, Column: "n"}}}
			p, err := e.Estimate(t.Context(), table, q, RunOptions{Tier: tier, Threads: 8})
			if err != nil {
				t.Fatal(err)
			}
			if x := p.Estimate; x.Method != estimate.NearLimit || x.SampleRows < rows/25 {
				t.Errorf("%d rows on %q: %d groups by %s of %d rows, and the limit is %d", rows, tier,
					p.GroupsEstimated, x.Method, x.SampleRows, p.SlotLimit)
			}
			e.Close()
		}
	}
}
