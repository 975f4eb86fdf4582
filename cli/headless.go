package cli

import (
	"context"
	"fmt"

	"cardinal/assets"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
)

// headlessBook is the workbook that Headless leaves in the current folder.
const headlessBook = "pivot.xlsx"

// Headless does what the window would show first, where there is no display: it pivots the sample, prints the table
// and the profile, and writes pivot.xlsx.
func Headless(ctx context.Context, s Streams) int { return finish(headless(ctx, s), s) }

func headless(ctx context.Context, s Streams) error {
	t, err := assets.Sample(ctx)
	if err != nil {
		return err
	}
	e := engine.New(engine.Options{Calibrations: engine.CalibrationFile()})
	defer e.Close()
	q := SampleQuery()
	a, err := e.Pivot(ctx, t, q, engine.Run{})
	if err != nil {
		return err
	}
	grid := a.Tab.Grid(pivot.Folds{})
	fmt.Fprintf(s.Out, "%s, %d rows: %s by %s and %s\n\n", t.Name, t.Rows, q.Values[0], q.Rows[0], q.Cols[0])
	if err := export.Text(s.Out, grid); err != nil {
		return err
	}
	fmt.Fprintln(s.Out)
	if err := export.Profile(s.Out, a.Profile); err != nil {
		return err
	}
	if _, err := export.Save(ctx, headlessBook, "xlsx", a.Tab, grid, a.Profile); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "\nwritten: %s\n", headlessBook)
	return nil
}

// SampleQuery is the pivot of the sample that the program opens with: revenue by region and quarter.
func SampleQuery() query.Query {
	return query.Query{
		Rows:   []query.Field{{Column: "region"}},
		Cols:   []query.Field{{Column: "quarter"}},
		Values: []query.Measure{{Func: query.Sum, Column: "revenue"}},
	}
}
