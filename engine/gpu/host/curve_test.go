package host

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// curveSlots spans the cliff: what one workgroup holds several copies of, all of, a part of, and next to nothing of.
var curveSlots = []int{2, 6, 50, 500, 1024, 2048, 5000, 12_000, 24_000, 50_000, 200_000, 1_000_000, 4_000_000}

// curveShapes returns the aggregates of the curve: one to three of one column.
func curveShapes(v *gpu.Column) map[string][]gpu.Aggregate {
	return map[string][]gpu.Aggregate{
		"sum":         {{Op: gpu.Sum, Values: v}},
		"sum+max":     {{Op: gpu.Sum, Values: v}, {Op: gpu.Max, Values: v}},
		"sum+min+max": {{Op: gpu.Sum, Values: v}, {Op: gpu.Min, Values: v}, {Op: gpu.Max, Values: v}},
	}
}

// spread is a distribution of the keys of a curve.
type spread struct {
	name string
	code func(u float64, row, rows, slots int) uint32
}

var spreads = []spread{
	{"uniform", func(u float64, _, _, slots int) uint32 { return uint32(u * float64(slots)) }},
	// exponent 1
	{"zipf", func(u float64, _, _, slots int) uint32 { return uint32(math.Exp(u*math.Log(float64(slots)+1))) - 1 }},
	{"sorted", func(_ float64, row, rows, slots int) uint32 {
		return uint32(uint64(row) * uint64(slots) / uint64(rows))
	}},
}

// spreadColumn makes a column of codes below slots.
func spreadColumn(s spread, rows, slots int) gpu.Column {
	return gpu.NewColumn(fmt.Sprint(s.name, slots), func() []uint32 {
		data := make([]uint32, rows)
		const part = 1 << 20
		var wg sync.WaitGroup
		for begin := 0; begin < rows; begin += part {
			wg.Go(func() {
				rng := rand.New(rand.NewPCG(uint64(slots), uint64(begin)))
				for i := begin; i < min(rows, begin+part); i++ {
					data[i] = min(uint32(slots-1), s.code(rng.Float64(), i, rows, slots))
				}
			})
		}
		wg.Wait()
		return data
	})
}

// BenchmarkCurve prints the device time of every strategy by the number of groups:
//
//	CARDINAL_BENCH_ROWS=100000000 go test ./engine/gpu/host -run - -bench Curve -benchtime 1x -timeout 9m
//
// CARDINAL_CURVE_ALL=1 shows every strategy beside the one that the planner chooses, for a sum. A line of the
// output is a JSON object; testdata/peers.py puts them beside those of the peers, and bench kernels draws them.
func BenchmarkCurve(b *testing.B) {
	rows := benchRows(b)
	c := newTestClient(b)
	a, _ := c.Adapter(context.Background())
	value, wide := randomColumn("value", rows, 1<<20), randomColumn("wide value", rows, math.MaxUint32)
	shapes := curveShapes(&value)
	shapes["sum of 32 bits"] = []gpu.Aggregate{{Op: gpu.Sum, Values: &wide}}
	only, names := os.Getenv("CARDINAL_CURVE_SPREADS"), []string{"sum", "sum of 32 bits", "sum+max", "sum+min+max"}
	strategies := []string{""}
	if os.Getenv("CARDINAL_CURVE_ALL") == "1" {
		names, strategies = names[:1], append(strategies, plan.KernelNames()...)
	}
	for _, s := range spreads {
		if only != "" && !strings.Contains(only, s.name) {
			continue
		}
		for _, slots := range curveSlots {
			key := spreadColumn(s, rows, slots)
			for _, shape := range names {
				if shape == "sum of 32 bits" && slots < 24_000 {
					continue // records are not packed there
				}
				r := gpu.Request{Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: key, Stride: 1}},
					Aggregates: shapes[shape]}
				for _, strategy := range strategies {
					r.Tuning = gpu.Tuning{Strategy: strategy, Repeat: 1}
					if strategy != "" && !able(strategy, r, a) {
						continue
					}
					// 60 ms a submission: handing over the commands is no part of the time then, and no
					// submission takes seconds.
					r.Tuning.Repeat = uint32(min(300, max(5, 60/kernelMS(mustRun(b, c, r)))))
					measured(b, c, r, s.name, shape)
				}
			}
		}
	}
}

