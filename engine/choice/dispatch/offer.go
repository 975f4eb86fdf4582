package dispatch

import (
	"cardinal/engine/choice/cost"
	"cardinal/profiler"
)

// Offer is what a tier says of one group-by. The first of all offers is a host tier without gates: it runs
// where nothing else may.
type Offer struct {
	Tier profiler.Tier
	// Gates are the checks that can each forbid the tier, for an expected number of groups. Nil: nothing forbids it.
	Gates func(groups int) []profiler.Gate
	// Cost is the expected milliseconds for a number of groups, infinite where there is no such hardware, and
	// the strategy that they are of: the one named, or the tier's choice where none is.
	Cost func(groups int, strategy string) (ms float64, chosen string)
	// Least is a lower bound of Cost, after Hold, that is sooner there: a search passes over an offer that
	// cannot be the fastest. Nil: there is none.
	Least func(groups int) float64
	// Flat reports whether neither Cost nor its strategy depends on the number of groups, from low to high.
	// Nil: they may.
	Flat func(low, high int) bool
	// Plan is how the tier would run the group-by planned for a number of groups, and what it would take if
	// there are as many as groups: a device waits for the programs of the plan, whatever it finds.
	Plan func(planned, groups int) Plan
	// Worth reports whether a plan that is expected to take ms beats a rival's time, and says why or why not in
	// one clause. Nil: the lesser time wins.
	Worth func(p Plan, ms, rival float64) (bool, string)
	// Hold corrects ms, the cost model's time, by what else is known, beside the best time of the tiers before
	// this one. Nil: the time stands.
	Hold func(groups int, ms, best float64) float64
	// Score weighs the tier against the best time of the tiers before it. ms was corrected by past runs where
	// corrected is set. Nil: the tier has no score.
	Score func(groups int, ms, best float64, corrected bool) Score
	// Limit is the slot limit of the score; 0: there is none.
	Limit int
	// Device names the hardware and its driver, for what is learnt of the tier. It is empty on the host.
	Device string

	asked, shut bool // by allowed
}

// Plan is how a tier would run a group-by with an expected number of groups.
type Plan struct {
	Groups    int
	Strategy  string          // by name; "" where the tier settles it while it runs
	Workers   int             // threads that aggregate; 0 on a device
	Predicted cost.Prediction // nil where nothing is known of the hardware
}

// Score weighs a tier against those before it.
type Score struct {
	profiler.Scoring
	// MS is the tier's expected milliseconds. The score is above 1 where MS is less than the best time before it.
	MS float64
	// Verdict is what the score says, as a clause. For says that it speaks for the tier.
	Verdict string
	For     bool
	// Unknown says that the hardware is not known: the verdict is about hardware of its kind.
	Unknown bool
	// Promising says that hardware of its kind would win, and that looking for it is worth waiting.
	Promising bool
}

// instant is the least time that any tier is expected to take, in milliseconds.
const instant = 0.001

// Candidate is an offer weighed for an expected number of groups.
type Candidate struct {
	*Offer
	Plan    Plan            // its prediction is corrected by past runs
	MS      float64         // the total of Plan.Predicted
	Plain   cost.Prediction // the same before past runs corrected it
	Score   Score           // zero where the offer has none
	Gates   []profiler.Gate // all of them
	Shut    []profiler.Gate // those that forbid the tier
	better  bool            // than every open candidate before it
	because string          // why it is better, or why not
}

// PlainAt is Plain as it would have been for another number of groups.
func (c *Candidate) PlainAt(groups int) cost.Prediction {
	if groups == c.Plan.Groups {
		return c.Plain
	}
	then, now := c.Offer.Plan(c.Plan.Groups, groups).Predicted, c.Offer.Plan(c.Plan.Groups, c.Plan.Groups).Predicted
	if now.Total() == 0 {
		return then
	}
	return then.Scaled(then.Total() * c.Plain.Total() / now.Total()) // Hold scales both alike
}

// known reports whether there is a time to compare.
func (c *Candidate) known() bool { return c.Plan.Predicted != nil }

// open reports whether the candidate may run.
func (c *Candidate) open() bool { return len(c.Shut) == 0 && c.known() }

// weigh makes candidates of offers, planned for q.Groups, as they would be with a number of groups.
func weigh(q *Question, groups int) []Candidate {
	out := make([]Candidate, len(q.Offers))
	best := 0 // of those that are open
	for i, o := range q.Offers {
		c := Candidate{Offer: o, Plan: o.Plan(q.Groups, groups)}
		if o.Gates != nil {
			c.Gates = o.Gates(groups)
			for _, g := range c.Gates {
				if !g.Pass {
					c.Shut = append(c.Shut, g)
				}
			}
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
			c.better, c.because = faster(&c, &out[best])
		}
		out[i] = c
		if c.open() && c.MS < rival {
			best = i
		}
	}
	return out
}

// time sets the candidate's times and its score, beside the best time of those before it.
func (c *Candidate) time(q *Question, groups int, best float64) {
	total := c.Plan.Predicted.Total()
	scale := func(ms float64) {
		if ms != total {
			c.Plan.Predicted, total = c.Plan.Predicted.Scaled(ms), ms
		}
	}
	ms, corrected := total, false
	if c.known() {
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
	if c.known() {
		c.MS = ms
		scale(ms)
	}
}

// faster is the verdict on a tier that says nothing of its own: the lesser time wins.
func faster(c, rival *Candidate) (bool, string) {
	if !c.known() || c.MS >= rival.MS {
		return false, ""
	}
	return true, Millis(c.MS) + " are expected on " + c.Tier.Noun + " and " + Millis(rival.MS) + " on " + rival.Tier.Noun
}
