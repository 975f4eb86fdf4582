package cpu

import (
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// TestStretches filters rows that lie together, alone and in stretches as long as a batch and longer: every strategy counts and
// adds the same ones as a plain loop.
func TestStretches(t *testing.T) {
	const rows = 50_000
	rng := rand.New(rand.NewPCG(7, 8))
	a, b, v := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	selected, n := data.NewBitmap(rows), 0
	for i := range rows {
		a[i], b[i], v[i] = rng.Int64N(10), rng.Int64N(300), rng.Int64N(1000)
	}
	for i := 0; i < rows; i += 1 + rng.IntN(200) {
		length := 1 + rng.IntN(1<<rng.IntN(14))
		for end := min(i+length, rows); i < end; i++ {
			selected.Set(i)
			n++
		}
	}
	type figures struct{ count, sum int64 }
	want := map[[2]int64]figures{}
	for i := range rows {
		if selected.Get(i) {
			f := want[[2]int64{a[i], b[i]}]
			want[[2]int64{a[i], b[i]}] = figures{f.count + 1, f.sum + v[i]}
		}
	}
	table := data.NewTable("t", []*data.Column{data.NewInts("a", data.Int, 0, a, nil), data.NewInts("b", data.Int, 0, b, nil), data.NewInts("v", data.Int, 0, v, nil)})
	var keys []*key.Column
	for _, name := range []string{"a", "b"} {
		k, err := key.Encode(t.Context(), table, query.Field{Column: name})
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, k)
	}
	for _, name := range append(Names(), "") {
		plan, err := aggregate.NewPlan(aggregate.Source{Table: table}, []query.Measure{{Func: query.Sum, Column: "v"}})
		if err != nil {
			t.Fatal(err)
		}
		out, err := Run(t.Context(), Task{Key: key.Compose(rows, keys), Select: selected, Selected: n, Plan: plan, Threads: 2, Groups: 3000, Strategy: name})
		if err != nil {
			t.Fatal(err)
		}
		if out.N != len(want) {
			t.Errorf("%q: %d groups, not %d", name, out.N, len(want))
		}
		for g := range out.N {
			x, _ := keys[0].Label(out.Codes[0].At(g)).Int.Int64()
			y, _ := keys[1].Label(out.Codes[1].At(g)).Int.Int64()
			got := figures{int64(out.Accs[0].(*aggregate.Counts).N[g]), int64(out.Accs[1].(aggregate.CodeSums).At(g))}
			if w := want[[2]int64{x, y}]; got != w {
				t.Fatalf("%q: group %d, %d has %+v, not %+v", name, x, y, got, w)
			}
		}
	}
}
