package tiers

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/data"
)

// curveGroups are the numbers of groups of the curve.
var curveGroups = []int{2, 6, 20, 50, 200, 500, 1024, 2048, 5000, 12_000, 24_000, 50_000, 100_000, 200_000, 500_000,
	1_000_000, 2_000_000, 4_000_000}

// Command defines the flags of bench tiers and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "the most rows of the grid")
	least := f.Int("least", 1000, "the fewest rows of the grid")
	fewest := f.Int("groups", 1, "the fewest groups of the grid")
	curve := f.Int("curve", 1e7, "rows of the cliff curve; 0: none")
	rounds := f.Int("rounds", 5, "rounds of every tier, at least")
	shipped := f.Bool("shipped", false, "decide by the constants as shipped and not by a calibration")
	name := f.String("name", "machine", "of the machine, for the files")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		e, adapter, why := ours.OpenAll(ctx)
		defer e.Close() //nolint:staticcheck // an engine without a GPU must also be closed
		tiers := ours.Tiers
		if why != nil {
			fmt.Fprintln(os.Stderr, "no GPU:", why)
			tiers, adapter = tiers[:2], "no GPU"
		}
		var machine any
		if !*shipped {
			var err error
			if machine, err = e.Calibrate(ctx); err != nil {
				return err
			}
		}
		time.Sleep(compiledAhead)
		grid, err := measureAll(ctx, e, tiers, shapes(*least, *rows, *fewest, why == nil), *rounds)
		if err != nil {
			return err
		}
		var along []Shape
		for _, g := range curveGroups {
			for _, resident := range []bool{true, false} {
				if g <= *curve && (resident || why == nil) {
					along = append(along, Shape{Rows: *curve, Groups: g, Keys: 1, Aggregates: 1, Resident: resident &&
						why == nil})
				}
			}
		}
		cliff, err := measureAll(ctx, e, tiers, along, *rounds)
		if err != nil {
			return err
		}
		fmt.Println(summary(slices.Concat(grid, cliff)))
		if page == "" {
			return nil
		}
		return write(page, *name, adapter, *curve, machine, grid, cliff)
	}
}

// compiledAhead is longer than the GPU's process takes to compile the likeliest kernels by itself. A request during
// that time would wait for a kernel.
const compiledAhead = 6 * time.Second

// measureAll measures shapes. Neighbouring shapes with the same rows and keys share a table.
func measureAll(ctx context.Context, e *ours.Engine, tiers []string, shapes []Shape, rounds int) ([]*Cell, error) {
	var out []*Cell
	var last Shape
	var t *data.Table
	for i, s := range shapes {
		if of := (Shape{Rows: s.Rows, Groups: s.Groups, Keys: s.Keys, Zipf: s.Zipf}); of != last || t == nil {
			t, last = s.table(), of
		}
		c, err := measure(ctx, e, tiers, s, t, rounds)
		if err != nil {
			return nil, err
		}
		best, took := c.best()
		fmt.Fprintf(os.Stderr, "%d/%d %s: %s %s ms, best %s %s ms\n", i+1, len(shapes), s, c.Chosen,
			number(c.MS[c.Chosen]), best, number(took))
		out = append(out, c)
	}
	return out, nil
}

// write writes the page's section. In the page's folder, it writes the CSV of the grid, all measurements as JSON, and
// the plot of the curve.
func write(page report.Page, name, adapter string, rows int, machine any, grid, cliff []*Cell) error {
	name = "tiers-" + name
	if err := page.CSV(name+".csv", csvLines(slices.Concat(grid, cliff))); err != nil {
		return err
	}
	cells, err := json.Marshal(map[string]any{"machine": machine, "grid": grid, "curve": cliff})
	if err != nil {
		return err
	}
	if err := os.WriteFile(page.Beside(name+".json"), cells, 0o644); err != nil {
		return fmt.Errorf("cannot write what was measured: %w", err)
	}
	var body strings.Builder
	fmt.Fprintf(&body, "%s GPU: %s.\n\n%s", report.Machine(), adapter, summary(slices.Concat(grid, cliff)))
	if len(cliff) > 0 {
		title := fmt.Sprintf("%s rows, one key, one sum (%s)", report.Count(rows), adapter)
		if err := plotCurve(page.Beside(name+".png"), title, cliff); err != nil {
			return err
		}
		fmt.Fprintf(&body, "\nThe cliff curve:\n\n![%s](%s)\n\n%s", title, name+".png", curveTable(cliff))
	}
	fmt.Fprintf(&body, "\nEvery pivot is in [%s](%s).\n", name+".csv", name+".csv")
	return page.Section(strings.TrimPrefix(name, "tiers-"), body.String())
}

// curveTable writes the curve as a table.
func curveTable(cells []*Cell) string {
	t := report.Table{Header: []string{"groups"}}
	for _, l := range lines {
		t.Header = append(t.Header, l.name)
	}
	t.Header = append(t.Header, "chosen, resident", "chosen, not resident")
	rows := map[int][]string{}
	for _, c := range cells {
		row := rows[c.Groups]
		if row == nil {
			row = make([]string, len(t.Header))
			row[0] = report.Count(c.Found)
			rows[c.Groups] = row
		}
		for i, l := range lines {
			if ms, ran := c.MS[l.tier]; ran && l.resident == c.Resident {
				row[1+i] = number(ms)
			}
		}
		if c.Resident {
			row[len(lines)+1] = c.Chosen
		} else {
			row[len(lines)+2] = c.Chosen
		}
	}
	for _, g := range curveGroups {
		if row, ok := rows[g]; ok {
			t.Add(row...)
		}
	}
	return t.String()
}
