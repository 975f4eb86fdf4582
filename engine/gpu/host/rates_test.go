package host

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

// BenchmarkRates prints what an answer costs end to end, resident, not resident and beyond the budget.
func BenchmarkRates(b *testing.B) {
	rows := benchRows(b)
	keep := func(c gpu.Column) gpu.Column {
		data := c.Values()
		return gpu.NewColumn(c.ID, func() []uint32 { return data })
	}
	key, value := keep(spreadColumn(spreads[0], rows, 1000)), keep(randomColumn("value", rows, 1<<20))
	r := gpu.Request{Rows: rows, Slots: 1000, Keys: []gpu.Key{{Codes: key, Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &value}}}
	want, _ := reference.Answer(r)
	bytes := float64(8 * rows)
	for _, by := range []route{byMemory, byWindow, byPipe} {
		c := newTestClient(b, func(c *Client) { c.route = by })
		first := timedRun(b, c, r, want)
		fmt.Printf("RATES route %d: first answer %.2f ms, %.2f GB/s\n", by, first, bytes/first/1e6)
		var all []float64
		for range 20 {
			all = append(all, timedRun(b, c, r, want))
		}
		slices.Sort(all)
		fmt.Printf("RATES resident: answer %.3f ms at best, %.3f ms median of 20\n", all[0], all[10])
	}
	small := gpu.Request{Rows: 64, Slots: 10, Keys: []gpu.Key{{Codes: randomColumn("small", 64, 10), Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}}}
	c := newTestClient(b)
	wantSmall, _ := reference.Answer(small)
	for range 3 {
		fmt.Printf("RATES almost no rows: %.3f ms\n", timedRun(b, c, small, wantSmall))
	}
	c = newTestClient(b, func(c *Client) { c.limits.Budget = plan.DeviceBytes(&r) / 8 })
	for range 3 {
		begin := time.Now()
		res := mustRun(b, c, r)
		ms := float64(time.Since(begin).Nanoseconds()) / 1e6
		if !slices.Equal(res.Values[1], want[1]) {
			b.Error("beyond the budget: wrong")
		}
		fmt.Printf("RATES eight times the budget: %.1f ms in %d tiles, %.2f GB/s, %.0f%% of the link, uploading "+
			"%.0f%% of the time, stages %v\n",
			ms, res.Tiles, bytes/ms/1e6, 100*res.LinkShare, 100*res.Overlap, res.Stages)
	}
}

// BenchmarkSortRates prints the device time of the strategies for many groups, and holds their answers against
// each other. CARDINAL_CURVE_SPREADS picks distributions of the keys.
func BenchmarkSortRates(b *testing.B) {
	rows := benchRows(b)
	c := newTestClient(b)
	a, _ := c.Adapter(context.Background())
	value, wide := randomColumn("value", rows, 1<<20), randomColumn("wide value", rows, math.MaxUint32)
	shapes := curveShapes(&value)
	shapes["count"], shapes["sum of 32 bits"] = []gpu.Aggregate{{Op: gpu.Count}},
		[]gpu.Aggregate{{Op: gpu.Sum, Values: &wide}}
	only := os.Getenv("CARDINAL_CURVE_SPREADS")
	for _, s := range spreads {
		if only != "" && !strings.Contains(only, s.name) {
			continue
		}
		for _, slots := range []int{200_000, 1_000_000, 4_000_000, 16_000_000, 64_000_000} {
			key := spreadColumn(s, rows, slots)
			for _, shape := range []string{"count", "sum", "sum of 32 bits", "sum+min+max"} {
				r := gpu.Request{Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: key, Stride: 1}},
					Aggregates: shapes[shape]}
				var want [][]uint64
				for _, strategy := range []string{"", plan.Partition.Name, plan.Sort.Name, plan.Global.Name} {
					r.Tuning = gpu.Tuning{Strategy: strategy, Repeat: 1}
					if strategy != "" && !able(strategy, r, a) {
						continue
					}
					got := mustRun(b, c, r).Values
					if want == nil {
						want = got
					}
					for i := range want {
						if !slices.Equal(got[i], want[i]) {
							b.Errorf("%s keys, %d slots, %s: %q differs", s.name, slots, shape, strategy)
						}
					}
					r.Tuning.Repeat = 20
					measured(b, c, r, s.name, shape)
				}
			}
		}
	}
}

