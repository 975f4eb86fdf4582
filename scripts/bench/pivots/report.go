package pivots

import (
	"fmt"
	"slices"
	"time"

	"cardinal/bench/report"
)

// table writes the results as Markdown, one question a row.
func table(results []*result) string {
	t := report.Table{Header: []string{"", "cells", "Cardinal", "of it grouping", "assembling", "DuckDB", "ratio",
		"first run", "memory, MiB", "checksums"}, Left: 1}
	for _, r := range results {
		t.Add(r.String(), report.Count(r.cells), r.ours.cell(), milliseconds(r.aggregate), milliseconds(r.assemble),
			r.duck.cell(), report.Ratio(r.ratio()),
			report.MS(r.ours.first)+" / "+report.MS(r.duck.first), report.MiB(r.ours.growth)+" / "+
				report.MiB(r.duck.growth), r.verdict())
	}
	return t.String()
}

// cell writes the fastest round, and the median in brackets.
func (f *figure) cell() string {
	return fmt.Sprintf("%s (%s)", report.MS(f.Min()), report.MS(f.Median()))
}

func milliseconds(ms float64) string { return report.MS(time.Duration(ms * float64(time.Millisecond))) }

// summary writes one line: the geometric mean of the ratios and the least ratio.
func summary(results []*result) string {
	var ratios []float64
	for _, r := range results {
		ratios = append(ratios, r.ratio())
	}
	if len(ratios) == 0 {
		return ""
	}
	least := slices.Index(ratios, slices.Min(ratios))
	return fmt.Sprintf("Geometric mean %s, least %s (q%d).\n", report.Ratio(report.GeometricMean(ratios)),
		report.Ratio(ratios[least]), results[least].Number)
}

// body writes all measurements as Markdown.
func body(results []*result, data, version string, rounds, threads int) string {
	return fmt.Sprintf(`%s

%s: db-benchmark's questions with their keys on two axes, and figures for every pair of levels of the axes: each label, each subtotal and the
grand total. A question with one key has v1 on the columns. A cell of the table has the milliseconds of the fastest of %d rounds, and the
median in brackets. DuckDB %s answers the same in the same process by GROUPING SETS over a table whose texts are ENUM, and materialises it as a
temporary table. Cardinal makes the crosstab that the window shows. Cardinal's crosstab keeps the exact state of every cell, and
divides, roots and rounds a figure when the figure is read; medians, tops and totals are complete before. Grouping includes laying the values of
medians out by group. Each side has %d threads. The sides take turns,
and keep no answer from one round to the next. "First run" is the run before the rounds, in which a side also prepares what it keeps
for later runs, and "memory" is the growth of the process at its peak in that run. The checksums compare the number of cells and the sum of every measure, level by level. Other programs may run on the
machine at the same time. Compare the times within one row, and rows by their ratios.

%s
%s`, report.Machine(), data, rounds, version, threads, summary(results), table(results))
}
