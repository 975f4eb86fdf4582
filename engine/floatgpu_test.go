package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

// fixedFloats makes a column of finite floats: of a narrow range, of a tiny spread, of many exponents, subnormal, all
// equal, of both zeros, of the largest magnitudes, of sums that cancel, and of one outlier. Some columns need more bits
// than the GPU adds.
func fixedFloats(r *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	kind, low := r.IntN(11), r.IntN(1900)-1000
	exponents := pick(r, 1, 10, 30, 60, 75, 76)
	sign := func() float64 { return float64(1 - 2*r.IntN(2)) }
	equal := math.Ldexp(sign()*(1+r.Float64()), low)
	for i := range out {
		switch kind {
		case 0:
			out[i] = 10 * r.Float64()
		case 1:
			out[i] = 1e9 + float64(r.IntN(1000))*0x1p-20
		case 2, 3, 4:
			out[i] = math.Ldexp(sign()*(1+r.Float64()), low+r.IntN(exponents))
		case 5:
			out[i] = float64(r.IntN(19)-9) * 5e-324 * pick(r, 1.0, 1, 1<<40)
		case 6:
			out[i] = equal
		case 7:
			out[i] = math.Copysign(0, sign())
		case 8:
			out[i] = pick(r, math.MaxFloat64, -math.MaxFloat64, 0x1p1000, 0x1p1023)
		case 9:
			if out[i] = equal + float64(r.IntN(50))*equal; i%2 == 1 {
				out[i] = -out[i-1]
			}
		default:
			if out[i] = -r.Float64() - 1; i == n/2 {
				out[i] = 0x1.fp40
			}
		}
	}
	return out
}

