package dispatch

import (
	"cardinal/engine/choice/cost"
	"cardinal/internal/each"
	"cardinal/profiler"
)

// Offer is what a tier predicts for one group-by. The first of all offers is a host tier without gates: it runs if no
// other tier may.
type Offer struct {
	Tier profiler.Tier
	// Gates returns the checks that can each forbid the tier, for an expected number of groups. Nil: no gates.
	Gates func(groups int) []profiler.Gate
	// Cost returns the expected milliseconds for a number of groups, and the strategy: the given one, or the tier's
	// choice if `strategy` is "". The time is infinite if there is no such hardware.
	Cost func(groups int, strategy string) (ms float64, chosen string)
	// Least returns a lower bound of Cost after Hold, in less time. With it, a search can skip an offer that cannot be
	// the fastest. Nil: no bound.
	Least func(groups int) float64
	// Flat reports whether Cost and its strategy are the same for all numbers of groups from low to high. Nil: they
	// may differ.
	Flat func(low, high int) bool
	// Plan returns how the tier would run the group-by if `planned` groups were expected, and its time if `groups`
	// groups occur. The two differ: a device compiles the programs for the planned number, for example.
	Plan func(planned, groups int) Plan
	// Worth reports whether a plan that is expected to take ms milliseconds is better than a rival that takes `rival`,
	// and gives the reason in one clause. Nil: the shorter time wins.
	Worth func(p Plan, ms, rival float64) (bool, string)
	// Hold corrects ms, the time of the cost model, by what the model does not know. best is the best time of the tiers
	// before this one. Nil: no correction.
	Hold func(groups int, ms, best float64) float64
	// Score weighs the tier against the best time of the tiers before it. corrected says that past runs corrected ms.
	// Nil: the tier has no score.
	Score func(groups int, ms, best float64, corrected bool) Score
	// Limit is the slot limit of the score; 0: no limit.
	Limit int
	// Device names the hardware and its driver, so that what is learnt of the tier is kept per device. It is empty
	// for the host.
	Device string

	asked, shut bool // set by isAllowed
}

// Plan is how a tier would run a group-by with an expected number of groups.
type Plan struct {
	Groups    int
	Strategy  string          // by name; "" if the tier chooses while it runs
	Workers   int             // threads that aggregate; 0 on a device
	Predicted cost.Prediction // nil if the hardware is unknown
}

// Score weighs a tier against those before it.
type Score struct {
	profiler.Scoring
	// MS is the tier's expected milliseconds. The score is above 1 if MS is less than the best time before it.
	MS float64
	// Verdict is the score in words, as a clause. For says whether it speaks for the tier.
	Verdict string
	For     bool
	// Unknown says that the hardware is unknown: the verdict is about hardware of its kind.
	Unknown bool
	// Promising says that hardware of its kind would win, so that it is worth waiting for.
	Promising bool
}

// instant is the least expected time of any tier, in milliseconds.
const instant = 0.001

// Candidate is an offer with its time and gates for an expected number of groups.
type Candidate struct {
	*Offer
	Plan    Plan            // its prediction is corrected by past runs
	MS      float64         // the total of Plan.Predicted
	Plain   cost.Prediction // the prediction before corrections by past runs
	Score   Score           // zero if the offer has none
	Gates   []profiler.Gate // all of them
	Shut    []profiler.Gate // the gates that forbid the tier
	better  bool            // better than every candidate before it that may run
	because string          // why the candidate is better, or why not
}

// PlainAt returns Plain for another number of groups.
func (c *Candidate) PlainAt(groups int) cost.Prediction {
	if groups == c.Plan.Groups {
		return c.Plain
	}
	then, now := c.Offer.Plan(c.Plan.Groups, groups).Predicted, c.Offer.Plan(c.Plan.Groups, c.Plan.Groups).Predicted
	if now.Total() == 0 {
		return then
	}
	return then.Scaled(then.Total() * c.Plain.Total() / now.Total()) // Hold multiplies both by the same factor
}

// isKnown reports whether there is a time to compare.
func (c *Candidate) isKnown() bool { return c.Plan.Predicted != nil }

// isOpen reports whether the candidate may run.
func (c *Candidate) isOpen() bool { return len(c.Shut) == 0 && c.isKnown() }

// weigh turns offers, planned for q.Groups, into candidates for a number of groups.
func weigh(q *Question, groups int) []Candidate {
	out := make([]Candidate, len(q.Offers))
	best := 0 // of the open candidates
	for i, o := range q.Offers {
		c := Candidate{Offer: o, Plan: o.Plan(q.Groups, groups)}
		if o.Gates != nil {
			c.Gates = o.Gates(groups)
			c.Shut = append(c.Shut, each.Where(c.Gates, func(g profiler.Gate) bool { return !g.Pass })...)
		}
		rival := out[best].MS
		c.time(q, groups, rival)
		switch {
		case i == 0:
		case o.Score != nil:
			c.better = c.Score.For
		case o.Worth != nil:
			c.better, c.because = o.Worth(c.Plan, c.MS, rival)
		default:
			c.better, c.because = compareTimes(&c, &out[best])
		}
		out[i] = c
		if c.isOpen() && c.MS < rival {
			best = i
		}
	}
	return out
}

// time sets the candidate's times and its score. best is the best time of the candidates before it.
func (c *Candidate) time(q *Question, groups int, best float64) {
	total := c.Plan.Predicted.Total()
	scale := func(ms float64) {
		if ms != total {
			c.Plan.Predicted, total = c.Plan.Predicted.Scaled(ms), ms
		}
	}
	ms, corrected := total, false
	if c.isKnown() {
		if c.Hold != nil {
			ms = c.Hold(groups, ms, best)
			scale(ms)
		}
		if c.Plain = c.Plan.Predicted; q.Correction != nil {
			if correction := q.Correction(c.Offer, c.Plain); correction != nil {
				c.Plan.Predicted = c.Plain.Times(func(stage string) float64 {
					by := correction(stage)
					corrected = corrected || by != 1
					return by
				})
			}
		}
		if corrected {
			total = c.Plan.Predicted.Total()
			ms = total
		}
		ms = max(ms, instant)
	}
	if c.Offer.Score != nil {
		c.Score = c.Offer.Score(groups, ms, best, corrected)
		ms = c.Score.MS
	}
	if c.isKnown() {
		c.MS = ms
		scale(ms)
	}
}

// compareTimes returns the verdict on a tier without a Worth of its own: the shorter time wins.
func compareTimes(c, rival *Candidate) (bool, string) {
	if !c.isKnown() || c.MS >= rival.MS {
		return false, ""
	}
	return true, Millis(c.MS) + " are expected on " + c.Tier.Noun + " and " + Millis(rival.MS) + " on " +
		rival.Tier.Noun
}
