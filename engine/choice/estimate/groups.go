package estimate

import (
	"math"
	"time"

	"cardinal/data"
	"cardinal/engine/key"
)

// Request is the key and the rows whose groups are estimated, and what depends on the number.
type Request struct {
	Key      *key.Composite
	Selected data.Bitmap // the rows that pass the filter; nil: all rows
	Rows     int         // the number of selected rows
	// Stakes is what depends on the number of groups. More rows than those of a first sample are read only for
	// it. nil: nothing depends on the number.
	Stakes *Stakes
	// Share is the share of the rows that the first sample has; 0: as many rows as its time pays for.
	Share float64
}

// Stakes is what depends on the number of groups.
type Stakes struct {
	// Time is the mean of the expected time of the fastest plan over a range, which has an expected number of
	// groups. nil: not known.
	Time func(groups, low, high int) time.Duration
	// Crossovers are those from low groups on up to high.
	Crossovers func(low, high int) []Crossover
	// Limit reports whether the slot limit of a device is one of low to high. nil: there is none.
	Limit func(low, high int) bool
	// Sized says that tables are made for the expected number of groups: a range of more than a factor of two
	// is worth a hundredth of the time, too.
	Sized bool
}

// FewRows is the number of rows up to which no wrong decision costs as much as a larger sample.
const FewRows = 20_000

// ShortRows is the number of rows up to which a hundredth of a pivot is about the shortest time of a first look
// at the rows, so that the first look does not ask for it: predicting the time of a plan takes some
// microseconds, too.
const ShortRows = 100_000

// NoStakes are those of a pivot of ShortRows at most on whose number of groups nothing depends, or of FewRows.
// The first sample is its estimate.
var NoStakes = &Stakes{
	Time:       func(int, int, int) time.Duration { return 0 },
	Crossovers: func(int, int) []Crossover { return nil },
}

// Crossover is a number of groups for which the fastest plan is not the fastest for one group more. Regret is
// what a plan from the wrong side of it loses at most; 0 makes every step worth its cost.
type Crossover struct {
	Groups int
	Regret time.Duration
}

const (
	// A sample that is drawn for a filter takes the share spendable of the expected time of the pivot, and
	// leastTime in any case. It has at least leastSample rows, and at most maxSample. Where the time of the
	// pivot is not known, it takes littleTime.
	spendable              = 0.01
	leastTime, littleTime  = 6 * time.Microsecond, 120 * time.Microsecond
	leastSample, maxSample = 256, 4000
	// While a crossover lies in the range, samples grow by the factor growth, up to the share largest of the
	// rows. They grow, too, while the estimate is within the share nearLimit of the slot limit of a device
	// ("The GROUP BY problem on GPUs").
	growth, largest, nearLimit = 4, 0.05, 0.2
)

// Estimate estimates the number of groups from the cheapest evidence that suffices, in this order: the domain
// of the key; a pass over few rows; the first sample of the table, or one of the rows that pass the filter
// where the first sample has few of them. While something hangs on where in the range the number is, larger
// samples and a pass over all rows follow, the cheaper one first. A step is taken where all steps together take
// at most a hundredth of the pivot's expected time, or where the expected regret is at least twice the cost of
// the step, because the step may leave the question open. Groups are distinct tuples of codes and never a
// product of the columns' numbers of values.
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
	}
	s := takeScratch()
	defer s.release()
	share, little := q.Share, leastTime
	first := share <= 0 && q.Stakes != nil && q.Stakes.Time != nil && q.firstSuffices()
	if !first {
		little = q.little()
	}
	switch {
	case first:
		share = firstShare(k.Rows)
	case share <= 0:
		rows := min(max(leastSample, float64(little)/float64(sampleCost(k, 1))), maxSample)
		share = rows / float64(q.Rows)
	}
	p := newPass(k, q.Selected, most, most)
	switch {
	case p.exact() && p.cost() <= max(little, q.cost(min(1, share))):
		return p.estimate(s)
	case share >= 1 || q.Share <= 0 && share > 0.5:
		_, counts := s.count(k, s.everyRow(k.Rows, q.Selected))
		e := exactly(len(counts), FullCount)
		e.Spent = q.cost(1)
		return e
	}
	var e Estimate
	if first {
		e = q.from(s, s.first(q), most, Sample)
	} else {
		e = q.sample(s, share, most, Sample)
	}
	e.Spent = q.cost(share)
	if q.Stakes == nil || q.Stakes == NoStakes || q.Rows <= FewRows {
		return e
	}
	return q.decide(s, e, share, most)
}