// able says whether a strategy can run and may be worth it.
func able(strategy string, r gpu.Request, a gpu.Adapter) bool {
	j := plan.JobOf(&r)
	j.Tuning.Strategy = strategy
	for _, p := range plan.Of(j, a) {
		if strategy == plan.Workgroup.Name && plan.Spans(p.Words, r.Slots, a) > 8 {
			return false
		}
		if p.Kernel.Name != strategy {
			return false
		}
	}
	return true
}

func measured(t testing.TB, c *Client, r gpu.Request, spread, shape string) {
	best := 0.0
	var res gpu.Result
	begin := time.Now()
	for i := 0; i < 5 || time.Since(begin) < 500*time.Millisecond; i++ { // a card's clocks take that long to rise
		res = mustRun(t, c, r)
		if ms := kernelMS(res); best == 0 || ms < best {
			best = ms
		}
	}
	line, _ := json.Marshal(map[string]any{
		"keys": spread, "slots": r.Slots, "aggregates": shape, "asked": r.Tuning.Strategy, "ran": res.Strategy,
		"ms":     math.Round(best*1e4) / 1e4,
		"groups": r.Tuning.Groups, "invocations": r.Tuning.Invocations,
	})
	fmt.Printf("\nCURVE %s\n", line)
}

// kernelMS returns the device time of a request's kernels.
func kernelMS(r gpu.Result) float64 {
	for _, s := range r.Stages {
		if s.Name == "kernel" {
			return s.MS
		}
	}
	return 0
}

// BenchmarkTunerAgainstAll holds the search against all configurations of three kernels.
func BenchmarkTunerAgainstAll(b *testing.B) {
	rows := benchRows(b)
	c := newTestClient(b)
	a, _ := c.Adapter(context.Background())
	for _, test := range []struct {
		strategy string
		slots    int
	}{{plan.Workgroup.Name, 2048}, {plan.Partition.Name, 1 << 20}, {plan.Global.Name, 1 << 22}} {
		found, err := c.tuneRange(context.Background(), a, rows, test.strategy, test.slots)
		if err != nil {
			b.Fatal(err)
		}
		r := tuneRequest(rows, test.slots)
		measure := func(invocations, groups uint32, times int) float64 {
			r.Tuning = gpu.Tuning{Strategy: test.strategy, Invocations: invocations, Groups: groups,
				Repeat: tuneRepeat(found.DefaultMS), Untuned: true}
			ms := math.Inf(1)
			for range times {
				ms = min(ms, kernelMS(mustRun(b, c, r)))
			}
			return ms
		}
		least := math.Inf(1)
		var at [2]uint32
		for _, width := range tuneWidths {
			for k := range uint32(tuneGroups) {
				if ms := measure(width, (k+1)*tuneStep, 3); ms < least {
					least, at = ms, [2]uint32{width, (k + 1) * tuneStep}
				}
			}
		}
		// The least of so many measurements is partly luck: both are measured again, in turn.
		again, best := math.Inf(1), math.Inf(1)
		for range 10 {
			again = min(again, measure(found.Invocations, found.Groups, 1))
			best = min(best, measure(at[0], at[1], 1))
		}
		fmt.Printf("TUNER %s %d slots: found %d x %d (%.4f ms when searched, %.4f ms again) after %d of %d; the best "+
			"of all is %d x %d (%.4f ms, %.4f ms again); untuned %.4f ms\n",
			test.strategy, test.slots, found.Invocations, found.Groups, found.MS, again, found.Tried, found.Possible,
			at[0], at[1], least, best, found.DefaultMS)
	}
}
