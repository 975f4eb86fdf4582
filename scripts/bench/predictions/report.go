package predictions

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cardinal/bench/report"
	"cardinal/profiler"
)

// noticed is the least time, in milliseconds, that a person notices. A step counts if it takes at least the share
// `share` of the pivot's time.
const noticed, share = 10, 0.02

// describe writes the page's section: by which factor the predictions were wrong in each state, for the pivot and for
// each step.
func describe(all []*Pivot) string {
	var b strings.Builder
	fmt.Fprintf(&b, `%s

Each pivot is asked in a process of its own, whose memory was never written: once as its first pivot, then repeatedly,
and then over a new table of the same columns. A step is judged if it took, or was predicted to take, at least a
fiftieth of its pivot. Without "all", pivots of less than 10 ms are left out, which nobody notices.

    bench predictions -page docs/measured/predictions.md

`, report.Machine())
	whole := report.Table{Left: 1, Header: report.OffHeader("the whole", "pivots")}
	var ratios []float64 // first over repeated, of the largest tables
	for _, least := range []float64{noticed, 0} {
		for i, state := range states {
			var off []float64
			for _, p := range all {
				if r := p.Runs[i]; r.Taken >= least {
					off = append(off, report.Off(r.Predicted, r.Taken))
				}
			}
			if least == 0 {
				state += ", all"
			}
			add(&whole, state, off)
		}
	}
	steps := report.Table{Left: 1, Header: report.OffHeader("step", "steps")}
	for i, state := range states {
		off := map[string][]float64{}
		for _, p := range all {
			for _, s := range p.Runs[i].Steps {
				if r := &p.Runs[i]; r.Taken >= noticed && max(s.MS, s.PredictedMS) >= share*r.Taken {
					off[s.Name] = append(off[s.Name], report.Off(max(s.PredictedMS, 1e-3), max(s.MS, 1e-3)))
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(off)) {
			add(&steps, name+", "+state, off[name])
		}
	}
	most := slices.MaxFunc(all, func(a, b *Pivot) int { return a.Rows - b.Rows }).Rows
	for _, p := range all {
		if r := p.Runs; p.Rows == most {
			ratios = append(ratios, r[0].Taken/r[2].Taken)
		}
	}
	slices.Sort(ratios)
	fmt.Fprintf(&b, "%s\n%s\nThe first pivot of a process over %s rows takes %.2f times the repeated one in the "+
		"median, and %.2f times in nine of ten.\n\nThe worst predictions of the whole:\n\n", whole.String(),
		steps.String(), report.Count(most), ratios[len(ratios)/2], ratios[len(ratios)*9/10])
	for i, state := range states {
		worst := slices.Clone(all)
		of := func(p *Pivot) float64 {
			if r := p.Runs[i]; r.Taken >= noticed {
				return report.Off(r.Predicted, r.Taken)
			}
			return 1
		}
		slices.SortFunc(worst, func(a, b *Pivot) int { return int(1e6 * (of(b) - of(a))) })
		for _, p := range worst[:min(5, len(worst))] {
			r := p.Runs[i]
			fmt.Fprintf(&b, "- %s, %s rows, %s: %.1f ms taken, %.1f predicted: %s\n", state, report.Count(p.Rows),
				p.question, r.Taken, r.Predicted, written(r.Steps))
		}
	}
	return b.String()
}

func add(t *report.Table, name string, off []float64) {
	if len(off) > 0 {
		t.Add(report.OffLine(name, off)...)
	}
}

// written writes the steps that count, each with its measured and its predicted time.
func written(steps []profiler.Step) string {
	var out []string
	for _, s := range steps {
		if max(s.MS, s.PredictedMS) >= 1 {
			out = append(out, fmt.Sprintf("%s %.1f of %.1f", strings.ToLower(s.Name), s.MS, s.PredictedMS))
		}
	}
	return strings.Join(out, ", ")
}

// csvLines returns a line for each run, and a line for each of its steps.
func csvLines(all []*Pivot) [][]string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }
	out := [][]string{{"rows", "pivot", "state", "groups", "tier", "step", "predicted_ms", "taken_ms"}}
	for _, p := range all {
		for i, r := range p.Runs {
			for _, s := range append([]profiler.Step{{Name: "whole", PredictedMS: r.Predicted, MS: r.Taken}},
				r.Steps...) {
				out = append(out, []string{strconv.Itoa(p.Rows), p.question.String(), states[i],
					strconv.Itoa(r.Groups), r.Tier, s.Name, number(s.PredictedMS), number(s.MS)})
			}
		}
	}
	return out
}