// little is the time that the first look at the rows takes.
func (q Request) little() time.Duration {
	if q.Stakes == nil || q.Stakes.Time == nil {
		return littleTime
	}
	if q.Rows <= ShortRows {
		return leastTime
	}
	return max(leastTime, time.Duration(spendable*float64(q.Stakes.Time(1, 1, 1))))
}

// cost is the expected time of sampling a share of the rows.
func (q Request) cost(share float64) time.Duration { return sampleCost(q.Key, share*float64(q.Rows)) }

// decide reads more rows while a decision hangs on the estimate of a sample, which has a share of the rows.
func (q Request) decide(s *scratch, e Estimate, share float64, most int) Estimate {
	for spent := e.Spent; !e.Decided(); e.Spent = spent {
		crossovers := q.Stakes.Crossovers(e.Low, e.Decisive)
		if sizes := q.Stakes.Sized && e.Decisive > 2*e.Low; len(crossovers) == 0 && !sizes && !q.Stakes.near(e.Groups) {
			return e
		}
		worth := func(cost time.Duration) bool {
			switch {
			case 2*float64(cost) <= e.loss(&s.frequencies[0], crossovers):
				return true
			case q.Stakes.Time == nil:
				return false
			case float64(spent+cost) > spendable*float64(q.Stakes.Time(e.Decisive, e.Decisive, e.Decisive)): // more groups take longer, and the mean takes eight times as many predictions
				return false
			}
			return float64(spent+cost) <= spendable*float64(q.Stakes.Time(e.Groups, e.Low, e.Decisive))
		}
		p := newPass(q.Key, q.Selected, e.Decisive, most)
		next := min(growth*share, largest)
		larger := q.cost(next)
		switch {
		case next > share && larger < p.cost():
			if !worth(larger) {
				return e
			}
			share, spent = next, spent+larger
			e = q.sample(s, share, most, LargerSample)
		case worth(p.cost()):
			passed := p.estimate(s)
			passed.Spent += spent
			passed.SampleRows, passed.D, passed.F1, passed.F2, passed.Estimators = e.SampleRows, e.D, e.F1, e.F2, e.Estimators
			return passed
		default:
			return e
		}
	}
	return e
}

// near reports whether a number of groups is close to the slot limit of a device.
func (s *Stakes) near(groups int) bool {
	return s.Limit != nil && s.Limit(int(math.Ceil(float64(groups)/(1+nearLimit))), int(float64(groups)/(1-nearLimit)))
}

// sample is the estimate from a share of the rows, which is drawn for it.
func (q Request) sample(s *scratch, share float64, most int, method string) Estimate {
	return q.from(s, s.keysOf(q.Key, s.draw(q.Key.Rows, q.Selected, share)), most, method)
}

// from is the estimate from the keys of sampled rows.
func (q Request) from(s *scratch, keys []uint64, most int, method string) Estimate {
	n := len(keys)
	keys, counts := s.tally(q.Key, keys)
	f := &s.frequencies[0]
	f.count(&s.lanes, n, q.Rows, counts)
	e := fromSample(f, most, method)
	if e.Decided() {
		return e
	}
	if groups, fits := s.independent(q.Key, keys, counts, f); fits {
		e.Groups = min(max(e.Low, int(math.Ceil(groups-1e-9))), e.Decisive)
		e.Independent = true
	}
	return e
}

// likely is the range with one standard deviation of the sample's frequencies to either side, where Low and
// Decisive have two.
func (e *Estimate) likely(f *Frequencies) (low, high float64) {
	low, high = bounds(f, 1, f.triples())
	return max(low, float64(e.Low)), min(high, float64(e.Decisive))
}

// loss is the expected regret, in nanoseconds: on either side of the estimate the greatest regret times the
// probability that the true number of groups lies beyond the crossover. The true number is assumed to lie on
// either side with probability 1/2, with a density that falls linearly in its logarithm to 0 at the ends of the
// likely range.
func (e *Estimate) loss(f *Frequencies, crossovers []Crossover) float64 {
	if len(crossovers) == 0 {
		return 0
	}
	likelyLow, likelyHigh := e.likely(f)
	beyond := func(crossover, end float64) float64 {
		whole, rest := math.Log(end/float64(max(1, e.Groups))), math.Log(end/crossover)
		return rest * rest / (whole * whole) / 2
	}
	above, below := 0.0, 0.0
	for _, c := range crossovers {
		if c.Regret == 0 {
			return math.Inf(1)
		}
		switch at := float64(c.Groups) + 0.5; {
		case e.Groups <= c.Groups && at < likelyHigh:
			above = max(above, beyond(at, likelyHigh)*float64(c.Regret))
		case likelyLow < at && c.Groups < e.Groups:
			below = max(below, beyond(at, max(1, likelyLow))*float64(c.Regret))
		}
	}
	return above + below
}
