package dispatch

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/separators"
	"cardinal/profiler"
)

// Reason says in one sentence why the tier was chosen. The sentence begins with a small letter and has no full stop.
func (d *Decision) Reason() string {
	chosen := d.Choice()
	if d.Forced != "" {
		return d.asked(chosen)
	}
	switch {
	case d.rows == 0:
		return "no row is left to group"
	case !chosen.Tier.Host:
		return chosen.words() + ": " + d.against(chosen)
	}
	clauses := []string{d.onHost()}
	for i := range d.Candidates {
		c := &d.Candidates[i]
		switch {
		case c.Tier.Host:
		case c.Score.For && !c.Score.Unknown && len(c.Shut) > 0:
			return c.Score.Verdict + ", but " + Shut(c.Shut) + ", so " + chosen.Tier.Hardware + " runs it: " + strings.Join(clauses, "; ")
		default:
			clauses = append(clauses, c.passedOver())
		}
	}
	return strings.Join(clauses, "; ")
}

// HostReason is the part of the Reason that is about the machine itself, "" where the choice was not free, fell
// on other hardware or was none.
func (d *Decision) HostReason() string {
	if d.Forced != "" || d.rows == 0 || !d.Choice().Tier.Host {
		return ""
	}
	return d.onHost()
}

// asked says what became of the tier that was asked for.
func (d *Decision) asked(chosen *Candidate) string {
	at := slices.IndexFunc(d.Candidates, func(c Candidate) bool { return c.Tier.Name == d.Forced })
	if at < 0 {
		return "there is no tier " + d.Forced
	}
	c := &d.Candidates[at]
	asked := c.Tier.Noun + " " + c.Tier.Was() + " asked for"
	switch {
	case c != chosen:
		return asked + ", but " + Shut(c.Shut) + ", so " + chosen.Tier.Hardware + " runs it: " + d.onHost()
	case c.Score.Verdict != "":
		return asked + ", and " + c.Score.Verdict
	}
	return asked
}

// words are what speaks for a tier beyond the host.
func (c *Candidate) words() string {
	if c.Score.Verdict != "" {
		return c.Score.Verdict
	}
	return c.Tier.Noun + " " + c.Tier.Was() + " expected to be the fastest"
}

// against compares the chosen tier's time with the best one before it.
func (d *Decision) against(chosen *Candidate) string {
	rival := &d.Candidates[0]
	for i := range d.Chosen {
		if c := &d.Candidates[i]; c.open() && c.MS < rival.MS {
			rival = c
		}
	}
	return fmt.Sprintf("%s are expected there and %s on %s", Millis(chosen.MS), Millis(rival.MS), rival.Tier.Hardware)
}

// onHost says why the host tier that is the best of its kind is.
func (d *Decision) onHost() string {
	because := ""
	for i := range d.Candidates {
		if c := &d.Candidates[i]; c.Tier.Host && c.because != "" && (because == "" || c.better) {
			because = c.because
		}
	}
	return because
}

// passedOver says why the free choice did not fall on a tier beyond the host.
func (c *Candidate) passedOver() string {
	switch {
	case c.Score.Unknown:
		return c.unknown()
	case c.Score.Verdict == "" && len(c.Shut) > 0:
		return Shut(c.Shut)
	case c.Score.Verdict == "":
		return Millis(c.MS) + " are expected on " + c.Tier.Noun
	case len(c.Shut) == 0:
		return c.Score.Verdict + ", where " + Millis(c.MS) + " are expected"
	}
	return c.Score.Verdict + ", and " + Shut(c.Shut)
}

// unknown says why no hardware of the tier is known, what such hardware would have scored, and what else would
// have forbidden it.
func (c *Candidate) unknown() string {
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

// Shut names gates that forbid a tier, as a clause; "" for none.
func Shut(gates []profiler.Gate) string {
	details := make([]string, len(gates))
	for i, g := range gates {
		details[i] = g.Detail
	}
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
