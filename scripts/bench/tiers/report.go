package tiers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/bench/ours"
	"cardinal/bench/report"
)

// summary writes how often the choice was right: in all, and by number of rows. It lists the wrong choices.
func summary(cells []*Cell) string {
	var b strings.Builder
	t := report.Table{Header: []string{"rows", "pivots", "within 10% or 0.2 ms", "worst", "serial is best",
		"workers are best", "GPU is best"}}
	for rows := 1000; rows <= 1_000_000_000; rows *= 10 {
		if some := filterCells(cells, func(c *Cell) bool { return c.Rows == rows }); len(some) > 0 {
			t.Add(append([]string{report.Count(rows)}, tally(some)...)...)
		}
	}
	t.Add(append([]string{"all"}, tally(cells)...)...)
	b.WriteString(t.String())
	b.WriteString("\n" + predictions(cells))
	b.WriteString("\n" + estimating(cells))
	wrong := filterCells(cells, func(c *Cell) bool { return !c.isRight() })
	slices.SortFunc(wrong, func(a, b *Cell) int { return int(1000 * (b.ratio() - a.ratio())) })
	if len(wrong) > 0 {
		b.WriteString("\nThe others, the worst first:\n\n")
	}
	for _, c := range wrong {
		best, took := c.best()
		fmt.Fprintf(&b, "- %s: %s took %s ms (predicted %s), %s %s ms (predicted %s): %s\n", c.Shape, c.Chosen,
			number(c.MS[c.Chosen]),
			number(c.Predicted[c.Chosen]), best, number(took), number(c.Predicted[best]), report.Ratio(c.ratio()))
	}
	return b.String()
}

// predictions writes by which factor the predicted times differ from the measured times, and the expected numbers of
// groups from the actual ones.
func predictions(cells []*Cell) string {
	t := report.Table{Header: report.OffHeader("predicted", "pivots")}
	add := func(name string, factors []float64) {
		if len(factors) > 0 {
			t.Add(report.OffLine(name, factors)...)
		}
	}
	for _, tier := range ours.Tiers {
		var ratios []float64
		for _, c := range cells {
			if ms, ran := c.MS[tier]; ran && c.predicted(tier) > 0 {
				ratios = append(ratios, report.Off(ms, c.predicted(tier)))
			}
		}
		add("time of "+tier, ratios)
	}
	var groups []float64
	inside := 0
	for _, c := range cells {
		groups = append(groups, report.Off(float64(max(1, c.Estimated)), float64(max(1, c.Found))))
		if c.Low <= c.Found && c.Found <= c.High {
			inside++
		}
	}
	add("number of groups", groups)
	return t.String() + fmt.Sprintf("\nThe number of groups lay inside its range in %d of %d pivots.\n",
		inside, len(cells))
}

// estimating writes the cost of estimating the number of groups. It uses pivots over a table that is new to the engine,
// on a tier that the engine chose. If a tier is asked for by name, the engine computes no crossovers.
func estimating(cells []*Cell) string {
	t := report.Table{Header: []string{"rows", "pivots", "estimate, median ms", "of the pivot's time, median"}}
	for rows := 1000; rows <= 1_000_000_000; rows *= 10 {
		var ms, share []float64
		for _, c := range filterCells(cells, func(c *Cell) bool { return c.Rows == rows && !c.Resident }) {
			ms, share = append(ms, c.Free.Estimate.MS), append(share, c.Free.Estimate.MS/c.Free.TotalMS)
		}
		if len(ms) > 0 {
			slices.Sort(ms)
			slices.Sort(share)
			t.Add(report.Count(rows), report.Count(len(ms)), fmt.Sprintf("%.3f", ms[len(ms)/2]),
				fmt.Sprintf("%.1f%%", 100*share[len(share)/2]))
		}
	}
	return t.String()
}

func tally(cells []*Cell) []string {
	right, worst, best := 0, 1.0, map[string]int{}
	for _, c := range cells {
		if c.isRight() {
			right++
		}
		worst = max(worst, c.ratio())
		tier, _ := c.best()
		best[tier]++
	}
	row := []string{report.Count(len(cells)), fmt.Sprintf("%d (%.1f%%)", right, 100*float64(right)/float64(len(cells))),
		report.Ratio(worst)}
	for _, tier := range ours.Tiers {
		row = append(row, report.Count(best[tier]))
	}
	return row
}

func filterCells(cells []*Cell, holds func(*Cell) bool) []*Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c *Cell) bool { return !holds(c) })
}

// csvLines returns every cell for programs: milliseconds and predictions by tier, empty if a tier did not run.
func csvLines(cells []*Cell) [][]string {
	header := []string{"rows", "groups", "keys", "aggregates", "resident", "estimated", "found", "chosen", "best",
		"ratio", "right"}
	for _, tier := range ours.Tiers {
		header = append(header, tier+"_ms", tier+"_predicted_ms", tier+"_strategy")
	}
	out := [][]string{header}
	for _, c := range cells {
		best, _ := c.best()
		row := []string{strconv.Itoa(c.Rows), strconv.Itoa(c.Groups), strconv.Itoa(c.Keys), strconv.Itoa(c.Aggregates),
			strconv.FormatBool(c.Resident),
			strconv.Itoa(c.Estimated), strconv.Itoa(c.Found), c.Chosen, best, number(c.ratio()),
			strconv.FormatBool(c.isRight())}
		for _, tier := range ours.Tiers {
			if took, ran := c.MS[tier]; ran {
				row = append(row, number(took), number(c.predicted(tier)), c.Record[tier].Strategy)
			} else {
				row = append(row, "", number(c.predicted(tier)), "")
			}
		}
		out = append(out, row)
	}
	return out
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
