package export

import (
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export/chart"
)

// TestDaysOfZones: the total of each day of a zone is the same in the grid, in the chart, in the rows behind the figure
// and in exports, and is that of Go's time package. The clocks change in all zones, and Apia leaves out a day.
func TestDaysOfZones(t *testing.T) {
	for seed, name := range []string{"Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"} {
		r := rand.New(rand.NewPCG(uint64(seed), 62))
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		var at, n []int64
		want := map[string]int64{}
		for i := range 900 {
			from := time.Date([]int{2011, 2024}[i%2], time.December, 10, 0, 0, 0, 0, time.UTC).AddDate(0, -9*(i%2), 0)
			at, n = append(at, from.Unix()+r.Int64N(45*86400)), append(n, r.Int64N(100))
			want[time.Unix(at[i], 0).In(zone).Format(time.DateOnly)] += n[i]
		}
		instants := data.NewInts("at", data.Timestamp, 0, at, nil)
		instants.UTC = true
		table, err := data.NewTable("log", []*data.Column{instants, data.NewInts("n", data.Int, 0, n, nil)}).
			InZones(t.Context(), []string{"at=" + name}, false)
		if err != nil {
			t.Fatal(err)
		}
		e := engine.New(engine.Options{NoGPU: true})
		defer e.Close()
		a, err := e.Pivot(t.Context(), table, query.Query{Rows: []query.Field{{Column: "at", Part: query.TruncDay}},
			Values: []query.Measure{measure(query.Sum, "n")}}, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		g := a.Tab.Grid(pivot.Folds{})
		check := func(where, day string, total int64, of int) {
			if sum, ok := want[day]; !ok || sum != total || of != len(want) {
				t.Errorf("%s, %s: %s has %d of %d days, want %d of %d", name, where, day, total, of, sum, len(want))
			}
		}
		for row := g.HeaderRows; row < g.Rows-1; row++ { // without the grand total
			label, figure := g.Cell(row, 0), g.Cell(row, 1)
			day := label.Text()
			total, _ := figure.Value.Int.Int64()
			check("grid", day, total, g.Rows-1-g.HeaderRows)
			under, col := g.Nodes(row, 1)
			behind, _, err := e.RowsUnder(t.Context(), table, a.Tab, under, col, len(at))
			if err != nil {
				t.Fatal(err)
			}
			sum := int64(0)
			for _, i := range behind.Rows {
				sum += n[i]
			}
			check("the rows behind it", day, sum, len(want))
		}
		drawn, err := chart.Draw(t.Context(), g, chart.Style{}, 4000, 600, chart.Look{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range drawn.Marks {
			lines := strings.Split(drawn.Tip(i), "\n")
			_, day, _ := strings.Cut(lines[0], ": ")
			_, figure, _ := strings.Cut(lines[1], ": ")
			total, err := strconv.ParseInt(strings.ReplaceAll(figure, ",", ""), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			check("chart", day, total, len(drawn.Marks))
		}
		for _, format := range []string{"csv", "parquet", "xlsx", "ods", "jsonl"} {
			path := filepath.Join(t.TempDir(), "days."+format)
			if _, err := Save(t.Context(), path, format, "", Pivot{Grid: g}); err != nil {
				t.Fatal(err)
			}
			read, err := load.Open(t.Context(), path, load.Options{})
			if err != nil {
				t.Fatal(err)
			}
			days := 0
			for i := range read.Rows {
				if _, ok := want[read.Columns[0].Value(i).String()]; ok {
					days++
				}
			}
			for i := range days {
				check(format, read.Columns[0].Value(i).String(), read.Columns[1].Int(i), days)
			}
		}
	}
}