// fixedTable makes a table of keys, columns of fixedFloats and integers, and a query for sums and averages of them.
func fixedTable(r *rand.Rand, n int) (*data.Table, query.Query) {
	valid := func() data.Bitmap {
		if r.IntN(2) == 0 {
			return nil
		}
		share, b := pick(r, 0.5, 0.95, 1), data.NewBitmap(n)
		for i := range n {
			if r.Float64() >= share*float64(r.IntN(2)) {
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
	columns := []*data.Column{
		ints("few", nil, func(int) int64 { return r.Int64N(7) }),
		ints("some", valid(), func(int) int64 { return r.Int64N(400) }),
		ints("sorted", nil, func(i int) int64 { return int64(i / 9) }),
		ints("sparse", nil, func(int) int64 { return r.Int64N(300) * 1_000_003 % (1 << 25) }),
		ints("hashed", nil, func(int) int64 { return r.Int64N(200) * 0x7fffffffffff }),
		ints("pass", nil, func(int) int64 { return r.Int64N(4) }),
		ints("small", valid(), func(int) int64 { return r.Int64N(50) - 9 }),
		ints("wide", valid(), func(int) int64 { return r.Int64N(1<<40) - 1<<39 }),
	}
	q := query.Query{}
	for _, name := range []string{"f", "g"}[:1+r.IntN(2)] {
		columns = append(columns, data.NewFloatColumn(name, fixedFloats(r, n), valid()))
		q.Values = append(q.Values, query.Measure{Func: query.Sum, Column: name},
			query.Measure{Func: query.Avg, Column: name})
	}
	q.Values = append(q.Values, pick(r, query.Measure{Func: query.Count},
		query.Measure{Func: query.Sum, Column: "wide"}, query.Measure{Func: query.Max, Column: "small"},
		query.Measure{Func: query.Ratio, Column: "f", Other: "small"},
		query.Measure{Func: query.Count, Column: "f"},
		query.Measure{Func: query.Formula, Expr: "sum(f) / count() - avg(small)"}))
	for range r.IntN(3) {
		q.Rows = append(q.Rows, query.Field{Column: pick(r, "few", "some", "sorted", "sparse", "hashed")})
	}
	if r.IntN(3) == 0 {
		q.Cols = []query.Field{{Column: "pass"}}
	}
	if r.IntN(2) == 0 { // sometimes of no row
		q.Filter = &query.Expr{Op: query.Lt, Field: query.Field{Column: "pass"},
			Values: []query.Literal{{Text: pick(r, "0", "1", "3", "3")}}}
	}
	return data.NewTable("floats", columns), q
}

// TestFixedPointOnTheGPU adds random columns of floats on the GPU, with the kernel of the planner or with one asked for
// by name, in tiles of rows or at once, and compares every cell with the reference, bit for bit.
func TestFixedPointOnTheGPU(t *testing.T) {
	e := sharedGPU(t)
	small := New(Options{GPUBudget: 300_000})
	t.Cleanup(small.Close)
	probeGPU(t, small)
	tables := 160
	if testing.Short() {
		tables = 20
	}
	ran, tiles := map[int]int{}, 0
	for seed := range tables {
		r := rand.New(rand.NewPCG(uint64(seed), 71))
		on, rows := e, pick(r, 1, 2, 70, 700, 3000)
		if seed%6 == 0 {
			on, rows = small, 12_000
		}
		table, q := fixedTable(r, rows)
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
		most := 0
		for _, c := range table.Columns[8:] {
			most = max(most, aggregate.FixedPointOf(c).Bits)
		}
		p := a.Profile
		if p.Tier == "gpu" {
			ran[(most+31)/32]++
		}
		if p.Tiles > 0 {
			tiles++
		}
		if gate := gateOf(p, "precision"); gate.Pass != (most <= aggregate.MaxFixedBits) ||
			(p.Tier == "gpu") != (p.Shut() == "") {
			t.Errorf("seed %d, %s: values of %d bits on %s, %+v", seed, describe(q), most, p.Tier, p.Gates)
		}
	}
	t.Logf("pivots by words: %v, in tiles: %d", ran, tiles)
	for words := range 5 {
		if ran[words] < 2 && !testing.Short() {
			t.Errorf("few pivots of %d words ran on the GPU: %v", words, ran)
		}
	}
	if tiles == 0 {
		t.Error("no pivot ran in tiles")
	}
}

// TestFloatsBeyondTheGPU wants columns of more than 128 bits, of NaN and of infinities added by the cores, and a
// sentence that says why.
func TestFloatsBeyondTheGPU(t *testing.T) {
	for name, c := range map[string]struct {
		values []float64
		valid  data.Bitmap
		says   string
	}{
		"128 bits":      {[]float64{0x1.8p-52, 0x1.8p22, -0x1.8p22}, nil, ""},
		"129 bits":      {[]float64{0x1.8p-52, 0x1.8p23, -0x1.8p23}, nil, "of f need fixed point of up to 129 bits"},
		"NaN":           {[]float64{1.5, math.NaN(), 2}, nil, "f has values that are NaN or infinite"},
		"infinite":      {[]float64{1.5, math.Inf(-1), 2}, nil, "f has values that are NaN or infinite"},
		"null":          {[]float64{1.5, math.Inf(1), 2}, data.Bitmap{5}, ""},
		"null and NaN":  {[]float64{1.5, math.Inf(1), math.NaN()}, data.Bitmap{5}, "f has values that are NaN or inf"},
		"only nulls":    {[]float64{1.5, 1, 2}, data.Bitmap{0}, ""},
		"only infinity": {[]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, nil, "f has values that are NaN or infin"},
	} {
		e := New(Options{NoGPU: true})
		e.tiers = allTiers(fakeDevice{adapter: card, usable: true})
		table := data.NewTable("t", []*data.Column{data.NewInts("k", data.Int, 0, []int64{1, 1, 2}, nil),
			data.NewFloatColumn("f", c.values, c.valid)})
		q := query.Query{Rows: []query.Field{{Column: "k"}}, Values: []query.Measure{{Func: query.Sum, Column: "f"},
			{Func: query.Avg, Column: "f"}}}
		a, err := e.Pivot(t.Context(), table, q, RunOptions{Tier: GPU})
		if err == nil {
			err = compare(a, newReference(table, q))
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		gate := gateOf(a.Profile, "precision")
		if gate.Pass != (c.says == "") || gate.Pass != (a.Profile.Tier == "gpu") ||
			!strings.Contains(gate.Detail, c.says) {
			t.Errorf("%s: on %s, %+v", name, a.Profile.Tier, gate)
		}
	}
}

// TestFloatsAreSentInWords wants the words of a column of floats priced, sent while nothing runs, and found there by
// the pivot: three words of 4, 4 and 1 bytes, each with a sum of its own.
func TestFloatsAreSentInWords(t *testing.T) {
	const rows = 200_000
	keys, values := make([]int64, rows), make([]float64, rows)
	for i := range rows {
		keys[i], values[i] = int64(i%7), pick(rand.New(rand.NewPCG(uint64(i), 1)), 0, 1, 0x1p15)
	}
	table := data.NewTable("t", []*data.Column{data.NewInts("k", data.Int, 0, keys, nil),
		data.NewFloatColumn("f", values, nil)})
	q := query.Query{Rows: []query.Field{{Column: "k"}}, Values: []query.Measure{{Func: query.Sum, Column: "f"}}}
	device := fakeDevice{adapter: card, usable: true, held: map[string]int64{}}
	e := New(Options{NoGPU: true})
	e.tiers = allTiers(device)
	for _, want := range []int64{rows * (1 + 4 + 4 + 1), 0} {
		p, err := e.plan(t.Context(), table, q, RunOptions{}, startStages(nil))
		if err != nil {
			t.Fatal(err)
		}
		s := p.offers[2].Shape(p.decision.Candidates[2].Plan)
		if s.Upload != want || s.Made != max(0, want-rows) || s.Accs != 1+3 || s.Words != 1+3*2 ||
			s.Bytes != rows*(1+4+4+1) {
			t.Errorf("%d of %d bytes to send, of them %d to make, %d accumulators of %d words", s.Upload, s.Bytes,
				s.Made, s.Accs, s.Words)
		}
		if _, err := e.Send(t.Context(), table, []query.Query{q}, nil); err != nil || len(device.held) != 4 {
			t.Fatalf("%v lie on the device, %v", device.held, err)
		}
	}
}
