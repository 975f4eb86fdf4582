package gpu

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// benchRows is CARDINAL_BENCH_ROWS, or a size that a software device gets through.
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
	benchKernel(b, Workgroup, benchSlots[:10])
}

func BenchmarkGlobal(b *testing.B) {
	benchKernel(b, Global, benchSlots)
}

func benchKernel(b *testing.B, strategy string, sizes []int) {
	c := newTestClient(b)
	rows := benchRows(b)
	value := randomColumn("value", rows, 1<<20)
	for _, slots := range sizes {
		key := randomColumn(fmt.Sprint("key ", slots), rows, uint32(slots))
		for _, op := range []Op{Sum, Count} {
			b.Run(fmt.Sprintf("%s/slots=%d", op, slots), func(b *testing.B) {
				r := Request{
					Rows: rows, Slots: slots, Keys: []Key{{key, 1}}, Tuning: Tuning{Strategy: strategy},
					Aggregates: []Aggregate{{Op: op, Values: &value}},
				}
				bytes := 4 * rows
				if op != Count {
					bytes *= 2
				}
				benchRun(b, c, r, "kernel", bytes)
			})
		}
	}
}

// BenchmarkRoundTrip is what a request costs beside its rows: the wire, the driver, and two waits for the device.
func BenchmarkRoundTrip(b *testing.B) {
	c := newTestClient(b)
	key := randomColumn("key", 64, 10)
	r := Request{Rows: 64, Slots: 10, Keys: []Key{{key, 1}}, Aggregates: []Aggregate{{Op: Sum, Values: &key}}}
	benchRun(b, c, r, "kernel", 8*64)
}

// BenchmarkAggregates runs the four operations together, as a pivot with a few values does.
func BenchmarkAggregates(b *testing.B) {
	c := newTestClient(b)
	rows := benchRows(b)
	key, value := randomColumn("key", rows, 500), randomColumn("value", rows, 1<<20)
	r := Request{
		Rows: rows, Slots: 500, Keys: []Key{{key, 1}},
		Aggregates: []Aggregate{{Op: Count}, {Op: Sum, Values: &value}, {Op: Min, Values: &value}, {Op: Max, Values: &value}},
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
	r := Request{
		Rows: rows, Slots: 1000, Select: &Bits{"select", func() []uint64 { return words }}, Aggregates: []Aggregate{{Op: Count}},
	}
	for i := range 3 {
		r.Keys = append(r.Keys, Key{randomColumn(fmt.Sprint("key ", i), rows, 10), 0})
	}
	n := uint32(0)
	benchEach(b, c, "compose", 4*4*rows+rows/8, func() Request {
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
	data := randomColumn("", rows, 100).values()
	n := 0
	benchEach(b, c, "upload", 4*rows, func() Request {
		n++
		key := NewColumn(fmt.Sprint("upload ", n), func() []uint32 { return data })
		return Request{Rows: rows, Slots: 100, Keys: []Key{{key, 1}}, Aggregates: []Aggregate{{Op: Count}}}
	})
}

func benchRun(b *testing.B, c *Client, r Request, stage string, bytes int) {
	benchEach(b, c, stage, bytes, func() Request { return r })
}

// benchEach reports the best and the mean time of a stage, which the child measured, and its bytes a second at best.
// ns/op is all that the app waits for.
func benchEach(b *testing.B, c *Client, stage string, bytes int, next func() Request) {
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

// randomColumn has random values below limit.
func randomColumn(id string, rows int, limit uint32) Column {
	var data []uint32
	return NewColumn(id, func() []uint32 {
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
