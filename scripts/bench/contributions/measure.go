package contributions

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/bench/timing"
	"cardinal/data"
	"cardinal/engine/explain"
)

// wide makes a table of 12 columns: texts with few, some and many labels, dates, numbers and a key.
func wide(rows int) *data.Table {
	r := rand.New(rand.NewPCG(12, 10))
	texts := func(name string, labels int) *data.Column {
		values, codes := make([]string, labels), make([]uint32, rows)
		for i := range values {
			values[i] = fmt.Sprintf("%s %d", name, i)
		}
		for i := range codes {
			codes[i] = uint32(r.Float64() * r.Float64() * float64(labels))
		}
		return data.NewText(name, codes, values, nil)
	}
	ints := func(name string, kind data.Type, scale int, of func(i int) int64) *data.Column {
		values := make([]int64, rows)
		for i := range values {
			values[i] = of(i)
		}
		return data.NewInts(name, kind, scale, values, nil)
	}
	floats := make([]float64, rows)
	for i := range floats {
		floats[i] = r.NormFloat64()*100 + 0.1
	}
	return data.NewTable("wide", []*data.Column{texts("region", 5), texts("country", 50), texts("shop", 2000),
		texts("customer", max(10_000, rows/50)), texts("channel", 3), texts("product", 300),
		ints("day", data.Date, 0, func(int) int64 { return 18000 + r.Int64N(1500) }),
		ints("units", data.Int, 0, func(int) int64 { return 1 + r.Int64N(20) }),
		ints("price", data.Decimal, 2, func(int) int64 { return r.Int64N(100_000) }),
		ints("revenue", data.Decimal, 2, func(int) int64 { return r.Int64N(10_000_000) }),
		data.NewFloats("margin", floats, nil), ints("id", data.Int, 0, func(i int) int64 { return int64(i) })})
}

// measureAll times the explanation of a region's figures in a year, compared with the year before.
func measureAll(ctx context.Context, rows, rounds, threads int) (string, error) {
	table := wide(rows)
	t := report.Table{Left: 1, Header: []string{"", "first", "its CPU", "again", "its CPU"}}
	for _, figure := range []string{"sum(revenue)", "avg(price)", "median(price)", "distinct(customer)"} {
		q, err := ours.PivotQuery("region", "year(day)", figure)
		if err != nil {
			return "", err
		}
		e := ours.Open(threads)
		defer e.Close()
		row := []string{figure}
		for _, again := range []bool{false, true} {
			at := table
			a, err := e.Pivot(ctx, at, q)
			if err != nil {
				return "", err
			}
			times := timing.Plan{Rounds: rounds}.Alternate(func() (any, error) {
				if !again {
					at = ours.Anew(table)
				}
				return e.Explain(ctx, at, a, explain.Question{Row: 1, Col: 2, Other: &explain.Place{Row: 1, Col: 1}})
			})[0]
			if times.Err != nil {
				return "", times.Err
			}
			row = append(row, report.MS(times.Median()), report.MS(times.MedianCPU()))
		}
		e.Forget()
		t.Add(row...)
		fmt.Fprintln(os.Stderr, strings.Join(row, " | "))
	}
	return fmt.Sprintf("A figure of %s rows and 12 columns, and its difference from the year before, on %d threads: the "+
		"median of %d rounds in milliseconds, and of the processor time that all threads take. First: no column was "+
		"grouped before. Again: the table was explained once.\n\n%s", report.Count(rows), threads, rounds,
		t.String()), nil
}
