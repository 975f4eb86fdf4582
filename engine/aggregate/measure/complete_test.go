package measure

import (
	"context"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// TestDescriptionsAreComplete binds the example of every aggregate to a table, and looks for what a description lacks.
func TestDescriptionsAreComplete(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	table := data.NewTable("complete", []*data.Column{
		data.NewInts("x", data.Decimal, 2, []int64{r.Int64N(9), r.Int64N(9)}, nil), data.NewInts("y", data.Int, 0,
			[]int64{1, 2}, nil),
	})
	titles := map[string]query.Func{}
	for _, a := range list {
		if a.Title == "" || a.Help == "" || a.Takes == 0 || a.Offered == 0 || a.Offered&^a.Takes != 0 ||
			a.Func.Describe() != &a.Aggregate {
			t.Errorf("%s is described incompletely: %+v", a.Func, a.Aggregate)
		}
		if other, twice := titles[a.Title]; twice {
			t.Errorf("%s and %s have the title %s", a.Func, other, a.Title)
		}
		titles[a.Title] = a.Func
		if n := a.Number; n != nil {
			if n.Title == nil || n.Shown == nil || n.Asks == "" || n.Unit == "" {
				t.Errorf("the number of %s is described incompletely", a.Func)
			}
			for _, number := range n.Offered {
				if again, err := n.Read(n.Shown(number)); err != nil || again != number {
					t.Errorf("%s: %s is shown as %s, which reads as %s, %v", a.Func, number, n.Shown(number),
						again, err)
				}
			}
			if _, err := n.Read(n.First); err != nil {
				t.Errorf("%s: %v", a.Func, err)
			}
		}
		measures, err := query.ParseMeasures(a.Func.Example())
		if err != nil {
			t.Errorf("the example of %s: %v", a.Func, err)
			continue
		}
		p, err := NewPlan(Source{Table: table, Encode: func(c *data.Column) (*key.Column, error) {
			return key.EncodeColumn(context.Background(), c)
		}}, measures)
		if err != nil {
			t.Errorf("%s: %v", a.Func, err)
			continue
		}
		if m := p.measures[0]; m.at == nil || len(m.kinds) == 0 {
			t.Errorf("%s is read from nothing", a.Func)
		}
		for _, k := range p.Kinds {
			if k.Op.accumulator == nil || k.Op.groupBytes == nil && k.Op.rowBytes == nil ||
				k.Op.collects != (k.Op.rowBytes != nil) {
				t.Errorf("a state of %s is described incompletely: %+v", a.Func, k.Op)
			}
		}
	}
}
