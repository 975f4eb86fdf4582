package groupby

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"cardinal/bench/report"
)

// Memory defines the flags of bench memory and returns the command. It asks every side every question, each in a
// process of its own, and compares how far the memory of the processes grew.
func Memory(f *flag.FlagSet) func(context.Context) error {
	var a asked
	read := a.flags(f, "k100,k2")
	return func(ctx context.Context) error {
		if err := read(); err != nil {
			return err
		}
		sides := a.how.sides
		var body strings.Builder
		fmt.Fprintf(&body, `%s

The tables show how much the resident memory of a process grew, in MiB, until its peak while it answered one question for the first
time. The answer is included. The figure in brackets is the memory of the process at that peak, with its table. Each figure is from a process of its own: the process
loads the data, gives free memory back, brings the program's own code into memory, and then asks the question on %d threads. Cardinal's growth
includes the key codes that the engine keeps for the next question, and what the garbage collector had not collected yet. Below
half a MiB a figure depends on the pages that a process happens to touch: the same question of the same side differs by 0.2 MiB from one process to the next.
`, report.Machine(), a.how.threads)
		for _, set := range a.sets {
			table := report.Table{Header: []string{""}, Left: 1}
			for _, name := range sides {
				table.Header = append(table.Header, sideTitles[name])
			}
			if slices.Contains(sides, sideOurs) && len(sides) > 1 {
				table.Header = append(table.Header, "Cardinal / least of DuckDB")
			}
			for _, q := range a.questions {
				row, err := footprints(ctx, a, set, q)
				if err != nil {
					return err
				}
				table.Add(row...)
				fmt.Fprintln(os.Stderr, set.Name, strings.Join(row, " | "))
			}
			fmt.Fprintf(&body, "\n### %s (%s)\n\n%s", set.What, set.Spec.Name(), table.String())
			fmt.Printf("\n%s, %s rows: MiB\n\n%s", set.What, report.Count(set.Spec.Rows), table.String())
		}
		return a.page.Section(fmt.Sprintf("Memory, %s rows", report.Count(a.rows)), body.String())
	}
}

// footprints returns one row of the table: a question's growth and peak by side. A side that cannot answer has a dash.
func footprints(ctx context.Context, a asked, set Set, q Question) ([]string, error) {
	row, sides := []string{q.String()}, a.how.sides
	var ours, least int64
	for _, name := range sides {
		got, err := spawn(ctx, "-rows", fmt.Sprint(a.rows), "-threads", fmt.Sprint(a.how.threads), "-v3", a.how.v3,
			"-sets", set.Name, "-questions", fmt.Sprint(q.Number), "-sides", name)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s %s %s: %v\n", set.Name, q, name, err)
			row = append(row, "–")
			continue
		}
		growth := got.Peak - got.Loaded
		row = append(row, fmt.Sprintf("%s (%s)", report.MiB(growth), report.MiB(got.Peak)))
		if name == sideOurs {
			ours = growth
		} else if least == 0 || growth < least {
			least = growth
		}
	}
	if slices.Contains(sides, sideOurs) && len(sides) > 1 {
		ratio := 0.0
		if ours > 0 && least > 0 {
			ratio = float64(ours) / float64(least)
		}
		row = append(row, report.Ratio(ratio))
	}
	return row, nil
}

// spawn runs this program as a child and reads its footprint.
func spawn(ctx context.Context, args ...string) (f footprint, err error) {
	self, err := os.Executable()
	if err != nil {
		return f, fmt.Errorf("cannot find this program to start it as a child: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, append([]string{ChildWord}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return f, fmt.Errorf("the child failed: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return f, json.Unmarshal(out, &f)
}
