package push

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"cardinal/bench/report"
)

// Command defines the flags of bench push and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	most := f.Int("rows", 1e7, "rows of the largest table; each has ten times as many as the one before")
	least := f.Int("least", 10_000, "rows of the smallest table")
	only := f.String("server", "", "the name of the only server that is asked; \"\": all")
	rounds := f.Int("rounds", 3, "rounds of each way")
	port := f.Int("port", 28120, "the first port of the servers of scripts/cluster.sh")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		var sizes []int
		for rows := *least; rows <= *most; rows *= 10 {
			sizes = append(sizes, rows)
		}
		var cells []*cell
		for _, s := range servers(*port) {
			if *only != "" && s.name != *only {
				continue
			}
			some, err := measureAll(ctx, s, sizes, *rounds, runtime.NumCPU())
			if err != nil {
				return err
			}
			cells = append(cells, some...)
		}
		text := summary(cells, sizes)
		fmt.Println(text)
		if page == "" {
			return nil
		}
		const plot = "push.png"
		if err := draw(page.Beside(plot), cells); err != nil {
			return err
		}
		return page.Section(fmt.Sprintf("Two servers on %d cores", runtime.NumCPU()),
			fmt.Sprintf("%s\n\n%s\n![Time on the server and with a copy](%s)\n\n%s", report.Machine(), text,
				plot, table(cells)))
	}
}

// summary writes how often the choice was right.
func summary(cells []*cell, sizes []int) string {
	t := report.Table{Header: []string{"server", "rows", "pivots", "right", "asked the server", "copied",
		"server is better", "copy is better", "worst"}, Left: 1}
	tally := func(server, rows string, holds func(*cell) bool) {
		n, right, asked, better, worst := 0, 0, 0, 0, 1.0
		for _, c := range cells {
			if !holds(c) {
				continue
			}
			n++
			for _, of := range []struct {
				is bool
				n  *int
			}{{c.isRight(), &right}, {!c.copies, &asked}, {c.better() == c.push, &better}} {
				if of.is {
					*of.n++
				}
			}
			worst = max(worst, c.took/c.better())
		}
		t.Add(server, rows, report.Count(n), fmt.Sprintf("%d (%.0f%%)", right, 100*float64(right)/float64(n)),
			report.Count(asked), report.Count(n-asked), report.Count(better), report.Count(n-better),
			report.Ratio(worst))
	}
	var names []string
	for _, c := range cells {
		if !slices.Contains(names, c.server) {
			names = append(names, c.server)
		}
	}
	for _, name := range names {
		for _, rows := range sizes {
			tally(name, report.Count(rows), func(c *cell) bool { return c.server == name && c.rows == rows })
		}
	}
	tally("both", "all", func(*cell) bool { return true })
	return t.String()
}

// table writes every pivot with its figures.
func table(cells []*cell) string {
	t := report.Table{Header: []string{"server", "rows", "pivot", "server, ms", "expected", "copy, ms", "expected",
		"chosen", "right"}, Left: 3}
	for _, c := range cells {
		push, chosen, right := "refused", "server", "yes"
		if c.push > 0 {
			push = fmt.Sprintf("%.0f", c.push)
		}
		if c.copies {
			chosen = "copy"
		}
		if !c.isRight() {
			right = "**no**"
		}
		t.Add(c.server, report.Count(c.rows), strings.ReplaceAll(c.pivot.String(), "|", "/"), push,
			fmt.Sprintf("%.0f", c.predicted[0]), fmt.Sprintf("%.0f", c.pull), fmt.Sprintf("%.0f", c.predicted[1]),
			chosen, right)
	}
	return t.String()
}
