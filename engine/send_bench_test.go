package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/engine/query"
)

// BenchmarkFirstPivot prints the time of the first pivot of a table on the GPU: with the columns sent for it, with the
// columns sent before, and on all cores for comparison. CARDINAL_BENCH_ROWS is the number of rows.
func BenchmarkFirstPivot(b *testing.B) {
	rows, err := strconv.Atoi(os.Getenv("CARDINAL_BENCH_ROWS"))
	if err != nil {
		rows = 10_000_000
	}
	e := New(Options{})
	defer e.Close()
	if _, err := e.Probe(context.Background()); err != nil {
		b.Skip(err)
	}
	if _, err := e.Calibrate(context.Background(), func(float64) {}); err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(random, 1.1, 1, 999_999)
	thousand, million, amount := make([]int32, rows), make([]int32, rows), make([]int32, rows)
	for i := range rows {
		thousand[i], million[i], amount[i] = random.Int32N(1000), int32(zipf.Uint64()), random.Int32N(1_000_000)
	}
	columns := []*data.Column{
		data.NewInts("thousand", data.Int, 0, thousand, nil), data.NewInts("million", data.Int, 0, million, nil),
		data.NewInts("amount", data.Int, 0, amount, nil),
	}
	sum := query.Measure{Func: query.Sum, Column: "amount"}
	three := []query.Measure{sum, {Func: query.Min, Column: "amount"}, {Func: query.Count}}
	for name, q := range map[string]query.Query{
		"a sum by 1,000":             {Rows: []query.Field{{Column: "thousand"}}, Values: []query.Measure{sum}},
		"a sum by Zipf of 1,000,000": {Rows: []query.Field{{Column: "million"}}, Values: []query.Measure{sum}},
		"three by 1,000 x Zipf of 10^6": {Rows: []query.Field{{Column: "thousand"}, {Column: "million"}},
			Values: three},
	} {
		var was float64
		for _, ahead := range []bool{false, true} {
			t := data.NewTable("t", columns)
			line := name
			if ahead {
				begin := time.Now()
				sent, err := e.Send(context.Background(), t, []query.Query{q}, nil)
				if err != nil {
					b.Fatal(err)
				}
				line += fmt.Sprintf(", sent ahead %d columns, %d MB in %.1f ms", sent.Columns, sent.Bytes/1e6,
					float64(time.Since(begin).Microseconds())/1e3)
			}
			for _, tier := range []Tier{Auto, Workers, GPU} {
				runtime.GC()
				begin := time.Now()
				out, r, err := e.Group(context.Background(), t, q, RunOptions{Tier: tier})
				if err != nil {
					b.Fatal(err)
				}
				was = float64(time.Since(begin).Microseconds()) / 1e3
				fmt.Printf("FIRST %s: asked %s: %s %.1f ms, tier %.1f, predicted %.1f, sent %d MB, %d groups, "+
					"expected %d (%d to %d), stages", line, tier, r.Tier, was, r.TierMS, r.Predicted[r.Tier],
					r.BytesUploaded/1e6, out.Rows, r.GroupsEstimated, r.GroupsLow, r.GroupsHigh)
				for _, s := range r.Stages {
					fmt.Printf(" %s %.1f", s.Name, s.MS)
				}
				fmt.Println()
			}
		}
	}
}
