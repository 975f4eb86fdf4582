package cli

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"cardinal/engine"
	"cardinal/engine/gpu"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// tuneCommand searches the grids of the GPU's kernels by the search of Rosenfeld and others (DaMoN 2019).
func tuneCommand(f *pflag.FlagSet) action {
	asJSON := jsonOption(f)
	return func(ctx context.Context, _ []string, s Streams) error {
		e := engine.New(engine.Options{})
		defer e.Close()
		adapter, err := e.Probe(ctx)
		if err != nil {
			return fmt.Errorf("there is no GPU to tune: %w", err)
		}
		if adapter.Class == gpu.Software {
			printNotes(s, []string{adapter.Name + " computes on the processor: tuning it takes minutes and gains " +
				"little"})
		}
		start := system.Now()
		grids, err := e.Tune(ctx, func(g engine.Grid, done float64) {
			if !*asJSON && !s.quiet {
				fmt.Fprintf(s.Err, "%3.0f%%  %s, up to %s groups\n", 100*done, g.Strategy, profiler.Count(g.MaxSlots))
			}
		})
		switch {
		case err != nil:
			return err
		case *asJSON:
			return printJSON(s, grids)
		}
		fmt.Fprintf(s.Out, "%s, tuned in %.1f s\n\n", adapter.Name, system.Since(start).Seconds())
		return printGrids(s, grids)
	}
}

// printGrids lists grids: each line has a kernel and a range of groups.
func printGrids(s Streams, grids []engine.Grid) error {
	out := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "kernel\tgroups up to\tworkgroups\tinvocations\tms\tms before\tfaster\ttried\tpossible\t")
	for _, g := range grids {
		groups, width := "the planner's", "the planner's"
		if g.Groups > 0 {
			groups, width = profiler.Count(g.Groups), profiler.Count(g.Invocations)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%.3f\t%.3f\t%.2fx\t%d\t%d\t\n",
			g.Strategy, profiler.Count(g.MaxSlots), groups, width, g.MS, g.DefaultMS, g.DefaultMS/g.MS,
			g.Tried, g.Possible)
	}
	return out.Flush()
}
