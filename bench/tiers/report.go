package tiers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/bench/ours"
	"cardinal/bench/report"
)

// summary says how often the choice was right, by rows and in all, and lists where it was not.
func summary(cells []*Cell) string {
	var b strings.Builder
	t := report.Table{Header: []string{"rows", "pivots", "within 10% or 0.2 ms", "worst", "serial is best", "workers are best", "GPU is best"}}
	for rows := 1000; rows <= 1_000_000_000; rows *= 10 {
		if some := where(cells, func(c *Cell) bool { return c.Rows == rows }); len(some) > 0 {
			t.Add(append([]string{report.Count(rows)}, tally(some)...)...)
		}
	}
	t.Add(append([]string{"all"}, tally(cells)...)...)
	b.WriteString(t.String())
	wrong := where(cells, func(c *Cell) bool { return !c.right() })
	slices.SortFunc(wrong, func(a, b *Cell) int { return int(1000 * (b.ratio() - a.ratio())) })
	if len(wrong) > 0 {
		b.WriteString("\nThe others, the worst first:\n\n")
	}
	for _, c := range wrong {
		best, took := c.best()
		fmt.Fprintf(&b, "- %s: %s took %s ms (predicted %s), %s %s ms (predicted %s): %s\n", c.Shape, c.Chosen, number(c.MS[c.Chosen]),
			number(c.Predicted[c.Chosen]), best, number(took), number(c.Predicted[best]), report.Ratio(c.ratio()))
	}
	return b.String()
}

func tally(cells []*Cell) []string {
	right, worst, best := 0, 1.0, map[string]int{}
	for _, c := range cells {
		if c.right() {
			right++
		}
		worst = max(worst, c.ratio())
		tier, _ := c.best()
		best[tier]++
	}
	row := []string{report.Count(len(cells)), fmt.Sprintf("%d (%.1f%%)", right, 100*float64(right)/float64(len(cells))), report.Ratio(worst)}
	for _, tier := range ours.Tiers {
		row = append(row, report.Count(best[tier]))
	}
	return row
}

func where(cells []*Cell, holds func(*Cell) bool) []*Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c *Cell) bool { return !holds(c) })
}

// csvLines is every cell for programs: milliseconds and predictions by tier, empty where a tier did not run.
func csvLines(cells []*Cell) [][]string {
	header := []string{"rows", "groups", "keys", "aggregates", "resident", "estimated", "found", "chosen", "best", "ratio", "right"}
	for _, tier := range ours.Tiers {
		header = append(header, tier+"_ms", tier+"_predicted_ms", tier+"_strategy")
	}
	out := [][]string{header}
	for _, c := range cells {
		best, _ := c.best()
		row := []string{strconv.Itoa(c.Rows), strconv.Itoa(c.Groups), strconv.Itoa(c.Keys), strconv.Itoa(c.Aggregates), strconv.FormatBool(c.Resident),
			strconv.Itoa(c.Estimated), strconv.Itoa(c.Found), c.Chosen, best, number(c.ratio()), strconv.FormatBool(c.right())}
		for _, tier := range ours.Tiers {
			if took, ran := c.MS[tier]; ran {
				row = append(row, number(took), number(c.Predicted[tier]), c.Record[tier].Strategy)
			} else {
				row = append(row, "", number(c.Predicted[tier]), "")
			}
		}
		out = append(out, row)
	}
	return out
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
