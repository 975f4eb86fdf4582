package changes

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
)

// TestDuplicates compares random tables with the rows that a map finds.
func TestDuplicates(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for n := range 200 {
		rows := rng.IntN(300)
		if n < 3 {
			rows = n
		}
		kinds := 1 + rng.IntN(20)
		ints, floats, codes := make([]int64, rows), make([]float64, rows), make([]uint32, rows)
		valid := data.NewBitmap(rows)
		for i := range rows {
			ints[i] = int64(rng.IntN(kinds)) * (math.MaxInt64 / 20)
			floats[i] = []float64{0, math.Copysign(0, -1), math.NaN(), 1, math.Inf(1)}[rng.IntN(5)]
			codes[i] = uint32(rng.IntN(2))
			if rng.IntN(3) > 0 {
				valid.Set(i)
			}
		}
		table := data.NewTable("t", []*data.Column{
			data.NewInts("i", data.Int, 0, slices.Clone(ints), valid),
			data.NewFloats("f", slices.Clone(floats), nil),
			data.NewText("t", slices.Clone(codes), []string{"a", "b"}, nil),
		})
		of := table.Columns[:1+n%3]
		byKey, order := map[string][]uint32{}, []string{}
		for i := range rows {
			key := ""
			for _, c := range of {
				key += "|" + c.Value(i).String() // -0 is written 0
			}
			if byKey[key] == nil {
				order = append(order, key)
			}
			byKey[key] = append(byKey[key], uint32(i))
		}
		var want Repeated
		for _, key := range order {
			if len(byKey[key]) > 1 {
				want.Rows, want.Sets = append(want.Rows, byKey[key]...), want.Sets+1
			}
		}
		got, err := Duplicates(context.Background(), table, of)
		if err != nil || got.Sets != want.Sets || !slices.Equal(got.Rows, want.Rows) {
			t.Fatalf("table %d: %v %v, want %v", n, got, err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := data.NewInts("i", data.Int, 0, []int64{1, 1}, nil)
	if _, err := Duplicates(ctx, data.NewTable("t", []*data.Column{c}), []*data.Column{c}); err == nil {
		t.Error("rows are compared in spite of their context")
	}
}

// TestDuplicatesOfEqualRows compares rows that all stand in one part.
func TestDuplicatesOfEqualRows(t *testing.T) {
	const rows = 300_000
	c := data.NewInts("i", data.Int, 0, make([]int64, rows), nil)
	got, err := Duplicates(context.Background(), data.NewTable("t", []*data.Column{c}), []*data.Column{c})
	if text := fmt.Sprint(len(got.Rows), got.Sets); err != nil || text != "300000 1" ||
		!slices.IsSorted(got.Rows) {
		t.Error(text, err)
	}
}
