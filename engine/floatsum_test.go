package engine

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/cpu"
	"cardinal/engine/query"
)

//go:embed testdata/fsum.txt
var fsumLines string

// TestFsum compares sums with Python's math.fsum: the groups of testdata/fsum.txt are one column of a table.
func TestFsum(t *testing.T) {
	var groups []int64
	var values []float64
	var want []string
	for line := range strings.Lines(fsumLines) {
		for i, word := range strings.Fields(line) {
			b, err := strconv.ParseUint(word, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			if v := math.Float64frombits(b); i > 0 {
				groups = append(groups, int64(len(want)-1))
				values = append(values, v)
			} else {
				want = append(want, text(data.FloatValue(v)))
			}
		}
	}
	table := data.NewTable("fsum", []*data.Column{data.NewInts("group", data.Int, 0, groups, nil),
		data.NewFloatColumn("f", values, nil)})
	q := query.Query{Rows: []query.Field{{Column: "group"}}, Values: []query.Measure{{Func: query.Sum, Column: "f"}}}
	e := New(Options{NoGPU: true})
	defer e.Close()
	for i, name := range cpu.Names() {
		a, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: Workers, Strategy: name, Threads: 1 + i,
			morsel: 256, all: true})
		if err != nil {
			t.Fatal(err)
		}
		for node := 1; node < a.Tab.Rows.Len(); node++ {
			group, _ := a.Tab.Rows.Label(node).Int.Int64()
			if got := text(a.Tab.Cell(node, 0, 0)); got != want[group] {
				t.Errorf("%s, group %d: %s, want %s", name, group, got, want[group])
			}
		}
	}
}

// TestFloatSums adds 10,000 random columns of floats, ten a table, on every tier and strategy and on 1 to 8 threads.
// Every sum and average, of cells and of totals, must be the exact value for its rows, rounded once.
func TestFloatSums(t *testing.T) {
	e := shared()
	_, noGPU := e.Probe(context.Background())
	tables := 400
	if testing.Short() {
		tables = 40
	}
	for seed := range tables {
		r := rand.New(rand.NewPCG(uint64(seed), 16))
		table, q := floatTable(r)
		rows := passing(table, q)
		ways := []RunOptions{{Tier: Serial}, {}}
		if noGPU == nil {
			ways = append(ways, RunOptions{Tier: GPU}) // its precision gate leaves most tables to the cores
		}
		for i, name := range cpu.Names() {
			ways = append(ways, RunOptions{Tier: Workers, Strategy: name, Threads: 1 + (seed+i)%8,
				morsel: 64, all: true})
		}
		want := map[string]string{}
		for _, how := range ways {
			a, err := e.Pivot(context.Background(), table, q, how)
			if err == nil {
				err = sumsExact(a, table, rows, want)
			}
			if err != nil {
				t.Fatalf("table %d, %d rows, %s, %+v: %v", seed, table.Rows, describe(q), how, err)
			}
		}
	}
}

// floatTable makes a table of ten columns of floats and two keys, and a query for all their sums and averages.
func floatTable(r *rand.Rand) (*data.Table, query.Query) {
	n := pick(r, 1, 2, 5, 60, 150, 300)
	keys := func(most int64) []int64 {
		hot := r.IntN(2) == 0
		out := make([]int64, n)
		for i := range out {
			if out[i] = r.Int64N(most); hot && r.IntN(4) > 0 {
				out[i] = 0
			}
		}
		return out
	}
	columns := []*data.Column{
		data.NewInts("k", data.Int, 0, keys(1+r.Int64N(12)), nil),
		data.NewInts("wide", data.Int, 0, keys(math.MaxInt64), nil),
		data.NewInts("pass", data.Int, 0, keys(3), nil),
	}
	q := query.Query{Rows: []query.Field{{Column: pick(r, "k", "k", "wide")}}}
	if r.IntN(3) == 0 {
		q.Cols = []query.Field{{Column: "pass"}}
	}
	if r.IntN(2) == 0 {
		q.Filter = &query.Expr{Op: query.Lt, Field: query.Field{Column: "pass"}, Values: []query.Literal{{Text: "2"}}}
	}
	for i := range 10 {
		name := fmt.Sprintf("f%d", i)
		valid := data.Bitmap(nil)
		if r.IntN(3) == 0 {
			valid = data.NewBitmap(n)
			for row := range n {
				if r.IntN(4) > 0 {
					valid.Set(row)
				}
			}
		}
		columns = append(columns, data.NewFloatColumn(name, randomFloats(r, n), valid))
		q.Values = append(q.Values, query.Measure{Func: query.Sum, Column: name},
			query.Measure{Func: query.Avg, Column: name})
	}
	return data.NewTable("floats", columns), q
}

