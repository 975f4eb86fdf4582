package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestCoarserDates asks for crosstabs of too many dates. If the crosstab of a longer period fits, the period is
// offered. The offer has the size that the crosstab has when it runs, and Estimate's prediction of the whole pivot.
func TestCoarserDates(t *testing.T) {
	const rows = 40_000
	minutes, days, n := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	for i := range rows {
		minutes[i] = int64(11323*86400 + i*6*60)   // 2001-01-01, 166 days of minutes
		days[i], n[i] = int64(i%9000), int64(i/40) // 24 years; 1000 numbers
	}
	table := data.NewTable("dates.csv", []*data.Column{
		data.NewInts("minute", data.Timestamp, 0, minutes, nil), data.NewInts("day", data.Date, 0, days, nil),
		data.NewInts("n", data.Int, 0, n, nil),
	})
	e := New(Options{NoGPU: true})
	field := func(name string) query.Field { return query.Field{Column: name} }
	for name, c := range map[string]struct {
		q    query.Query
		most int
		want string // the field, "" for none
	}{
		"minutes on columns": {query.Query{Rows: []query.Field{field("n")}, Cols: []query.Field{field("minute")}},
			100_000, "trunc(minute, month) columns 0"},
		"beside its months": {query.Query{Rows: []query.Field{field("n")},
			Cols: []query.Field{{Column: "minute", Part: query.TruncMonth}, field("minute")}}, 100_000,
			"trunc(minute, quarter) columns 1"},
		"months are too many": {query.Query{Rows: []query.Field{field("day"), field("n")}}, 1800,
			"trunc(day, quarter) rows 0"},
		"nothing is small enough": {query.Query{Rows: []query.Field{field("n")}, Cols: []query.Field{field("minute")}},
			500, ""},
		"no date": {query.Query{Rows: []query.Field{field("n")}}, 500, ""},
	} {
		_, err := e.Pivot(context.Background(), table, c.q, RunOptions{MaxCells: c.most})
		var large *TooLarge
		if !errors.As(err, &large) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := ""
		if o := large.Coarser; o != nil {
			side := map[bool]string{true: "columns", false: "rows"}[o.Cols]
			got = fmt.Sprintf("%s %s %d", o.Field, side, o.At)
			q := c.q
			q.Rows, q.Cols = append([]query.Field(nil), q.Rows...), append([]query.Field(nil), q.Cols...)
			q.Side(o.Cols)[o.At] = o.Field
			a, err := e.Pivot(context.Background(), table, q, RunOptions{MaxCells: c.most})
			if err != nil {
				t.Errorf("%s: what was offered: %v", name, err)
			} else if r := a.Tab.Rows.Len(); r > 2*o.Rows+20 {
				t.Errorf("%s: %s was offered, and there are %d labels on the rows", name, o.Size(), r)
			}
		}
		if got != c.want {
			t.Errorf("%s: offered %q, want %q", name, got, c.want)
		}
		r, err := e.Estimate(context.Background(), table, c.q, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if large.Record.GroupsEstimated != r.GroupsEstimated || large.Record.CellsEstimated != r.CellsEstimated ||
			large.Bytes == 0 || !strings.HasPrefix(large.Needs(), "about ") {
			t.Errorf("%s: %d groups, %d cells, %s; Estimate says %d and %d", name, large.Record.GroupsEstimated,
				large.Record.CellsEstimated, large.Needs(), r.GroupsEstimated, r.CellsEstimated)
		}
	}
}
