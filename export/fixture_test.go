package export

import (
	"context"
	"math"
	"testing"

	"cardinal/data"
	binding "cardinal/engine/aggregate/measure"
	"cardinal/engine/cpu"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// table returns a table with some of everything that is hard to write.
func table() *data.Table {
	names := []string{"Rome", "", "=1+1", "a,\"b\"\r\nc", "東京"}
	codes := []uint32{0, 0, 1, 2, 3, 4, 0, 0, 4}
	valid := data.NewBitmap(len(codes))
	for i := range codes {
		if i != 6 {
			valid.Set(i)
		}
	}
	some := data.NewBitmap(len(codes))
	for i := range codes {
		if i != 2 {
			some.Set(i)
		}
	}
	jan, feb := int64(19723), int64(19723+31) // 2024-01-01, 2024-02-01
	return data.NewTable("hard", []*data.Column{
		data.NewText("city", codes, names, valid),
		data.NewInts("day", data.Date, 0, []int64{jan, feb, jan, jan, feb, jan, jan, jan, feb}, nil),
		data.NewInts("at", data.Timestamp, 3, []int64{0, 1500, 86400123, 3, 4, 5, 6, 7, -62135596800000}, nil),
		data.NewInts("amount", data.Decimal, 2, []int64{1050, 125, 0, -399, 100000, 7, 5, 5, 12345678901}, some),
		data.NewInts("big", data.Int, 0, []int64{math.MaxInt64, math.MaxInt64, 1, 2, 3, 4, 5, math.MaxInt64, 9}, nil),
		data.NewFloats("ratio", []float64{math.Pi, math.Inf(1), 1e300, 0.1 + 0.2, math.NaN(), 1e-12, -2.5, 3, 4}, nil),
		data.NewBools("open", []uint8{1, 0, 1, 1, 0, 0, 1, 0, 1}, nil),
	})
}

func field(name string) query.Field { return query.Field{Column: name} }

func measure(f query.Func, name string) query.Measure { return query.Measure{Func: f, Column: name} }

// tabOf answers a query over t on one thread.
func tabOf(tb testing.TB, t *data.Table, q query.Query) *pivot.Crosstab {
	tb.Helper()
	encode := func(f query.Field) (*key.Column, error) { return key.Encode(context.Background(), t, f) }
	plan, err := binding.NewPlan(binding.Source{Table: t, Encode: func(c *data.Column) (*key.Column, error) {
		return key.EncodeColumn(context.Background(), c)
	}}, q.Measures())
	if err != nil {
		tb.Fatal(err)
	}
	var keys []*key.Column
	for _, fields := range [][]query.Field{q.Rows, q.Cols} {
		for _, f := range fields {
			k, err := encode(f)
			if err != nil {
				tb.Fatal(err)
			}
			keys = append(keys, k)
		}
	}
	task := cpu.Task{Key: key.Compose(t.Rows, keys), Selected: t.Rows, Plan: plan, Threads: 1, Groups: 16}
	out, err := cpu.Run(context.Background(), task)
	if err != nil {
		tb.Fatal(err)
	}
	tab, err := pivot.Assemble(context.Background(), q, keys, plan, out.Groups, 1)
	if err != nil {
		tb.Fatal(err)
	}
	return tab
}

// small returns an ordinary query on the table.
func small() query.Query {
	return query.Query{
		Rows: []query.Field{field("city")}, Cols: []query.Field{{Column: "day", Part: query.Month}},
		Values: []query.Measure{measure(query.Sum, "amount"), measure(query.Count, "")},
	}
}

func gridOf(tb testing.TB, q query.Query) *pivot.Grid {
	tb.Helper()
	return tabOf(tb, table(), q).Grid(pivot.Folds{})
}

func record() *profiler.Record {
	return &profiler.Record{
		Rows: 500000, RowsSelected: 499000, GroupsEstimated: 152, GroupsLow: 148, GroupsHigh: 160, GroupsActual: 156,
		Estimate: profiler.Estimate{Method: "chao1", SampleRows: 5000, Distinct: 148, Singletons: 12,
			Doubletons: 18, MS: 0.31},
		Scoring: profiler.Scoring{
			Score: 2.1, BreakEven: 50_000, SlotLimit: 1024, Class: "discrete", Adapter: "llvmpipe",
			Factors: profiler.Factors{Rows: 2, Cardinality: 1.042, GPUClass: 1.2, Vendor: 1, Residency: 1, Buffer: 1},
		},
		Gates: []profiler.Gate{
			{Name: "precision", Pass: true, Detail: "64-bit limbs hold the sum"},
			{Name: "health", Detail: "the device was lost 2 s ago"},
		},
		Tier: "workers", Strategy: "dense", Reason: "the GPU was lost <a moment> ago", Threads: 2,
		Predicted: map[string]float64{"gpu": 1.5, "workers": 4, "serial": 7.25}, TierMS: 3.9,
		Tiers: []profiler.TierTime{
			{Tier: profiler.Tier{Name: "serial", Noun: "one core"}, PredictedMS: 7.25},
			{Tier: profiler.Tier{Name: "workers", Noun: "all cores"}, PredictedMS: 4},
			{Tier: profiler.Tier{Name: "gpu", Noun: "the GPU"}, PredictedMS: 1.5},
		},
		Stages:  []profiler.Stage{{Name: "estimate", MS: 0.4}, {Name: "aggregate", MS: 3.9, PredictedMS: 4}},
		TotalMS: 5.1, RowsPerSecond: 98039215.7, GBPerSecond: 0.8, BytesUploaded: 0, MemoryBytes: 4096,
	}
}

// complete returns all that can be exported of a pivot of the table, with its rows.
func complete(g *pivot.Grid) Pivot {
	return Pivot{Grid: g, Profile: record(), Source: func(context.Context, int) (pivot.Listing, int, error) {
		t := table()
		return pivot.Listing{Table: t}, t.Rows, nil
	}}
}
