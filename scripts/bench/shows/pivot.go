package shows

import (
	"math/rand/v2"

	"cardinal/bench/ours"
	"cardinal/data"
	"cardinal/engine/query"
)

// makeTable makes random rows. The keys have 100, 100, 300 and 5,000 labels, and an amount has two decimal places.
func makeTable(rows int) *data.Table {
	r := rand.New(rand.NewPCG(1, 2))
	values := func(below int64) []int64 {
		v := make([]int64, rows)
		for i := range v {
			v[i] = r.Int64N(below)
		}
		return v
	}
	return data.NewTable("shows", []*data.Column{
		data.NewInts("region", data.Int, 0, values(100), nil), data.NewInts("branch", data.Int, 0, values(100), nil),
		data.NewInts("day", data.Int, 0, values(300), nil), data.NewInts("product", data.Int, 0, values(5000), nil),
		data.NewInts("amount", data.Decimal, 2, values(1e6), nil),
	})
}

// pivot is a plain pivot with its variants.
type pivot struct {
	rows, cols, measure string
	variants            []variant
}

// variant is a plain pivot with one addition.
type variant struct {
	name string
	query.Query
}

func (p pivot) String() string {
	if p.cols == "" {
		return p.measure + " by " + p.rows
	}
	return p.measure + " by " + p.rows + " × " + p.cols
}

// plain returns the pivot without additions.
func (p pivot) plain() query.Query {
	q, err := ours.PivotQuery(p.rows, p.cols, p.measure)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return q
}

// shownPivots returns pivots with a variant for every way to show their measure.
func shownPivots() []pivot {
	out := []pivot{
		{rows: "region", cols: "branch", measure: "sum(amount)"},
		{rows: "region, branch", measure: "sum(amount)"},
		{rows: "product", cols: "branch", measure: "sum(amount)"},
		{rows: "product, day", measure: "sum(amount)"},
	}
	for i := range out {
		for _, w := range query.Ways {
			for _, along := range []query.Along{query.AlongRows, query.AlongCols} {
				if w.Kind == query.AsIs || along == query.AlongCols && (!w.Axis || out[i].cols == "") {
					continue
				}
				q := out[i].plain()
				q.Values[0].Show = query.Show{Kind: w.Kind, Along: along}
				if w.Base {
					q.Values[0].Show.Base = query.Literal{Text: "7"}
				}
				if w.Spans {
					q.Values[0].Show.N = 3
				}
				if w.Needs {
					q.Values[0].Show.Of = q.Side(along == query.AlongCols)[0]
				}
				name := q.Values[0].Show.Title()
				if w.Base {
					name += map[query.Along]string{query.AlongRows: " down rows",
						query.AlongCols: " across columns"}[along]
				}
				out[i].variants = append(out[i].variants, variant{name, q})
			}
		}
	}
	return out
}

// toppedPivots returns pivots with variants that keep the ten greatest labels of one field or of both, and Others.
func toppedPivots() []pivot {
	var out []pivot
	for _, keys := range [][2]string{{"region, branch", ""}, {"region", "branch"}, {"product, day", ""},
		{"product", "day"}} {
		for _, measure := range []string{"sum(amount)", "median(amount)"} {
			p := pivot{rows: keys[0], cols: keys[1], measure: measure}
			q := p.plain()
			by := q.Values[0]
			first, second := query.TopN{N: 10, By: by, Others: true}, query.TopN{Field: 1, N: 10, By: by, Others: true}
			if p.cols != "" {
				second.Field, second.Cols = 0, true
			}
			for _, tops := range [][]query.TopN{{first}, {second}, {first, second}} {
				named := ""
				for _, t := range tops {
					if named != "" {
						named += " and "
					}
					named += "10 of " + q.Side(t.Cols)[t.Field].Column
				}
				with := p.plain()
				with.Tops = tops
				p.variants = append(p.variants, variant{named + ", and Others", with})
			}
			out = append(out, p)
		}
	}
	return out
}
