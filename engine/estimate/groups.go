package estimate

import (
	"math"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/engine/key"
)

// Request is the key and the rows whose groups are estimated, and what depends on the number.
type Request struct {
	Key      *key.Composite
	Selected data.Bitmap // the rows that pass the filter; nil: all rows
	Rows     int         // the number of selected rows
	// Stakes says what depends on the number of groups. A further step (a larger sample, a full pass) is taken where the regret times
	// the chance of an error is at least twice the cost of the step, because the step may leave the question open. Stakes is called only
	// where the first sample leaves the number of groups open. nil: nothing depends on the number.
	Stakes func() Stakes
	// Share is the share of the rows that the first sample has. 0 stands for 1%, and for at most maxSample rows: 1% of ten million rows
	// would take a tenth of the pivot's own time.
	Share float64
}

// Stakes is what depends on the number of groups.
type Stakes struct {
	Crossovers []int         // numbers of groups n at which the fastest plan for n groups is not the fastest for n+1
	Regret     time.Duration // that a plan from the wrong side of a crossover loses; 0 makes every step worth its cost
	// Time is the mean of the expected time of the fastest plan over a range, which has an expected number of groups. nil: not known.
	Time  func(groups, low, high int) time.Duration
	Limit int // the slot limit of a device; 0: there is none
}

const (
	// fullCount is the greatest number of rows at which the keys are counted without a sample.
	fullCount = 4096
	// The first sample has firstShare of the rows, at least minSample and at most maxSample. Where a decision stays open a second
	// sample has firstShare whatever the number of rows, and a third one secondShare (SEEDS A2, A3).
	firstShare, secondShare = 0.01, 0.05
	minSample, maxSample    = 2000, 4000
	// littleTime is the time that an exact pass may take in any case.
	littleTime = 120 * time.Microsecond
	// A larger sample is drawn where one estimator is more than farApart times another, if that takes at most the share affordable
	// of a pass over all rows. Such a pass takes about as long as the pivot.
	farApart, affordable = 2, 0.005
	// While a crossover lies in the range, samples grow by the factor growth, as long as all of them together take at most the share
	// spendable of the expected time of the pivot. They grow, too, while the estimate is within the share nearLimit of the slot limit of a
	// device (SEEDS A3).
	growth, spendable, nearLimit = 4, 0.01, 0.2
)

// Estimate estimates the number of groups from the cheapest evidence that suffices, in this order: the domain of the key; a pass over
// few rows; a sample; a larger sample where the estimators are far apart and it takes little time. Where a crossover lies
// inside the range, samples grow until they have cost a hundredth of the pivot's expected time. Where the regret is worth more, larger
// samples and a pass over all rows follow, the cheaper one first. Groups are distinct tuples of codes and never a product of the columns' numbers of values (SEEDS A4).
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
	if q.Stakes == nil || e.Low == e.High {
		return e
	}
	stakes := q.Stakes()
	straddled := func() bool {
		return slices.ContainsFunc(stakes.Crossovers, func(n int) bool { return e.Low <= n && n < e.High })
	}
	near := func() bool { return math.Abs(float64(e.Groups-stakes.Limit)) <= nearLimit*float64(stakes.Limit) }
	cost := func(share float64) time.Duration { return sampleCost(k, share*float64(q.Rows)) }
	for spent := cost(first); stakes.Time != nil && (straddled() || near()) && growth*first < secondShare; {
		spent += cost(growth * first)
		if float64(spent) > spendable*float64(stakes.Time(e.Groups, e.Low, e.High)) {
			break
		}
		first *= growth
		e = q.sample(first, most, LargerSample)
	}
	worth := func(cost time.Duration) bool {
		if stakes.Regret == 0 {
			return straddled()
		}
		return 2*float64(cost) <= e.errorChance(stakes.Crossovers)*float64(stakes.Regret)
	}
	if first < firstShare && worth(cost(firstShare)) {
		e = q.sample(firstShare, most, LargerSample)
	}
	p = newPass(k, q.Selected, e.High, most)
	if larger := cost(secondShare); first < secondShare && larger < p.cost() && worth(larger) {
		e = q.sample(secondShare, most, LargerSample)
	}
	if worth(p.cost()) {
		passed := p.estimate()
		passed.SampleRows, passed.D, passed.F1, passed.F2, passed.Estimators = e.SampleRows, e.D, e.F1, e.F2, e.Estimators
		return passed
	}
	return e
}

func (q Request) sample(share float64, most int, method string) Estimate {
	rows := draw(q.Key.Rows, q.Selected, share)
	codes := codesAt(q.Key, rows)
	f := newFrequencies(len(rows), q.Rows, counts(q.Key, keysOf(q.Key, codes, len(rows))))
	e := fromSample(&f, most, method)
	if groups, fits := independent(q.Key, codes, &f); fits {
		e.Groups = min(max(e.Low, int(math.Ceil(groups-1e-9))), e.High)
		e.Independent = true
	}
	return e
}

// errorChance is the probability that a crossover lies between the estimate and the true number of groups. The true number is
// assumed to lie on either side with probability 1/2, with a density that falls linearly in its logarithm to 0 at the ends of the likely range.
func (e *Estimate) errorChance(crossovers []int) float64 {
	beyond := func(crossover, end float64) float64 {
		whole, rest := math.Log(end/float64(max(1, e.Groups))), math.Log(end/crossover)
		return rest * rest / (whole * whole) / 2
	}
	above, below := 0.0, 0.0
	for _, n := range crossovers {
		switch at := float64(n) + 0.5; {
		case e.Groups <= n && at < e.likelyHigh:
			above = max(above, beyond(at, e.likelyHigh))
		case e.likelyLow < at && n < e.Groups:
			below = max(below, beyond(at, max(1, e.likelyLow)))
		}
	}
	return above + below
}
