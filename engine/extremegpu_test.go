package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// extremeTable makes a table of keys in many shapes, of integers of 64 bits and floats whose least and greatest values
// are difficult to find by words of 32 bits, and a query for them.
func extremeTable(r *rand.Rand, n int) (*data.Table, query.Query) {
	valid := func() data.Bitmap {
		if r.IntN(2) == 0 {
			return nil
		}
		share, b := pick(r, 0.0, 0.3, 0.95, 1), data.NewBitmap(n)
		for i := range n {
			if r.Float64() < share {
				b.Set(i)
			}
		}
		return b
	}
	ints := func(name string, valid data.Bitmap, value func(i int) int64) *data.Column {
		values := make([]int64, n)
		for i := range values {
			values[i] = value(i)
		}
		return data.NewInts(name, data.Int, 0, values, valid)
	}
	zipf, near := rand.NewZipf(r, 1.2, 1, 500), int64(r.Uint64())
	numbers := map[string]func(int) int64{
		"huge":  func(int) int64 { return int64(r.Uint64()) },
		"edges": func(int) int64 { return pick[int64](r, math.MinInt64, math.MinInt64+1, -1, 0, 1, math.MaxInt64) },
		"words": func(int) int64 { return r.Int64N(3)<<32 | r.Int64N(3) }, // many rows have the high word
		"ends":  func(int) int64 { return math.MaxInt64 - r.Int64N(1<<33) },
		"near":  func(int) int64 { return near&^0xff | r.Int64N(9) }, // of few bits, but far from zero
	}
	floats := map[string]func() float64{
		"narrow":  func() float64 { return 100 * r.Float64() },
		"signs":   func() float64 { return r.NormFloat64() * 1e6 },
		"zeros":   func() float64 { return pick(r, 0, math.Copysign(0, -1)) },
		"least":   func() float64 { return pick(r, 0, math.Copysign(0, -1), -r.Float64()) },
		"greater": func() float64 { return pick(r, 0, math.Copysign(0, -1), r.Float64()) },
		"all":     func() float64 { return math.Float64frombits(r.Uint64()) },
		"wild": func() float64 {
			return pick(r, math.NaN(), math.Float64frombits(0xfff8000000000123), math.Inf(1), math.Inf(-1), 0,
				math.Copysign(0, -1), math.MaxFloat64, -math.MaxFloat64, 5e-324, -5e-324, 1.5, -2.25)
		},
		"nothing": func() float64 { return pick(r, math.NaN(), math.Inf(1)) },
		"equal":   func() float64 { return -0.1 },
	}
	columns := []*data.Column{
		ints("few", nil, func(int) int64 { return r.Int64N(7) }),
		ints("hot", valid(), func(int) int64 { return max(0, r.Int64N(400)-360) }),
		ints("zipf", nil, func(int) int64 { return int64(zipf.Uint64()) }),
		ints("sorted", nil, func(i int) int64 { return int64(i / 9) }),
		ints("periodic", nil, func(i int) int64 { return int64(i % 97) }),
		ints("unique", nil, func(i int) int64 { return int64(i) }),
		ints("sparse", nil, func(int) int64 { return r.Int64N(300) * 1_000_003 % (1 << 25) }),
		ints("hashed", nil, func(int) int64 { return r.Int64N(200) * 0x7fffffffffff }),
		ints("pass", nil, func(int) int64 { return r.Int64N(4) }),
		ints("small", valid(), func(int) int64 { return r.Int64N(50) - 9 }),
		ints("i", valid(), numbers[pick(r, "huge", "edges", "words", "ends", "near")]),
	}
	values := make([]float64, n)
	of := floats[pick(r, "narrow", "signs", "zeros", "least", "greater", "all", "wild", "nothing", "equal")]
	for i := range values {
		values[i] = of()
	}
	columns = append(columns, data.NewFloatColumn("f", values, valid()))
	q := query.Query{}
	for _, name := range pick(r, []string{"f"}, []string{"i"}, []string{"i", "f"}) {
		q.Values = append(q.Values, query.Measure{Func: query.Min, Column: name},
			query.Measure{Func: query.Max, Column: name})
	}
	q.Values = append(q.Values, pick(r, query.Measure{Func: query.Count},
		query.Measure{Func: query.Avg, Column: "small"}, query.Measure{Func: query.Max, Column: "small"}, query.Measure{Func: query.Count, Column: "f"},
		query.Measure{Func: query.Median, Column: "small"}))
	r.Shuffle(len(q.Values), func(i, k int) { q.Values[i], q.Values[k] = q.Values[k], q.Values[i] })
	for range r.IntN(3) {
		q.Rows = append(q.Rows, query.Field{Column: pick(r, "few", "hot", "zipf", "sorted", "periodic", "unique",
			"sparse", "hashed")})
	}
	if r.IntN(3) == 0 {
		q.Cols = []query.Field{{Column: "pass"}}
	}
	if r.IntN(2) == 0 { // sometimes of no row
		q.Filter = &query.Expr{Op: query.Lt, Field: query.Field{Column: "pass"},
			Values: []query.Literal{{Text: pick(r, "0", "1", "3", "3")}}}
	}
	return data.NewTable("extremes", columns), q
}

// TestExtremesOnTheGPU finds the least and the greatest of integers of 64 bits and of floats on the GPU, with the
// kernel of the planner or with one asked for by name, and compares every cell with the reference, bit for bit.
func TestExtremesOnTheGPU(t *testing.T) {
	e := sharedGPU(t)
	small := New(Options{GPUBudget: 300_000})
	t.Cleanup(small.Close)
	probeGPU(t, small)
	tables := 240
	if testing.Short() {
		tables = 30
	}
	ran, full := 0, 0
	for seed := range tables {
		r := rand.New(rand.NewPCG(uint64(seed), 72))
		on, rows := e, pick(r, 1, 2, 70, 700, 3000)
		if seed%12 == 0 {
			on, rows = small, 12_000
		}
		table, q := extremeTable(r, rows)
		how := RunOptions{Tier: GPU}
		if s := Strategies(GPU); on == e && r.IntN(2) == 0 {
			how.Strategy = pick(r, s...).Name
		}
		a, err := on.Pivot(t.Context(), table, q, how)
		if err == nil {
			err = compare(a, newReference(table, q))
		}
		if err != nil {
			t.Fatalf("seed %d, %s, %d rows, %+v: %v", seed, describe(q), rows, how, err)
		}
		p := a.Profile
		if len(p.Events) > 0 && how.Strategy == "" {
			t.Errorf("seed %d, %s: %v", seed, describe(q), p.Events)
		}
		switch gate := gateOf(p, "memory"); {
		case p.Tier == "gpu":
			ran++
		case strings.Contains(gate.Detail, "64 bits need all rows on the device at once"):
			full++
		case p.Shut() == "":
			t.Errorf("seed %d, %s ran on %s: %+v", seed, describe(q), p.Tier, p.Gates)
		}
	}
	t.Logf("%d of %d pivots ran on the GPU, %d had no room there", ran, tables, full)
	if ran < tables/2 || full == 0 {
		t.Errorf("%d of %d pivots ran on the GPU, %d had no room there", ran, tables, full)
	}
}
