package shards

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"cardinal/bench/report"
)

const plotName = "shards.png"

// Command defines the flags of bench shards and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 4e7, "rows of the table")
	counts := f.String("shards", "1,2,4", "numbers of shards, the greatest last")
	cores := f.Int("cores", 0, "cores of each shard; 0: this machine's over the greatest number of shards")
	rounds := f.Int("rounds", 5, "rounds of each pivot")
	script := f.String("script", "scripts/cluster.sh", "the script that starts the shards")
	packages := f.String("packages", "", "a folder with the packages of ClickHouse; \"\": the script fetches them")
	port := f.Int("port", 28600, "the first port of the shards")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		var sizes []int
		for text := range strings.SplitSeq(*counts, ",") {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > 4 {
				return fmt.Errorf("%q is no number of shards from 1 to 4", text)
			}
			sizes = append(sizes, n)
		}
		most := slices.Max(sizes)
		if *cores == 0 {
			*cores = max(1, runtime.NumCPU()/most)
		}
		bound, stop, err := start(ctx, *script, *packages, *port, most, *cores)
		if err != nil {
			return err
		}
		defer stop()
		cells, err := measure(ctx, ports(*port, most), sizes, *rows, *cores, *rounds)
		if err != nil {
			return err
		}
		limit, err := machineTable(bound, sizes)
		if err != nil {
			return err
		}
		text := table(cells, sizes, *rows) + "\n" + stageTable(cells, sizes) + "\n" + limit
		fmt.Println(text)
		if page == "" {
			return nil
		}
		if err := draw(page.Beside(plotName), cells, sizes, *rows); err != nil {
			return err
		}
		return page.Section(fmt.Sprintf("%s shards of %d cores each", strings.ReplaceAll(*counts, ",", ", "), *cores),
			fmt.Sprintf("%s %s rows, ClickHouse 18.16; the median of %d rounds in turns.\n\n%s\n![Rows a second over "+
				"the number of shards](%s)\n",
				report.Machine(), report.Count(*rows), *rounds, text, plotName))
	}
}

// start starts the shards. It returns the processors to which each shard is bound, and a function that stops the
// shards.
func start(ctx context.Context, script, packages string, port, shards,
	cores int) (bound [][]int, stop func(), err error) {
	folder, err := os.MkdirTemp("", "bench-shards-")
	if err != nil {
		return nil, nil, err
	}
	run := func(ctx context.Context, word string) error {
		c := exec.CommandContext(ctx, "bash", script, word)
		c.Env = append(os.Environ(), "CLUSTER="+folder, "ROWS=0", fmt.Sprint("SHARDS=", shards),
			fmt.Sprint("CORES=", cores), fmt.Sprint("PORT=", port), "PACKAGES="+packages,
			fmt.Sprint("WHILE=", os.Getpid()))
		c.Stdout, c.Stderr = os.Stderr, os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("%s %s: %w", script, word, err)
		}
		return nil
	}
	stop = func() {
		_ = run(context.WithoutCancel(ctx), "stop")
		_ = os.RemoveAll(folder)
	}
	err = run(ctx, "start")
	for i := 0; i < shards && err == nil; i++ {
		var of []int
		of, err = processors(filepath.Join(folder, "run", fmt.Sprint("clickhouse", i), "pid"))
		bound = append(bound, of)
	}
	if err != nil {
		stop()
	}
	return bound, stop, err
}

// table writes every pivot with its figures.
func table(cells []*cell, sizes []int, rows int) string {
	header := []string{"pivot", "groups"}
	for _, n := range sizes {
		header = append(header, fmt.Sprintf("%s, ms", shardsOf(n)), "million rows a second")
		if n != sizes[0] {
			header = append(header, fmt.Sprintf("times %s", shardsOf(sizes[0])))
		}
	}
	t := report.Table{Header: header, Left: 1}
	times := make([][]float64, len(sizes))
	for _, c := range cells {
		row := []string{strings.ReplaceAll(c.pivot.String(), "|", "/"), report.Count(c.groups)}
		for i, ms := range c.ms {
			row = append(row, fmt.Sprintf("%.0f", ms), fmt.Sprintf("%.0f", float64(rows)/ms/1000))
			if i > 0 {
				row = append(row, report.Ratio(c.ms[0]/ms))
				times[i] = append(times[i], c.ms[0]/ms)
			}
		}
		t.Add(row...)
	}
	text := t.String()
	for i, n := range sizes[1:] {
		text += fmt.Sprintf("\n%s answer %s times as fast as %s in the geometric mean.\n", shardsOf(n),
			strings.TrimSuffix(report.Ratio(report.GeometricMean(times[i+1])), "x"), shardsOf(sizes[0]))
	}
	return text
}

// stageTable writes the times of the steps of each pivot. Two columns are for comparison. The time of one shard that is
// asked by itself shows what the pivot would take if shards cost only their rows. The time when all shards are asked
// for their own rows at once shows what the machine allows: nothing is merged or sent between shards.
func stageTable(cells []*cell, sizes []int) string {
	steps := []string{"check", "estimate", "server", "merge", "assemble"}
	t := report.Table{Header: append(append([]string{"pivot", "shards"}, steps...), "one shard alone", "all at once",
		"whole, ms"), Left: 1}
	times, machine := make([][]float64, len(sizes)), make([][]float64, len(sizes))
	for _, c := range cells {
		for i, n := range sizes {
			row := []string{strings.ReplaceAll(c.pivot.String(), "|", "/"), fmt.Sprint(n)}
			for _, step := range steps {
				row = append(row, fmt.Sprintf("%.1f", c.stages[i][step]))
			}
			t.Add(append(row, fmt.Sprintf("%.1f", c.alone[i]), fmt.Sprintf("%.1f", c.beside[i]),
				fmt.Sprintf("%.1f", c.ms[i]))...)
			times[i], machine[i] = append(times[i], c.stages[0]["server"]/c.stages[i]["server"]),
				append(machine[i], c.beside[0]/c.beside[i])
		}
	}
	text := "The steps of these pivots in milliseconds. \"One shard alone\" is the step \"server\" where the first " +
		"shard is asked for its own rows and nothing else runs. \"All at once\" is the slowest " +
		"where every shard is asked for its own rows at the same time: nothing is merged, and no row travels between " +
		"shards.\n\n" + t.String()
	for i, n := range sizes[1:] {
		text += fmt.Sprintf("\nThe step \"server\" is %s as fast with %s as with %s, and shards that are asked at "+
			"once %s, in the geometric mean.\n",
			report.Ratio(report.GeometricMean(times[i+1])), shardsOf(n), shardsOf(sizes[0]),
			report.Ratio(report.GeometricMean(machine[i+1])))
	}
	return text
}

func shardsOf(n int) string {
	if n == 1 {
		return "1 shard"
	}
	return fmt.Sprint(n, " shards")
}
