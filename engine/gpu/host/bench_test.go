package host

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// benchRows returns CARDINAL_BENCH_ROWS, or a number of rows that suits a software device.
func benchRows(b *testing.B) int {
	text := os.Getenv("CARDINAL_BENCH_ROWS")
	if text == "" {
		return 2_000_000
	}
	rows, err := strconv.Atoi(text)
	if err != nil {
		b.Fatal(err)
	}
	return rows
}

// benchSlots spans the cliff: what one workgroup holds several copies of, all of, a part of, and next to nothing of.
var benchSlots = []int{6, 50, 500, 1024, 2048, 4096, 5000, 12_000, 24_000, 50_000, 200_000, 1_000_000, 4_000_000}

func BenchmarkWorkgroup(b *testing.B) {
	benchKernel(b, plan.Workgroup.Name, benchSlots[:10])
}

func BenchmarkGlobal(b *testing.B) {
	benchKernel(b, plan.Global.Name, benchSlots)
}

func benchKernel(b *testing.B, strategy string, sizes []int) {
	c := newTestClient(b)
	rows := benchRows(b)
	value := randomColumn("value", rows, 1<<20)
	for _, slots := range sizes {
		key := randomColumn(fmt.Sprint("key ", slots), rows, uint32(slots))
		for _, op := range []gpu.Op{gpu.Sum, gpu.Count} {
			b.Run(fmt.Sprintf("%s/slots=%d", op, slots), func(b *testing.B) {
				r := gpu.Request{
					Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: key, Stride: 1}},
					Tuning:     gpu.Tuning{Strategy: strategy},
					Aggregates: []gpu.Aggregate{{Op: op, Values: &value}},
				}
				bytes := 4 * rows
				if op != gpu.Count {
					bytes *= 2
				}
				benchRun(b, c, r, "kernel", bytes)
			})
		}
	}
}

// BenchmarkRoundTrip measures what a request costs besides its rows: the wire, the driver, and two waits for the
// device.
func BenchmarkRoundTrip(b *testing.B) {
	c := newTestClient(b)
	key := randomColumn("key", 64, 10)
	r := gpu.Request{Rows: 64, Slots: 10, Keys: []gpu.Key{{Codes: key, Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &key}}}
	benchRun(b, c, r, "kernel", 8*64)
}

// BenchmarkAggregates runs the four operations together, as a pivot with a few values does.
func BenchmarkAggregates(b *testing.B) {
	c := newTestClient(b)
	rows := benchRows(b)
	key, value := randomColumn("key", rows, 500), randomColumn("value", rows, 1<<20)
	r := gpu.Request{
		Rows: rows, Slots: 500, Keys: []gpu.Key{{Codes: key, Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &value}, {Op: gpu.Min, Values: &value},
			{Op: gpu.Max, Values: &value}},
	}
	benchRun(b, c, r, "kernel", 7*4*rows)
}

// BenchmarkCompose makes the slots of three keys and a filter; each round needs others.
func BenchmarkCompose(b *testing.B) {
	c := newTestClient(b)
	rows := benchRows(b)
	words := make([]uint64, (rows+63)/64)
	for i := range words {
		words[i] = rand.Uint64()
	}
	r := gpu.Request{
		Rows: rows, Slots: 1000, Select: &gpu.Bits{ID: "select", Load: func() []uint64 { return words }},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}},
	}
	for i := range 3 {
		r.Keys = append(r.Keys, gpu.Key{Codes: randomColumn(fmt.Sprint("key ", i), rows, 10), Stride: 0})
	}
	n := uint32(0)
	benchEach(b, c, "compose", 4*4*rows+rows/8, func() gpu.Request {
		n++
		for i := range r.Keys {
			r.Keys[i].Stride = n>>i&1 + n&^7
		}
		r.Slots = int(30*(n+8) + 1)
		return r
	})
}

// BenchmarkUpload sends a column that the device does not have.
func BenchmarkUpload(b *testing.B) {
	c := newTestClient(b)
	rows := min(benchRows(b), 50_000_000)
	data := randomColumn("", rows, 100).Values()
	n := 0
	benchEach(b, c, "upload", 4*rows, func() gpu.Request {
		n++
		key := gpu.NewColumn(fmt.Sprint("upload ", n), func() []uint32 { return data })
		return gpu.Request{Rows: rows, Slots: 100, Keys: []gpu.Key{{Codes: key, Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}}}
	})
}

func benchRun(b *testing.B, c *Client, r gpu.Request, stage string, bytes int) {
	benchEach(b, c, stage, bytes, func() gpu.Request { return r })
}

// benchEach reports the best and the mean time of a stage, which the child measured, and its bytes a second at best.
// ns/op is all that the app waits for.
func benchEach(b *testing.B, c *Client, stage string, bytes int, next func() gpu.Request) {
	mustRun(b, c, next()) // uploads, and compiles the kernel
	best, total := 0.0, 0.0
	for b.Loop() {
		for _, s := range mustRun(b, c, next()).Stages {
			if s.Name == stage {
				total += s.MS
				if best == 0 || s.MS < best {
					best = s.MS
				}
			}
		}
	}
	b.ReportMetric(best*1e6, "best-"+stage+"-ns")
	b.ReportMetric(total*1e6/float64(b.N), stage+"-ns")
	b.ReportMetric(float64(bytes)/best/1e6, "GB/s")
}

// randomColumn returns a column of random values below limit.
func randomColumn(id string, rows int, limit uint32) gpu.Column {
	var data []uint32
	return gpu.NewColumn(id, func() []uint32 {
		if data == nil {
			rng := rand.New(rand.NewPCG(7, uint64(limit)))
			data = make([]uint32, rows)
			for i := range data {
				data[i] = rng.Uint32N(limit)
			}
		}
		return data
	})
}