// BenchmarkMappingRates prints the cost of mapping keys that have a large domain, and of the answers by the mapping.
func BenchmarkMappingRates(b *testing.B) {
	rows := benchRows(b)
	c := newTestClient(b)
	value := randomColumn("value", rows, 1<<20)
	for _, groups := range []int{3, 1000, 1_000_000} {
		codes := spreadColumn(spreads[0], rows, groups).Values()
		for i := range codes {
			codes[i] *= uint32(1<<28/groups) - 1
		}
		for _, mapping := range append([]string{""}, plan.MappingNames()...) {
			form := gpu.Hashed
			if mapping == "" {
				form = gpu.Sparse
			}
			// nothing is mapped yet
			far := gpu.NewColumn(fmt.Sprint("far ", groups, mapping), func() []uint32 { return codes })
			r := gpu.Request{
				Form: form, Expected: groups, Rows: rows, Slots: 1 << 28, Keys: []gpu.Key{{Codes: far, Stride: 1}},
				Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &value}},
				Tuning:     gpu.Tuning{Mapping: mapping},
			}
			for _, note := range []string{"first", "again"} {
				begin := time.Now()
				res := mustRun(b, c, r)
				ms := float64(time.Since(begin).Nanoseconds()) / 1e6
				if len(res.Groups) > groups {
					b.Errorf("%d groups of %d", len(res.Groups), groups)
				}
				fmt.Printf("RATES form %d %s, %d groups, %s: %.2f ms, stages %v\n", form, mapping, groups, note,
					ms, res.Stages)
			}
		}
	}
}

// BenchmarkWidthRates prints the cost of sending and reading columns of one, two and four bytes per code.
func BenchmarkWidthRates(b *testing.B) {
	rows := benchRows(b)
	values := randomColumn("value", rows, 200).Values()
	for _, slots := range []int{200, 10_000, 20_000, 35_000, 50_000, 65_000, 1_000_000} {
		codes := spreadColumn(spreads[0], rows, slots).Values()
		for _, bytes := range widths {
			if slots > 1<<(8*bytes) {
				continue
			}
			c := newTestClient(b)
			a, _ := c.Adapter(context.Background())
			key, value := gputest.ColumnOf(bytes, "key", codes), gputest.ColumnOf(bytes, "value", values)
			// as it is, and composed with what has no weight
			for _, keys := range [][]gpu.Key{{{Codes: key, Stride: 1}},
				{{Codes: key, Stride: 1}, {Codes: key, Stride: 0}}} {
				r := gpu.Request{Rows: rows, Slots: slots, Keys: keys, Aggregates: []gpu.Aggregate{{Op: gpu.Count},
					{Op: gpu.Sum, Values: &value}}}
				want, _ := reference.Answer(r)
				first := timedRun(b, c, r, want)
				again := timedRun(b, c, r, want)
				fmt.Printf("RATES %d bytes a code, %d slots of %d bytes: first answer %.2f ms, again %.2f ms\n",
					bytes, slots, plan.JobOf(&r).SlotKind()/8, first, again)
				for _, strategy := range []string{"", plan.Workgroup.Name, plan.Partition.Name} {
					if r.Tuning = (gpu.Tuning{Strategy: strategy, Repeat: maxRepeat}); strategy == "" ||
						able(strategy, r, a) {
						measured(b, c, r, "uniform", fmt.Sprintf("count+sum, %d bytes, %d keys", bytes, len(keys)))
					}
				}
			}
		}
	}
}

func timedRun(t testing.TB, c *Client, r gpu.Request, want [][]uint64) float64 {
	t.Helper()
	begin := time.Now()
	res := mustRun(t, c, r)
	ms := float64(time.Since(begin).Nanoseconds()) / 1e6
	for i := range want {
		if !slices.Equal(res.Values[i], want[i]) {
			t.Fatal("wrong")
		}
	}
	return ms
}

// BenchmarkLoneRates prints the cost of few and many runs of a kernel on an idle and on a busy card.
func BenchmarkLoneRates(b *testing.B) {
	rows := benchRows(b)
	c := newTestClient(b)
	value := randomColumn("value", rows, 1<<20)
	for _, slots := range []int{1000, 50_000, 200_000, 1_000_000} {
		r := gpu.Request{Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: spreadColumn(spreads[0], rows, slots),
			Stride: 1}}, Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &value}}}
		mustRun(b, c, r)
		for _, repeat := range []uint32{1, 8, maxRepeat} {
			for _, pause := range []time.Duration{0, time.Second} {
				r.Tuning.Repeat = repeat
				for range 3 {
					time.Sleep(pause)
					begin := time.Now()
					res := mustRun(b, c, r)
					fmt.Printf("RATES %s, %d slots, %d runs after %v: %.2f ms, stages %v\n",
						res.Strategy, slots, repeat, pause, float64(time.Since(begin).Microseconds())/1e3, res.Stages)
				}
			}
		}
	}
}
