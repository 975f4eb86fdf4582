package groupby

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/bench/report"
)

// line writes a result on one line, to show the progress.
func (r *result) line(sides []string) string {
	var parts []string
	for i, name := range sides {
		parts = append(parts, fmt.Sprintf("%s %s", name, report.MS(r.times[i].Min())))
	}
	return strings.Join(parts, ", ") + " ms: " + r.verdict
}

// ratio returns by how much Cardinal's fastest round was faster than that of side i. It returns 0 if a side has no
// round.
func (r *result) ratio(ours, i int) float64 {
	if a, b := r.times[ours].Min(), r.times[i].Min(); a > 0 && b > 0 {
		return float64(b) / float64(a)
	}
	return 0
}

// table writes one data set as Markdown, question by question: milliseconds of the fastest round, and the median in
// brackets.
func (m *measured) table(sides []string) string {
	t := report.Table{Header: []string{"", "groups"}, Left: 1}
	ours := slices.Index(sides, sideOurs)
	for _, name := range sides {
		t.Header = append(t.Header, sideTitles[name])
	}
	for _, name := range sides {
		if ours >= 0 && name != sideOurs {
			t.Header = append(t.Header, "x "+name)
		}
	}
	t.Header = append(t.Header, "first run", "checksums")
	for _, r := range m.results {
		row := []string{r.question.String(), report.Count(slices.Max(r.rows))}
		var firsts []string
		for i := range sides {
			row = append(row, fmt.Sprintf("%s (%s)", report.MS(r.times[i].Min()), report.MS(r.times[i].Median())))
			firsts = append(firsts, report.MS(r.times[i].First))
		}
		for i, name := range sides {
			if ours >= 0 && name != sideOurs {
				row = append(row, report.Ratio(r.ratio(ours, i)))
			}
		}
		t.Add(append(row, strings.Join(firsts, " / "), r.verdict)...)
	}
	return t.String()
}

// summary writes, for each data set, the geometric mean of the ratios and the worst ratio.
func summary(sets []*measured, sides []string) string {
	ours := slices.Index(sides, sideOurs)
	if ours < 0 || len(sides) < 2 {
		return ""
	}
	t := report.Table{Header: []string{"data"}, Left: 1}
	for _, name := range sides {
		if name != sideOurs {
			t.Header = append(t.Header, "mean x "+name, "worst x "+name)
		}
	}
	for _, m := range sets {
		row := []string{m.set.What}
		for i, name := range sides {
			if name != sideOurs {
				mean, worst, at := m.ratios(ours, i)
				row = append(row, report.Ratio(mean), fmt.Sprintf("%s %s", report.Ratio(worst), at))
			}
		}
		t.Add(row...)
	}
	return t.String()
}

// ratios returns the geometric mean over the questions, the smallest ratio and its question.
func (m *measured) ratios(ours, i int) (mean, worst float64, at string) {
	var values []float64
	missing := 0
	for _, r := range m.results {
		v := r.ratio(ours, i)
		if v == 0 {
			missing++
			continue
		}
		if values = append(values, v); worst == 0 || v < worst {
			worst, at = v, r.question.String()
		}
	}
	if missing > 0 {
		at += fmt.Sprintf(" (without %d questions)", missing)
	}
	return report.GeometricMean(values), worst, at
}

// page writes all measurements as Markdown.
func page(sets []*measured, h how) string {
	var b strings.Builder
	fmt.Fprintln(&b, report.Machine())
	fmt.Fprintf(&b, `
A cell has the milliseconds of the fastest of %d rounds, and the median in brackets. DuckDB %s runs in the same process. Each side has %d threads.
The sides take turns, and keep no result from one round to the next. Each side materialises its answer: Cardinal as a table,
DuckDB as a temporary table. "First run" is the run before the rounds, in the order of the sides; there, a side also prepares what it
keeps for later runs. No time includes loading. Integers are INTEGER in DuckDB, as in db-benchmark. Cardinal loads every column in the
narrowest width of its range. v3 is %s in DuckDB; in Cardinal it is an exact decimal, so that its sums are exact. "x text" and "x enum" say how
many times longer DuckDB's fastest round took. A checksum is the sum of a value column of the answer. The checksums are compared
with each other and with those of db-benchmark's results.

`, h.rounds, sets[0].version, h.threads, strings.ToUpper(h.v3))
	b.WriteString(summary(sets, h.sides))
	for _, m := range sets {
		fmt.Fprintf(&b, "\n### %s (%s)\n\n%s", m.set.What, m.set.Spec.Name(), m.table(h.sides))
	}
	return b.String()
}
