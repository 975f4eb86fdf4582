package dispatch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/profiler"
)

// Reason says in one sentence why the tier was chosen. The sentence begins with a small letter and has no full stop.
func (d *Decision) Reason() string {
	chosen := d.Choice()
	if d.Forced != "" {
		return d.explainForced(chosen)
	}
	switch {
	case d.rows == 0:
		return "no row is left to group"
	case !chosen.Tier.Host:
		return chosen.words() + ": " + d.compareWithRival(chosen)
	}
	clauses := []string{d.explainHost()}
	for i := range d.Candidates {
		c := &d.Candidates[i]
		switch {
		case c.Tier.Host:
		case c.Score.For && !c.Score.Unknown && len(c.Shut) > 0:
			return c.Score.Verdict + ", but " + Shut(c.Shut) + ", so " + chosen.Tier.Hardware + " runs it: " +
				strings.Join(clauses, "; ")
		default:
			clauses = append(clauses, c.explainRejection())
		}
	}
	return strings.Join(clauses, "; ")
}

// HostReason returns the part of the Reason that is about the host. It is "" if a tier was asked for by name, if other
// hardware was chosen, or if there was nothing to choose.
func (d *Decision) HostReason() string {
	if d.Forced != "" || d.rows == 0 || !d.Choice().Tier.Host {
		return ""
	}
	return d.explainHost()
}

// explainForced says what happened to the tier that was asked for by name.
func (d *Decision) explainForced(chosen *Candidate) string {
	at := slices.IndexFunc(d.Candidates, func(c Candidate) bool { return c.Tier.Name == d.Forced })
	if at < 0 {
		return "there is no tier " + d.Forced
	}
	c := &d.Candidates[at]
	asked := c.Tier.Noun + " " + c.Tier.Was() + " asked for"
	switch {
	case c != chosen:
		return asked + ", but " + Shut(c.Shut) + ", so " + chosen.Tier.Hardware + " runs it: " + d.explainHost()
	case c.Score.Verdict != "":
		return asked + ", and " + c.Score.Verdict
	}
	return asked
}

// words returns what speaks for a tier other than the host.
func (c *Candidate) words() string {
	return cmp.Or(c.Score.Verdict, c.Tier.Noun+" "+c.Tier.Was()+" expected to be the fastest")
}

// compareWithRival compares the chosen tier's time with the best time of the tiers before it.
func (d *Decision) compareWithRival(chosen *Candidate) string {
	rival := &d.Candidates[0]
	for i := range d.Chosen {
		if c := &d.Candidates[i]; c.isOpen() && c.MS < rival.MS {
			rival = c
		}
	}
	return fmt.Sprintf("%s are expected there and %s on %s", Millis(chosen.MS), Millis(rival.MS), rival.Tier.Hardware)
}

// explainHost says why the best of the host tiers is the best.
func (d *Decision) explainHost() string {
	because := ""
	for i := range d.Candidates {
		if c := &d.Candidates[i]; c.Tier.Host && c.because != "" && (because == "" || c.better) {
			if because = c.because; len(c.Shut) > 0 {
				because += ", but " + Shut(c.Shut)
			}
		}
	}
	return because
}

// explainRejection says why the free choice rejected a tier other than the host.
func (c *Candidate) explainRejection() string {
	switch {
	case c.Score.Unknown:
		return c.explainUnknown()
	case c.Score.Verdict == "" && len(c.Shut) > 0:
		return Shut(c.Shut)
	case c.Score.Verdict == "":
		return Millis(c.MS) + " are expected on " + c.Tier.Noun
	case len(c.Shut) == 0:
		return c.Score.Verdict + ", where " + Millis(c.MS) + " are expected"
	}
	return c.Score.Verdict + ", and " + Shut(c.Shut)
}

// explainUnknown says why no hardware of the tier is known, what score such hardware would have, and which other
// gates would forbid it.
func (c *Candidate) explainUnknown() string {
	var why, others []profiler.Gate
	for _, g := range c.Shut {
		if g.Name == profiler.Health {
			why = append(why, g)
		} else {
			others = append(others, g)
		}
	}
	text := c.Score.Verdict
	if len(why) > 0 {
		text = Shut(why) + "; " + text
	}
	switch {
	case len(others) == 0:
		return text
	case c.Score.For:
		return text + ", but " + Shut(others)
	}
	return text + ", and " + Shut(others)
}

// Shut lists the reasons of gates that forbid a tier, as a clause; "" without gates.
func Shut(gates []profiler.Gate) string {
	details := each.Of(gates, func(g profiler.Gate) string { return g.Detail })
	return strings.Join(details, ", and ")
}

// Millis writes a time of ms milliseconds to two or three digits.
func Millis(ms float64) string {
	switch {
	case ms < 0.1:
		return separators.Show(fmt.Sprintf("%.3f ms", ms))
	case ms < 10:
		return separators.Show(fmt.Sprintf("%.1f ms", ms))
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", ms)
	}
	return separators.Show(fmt.Sprintf("%.1f s", ms/1000))
}
