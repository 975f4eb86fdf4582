package measure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestTopOfNaN holds top against max: NaN is behind all numbers, and null is no value.
func TestTopOfNaN(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, o := range []struct {
		values []float64
		top    string
	}{
		{[]float64{1, nan, 3}, "3, 1"},
		{[]float64{nan, 3, nan}, "3, NaN"},
		{[]float64{nan, -inf}, "-Infinity, NaN"},
		{[]float64{nan, nan, nan}, "NaN, NaN"},
		{[]float64{nan}, "NaN"},
		{[]float64{inf, nan, 0}, "Infinity, 0"},
	} {
		for _, nulls := range []int{0, 1, 3} {
			values, valid := append(make([]float64, nulls), o.values...), data.NewBitmap(nulls+len(o.values))
			for i := range o.values {
				valid.Set(nulls + i)
			}
			c := data.NewFloatColumn("x", values, valid)
			r := rand.New(rand.NewPCG(uint64(nulls), 1))
			for range 3 {
				figures := figuresInParts(t, r, c, []query.Measure{{Func: query.Top, Column: "x", Param: "2"},
					{Func: query.Top, Column: "x", Param: "1"}, {Func: query.Max, Column: "x"}})
				if figures[0] != o.top {
					t.Errorf("top 2 of %v and %d nulls: %s, not %s", o.values, nulls, figures[0], o.top)
				}
				if figures[1] != figures[2] {
					t.Errorf("top 1 of %v and %d nulls: %s, and max is %s", o.values, nulls, figures[1], figures[2])
				}
			}
		}
	}
}

// TestTopAsColumns reads the places of a top, which programs get as columns.
func TestTopAsColumns(t *testing.T) {
	c := data.NewFloatColumn("x", []float64{math.NaN(), 2, math.NaN()}, nil)
	p, err := NewPlan(Source{Table: data.NewTable("t", []*data.Column{c})},
		[]query.Measure{{Func: query.Top, Column: "x", Param: "4"}})
	if err != nil {
		t.Fatal(err)
	}
	accs := grown(p.New(), 1)
	for i := range accs {
		accs[i].Update(p.batch(make([]uint32, c.Rows), 0, c.Rows))
	}
	values, err := p.Values(accs, 1)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := values.Columns(context.Background(), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, c := range columns {
		places = append(places, c.Value(0).String())
	}
	if got := fmt.Sprint(places); got != fmt.Sprint([]string{"2", "NaN", "NaN", data.Value{}.String()}) {
		t.Error(got)
	}
}

// figuresInParts returns the figures of measures over all rows of a column, which are added in parts.
func figuresInParts(t *testing.T, r *rand.Rand, c *data.Column, measures []query.Measure) (figures []string) {
	t.Helper()
	p, err := NewPlan(Source{Table: data.NewTable("t", []*data.Column{c})}, measures)
	if err != nil {
		t.Fatal(err)
	}
	all := grown(p.New(), 1)
	for _, s := range pieces(r, c.Rows) {
		part := grown(p.New(), 1)
		for i := range all {
			part[i].Update(p.batch(make([]uint32, c.Rows), s[0], s[1]))
			all[i].Merge(part[i], nil, nil)
		}
	}
	values, err := p.Values(all, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range measures {
		figures = append(figures, values.At(i, 0).String())
	}
	return figures
}
