package device

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// TestProbeTable compares with Table 1 of the publication on EGA (2025): the mean probes of a row at load factors up
// to 0.99, by linear probing and by SP-EGA. As there, the table has as many places as there are rows, every key
// occurs, and all further rows are drawn at random from the keys. The first phase does not probe, so that its rows
// count as zero probes.
func TestProbeTable(t *testing.T) {
	d := openTestDevice(t)
	size := 1 << 20
	if d.Info.Class == gpu.Software { // llvmpipe ends a loop after 65,535 rounds
		size = 1 << 16
	}
	paper := map[int][2]float64{
		91: {5.64, 1.66}, 92: {6.32, 1.71}, 93: {7.18, 1.76}, 94: {8.36, 1.81}, 95: {9.97, 1.86},
		96: {12.52, 1.92}, 97: {16.69, 1.99}, 98: {25.30, 2.06}, 99: {53.56, 2.13},
	}
	places, err := d.buffer("places", int64(4*size), wgpu.BufferUsageStorage)
	if err != nil {
		t.Fatal(err)
	}
	defer places.Release()
	rng := rand.New(rand.NewPCG(1, 2))
	for load := 91; load < 100; load++ {
		keys := size * load / 100
		codes := make([]uint32, size)
		for i := range codes {
			codes[i] = uint32(i) * 7
			if i >= keys {
				codes[i] = rng.Uint32N(uint32(keys)) * 7
			}
		}
		rng.Shuffle(size, func(i, k int) { codes[i], codes[k] = codes[k], codes[i] })
		r := gpu.Request{
			Form: gpu.Hashed, Rows: size,
			Keys:       []gpu.Key{{Codes: gpu.NewColumn(fmt.Sprint("keys ", keys), func() []uint32 { return codes })}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}},
		}
		if _, _, err := d.run(r); err != nil {
			t.Fatal(err)
		}
		linear, err := d.fill(plan.JobOf(&r), places, plan.Table{Mapping: plan.Linear, Large: size}, farKeyLast, true)
		if err != nil {
			t.Fatal(err)
		}
		phases, err := d.fill(plan.JobOf(&r), places, plan.Table{Mapping: plan.Phases,
			Small: plan.Ceil(size/3, 64) * 64, Large: size}, farKeyLast, true)
		if err != nil {
			t.Fatal(err)
		}
		one, two := float64(linear[2])/float64(size), float64(phases[2])/float64(size)
		t.Logf("load factor 0.%d: %.2f probes a row by linear probing (%.2f published), %.2f by SP-EGA (%.2f)", load,
			one, paper[load][0], two, paper[load][1])
		if int(linear[1]) != keys || int(phases[1]) != keys {
			t.Errorf("load factor 0.%d: %d and %d keys of %d", load, linear[1], phases[1], keys)
		}
		if one < 0.7*paper[load][0] || one > 1.5*paper[load][0] || two < 0.95*paper[load][1] ||
			two > 1.05*paper[load][1] {
			t.Errorf("load factor 0.%d: %.2f and %.2f probes; published are %v", load, one, two, paper[load])
		}
	}
}

// BenchmarkProbeLoads prints the time to fill a hash table at the load factors of the publication on EGA: by linear
// probing in as many places as there are rows, and by the two phases in a third more. CARDINAL_BENCH_ROWS sets the
// number of rows.
func BenchmarkProbeLoads(b *testing.B) {
	d := openTestDevice(b)
	size := 1 << 16
	if n, err := strconv.Atoi(os.Getenv("CARDINAL_BENCH_ROWS")); err == nil {
		size = n / 64 * 64
	}
	places, err := d.buffer("places", int64(4*size), wgpu.BufferUsageStorage)
	if err != nil {
		b.Fatal(err)
	}
	defer places.Release()
	for _, load := range []int{50, 80, 91, 92, 93, 94, 95, 96, 97, 98, 99} {
		keys := size / 100 * load
		codes := make([]uint32, size)
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range codes {
			codes[i] = uint32(i) * 7
			if i >= keys {
				codes[i] = rng.Uint32N(uint32(keys)) * 7
			}
		}
		rng.Shuffle(size, func(i, k int) { codes[i], codes[k] = codes[k], codes[i] })
		r := gpu.Request{
			Form: gpu.Hashed, Rows: size,
			Keys:       []gpu.Key{{Codes: gpu.NewColumn(fmt.Sprint("keys ", keys), func() []uint32 { return codes })}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}},
		}
		if _, _, err := d.run(r); err != nil {
			b.Fatal(err)
		}
		tables := []plan.Table{
			{Mapping: plan.Linear, Large: size}, {Mapping: plan.Phases, Small: plan.Ceil(size/3, 64) * 64, Large: size},
			{Mapping: plan.Linear, Large: plan.Ceil(4*size/3, 64) * 64},
			{Mapping: plan.Linear, Large: 2 * keys / 64 * 64},
		}
		ms := []float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)}
		for range 8 {
			for i, t := range tables {
				begin := time.Now()
				if _, err := d.fill(plan.JobOf(&r), places, t, farKeyLast, false); err != nil &&
					!errors.Is(err, errFull) {
					b.Fatal(err)
				} else if err == nil {
					ms[i] = min(ms[i], float64(time.Since(begin).Microseconds())/1e3)
				}
			}
		}
		fmt.Printf("PROBE %d rows, load factor 0.%d: linear %.2f ms, two phases %.2f, linear in as much memory as "+
			"two phases %.2f, linear half full %.2f\n", size, load, ms[0], ms[1], ms[2], ms[3])
	}
}
