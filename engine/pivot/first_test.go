package pivot_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestTopFirst compares tops that are chosen before the labels are ordered with tops that are chosen afterwards.
func TestTopFirst(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 31))
		const rows = 900
		valid := func() data.Bitmap {
			b := data.NewBitmap(rows)
			for i := range rows {
				if r.IntN(8) > 0 {
					b.Set(i)
				}
			}
			return b
		}
		wide, narrow, v, codes := make([]int64, rows), make([]int64, rows), make([]int64, rows), make([]uint32, rows)
		floats, texts := make([]float64, rows), []string(nil)
		for i := range rows {
			wide[i] = []int64{math.MaxInt64, math.MinInt64, r.Int64()}[min(r.IntN(9), 2)]
			narrow[i], v[i], codes[i] = r.Int64N(700), r.Int64N(4), uint32(r.IntN(600))
			floats[i] = []float64{math.NaN(), math.Copysign(0, -1), 0, math.Inf(-1), r.Float64()}[min(r.IntN(40), 4)]
		}
		for i := range 600 {
			texts = append(texts, fmt.Sprintf("the same beginning %d", (i*7919)%600))
		}
		table := data.NewTable("t", []*data.Column{
			data.NewInts("wide", data.Int, 0, wide, valid()), data.NewInts("narrow", data.Int, 0, narrow, valid()),
			data.NewFloatColumn("float", floats, valid()), data.NewText("text", codes, texts, valid()),
			data.NewInts("v", data.Int, 0, v, valid()),
		})
		by := []query.Measure{{Func: query.Count}, {Func: query.Sum, Column: "v"}, {Func: query.Min, Column: "v"},
			{Func: query.Avg, Column: "v"}, {Func: query.Distinct, Column: "v"}}[r.IntN(5)]
		q := query.Query{
			Rows:   []query.Field{{Column: []string{"wide", "narrow", "float", "text"}[r.IntN(4)]}},
			Values: []query.Measure{{Func: query.Sum, Column: "v"}, {Func: query.Count}},
			Tops:   []query.TopN{{N: 1 + r.IntN(30), By: by, Bottom: r.IntN(2) == 0, Others: r.IntN(2) == 0}},
		}
		if r.IntN(3) == 0 {
			q.Sorts = []query.Sort{{Desc: true}}
		}
		var answers []*pivot.Crosstab
		for _, from := range []int{1, math.MaxInt} {
			restore := pivot.ChooseTopsFirst(from)
			a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{Threads: 1 + r.IntN(3)})
			restore()
			if err != nil {
				t.Fatal(err)
			}
			answers = append(answers, a.Tab)
		}
		got, want := answers[0], answers[1]
		if g, w := shownOf(got), shownOf(want); !slices.Equal(g, w) {
			t.Fatalf("seed %d, %v: the top is\n%v\nnot\n%v", seed, q, g, w)
		}
	}
}

// shownOf returns every cell of a crosstab as a text, and its remarks.
func shownOf(c *pivot.Crosstab) (out []string) {
	g := c.Grid(pivot.Folds{})
	for row := range g.Rows {
		for col := range g.Cols {
			cell := g.Cell(row, col)
			out = append(out, cell.Text())
		}
	}
	left, of, others := c.Rows.Omitted(0)
	return append(out, fmt.Sprint(left, of, others, c.Remarks))
}
