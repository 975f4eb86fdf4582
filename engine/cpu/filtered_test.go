package cpu

import (
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// TestFilteredRows filters rows that lie together, alone and in stretches as long as a batch and longer, few of
// them and many: every strategy counts and adds the same ones as a plain loop.
func TestFilteredRows(t *testing.T) {
	const rows = 50_000
	rng := rand.New(rand.NewPCG(7, 8))
	a, b, v := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	for i := range rows {
		a[i], b[i], v[i] = rng.Int64N(10), rng.Int64N(300), rng.Int64N(1000)
	}
	values := func(of []int64) []int64 { return append([]int64(nil), of...) }
	table := data.NewTable("t", []*data.Column{data.NewInts("a", data.Int, 0, values(a), nil),
		data.NewInts("b", data.Int, 0, values(b), nil), data.NewInts("v", data.Int, 0, values(v), nil)})
	type figures struct{ count, sum, least int64 }
	masked := 0
	for _, gap := range []int{5, 200, 5000} {
		selected, n := stretches(rng, rows, gap)
		for _, names := range [][]string{{"a", "b"}, {"a"}} {
			want := map[[2]int64]figures{}
			for i := range rows {
				if selected.Get(i) {
					at := [2]int64{a[i], b[i] * int64(len(names)-1)}
					f, known := want[at]
					if !known || v[i] < f.least {
						f.least = v[i]
					}
					want[at] = figures{f.count + 1, f.sum + v[i], f.least}
				}
			}
			for _, name := range append(Names(), "") {
				var keys []*key.Column
				for _, name := range names {
					k, err := key.Encode(t.Context(), table, query.Field{Column: name})
					if err != nil {
						t.Fatal(err)
					}
					keys = append(keys, k)
				}
				plan, err := measure.NewPlan(measure.Source{Table: table},
					[]query.Measure{{Func: query.Sum, Column: "v"}, {Func: query.Min, Column: "v"}})
				if err != nil {
					t.Fatal(err)
				}
				task := Task{Key: key.Compose(rows, keys), Select: selected, Selected: n, Plan: plan, Threads: 2,
					Groups: 3000, Strategy: name}
				if (&job{Task: task}).usesMasks() {
					masked++
				}
				out, err := Run(t.Context(), task)
				if err != nil {
					t.Fatal(err)
				}
				if out.Groups.N != len(want) {
					t.Errorf("%q: %d groups, not %d", name, out.Groups.N, len(want))
				}
				for g := range out.Groups.N {
					at := [2]int64{}
					for c, k := range keys {
						at[c], _ = k.Label(out.Groups.Codes[c].At(g)).Int.Int64()
					}
					least := out.Groups.Accs[2].(*aggregate.MinMaxCodes)
					got := figures{int64(out.Groups.Accs[0].(*aggregate.Counts).S[g]),
						int64(out.Groups.Accs[1].(aggregate.CodeSums).At(g)), int64(least.S[g])}
					if w := want[at]; got != w {
						t.Fatalf("%q, %d of %d rows: group %v has %+v, not %+v", name, n, rows, at, got, w)
					}
				}
			}
		}
	}
	if masked == 0 {
		t.Error("no filter was applied by slots of its own")
	}
}

// stretches selects rows in stretches of up to 8,192, at most `gap` rows apart.
func stretches(rng *rand.Rand, rows, gap int) (selected data.Bitmap, n int) {
	selected = data.NewBitmap(rows)
	for i := 0; i < rows; i += 1 + rng.IntN(gap) {
		length := 1 + rng.IntN(1<<rng.IntN(14))
		for end := min(i+length, rows); i < end; i++ {
			selected.Set(i)
			n++
		}
	}
	return selected, n
}
