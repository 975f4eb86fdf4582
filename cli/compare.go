package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/profiler"
)

// compareTiers runs an answered pivot on every tier and prints the comparison on the standard error.
func (o *options) compareTiers(ctx context.Context, e *engine.Engine, t *data.Table, a *engine.Answer,
	s Streams) error {
	if o.compare == "" {
		return nil
	}
	c, err := e.Compare(ctx, t, a, engine.RunOptions{Threads: o.threads, Strategy: o.strategy})
	if err != nil {
		return err
	}
	if o.compare == "json" {
		return json.NewEncoder(s.Err).Encode(c)
	}
	return printComparison(c, s)
}

func printComparison(c *profiler.Comparison, s Streams) error {
	ms := func(v float64) string {
		if v == 0 {
			return "-"
		}
		return fmt.Sprintf("%.3f", v)
	}
	w := tabwriter.NewWriter(s.Err, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tpredicted ms\tmeasured ms\truns\t\n")
	for _, t := range c.Trials {
		note := t.Trouble
		if t.AgainMS > 0 {
			note = fmt.Sprintf("with the transfer of its columns; %s without", ms(t.AgainMS))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t %s\n", t.Noun, ms(t.PredictedMS), ms(t.MS), t.Runs, note)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.Err, "%s\n%s\n", c.Verdict, c.Agreement())
	return err
}
