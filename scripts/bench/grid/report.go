package grid

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/bench/ours"
	"cardinal/bench/report"
)

// table writes the whole grid as Markdown: the milliseconds of the fastest round by strategy.
func table(cells []*cell) string {
	t := report.Table{Header: []string{"keys", "rows fall", "groups", "found", "chosen", "ms"}, Left: 2}
	t.Header = append(append(t.Header, ours.Strategies...), "best", "chosen / best")
	for _, c := range cells {
		best, _ := c.best()
		row := []string{strconv.Itoa(c.Keys), string(c.Distribution), report.Count(c.Groups), report.Count(c.found),
			c.chosen, report.MS(c.own.Min())}
		for _, f := range c.forced {
			row = append(row, report.MS(f.Min()))
		}
		verdict := report.Ratio(c.ratio())
		if !c.isRight() {
			verdict = "**" + verdict + "**"
		}
		t.Add(append(row, best, verdict)...)
	}
	return t.String()
}

// csvLines returns the whole grid for programs: milliseconds with all digits, empty if a strategy did not run.
func csvLines(cells []*cell) [][]string {
	header := []string{"keys", "distribution", "groups", "groups_found", "chosen", "chosen_ms"}
	for _, name := range ours.Strategies {
		header = append(header, name+"_ms")
	}
	out := [][]string{append(header, "best", "ratio")}
	for _, c := range cells {
		best, _ := c.best()
		row := []string{strconv.Itoa(c.Keys), string(c.Distribution), strconv.Itoa(c.Groups), strconv.Itoa(c.found),
			c.chosen, plainMS(c.own.Min())}
		for _, f := range c.forced {
			row = append(row, plainMS(f.Min()))
		}
		out = append(out, append(row, best, strconv.FormatFloat(c.ratio(), 'f', 4, 64)))
	}
	return out
}

func plainMS(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(d.Nanoseconds())/1e6, 'f', 4, 64)
}

// summary writes how often the choice is right: in all, by distribution, and by number of keys. It lists the wrong
// choices.
func summary(cells []*cell) string {
	var b strings.Builder
	part, right := share(cells)
	fmt.Fprintf(&b, "The engine's own choice is within 15%% of the best strategy in %d of %d cells: %.1f%%. ", right,
		len(cells), 100*part)
	same := filterCells(cells, func(c *cell) bool {
		best, _ := c.best()
		return !c.isRight() && c.chosen == best
	})
	fmt.Fprintf(&b, "In %d of the other cells the choice is the best strategy itself, which took longer when it was "+
		"chosen than when it was forced.\n\n", len(same))
	t := report.Table{Header: []string{"rows fall"}, Left: 1}
	var keys []int
	for _, c := range cells {
		if !slices.Contains(keys, c.Keys) {
			keys = append(keys, c.Keys)
			t.Header = append(t.Header, keyCount(c.Keys))
		}
	}
	for _, d := range Distributions {
		row := []string{string(d)}
		for _, k := range keys {
			some := filterCells(cells, func(c *cell) bool { return c.Keys == k && c.Distribution == d })
			_, right := share(some)
			row = append(row, fmt.Sprintf("%d of %d", right, len(some)))
		}
		t.Add(row...)
	}
	b.WriteString(t.String())
	if wrong := filterCells(cells, func(c *cell) bool { return !c.isRight() }); len(wrong) > 0 {
		slices.SortFunc(wrong, func(a, b *cell) int { return int(1000 * (b.ratio() - a.ratio())) })
		b.WriteString("\nThe others, the worst first:\n\n")
		for _, c := range wrong {
			best, took := c.best()
			fmt.Fprintf(&b, "- %s: %s took %s ms, %s %s ms (%s)\n", c.Shape, c.chosen, report.MS(c.own.Min()), best,
				report.MS(took), report.Ratio(c.ratio()))
		}
	}
	if reasons := faults(cells); len(reasons) > 0 {
		b.WriteString("\nStrategies that did not run, with the number of cells:\n\n")
		for _, reason := range slices.Sorted(maps.Keys(reasons)) {
			fmt.Fprintf(&b, "- %s (%d)\n", reason, reasons[reason])
		}
	}
	return b.String()
}
