package measures

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/data"
	"cardinal/profiler"
)

// onCard are questions about columns that have codes, and sums and extremes of others. The counts by two keys are for
// comparison: count() by id4 and c shows the least time that distinct(c) by id4 can take. The sums of id6 show the time
// of sums that take one word, not three.
var onCard = []question{
	{figure: "count()", key: "id4, c"}, {figure: "distinct(c)", key: "id4"}, {figure: "distinct(c)", key: "id2"},
	{figure: "count()", key: "id1, id6"}, {figure: "distinct(id6)", key: "id1"},
	{figure: "median(id4)", key: "id1"}, {figure: "median(id4)", key: "id5"}, {figure: "median(id6)", key: "few"},
	{figure: "median(id5)", key: "id4"}, {figure: "mode(id6)", key: "few"}, {figure: "quantile(id4, 0.9)", key: "id4"},
	{figure: "distinct(id5), median(id4), sum(id6)", key: "id2"},
	{figure: "sum(id6), avg(id6)", key: "id1"}, {figure: "sum(f), avg(f)", key: "id1"},
	{figure: "sum(id4), avg(id4)", key: "id6"}, {figure: "sum(f), avg(f)", key: "id6"},
	{figure: "sum(id6)", key: "id4, c"}, {figure: "sum(f)", key: "id4, c"},
	{figure: "min(id6), max(id6)", key: "id1"}, {figure: "min(f), max(f)", key: "id1"},
	{figure: "min(wide), max(wide)", key: "id1"}, {figure: "min(f), max(f)", key: "id6"},
	{figure: "min(f)", key: "id4, c"},
}

// Card defines the flags of bench card and returns the command.
func Card(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e8, "rows of the data")
	rounds := f.Int("rounds", 3, "rounds after the first run")
	only := f.String("only", "", "questions whose figure has this text; without it all")
	return func(ctx context.Context) error {
		e, adapter, why := ours.OpenAll(ctx)
		if why != nil {
			return why
		}
		defer e.Close()
		t := report.Table{Header: []string{"", "cores", "GPU, first", "GPU, again", "of it device", "predicted",
			"stages of the GPU"}, Left: 1}
		table := newCodes(*rows)
		for _, q := range onCard {
			if !strings.Contains(q.figure, *only) {
				continue
			}
			asked, err := ours.Query(q.key, q.figure, "")
			if err != nil {
				return err
			}
			var took [2][]time.Duration
			var last *profiler.Record
			for side, tier := range ours.Tiers[1:] {
				for range 1 + *rounds {
					start := time.Now()
					if last, err = e.Tier(ctx, table, asked, tier); err != nil {
						return fmt.Errorf("%s by %s: %w", q.figure, q.key, err)
					}
					took[side] = append(took[side], time.Since(start))
				}
				if last.Tier != tier {
					return fmt.Errorf("%s by %s ran on %s: %s", q.figure, q.key, last.Tier, last.Reason)
				}
			}
			device, stages := 0.0, []string{}
			for _, s := range last.Stages {
				stages = append(stages, fmt.Sprintf("%s %.1f", s.Name, s.MS))
				if s.Name == "kernel" {
					device += s.MS
				}
			}
			row := []string{q.figure + " by " + q.key, report.MS(slices.Min(took[0])), report.MS(took[1][0]),
				report.MS(slices.Min(took[1])), fmt.Sprintf("%.1f", device),
				fmt.Sprintf("%.1f", last.Predicted[last.Tier]), strings.Join(stages, ", ")}
			t.Add(row...)
			fmt.Fprintln(os.Stderr, strings.Join(row, "  "))
		}
		fmt.Printf("%s, %s, %d cores, %s rows; milliseconds of whole pivots, the least of %d\n\n%s\n", report.Machine(),
			adapter, runtime.NumCPU(), report.Count(*rows), *rounds, t.String())
		return nil
	}
}

// newCodes makes a table of columns with codes and a column of floats: id1 and id2 are 100 and 1,000 texts, few to id6
// are 10, 1,000, 10,000 and 100,000 integers, c is a million integers by Zipf's law, f is floats below 100, and wide is
// integers of 63 bits.
func newCodes(rows int) *data.Table {
	r := rand.New(rand.NewPCG(67, 67))
	var columns []*data.Column
	for i, n := range []int{100, 1000} {
		codes, values := make([]uint32, rows), make([]string, n)
		for v := range values {
			values[v] = fmt.Sprintf("id%010d", v)
		}
		for row := range codes {
			codes[row] = uint32(r.IntN(n))
		}
		columns = append(columns, data.NewText(fmt.Sprintf("id%d", i+1), codes, values, nil))
	}
	values, zipf := make([]int64, rows), rand.NewZipf(r, 1.1, 1, 999_999)
	for _, c := range []struct {
		name string
		n    int64
	}{{"few", 10}, {"id4", 1000}, {"id5", 10_000}, {"id6", 100_000}, {"c", 0}} {
		for row := range values {
			if c.n == 0 {
				values[row] = int64(zipf.Uint64())
				continue
			}
			values[row] = r.Int64N(c.n)
		}
		columns = append(columns, data.NewInts(c.name, data.Int, 0, values, nil))
	}
	floats := make([]float64, rows)
	for row := range floats {
		floats[row] = 100 * r.Float64()
	}
	for row := range values {
		values[row] = r.Int64()
	}
	return data.NewTable("codes", append(columns, data.NewFloatColumn("f", floats, nil),
		data.NewInts("wide", data.Int, 0, values, nil)))
}
