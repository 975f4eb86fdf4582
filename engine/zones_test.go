package engine

import (
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/expression/filter"
	"cardinal/engine/query"
)

// TestZonesInProfile expects the profile to say how much of a table a filter left unread. The first pivot reads the
// whole table.
func TestZonesInProfile(t *testing.T) {
	rows := 4 * filter.MorselRows
	days, amounts := make([]int64, rows), make([]int64, rows)
	for i := range days {
		days[i], amounts[i] = int64(i/1000), int64(i%10)
	}
	table := data.NewTable("t", []*data.Column{data.NewInts("day", data.Date, 0, days, nil),
		data.NewInts("amount", data.Int, 0, amounts, nil)})
	e := New(Options{NoGPU: true})
	defer e.Close()
	where, err := query.ParseFilter("day >= '1970-01-11' and day < '1970-01-21' and amount < 5")
	if err != nil {
		t.Fatal(err)
	}
	q := query.Query{Rows: []query.Field{{Column: "amount"}}, Values: []query.Measure{{Func: query.Count}},
		Filter: where}
	for round, want := range []string{"", "of 4 pieces of 65,536 rows 3 were not read: their least and greatest " +
		"values say which rows pass"} {
		a, err := e.Pivot(t.Context(), table, q, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		if z := a.Profile.Zones; z != nil {
			said = z.Words()
		}
		if a.Profile.RowsSelected != 5000 || !strings.HasPrefix(said, want) || want == "" && said != "" {
			t.Errorf("pivot %d: %d rows, %q", round+1, a.Profile.RowsSelected, said)
		}
	}
}
