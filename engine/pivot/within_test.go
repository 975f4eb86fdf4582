package pivot_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine"
	"cardinal/engine/query"
)

// TestPeriodsHaveCounterparts compares measures along years for periods, such as 2024-03, with the same measures for
// recurring parts, such as month 3. Both axes have the same groups in the same order.
func TestPeriodsHaveCounterparts(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	r := rand.New(rand.NewPCG(5, 12))
	const rows = 400
	days, groups, units, valid := make([]int64, rows), make([]int64, rows), make([]int64, rows), data.NewBitmap(rows)
	for i := range days {
		days[i], groups[i], units[i] = calendar.Day(2020, 1, 1)+r.Int64N(5*366), r.Int64N(3), r.Int64N(100)
		if r.IntN(50) > 0 {
			valid.Set(i)
		}
	}
	table := data.NewTable("days", []*data.Column{
		data.NewInts("day", data.Date, 0, days, valid), data.NewInts("group", data.Int, 0, groups, nil),
		data.NewInts("units", data.Int, 0, units, nil),
	})
	of := func(parts ...query.Part) (fields []query.Field) {
		for _, p := range parts {
			fields = append(fields, query.Field{Column: "day", Part: p})
		}
		return fields
	}
	group := query.Field{Column: "group"}
	sum := query.Measure{Func: query.Sum, Column: "units"}
	for _, c := range []struct {
		periods, parts []query.Field
		tops           []query.TopN
	}{
		{of(query.Year, query.TruncMonth), of(query.Year, query.Month), nil},
		{of(query.TruncYear, query.TruncQuarter, query.TruncMonth), of(query.TruncYear, query.Quarter, query.Month),
			nil},
		{append(of(query.Year), group, of(query.TruncQuarter)[0]), append(of(query.Year), group, of(query.Quarter)[0]),
			nil},
		{of(query.TruncMonth, query.Whole), of(query.TruncMonth, query.Day), nil},
		{of(query.Year, query.TruncQuarter), of(query.Year, query.Quarter),
			[]query.TopN{{Field: 1, N: 2, By: sum, Others: true}}},
	} {
		q := query.Query{Values: []query.Measure{sum}, Tops: c.tops}
		for _, w := range query.Ways[1:] {
			m := sum
			m.Show = query.Show{Kind: w.Kind, Of: c.periods[0], Base: query.Literal{Text: "2021"}, N: 2}
			if c.periods[0].Part == query.TruncMonth {
				m.Show.Base.Text = "2021-03"
			}
			if w.Field {
				q.Values = append(q.Values, m)
			}
		}
		got, want := q, q
		got.Rows, want.Rows = c.periods, c.parts
		a, err := e.Pivot(context.Background(), table, got, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := e.Pivot(context.Background(), table, want, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Tab.Rows.Len() != b.Tab.Rows.Len() {
			t.Fatalf("%v has %d nodes, %v has %d", c.periods, a.Tab.Rows.Len(), c.parts, b.Tab.Rows.Len())
		}
		for n := range a.Tab.Rows.Len() {
			for m := range q.Values {
				if got, want := a.Tab.Cell(n, 0, m), b.Tab.Cell(n, 0, m); got != want {
					t.Errorf("%s of %v: %s, but %s of %v", a.Tab.Measures[m].Title(), a.Tab.Rows.Path(n), got, want,
						b.Tab.Rows.Path(n))
				}
			}
		}
	}
}
