package profiler

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Comparison is one pivot measured on every tier. Other programs rely on its JSON form.
type Comparison struct {
	Chosen  string   `json:"chosen"`  // the tier that gave the answer
	Fastest string   `json:"fastest"` // the fastest of the measured tiers
	Right   bool     `json:"right"`   // the chosen tier is the fastest, or about as fast
	Verdict string   `json:"verdict"` // Right in one sentence, for people
	Differ  []string `json:"differ"`  // the tiers whose cells differ from the answer's; it must be empty
	Trials  []Trial  `json:"tiers"`
}

// Trial is the time of one tier.
type Trial struct {
	Tier
	PredictedMS float64 `json:"predicted_ms,omitempty"` // the prediction before the answer, or 0
	// the median of the runs; on the GPU, the time of the first run if it sent columns
	MS float64 `json:"ms"`
	// the median of the GPU's later runs, if the first one sent columns
	AgainMS float64 `json:"again_ms,omitempty"`
	Runs    int     `json:"runs"`
	Trouble string  `json:"trouble,omitempty"` // why the tier could not be measured; then Runs is 0
}

// NewComparison judges from the trials whether the chosen tier, which gave the answer, was the right choice. differ
// lists the tiers whose cells differ from the answer's.
func NewComparison(chosen string, trials []Trial, differ []string) *Comparison {
	c := &Comparison{Chosen: chosen, Differ: differ, Trials: trials}
	ran := slices.DeleteFunc(slices.Clone(trials), func(t Trial) bool { return t.Runs == 0 })
	slices.SortStableFunc(ran, func(a, b Trial) int { return cmp.Compare(a.MS, b.MS) })
	at := slices.IndexFunc(ran, func(t Trial) bool { return t.Name == chosen })
	if len(ran) > 0 {
		c.Fastest = ran[0].Name
	}
	words := c.words(chosen)
	switch {
	case at < 0:
		c.Verdict = fmt.Sprintf("%s could not be measured again.", words.Capital())
	case len(ran) == 1:
		c.Verdict = fmt.Sprintf("There was no choice: nothing but %s can run this pivot.", words.Noun)
	case at > 0:
		c.Verdict = verdict(ran[at], ran[0])
	default:
		c.Verdict = verdict(ran[0], ran[1])
	}
	c.Right = at == 0 || at > 0 && isAsGood(ran[at], ran[0])
	return c
}

// Noticed reports whether the answer took so long that people notice it.
func (c *Comparison) Noticed() bool {
	return slices.ContainsFunc(c.Trials, func(t Trial) bool { return t.Name == c.Chosen && t.MS >= noticedMS })
}

// Agreement returns a sentence that says whether all tiers gave the same cells.
func (c *Comparison) Agreement() string {
	if len(c.Differ) == 0 {
		return "Every figure was the same everywhere."
	}
	names := each.Of(c.Differ, func(tier string) string { return c.words(tier).Noun })
	return "The figures of " + strings.Join(names, " and of ") + " differ from those of the answer: this is a fault " +
		"in Cardinal, please report it."
}

// noticeable is the ratio above which two times count as different, because noise alone makes a difference of a tenth.
// littleMS is a time so short that saving it does not matter.
const noticeable, littleMS = 1.1, 0.1

// isAsGood reports whether the chosen tier was as good as the best.
func isAsGood(chosen, best Trial) bool {
	return chosen.MS < noticeable*best.MS || chosen.MS < best.MS+littleMS
}

// verdict compares the chosen tier with the best of the other tiers. Two times whose difference may be noise are a tie.
func verdict(chosen, other Trial) string {
	switch {
	case max(chosen.MS, other.MS) < noticeable*min(chosen.MS, other.MS):
		return fmt.Sprintf("A tie: %s took %s, and %s %s.", chosen.Noun, Millis(chosen.MS), other.Noun,
			Millis(other.MS))
	case chosen.MS <= other.MS:
		return fmt.Sprintf("%s %s the right choice: %s took %s.", chosen.Capital(), chosen.Was(), other.Noun,
			times(other.MS/chosen.MS))
	case isAsGood(chosen, other):
		return fmt.Sprintf("%s would have saved %s, which nobody feels.", other.Capital(), Millis(chosen.MS-other.MS))
	}
	return fmt.Sprintf("%s would have been the better choice: %s took %s, %s more.",
		other.Capital(), chosen.Noun, times(chosen.MS/other.MS), Millis(chosen.MS-other.MS))
}

func times(ratio float64) string {
	if ratio >= 10 {
		return fmt.Sprintf("%.0f times as long", ratio)
	}
	return separators.Show(fmt.Sprintf("%.1f times as long", ratio))
}

// words returns the words of the tier with a name.
func (c *Comparison) words(name string) Tier {
	for _, t := range c.Trials {
		if t.Name == name {
			return t.Tier
		}
	}
	return Tier{Name: name, Noun: name}
}

// Words returns the words of the tier that ran.
func (r *Record) Words() Tier {
	for _, t := range r.Tiers {
		if t.Name == r.Tier {
			return t.Tier
		}
	}
	return Tier{Name: r.Tier, Noun: r.Tier}
}

// Where returns the hardware of a run, for the middle of a sentence. Workers that used only some of the cores are
// counted.
func (r *Record) Where() string {
	words := r.Words()
	if words.Plural && 0 < r.Threads && r.Threads < r.Cores {
		return fmt.Sprintf("%d of %d cores", r.Threads, r.Cores)
	}
	return words.Noun
}