// randomFloats makes a column with values that are difficult for sums of floats.
func randomFloats(r *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	spread := func(low, high int) float64 { return math.Ldexp(2*r.Float64()-1, low+r.IntN(high-low+1)) }
	kind := r.IntN(10)
	fill := pick(r, -math.MaxFloat32, 9.969209968386869e36, 1e30, 1e300, -9999)
	low := r.IntN(2000) - 1074
	for i := range out {
		switch kind {
		case 0: // narrow
			out[i] = 10 * r.Float64()
		case 1: // all exponents
			out[i] = spread(-1074, 1023)
		case 2: // subnormal values
			out[i] = float64(r.IntN(19)-9) * 5e-324 * pick(r, 1.0, 1, 1<<40)
		case 3: // cancellations
			if out[i] = spread(-300, 1000); i%2 == 1 {
				out[i] = -out[i-1]
			}
		case 4: // a fill value
			if out[i] = 10 * r.Float64(); r.IntN(20) == 0 {
				out[i] = fill
			}
		case 5: // one outlier
			if out[i] = r.NormFloat64(); i == n/2 {
				out[i] = spread(-1074, 1023)
			}
		case 6: // what is no number
			out[i] = pick(r, math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1.5, -2.25, 5e-324,
				math.MaxFloat64)
		case 7: // ties of a last place
			out[i] = pick(r, 1.0, -1, 0x1p-53, -0x1p-53, 0x1p-54, 5e-324, -5e-324, 0x1p52+0.5)
		case 8: // about as wide as a window
			out[i] = spread(low, min(low+r.IntN(90), 1023))
		default: // sums that leave the range of floats
			out[i] = pick(r, math.MaxFloat64, -math.MaxFloat64, 0x1p1023, -0x1p1000, r.Float64())
		}
	}
	return out
}

// passing lists the rows of each cell of a floatTable's query, by the cell's name.
func passing(t *data.Table, q query.Query) map[string][]int {
	keys := func(fields []query.Field, row int) [][]data.Value {
		paths := [][]data.Value{nil}
		for _, f := range fields {
			c, _ := t.Column(f.Column)
			paths = append(paths, []data.Value{c.Value(row)})
		}
		return paths
	}
	pass, _ := t.Column("pass")
	cells := map[string][]int{}
	for row := range t.Rows {
		if q.Filter != nil && pass.Int(row) >= 2 {
			continue
		}
		for _, r := range keys(q.Rows, row) {
			for _, c := range keys(q.Cols, row) {
				name := cellName(r, c)
				cells[name] = append(cells[name], row)
			}
		}
	}
	return cells
}

// sumsExact checks every sum and average. It caches the exact results in want.
func sumsExact(a *Answer, t *data.Table, rows map[string][]int, want map[string]string) error {
	for i := range a.Tab.Rows.Len() {
		for j := range a.Tab.Cols.Len() {
			cell := cellName(a.Tab.Rows.Path(i), a.Tab.Cols.Path(j))
			for m, measure := range a.Tab.Measures {
				name := cell + measure.String()
				if _, ok := want[name]; !ok {
					c, _ := t.Column(measure.Column)
					want[name] = text(fsum(c, rows[cell], measure.Func == query.Avg))
				}
				if got := text(a.Tab.Cell(i, j, m)); got != want[name] {
					return fmt.Errorf("cell %s, %s: %s, want %s", cell, measure.Measure, got, want[name])
				}
			}
		}
	}
	return nil
}

// fsum adds floats with enough bits to lose no digit, and rounds the sum or the mean once.
func fsum(c *data.Column, rows []int, mean bool) data.Value {
	sum, special, n := new(big.Float).SetPrec(4000), 0.0, int64(0)
	for _, row := range rows {
		v := c.Value(row)
		switch {
		case v.IsNull():
			continue
		case isFinite(v):
			sum.Add(sum, new(big.Float).SetFloat64(v.Float))
		default:
			special += v.Float
		}
		n++
	}
	if n == 0 {
		return data.Value{}
	}
	if special != 0 || special != special {
		return data.FloatValue(special)
	}
	if !mean || sum.Sign() == 0 {
		f, _ := sum.Float64()
		return data.FloatValue(f + 0)
	}
	r, _ := sum.Rat(nil)
	f, _ := r.Quo(r, new(big.Rat).SetInt64(n)).Float64()
	return data.FloatValue(f)
}
