package grid

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"cardinal/bench/ours"
	"cardinal/bench/report"
)

// Command defines the flags of bench grid and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 2e6, "rows of every shape")
	rounds := f.Int("rounds", 3, "rounds after the first run, at least")
	threads := f.Int("threads", runtime.NumCPU(), "threads")
	keys := f.String("keys", "1,2,3,4", "numbers of keys")
	distributions := f.String("distributions", join(Distributions), "distributions")
	groups := f.String("groups", join(Groups), "numbers of groups")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		keyList, err := numbers(*keys)
		if err != nil {
			return err
		}
		groupList, err := numbers(*groups)
		if err != nil {
			return err
		}
		var wanted []Distribution
		for name := range strings.SplitSeq(*distributions, ",") {
			wanted = append(wanted, Distribution(name))
		}
		runtime.GOMAXPROCS(*threads)
		var cells []*cell
		grid := shapes(keyList, wanted, groupList)
		if len(grid) == 0 {
			return fmt.Errorf("no shapes are left: distributions are %s, groups at least 1, keys 1 to 4",
				join(Distributions))
		}
		e := ours.Open(*threads)
		defer e.Close()
		if _, err := e.Calibrate(ctx); err != nil { // as the app does after its first start
			return err
		}
		for i, s := range grid {
			c, err := measure(ctx, e, s, *rows, *rounds)
			if err != nil {
				return err
			}
			best, _ := c.best()
			fmt.Fprintf(os.Stderr, "%d/%d %s: %s %s ms, best %s, %s\n", i+1, len(grid), s, c.chosen,
				report.MS(c.own.Min()), best, report.Ratio(c.ratio()))
			cells = append(cells, c)
		}
		fmt.Println(table(cells))
		fmt.Println(summary(cells))
		if page != "" {
			if err := write(page, cells, *rows, *threads); err != nil {
				return err
			}
		}
		return disagreement(cells)
	}
}

// write writes the page's section, and next to the page the whole table, the CSV and the plots.
func write(page report.Page, cells []*cell, rows, threads int) error {
	if err := page.CSV("grid.csv", csvLines(cells)); err != nil {
		return err
	}
	intro := fmt.Sprintf("%s\n\n%s rows, %d threads; sum(v) and count() by one to four integer keys. A cell has the "+
		"milliseconds of the fastest round. All strategies take turns,\n"+
		"and their answers are compared. With one or two keys every combination of values may occur; three and four "+
		"keys are sparse, so that no dense\n"+
		"index fits. The engine was calibrated. Every run is as if its question were asked for the first time: "+
		"nothing is remembered, and the groups\n"+
		"are estimated anew. For its own choice the engine samples more rows where a decision depends on them. A "+
		"strategy that took four times as long\n"+
		"as the fastest in its first run, or twice as long after three rounds, was not run again.\n\n%s",
		report.Machine(), report.Count(rows), threads, ours.Legend())
	if err := report.Page(page.Beside("grid.md")).Section("Every strategy over the grid of shapes",
		intro+"\n"+table(cells)); err != nil {
		return err
	}
	if err := plotRatios(page.Beside("grid.png"), cells); err != nil {
		return err
	}
	if err := plotStrategies(page.Beside("grid-strategies.png"), cells, rows); err != nil {
		return err
	}
	body := intro + "\n" + summary(cells) + "\nAll cells are in [grid.md](grid.md) and [grid.csv](grid.csv).\n\n" +
		"![The engine's choice over the best strategy, by groups](grid.png)\n\n![Nanoseconds a row of every " +
		"strategy, by groups](grid-strategies.png)\n"
	return page.Section("The choice of the strategy", body)
}

func numbers(list string) ([]int, error) {
	var out []int
	for s := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is not a number above zero", s)
		}
		out = append(out, n)
	}
	return out, nil
}

func join[T any](things []T) string {
	names := make([]string, len(things))
	for i, t := range things {
		names[i] = fmt.Sprint(t)
	}
	return strings.Join(names, ",")
}
