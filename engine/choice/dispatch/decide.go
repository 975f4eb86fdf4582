package dispatch

import (
	"cardinal/engine/choice/cost"
	"cardinal/profiler"
)

// Question is what the choice of a tier depends on.
type Question struct {
	Offers []*Offer // the simplest tier first
	Rows   int      // that pass the filter
	Groups int      // expected
	Low    int      // Groups is at least Low and at most High; 0: it is exact
	High   int
	Forced string // the tier that was asked for by name; "" where the choice is free
	// Correction is what to multiply the expected times of the stages of a tier by, after past runs. Nil, and a
	// result that is nil: 1.
	Correction func(o *Offer, expected cost.Prediction) (of func(stage string) float64)
}

// Decision is the choice among the candidates, and all that led to it.
type Decision struct {
	Candidates []Candidate // by offer
	Chosen     int         // among Candidates
	Forced     string      // as in the Question

	rows int
}

// Decide picks a tier. A tier is chosen where nothing forbids it and it is better than the tiers before it. A
// tier that is asked for by name overrules its score but no gate.
func Decide(q Question) Decision { return decide(q, q.Groups) }

// decide picks the tier that would be best, planned for q.Groups, with a number of groups.
func decide(q Question, groups int) Decision {
	d := Decision{Candidates: weigh(&q, groups), Forced: q.Forced, rows: q.Rows}
	if q.Forced == "" && q.High > wide*max(1, q.Low) {
		doubt(&q, d.Candidates)
	}
	for i := range d.Candidates {
		switch c := &d.Candidates[i]; {
		case !c.open():
		case c.Tier.Name == q.Forced:
			d.Chosen = i
			return d
		case c.better && (q.Forced == "" || c.Tier.Host):
			d.Chosen = i
		}
	}
	return d
}

// Choice is the candidate that was chosen.
func (d *Decision) Choice() *Candidate { return &d.Candidates[d.Chosen] }

// InsteadOf is the candidate that answers where the chosen one fails: the open one before it.
func (d *Decision) InsteadOf(failed int) int {
	for i := failed - 1; i > 0; i-- {
		if d.Candidates[i].open() {
			return i
		}
	}
	return 0
}

// Gates are those of all candidates.
func (d *Decision) Gates() []profiler.Gate {
	var gates []profiler.Gate
	for i := range d.Candidates {
		gates = append(gates, d.Candidates[i].Gates...)
	}
	return gates
}
