// The program bench measures Cardinal's engine, by itself and in comparison with other programs.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"cardinal/bench/agree"
	"cardinal/bench/answers"
	"cardinal/bench/beyond"
	"cardinal/bench/breadth"
	"cardinal/bench/calculated"
	"cardinal/bench/contributions"
	"cardinal/bench/estimates"
	"cardinal/bench/floats"
	"cardinal/bench/grid"
	"cardinal/bench/groupby"
	"cardinal/bench/hash"
	"cardinal/bench/identifiers"
	"cardinal/bench/kernels"
	"cardinal/bench/loading"
	"cardinal/bench/measures"
	"cardinal/bench/ours"
	"cardinal/bench/outofcore"
	"cardinal/bench/pivots"
	"cardinal/bench/pollock"
	"cardinal/bench/predictions"
	"cardinal/bench/push"
	"cardinal/bench/reopen"
	"cardinal/bench/scale"
	"cardinal/bench/shards"
	"cardinal/bench/shows"
	"cardinal/bench/start"
	"cardinal/bench/tiers"
	"cardinal/bench/versions"
	"cardinal/bench/workbook"
)

// command is a measurement. If `what` is empty, other commands start it, and not a person.
type command struct {
	name, what string
	define     func(*flag.FlagSet) (run func(context.Context) error)
}

var commands = []command{
	{"groupby", "db-benchmark's ten group-by questions against DuckDB: times and checksums", groupby.Command},
	{"memory", "the same questions: peak memory, a process for each", groupby.Memory},
	{"pivots", "the same questions as pivots with two axes and all totals, against DuckDB's GROUPING SETS",
		pivots.Command},
	{"identifiers", "keys of millions of values against DuckDB: fresh and repeated pivots, and peak memory",
		identifiers.Command},
	{"calculated", "calculated fields and filters over 10 million rows against DuckDB", calculated.Command},
	{"measures", "distinct counts, medians, modes and deviations of 10 million rows against DuckDB", measures.Command},
	{"card", "distinct counts, medians, modes, sums and extremes of 100 million rows on the GPU and on all cores",
		measures.Card},
	{"breadth", "what a person does around a group-by, from the file and from the table, against DuckDB",
		breadth.Command},
	{"shows", "every way to show a measure, and tops with Others, beside the plain pivot", shows.Command},
	{"floats", "sums of floats with exponents close together and far apart, against DuckDB", floats.Command},
	{"grid", "every strategy over a grid of shapes, and how good the choice among them is", grid.Command},
	{"tiers", "every tier over a grid of pivots, how good the choice among them is, and the cliff curve",
		tiers.Command},
	{"estimates", "the estimated number of groups of hostile shapes: coverage, width, error and cost",
		estimates.Command},
	{"predictions", "the predicted times of pivots and of their steps, the first of a process and repeated",
		predictions.Command},
	{predictions.ChildWord, "", predictions.Child},
	{"ranges", "fits the table of likely ranges of the number of groups to random populations", estimates.Fit},
	{"kernels", "a chart of the GPU's kernels by the number of groups, out of a log of BenchmarkCurve",
		kernels.Command},
	{"outofcore", "pivots that the GPU's memory does not hold: the GPU, all cores and DuckDB", outofcore.Command},
	{"push", "pivots of tables on servers, asked there or from a copy of the columns, and how good the choice is",
		push.Command},
	{"shards", "pivots of a table of ClickHouse on 1, 2 and 4 shards with as many cores each", shards.Command},
	{"scale", "cost of a row from 1e5 to 1e8 rows, and the roofline", scale.Command},
	{"hash", "FNV-1a and Murmur3's finaliser on compact keys", hash.Command},
	{groupby.ChildWord, "", groupby.Child},
	{"loading", "delimited text into a table, plain and compressed, against DuckDB: time, processor time and memory",
		loading.Command},
	{"first", "a file of delimited text to the first answer, against DuckDB", loading.First},
	{"steps", "the steps of reading delimited text on one core, beside the speed of memory and published parsers",
		loading.Steps},
	{"workbook", "an Excel workbook into a table, beside other readers of workbooks: time, processor time and memory",
		workbook.Command},
	{workbook.ChildWord, "", workbook.Child},
	{"agree", "the values of delimited text and Parquet files beside those that DuckDB reads, cell by cell",
		agree.Command},
	{"pollock", "2,290 polluted texts after the list of the benchmark Pollock, read by Cardinal and DuckDB: scores",
		pollock.Command},
	{"beyond", "files larger than the memory to answers, against DuckDB with the same limit: time and memory",
		beyond.Command},
	{beyond.ChildWord, "", beyond.Child},
	{"compare", "rows added, removed and changed between 200 random pairs of tables, and of 2 x 5 million rows, beside " +
		"DuckDB: agreement, time and memory", versions.Command},
	{"explain", "why a figure of a random table is what it is, beside DuckDB's GROUP BY; and its time, of 10 million rows",
		contributions.Command},
	{"start", "start of the window's process to its first frame, and its memory", start.Command},
	{"reopen", "the first opening of a file, and the second one from its kept table", reopen.Command},
	{"answers", "DuckDB's answers to the questions that the command line is tested with", answers.Command},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) > 1 {
		if os.Args[1] == ours.WorkerWord {
			exit(ours.Worker())
		}
		for _, c := range commands {
			if c.name == os.Args[1] {
				f := flag.NewFlagSet(c.name, flag.ExitOnError)
				run := c.define(f)
				_ = f.Parse(os.Args[2:]) // ends the program if it fails
				exit(run(ctx))
			}
		}
	}
	fmt.Fprintln(os.Stderr, "usage: bench COMMAND [flags]; COMMAND -h lists the flags")
	for _, c := range commands {
		if c.what != "" {
			fmt.Fprintf(os.Stderr, "  %-8s %s\n", c.name, c.what)
		}
	}
	os.Exit(2) //nolint:gocritic // the signals end with the process
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}
