package host

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// compileShapes returns requests with different programs, by their names.
func compileShapes(rows int) []struct {
	name string
	gpu.Request
} {
	words := func(id string, limit uint32) gpu.Column { return randomColumn(id, rows, limit) }
	halves := func(id string, limit uint32) gpu.Column {
		return gpu.NewColumn(id, sync.OnceValue(func() []uint16 {
			out := make([]uint16, rows)
			for i, v := range words(id, limit).Values() {
				out[i] = uint16(v)
			}
			return out
		}))
	}
	valid := &gpu.Bits{ID: "valid", Load: sync.OnceValue(func() []uint64 {
		return slices.Repeat([]uint64{0x5555555555555555}, (rows+63)/64)
	})}
	thousand, many, million, amount := halves("thousand", 1000), halves("many", 50_000), words("million", 1_000_000),
		words("amount", 1<<20)
	amount.Bits = 20 // as the app knows
	key := func(c gpu.Column, stride uint32) gpu.Key { return gpu.Key{Codes: c, Stride: stride} }
	sum := gpu.Aggregate{Op: gpu.Sum, Values: &amount}
	three := []gpu.Aggregate{sum, {Op: gpu.Min, Values: &amount}, {Op: gpu.Count}}
	nulls := []gpu.Aggregate{{Op: gpu.Count, Valid: valid}, {Op: gpu.Sum, Values: &amount, Valid: valid},
		{Op: gpu.Max, Values: &amount, Valid: valid}}
	pair := []gpu.Key{key(thousand, 1), key(million, 1000)}
	r := func(form gpu.Form, slots int, keys []gpu.Key, aggregates ...gpu.Aggregate) gpu.Request {
		return gpu.Request{Form: form, Rows: rows, Slots: slots, Keys: keys, Aggregates: aggregates}
	}
	tuned := func(r gpu.Request, strategy string) gpu.Request {
		r.Tuning.Strategy = strategy
		return r
	}
	hashed := r(gpu.Hashed, 0, pair, three...)
	hashed.Expected = rows
	return []struct {
		name string
		gpu.Request
	}{
		{"a count by 1,000", r(gpu.Dense, 1000, []gpu.Key{key(thousand, 1)}, gpu.Aggregate{Op: gpu.Count})},
		{"a sum by 1,000", r(gpu.Dense, 1000, []gpu.Key{key(thousand, 1)}, sum)},
		{"three with nulls by 1,000", r(gpu.Dense, 1000, []gpu.Key{key(thousand, 1)}, nulls...)},
		{"a sum by two composed keys", r(gpu.Dense, 3000, []gpu.Key{key(thousand, 1), key(words("three", 3), 1000)},
			sum)},
		{"a sum by 50,000", r(gpu.Dense, 50_000, []gpu.Key{key(many, 1)}, sum)},
		{"a sum by 1,000,000", r(gpu.Dense, 1_000_000, []gpu.Key{key(million, 1)}, sum)},
		{"three by 1,000,000", r(gpu.Dense, 1_000_000, []gpu.Key{key(million, 1)}, three...)},
		{"three by 1,000 x 1,000,000, ranked", r(gpu.Sparse, 1_000_000_000, pair, three...)},
		{"three by 1,000 x 1,000,000, hashed", hashed},
		{"the same, by sort", tuned(hashed, plan.Sort.Name)},
		{"the same, by ranks", tuned(hashed, plan.Ranks.Name)},
	}
}

// BenchmarkCompile prints how long the first request of a kind waits for its programs, compared with the prediction.
// The process has compiled only the programs of its self-test. The columns are on the device, or are sent in the
// meantime. The driver's cache of programs is off. CARDINAL_BENCH_ROWS sets the number of rows.
func BenchmarkCompile(b *testing.B) {
	for _, shape := range compileShapes(benchRows(b)) {
		for _, there := range []bool{true, false} {
			c := newTestClient(b, func(c *Client) {
				c.limits.Untested = false
				c.command = testChild("__GL_SHADER_DISK_CACHE=0", "MESA_SHADER_CACHE_DISABLE=true")
			})
			columns := "sent meanwhile"
			if there {
				columns = "there"
				mustRun(b, c, columnsOf(shape.Request))
			}
			predicted, before := c.CompileWait(&shape.Request), len(c.programs.compiled)
			res := mustRun(b, c, shape.Request)
			stages, all := map[string]float64{}, 0.0
			for _, s := range res.Stages {
				stages[s.Name] += s.MS
				all += s.MS
			}
			wait := max(0, predicted-stages["load"]-stages["upload"])
			fmt.Printf("COMPILE %-36s columns %-14s %-9s predicted %5.1f, waited %5.1f of %6.1f ms for %d programs:",
				shape.name, columns, res.Strategy, wait, stages["compile"], all, len(c.programs.compiled)-before)
			for _, s := range res.Stages {
				fmt.Printf(" %s %.1f", s.Name, s.MS)
			}
			fmt.Print("; by kernel")
			for _, kernel := range slices.Sorted(maps.Keys(c.programs.took)) {
				fmt.Printf(" %s %.1f", kernel, c.programs.took[kernel])
			}
			fmt.Println()
			c.Close()
		}
	}
}

// columnsOf returns a request that only sends the columns of another one.
func columnsOf(r gpu.Request) gpu.Request {
	send := gpu.Request{Rows: r.Rows, Slots: 1, Prepare: true, Keys: r.Keys, Select: r.Select}
	for _, a := range r.Aggregates {
		if a.Values != nil {
			send.Keys = append(slices.Clip(send.Keys), gpu.Key{Codes: *a.Values})
		}
		if a.Valid != nil {
			send.Select = a.Valid
		}
	}
	return send
}
