package estimate

import (
	"math"
	"time"

	"cardinal/data"
	"cardinal/engine/key"
)

// Request says which groups are counted and what an error of the estimate would cost.
type Request struct {
	Key      *key.Composite
	Selected data.Bitmap // the rows that pass the filter; nil: every row
	Rows     int         // how many those are
	// Crossovers returns the numbers of groups n at which the fastest plan for n groups is not the fastest for n+1, and the
	// regret: the time lost by a plan from the wrong side. A further step (a larger sample, a full pass) is taken where
	// regret times the chance of an error is at least twice the cost of the step, because the step may leave the question
	// open. A regret of 0 makes every step worth its cost. Crossovers is called only where the first sample leaves the
	// number of groups open. nil: nothing depends on the number.
	Crossovers func() (groups []int, regret time.Duration)
	// Share of the rows to sample first. 0 stands for 1%, but no more than maxSample rows: on ten million rows a whole
	// percent would take a tenth of the pivot's own time.
	Share float64
}

const (
	// fullCount is the number of rows up to which the keys are simply counted.
	fullCount = 4096
	// firstShare of the rows are sampled first, at least minSample and at most maxSample of them, and where the range
	// leaves a decision open firstShare of however many rows, and then secondShare (SEEDS A2, A3).
	firstShare, secondShare = 0.01, 0.05
	minSample, maxSample    = 2000, 4000
	// littleTime is what an exact pass may always take.
	littleTime = 120 * time.Microsecond
	// farApart is how many times one estimator may exceed another before a larger sample is drawn, if it takes no more
	// than this share of a pass over every row, which is about what the pivot itself takes.
	farApart, affordable = 2, 0.005
)

// Estimate uses the cheapest evidence that settles the decisions: what the key's domain tells, a pass over few
// rows, a sample; a larger one where the estimators are far apart and it takes little; and where a border lies inside the
// sample's range and what is at stake there is worth it, a larger sample or a pass over every row, the cheaper one first and
// a pass where the sample still leaves it open. All are keyed on the tuple of codes, never on a product (SEEDS A4).
func (q Request) Estimate() Estimate {
	k, most := q.Key, q.Rows
	if k.Slots < uint64(most) {
		most = int(k.Slots)
	}
	switch {
	case q.Rows == 0:
		return exactly(0, NoRows)
	case most == 1:
		return exactly(1, OneSlot)
	case len(k.Cols) == 1 && k.Cols[0].Exact && q.Selected == nil:
		return exactly(k.Cols[0].Card, Dictionary)
	case q.Rows <= fullCount:
		f := count(k, everyRow(k.Rows, q.Selected), q.Rows)
		return exactly(f.D, FullCount)
	}
	first := q.Share
	if first <= 0 {
		first = min(firstShare, maxSample/float64(q.Rows))
	}
	first = min(1, max(first, minSample/float64(q.Rows)))
	p := newPass(k, q.Selected, most, most)
	if p.exact() && p.cost() <= max(littleTime, sampleCost(k, first*float64(q.Rows))) {
		return p.estimate()
	}
	e := q.sample(first, most, Sample)
	if e.disagree() {
		pays := affordable * float64(newPass(k, q.Selected, e.High, most).cost()) / float64(sampleCost(k, float64(q.Rows)))
		if share := min(secondShare, pays); share >= 2*first {
			first, e = share, q.sample(share, most, LargerSample)
		}
	}
	if q.Crossovers == nil || e.Low == e.High {
		return e
	}
	borders, stake := q.Crossovers()
	worth := func(cost time.Duration) bool {
		if stake == 0 {
			return !e.settles(borders)
		}
		return 2*float64(cost) <= e.astray(borders)*float64(stake)
	}
	if first < firstShare && worth(sampleCost(k, firstShare*float64(q.Rows))) {
		e = q.sample(firstShare, most, LargerSample)
	}
	p = newPass(k, q.Selected, e.High, most)
	if larger := sampleCost(k, secondShare*float64(q.Rows)); first < secondShare && larger < p.cost() && worth(larger) {
		e = q.sample(secondShare, most, LargerSample)
	}
	if worth(p.cost()) {
		passed := p.estimate()
		// what the sample said is kept beside it
		passed.SampleRows, passed.D, passed.F1, passed.F2, passed.Estimators = e.SampleRows, e.D, e.F1, e.F2, e.Estimators
		return passed
	}
	return e
}

func (q Request) sample(share float64, most int, method string) Estimate {
	rows := draw(q.Key.Rows, q.Selected, share)
	codes := codesAt(q.Key, rows)
	f := frequencies(q.Key, keysOf(q.Key, codes, len(rows)), q.Rows)
	e := fromSample(&f, most, method)
	if groups, fits := independent(q.Key, codes, &f); fits {
		e.Groups = min(max(e.Low, int(math.Ceil(groups-1e-9))), e.High)
		e.Independent = true
	}
	return e
}

// settles reports whether no border lies inside the range.
func (e *Estimate) settles(borders []int) bool {
	for _, b := range borders {
		if e.Low <= b && b < e.High {
			return false
		}
	}
	return true
}

// astray is the chance that a border lies between the estimate and the truth. Half of the truth's chances are taken to lie on
// either side of the estimate, and to thin out towards the ends of the likely range, linearly in its logarithm.
func (e *Estimate) astray(borders []int) float64 {
	beyond := func(border, end float64) float64 {
		whole, rest := math.Log(end/float64(max(1, e.Groups))), math.Log(end/border)
		return rest * rest / (whole * whole) / 2
	}
	above, below := 0.0, 0.0
	for _, border := range borders {
		switch b := float64(border) + 0.5; {
		case e.Groups <= border && b < e.likelyHigh:
			above = max(above, beyond(b, e.likelyHigh))
		case e.likelyLow < b && border < e.Groups:
			below = max(below, beyond(b, max(1, e.likelyLow)))
		}
	}
	return above + below
}
