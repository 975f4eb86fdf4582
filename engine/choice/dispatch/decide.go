package dispatch

import (
	"cardinal/engine/choice/cost"
	"cardinal/profiler"
)

// Question is what the choice of a tier depends on.
type Question struct {
	Offers []*Offer // the simplest tier first
	Rows   int      // rows that pass the filter
	Groups int      // expected
	Low    int      // Groups is at least Low and at most High; 0: Groups is exact
	High   int
	Forced string // the tier that was asked for by name; "" if the choice is free
	// Correction returns the factors, from past runs, for the expected times of the stages of a tier. If Correction
	// or its result is nil, the factors are 1.
	Correction func(o *Offer, expected cost.Prediction) (of func(stage string) float64)
}

// Decision is the choice among the candidates, with its reasons.
type Decision struct {
	Candidates []Candidate // by offer
	Chosen     int         // index of a candidate
	Forced     string      // as in the Question

	rows int
}

// Decide picks a tier. A tier is chosen if no gate forbids it and it is better than the tiers before it. A tier that is
// asked for by name runs whatever its score is, but not if a gate forbids it.
func Decide(q Question) Decision { return decide(q, q.Groups) }

// decide picks the best tier for a number of groups, with plans for q.Groups.
func decide(q Question, groups int) Decision {
	d := Decision{Candidates: weigh(&q, groups), Forced: q.Forced, rows: q.Rows}
	if q.Forced == "" && q.High > wide*max(1, q.Low) {
		doubt(&q, d.Candidates)
	}
	for i := range d.Candidates {
		switch c := &d.Candidates[i]; {
		case !c.isOpen():
		case c.Tier.Name == q.Forced:
			d.Chosen = i
			return d
		case c.better && (q.Forced == "" || c.Tier.Host):
			d.Chosen = i
		}
	}
	return d
}

// Choice returns the chosen candidate.
func (d *Decision) Choice() *Candidate { return &d.Candidates[d.Chosen] }

// InsteadOf returns the candidate that answers if a candidate fails: the last one before it that may run.
func (d *Decision) InsteadOf(failed int) int {
	for i := failed - 1; i > 0; i-- {
		if d.Candidates[i].isOpen() {
			return i
		}
	}
	return 0
}

// Gates returns the gates of all candidates.
func (d *Decision) Gates() []profiler.Gate {
	var gates []profiler.Gate
	for i := range d.Candidates {
		gates = append(gates, d.Candidates[i].Gates...)
	}
	return gates
}
