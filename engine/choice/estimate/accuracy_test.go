package estimate

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cardinal/engine/key"
)

var update = flag.Bool("update", false, "write the accuracy table into docs/measured/estimates.md; the real datasets "+
	"are those of $CARDINAL_CORPORA")

// border is the slot limit of the device in "The GROUP BY problem on GPUs": 1,024 groups of one accumulator.
const border = 1024

// trial is an estimate and the true number.
type trial struct {
	Estimate
	truth int
}

func (c trial) err() float64  { return float64(c.Groups)/float64(c.truth) - 1 }
func (c trial) inside() bool  { return c.Low <= c.truth && c.truth <= c.High }
func (c trial) decided() bool { return (c.Groups <= border) == (c.truth <= border) }

// row is one dataset: both samples alone, and the result of all steps together.
type row struct {
	name                  string
	rows                  int
	first, second, answer trial
}

// pivoted returns the estimate of a pivot that takes a nanosecond per row, with crossovers that are worth any step.
func pivoted(k *key.Composite, borders ...int) Estimate {
	return Request{Key: k, Rows: k.Rows, Stakes: &Stakes{Crossovers: between(0, borders...),
		Time: taking(time.Duration(k.Rows))}}.Estimate()
}

func measure(t *testing.T) []row {
	if corpora() == "" {
		t.Log("CARDINAL_CORPORA names no folder: the real tables are left out")
	}
	var out []row
	for _, ds := range datasets() {
		k := ds.make(t)
		truth := Count(k, nil)
		most := int(min(uint64(k.Rows), k.Slots))
		at := func(share float64) trial {
			share = min(1, max(share, 2000/float64(k.Rows)))
			return trial{Request{Key: k, Rows: k.Rows}.sample(new(scratch), share, most, Sample), truth}
		}
		out = append(out, row{ds.name, k.Rows, at(0.01), at(0.05), trial{pivoted(k, border), truth}})
	}
	return out
}

// TestAccuracy holds the estimates to their promises. With -update it writes the table.
func TestAccuracy(t *testing.T) {
	rows := measure(t)
	inside, trials, wrong := 0, 0, 0
	var small []float64
	for _, r := range rows {
		for _, c := range []trial{r.first, r.second, r.answer} {
			trials++
			if c.inside() {
				inside++
			} else {
				t.Logf("%s: the truth %d lies outside %d..%d of a sample of %d", r.name, c.truth, c.Low,
					c.High, c.SampleRows)
			}
		}
		if !r.answer.decided() {
			wrong++
			t.Logf("%s: %d groups were taken for %d", r.name, r.answer.truth, r.answer.Groups)
		}
		if r.answer.truth < 1000 {
			small = append(small, math.Abs(r.first.err()), math.Abs(r.second.err()), math.Abs(r.answer.err()))
		}
	}
	slices.Sort(small)
	if m := small[len(small)/2]; m >= 0.03 {
		t.Errorf("the median error below 1,000 groups is %.1f%%", 100*m)
	}
	if share := float64(inside) / float64(trials); share < 0.95 {
		t.Errorf("the range holds the truth in %.1f%% of %d trials", 100*share, trials)
	}
	if wrong > 0 {
		t.Errorf("%d of %d decisions are on the wrong side of %d groups", wrong, len(rows), border)
	}
	if *update && !t.Failed() {
		write(t, accuracyTable(rows))
	}
}

// accuracyTable writes the table in Markdown.
func accuracyTable(rows []row) string {
	var b strings.Builder
	b.WriteString("| dataset | truth | 1%: estimate | range | error | right side? | 5%: estimate | range | error | " +
		"right side? | all steps: estimate | range | by | right side? |\n")
	b.WriteString("|---|---:|---:|---:|---:|---|---:|---:|---:|---|---:|---:|---|---|\n")
	side := map[bool]string{true: "yes", false: "**no**"}
	span := func(c trial) string {
		text := thousands(c.Low) + " – " + thousands(c.High)
		if c.Low == c.High {
			text = "exact"
		}
		if !c.inside() {
			text = "**" + text + "**"
		}
		return text
	}
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s |", r.name, thousands(r.answer.truth))
		for _, c := range []trial{r.first, r.second} {
			fmt.Fprintf(&b, " %s | %s | %+.1f%% | %s |", thousands(c.Groups), span(c), 100*c.err(), side[c.decided()])
		}
		fmt.Fprintf(&b, " %s | %s | %s | %s |\n", thousands(r.answer.Groups), span(r.answer), r.answer.Method,
			side[r.answer.decided()])
	}
	b.WriteString("\n" + summary(rows))
	return b.String()
}

// summary writes a line for each column of the table.
func summary(rows []row) string {
	var b strings.Builder
	for i, name := range []string{"1% sample", "5% sample", "All steps"} {
		var small []float64
		inside, decided, width := 0, 0, 0.0
		for _, r := range rows {
			c := []trial{r.first, r.second, r.answer}[i]
			if c.inside() {
				inside++
			}
			if c.decided() {
				decided++
			}
			width += math.Log(float64(c.High) / float64(c.Low))
			if c.truth < 1000 {
				small = append(small, math.Abs(c.err()))
			}
		}
		slices.Sort(small)
		n := len(rows)
		fmt.Fprintf(&b, "- %s: the range holds the truth in %d of %d, its ends lie a factor of %.1f apart on "+
			"(geometric) average; the side of %s groups is right in %d; the median error of the %d datasets below "+
			"1,000 groups is %.1f%%.\n",
			name, inside, n, math.Exp(width/float64(n)), thousands(border), decided, len(small),
			100*small[len(small)/2])
	}
	return b.String()
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

const (
	page       = "../../../docs/measured/estimates.md"
	begin, end = "<!-- accuracy -->\n", "<!-- /accuracy -->"
)

// write puts the table between its marks on the page.
func write(t *testing.T, table string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no marks for the table", page)
	}
	if err := os.WriteFile(page, []byte(before+begin+"\n"+table+"\n"+end+after), 0o600); err != nil {
		t.Fatal(err)
	}
}
