package shows

import (
	"fmt"
	"strings"
	"time"

	"cardinal/bench/report"
)

// section is a table of pivots of one kind.
type section struct {
	title   string
	pivots  []pivot
	table   report.Table
	worst   float64 // the greatest ratio
	worstOf string
}

type sections []*section

// add adds the results of a pivot, one row for each variant.
func (s *section) add(p pivot, results []result) {
	s.table.Header, s.table.Left = []string{"", "", "ms", "plain", "ratio", "of processor time"}, 2
	plain := results[0]
	for _, r := range results[1:] {
		ratio := quotient(r.Min(), plain.Min())
		if ratio > s.worst {
			s.worst, s.worstOf = ratio, p.String()+", "+r.name
		}
		s.table.Add(p.String(), r.name, cell(r), cell(plain), report.Ratio(ratio),
			report.Ratio(quotient(r.processor, plain.processor)))
	}
}

// cell writes the fastest round, and the median in brackets.
func cell(r result) string { return report.MS(r.Min()) + " (" + report.MS(r.Median()) + ")" }

func quotient(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }

func (s sections) String() string {
	var b strings.Builder
	for _, part := range s {
		if len(part.table.Rows) > 0 {
			fmt.Fprintf(&b, "### %s\n\nAt most %s of the plain pivot (%s).\n\n%s\n", part.title,
				report.Ratio(part.worst), part.worstOf, &part.table)
		}
	}
	return b.String()
}

// body writes all measurements as Markdown.
func (s sections) body(rounds, threads int) string {
	return fmt.Sprintf(`%s

Every way to show a measure, and tops with Others, beside the same pivot without them. Each pivot is answered from a table in memory, on
%d threads, and the cells of a screen (50 rows, 20 columns) are read as text. The pivots of one kind take turns in one process. A cell of the
tables has the milliseconds of the fastest of %d rounds, and the median in brackets. "Ratio" is the fastest round by that of the plain
pivot; "of processor time" is the same of the time of all threads together, which other programs on the machine disturb less.

%s`, report.Machine(), threads, rounds, s)
}
