package estimate

import (
	"math"
	"time"

	"cardinal/data"
	"cardinal/engine/key"
)

// Request has the key and the rows whose groups are estimated, and says what depends on the number of groups.
type Request struct {
	Key      *key.Composite
	Selected data.Bitmap // the rows that pass the filter; nil: all rows
	Rows     int         // the number of selected rows
	// Stakes is what depends on the number of groups, and the time that may be spent on it. nil: the first sample is
	// the estimate.
	Stakes *Stakes
	// Share is the share of the rows in the first sample; 0: as many rows as can be read in the time for the first
	// sample.
	Share float64
	// Values has the number of values of each key column, null included; 0: unknown. Their product is an upper bound of
	// the groups. Every value is in some group, so that the values that are missing in the sample give a lower bound.
	Values []int
}

// Stakes is what depends on the number of groups.
type Stakes struct {
	// Time returns the mean expected time of the fastest plan over a range with an expected number of groups. nil:
	// unknown.
	Time func(groups, low, high int) time.Duration
	// Crossovers returns the crossovers from low to high groups. nil: after the first sample, only Limit asks for
	// another.
	Crossovers func(low, high int) []Crossover
	// Limit reports whether the slot limit of a device lies between low and high. nil: no device has a limit.
	Limit func(low, high int) bool
	// Sized says that the size of tables depends on the expected number of groups. Narrowing a range of more than a
	// factor of two is then worth a hundredth of the time, too.
	Sized bool
}

// FewRows is the largest number of rows for which every wrong decision costs less than a larger sample.
const FewRows = 20_000

// ShortRows is the largest number of rows for which a hundredth of a pivot takes about as long as the shortest first
// sample. The first sample then does not ask for the time of a plan, since predicting it takes some microseconds,
// too.
const ShortRows = 100_000

// NoStakes is for a pivot whose estimate comes from the first sample alone. The pivot has at most FewRows rows, or it
// has at most ShortRows rows and its plan does not depend on the number of groups.
var NoStakes = Near(nil)

// Near returns the same as NoStakes, for a machine with a device that has a slot limit.
func Near(limit func(low, high int) bool) *Stakes {
	return &Stakes{Time: func(int, int, int) time.Duration { return 0 }, Limit: limit}
}

// Crossover is a number of groups at which the fastest plan changes: with one group more, another plan is the fastest.
// Regret is the greatest time that the plan for the other side of the crossover loses. If Regret is 0, every step is
// worth its cost.
type Crossover struct {
	Groups int
	Regret time.Duration
}

const (
	// All samples together take the share `spendable` of the expected time of the pivot, and twice this share if the
	// size of tables depends on the groups (Stakes.Sized) and the table has fewer than manyRows rows. A sample for a
	// filter takes at least leastTime. It has at least leastSample rows, and at most maxSample. If the time of the
	// pivot is unknown, the sample takes littleTime.
	spendable              = 0.01
	manyRows               = 10_000_000
	leastTime, littleTime  = 6 * time.Microsecond, 120 * time.Microsecond
	leastSample, maxSample = 256, 4000
	// While a crossover lies in the range, or the range is wider than the factor `narrow`, samples grow by the factor
	// `growth`, up to the share `largest` of the rows. The last one may grow by less, but at least by leastGrowth. If
	// an estimate differs from the slot limit of a device by less than the share nearLimit, it is made again from the
	// share `largest` of the rows ("The GROUP BY problem on GPUs").
	growth, leastGrowth, largest, nearLimit = 4, 1.5, 0.05, 0.2
	narrow                                  = 4
)

// Estimate estimates the number of groups from the cheapest evidence that suffices, in this order: the domain of the
// key; a pass over few rows; the first sample of the table; a sample of the rows that pass the filter, if the first
// sample has few of them.
//
// While the range is wide, or a decision depends on the position of the number in the range, larger samples and a pass
// over all rows follow, the cheaper one first. A step is taken if all steps together take at most a hundredth of the
// pivot's expected time. It is also taken if the expected regret is at least twice the cost of the step. The factor is
// 2 because the step may leave the question open.
//
// Estimate counts distinct tuples of codes. It never returns the product of the columns' numbers of values.
func (q Request) Estimate() Estimate {
	k, most := q.Key, q.mostGroups()
	switch {
	case q.Rows == 0:
		return exactEstimate(0, NoRows)
	case most == 1:
		return exactEstimate(1, OneSlot)
	case len(k.Cols) == 1 && k.Cols[0].Exact && q.Selected == nil:
		return exactEstimate(k.Cols[0].Card, Dictionary)
	}
	s := takeScratch()
	defer s.release()
	share, little := q.Share, leastTime
	first := share <= 0 && q.Stakes != nil && q.Stakes.Time != nil && q.firstSuffices()
	if !first {
		little = q.firstLookTime()
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
		e := exactEstimate(len(counts), FullCount)
		e.Spent = q.cost(1)
		return e
	}
	var e Estimate
	if first {
		e = q.estimateFrom(s, s.first(q), most, Sample)
	} else {
		e = q.sample(s, share, most, Sample)
	}
	e.Spent = q.cost(share)
	if q.Stakes == nil {
		return e
	}
	if share < largest && e.Low < e.High && q.Stakes.isNear(e.Groups) {
		return q.again(s, e, most)
	}
	if q.Rows <= FewRows || q.Stakes.Crossovers == nil {
		return e
	}
	return q.decide(s, e, share, most)
}

// mostGroups returns the greatest possible number of groups: the number of rows, of slots, or the product of the
// numbers of the columns' values.
func (q Request) mostGroups() int {
	most := int(min(uint64(q.Rows), q.Key.Slots))
	product := 1
	for i, c := range q.Key.Cols {
		n := c.Card
		if q.Values != nil && q.Values[i] > 0 {
			n = min(n, q.Values[i])
		}
		if product *= n; product >= most {
			return most
		}
	}
	return product
}

// again estimates a second time, because the first estimate is near the slot limit of a device. It samples the share
// `largest` of the rows, or makes a pass over all rows if this is cheaper.
func (q Request) again(s *scratch, first Estimate, most int) Estimate {
	cost := q.cost(largest)
	if p := newPass(q.Key, q.Selected, first.High, most); p.exact() && p.cost() <= cost {
		e := p.estimate(s)
		e.Spent += first.Spent
		return e.withSampleOf(first)
	}
	e := q.sample(s, largest, most, NearLimit)
	e.Spent = first.Spent + cost
	return e
}

// withSampleOf returns the estimate e of a pass, with what the estimate before the pass says about its sample.
func (e Estimate) withSampleOf(first Estimate) Estimate {
	e.SampleRows, e.D, e.F1, e.F2, e.Estimators = first.SampleRows, first.D, first.F1, first.F2, first.Estimators
	return e
}

// firstLookTime returns the time for the first sample.
func (q Request) firstLookTime() time.Duration {
	if q.Stakes == nil || q.Stakes.Time == nil {
		return littleTime
	}
	if q.Rows <= ShortRows {
		return leastTime
	}
	return max(leastTime, time.Duration(spendable*float64(q.Stakes.Time(1, 1, 1))))
}

// cost returns the expected time of sampling a share of the rows.
func (q Request) cost(share float64) time.Duration { return sampleCost(q.Key, share*float64(q.Rows)) }

// decide reads more rows as long as the range is wide, or a decision depends on where the number of groups lies in the
// range. share is the share of the rows in the sample.
func (q Request) decide(s *scratch, e Estimate, share float64, most int) Estimate {
	for spent := e.Spent; ; e.Spent = spent {
		var crossovers []Crossover
		if !e.Decided() {
			crossovers = q.Stakes.Crossovers(e.Low, e.Decisive)
		}
		factor := narrow
		if q.Stakes.Sized && !e.Decided() {
			factor = 2
		}
		if len(crossovers) == 0 && e.High <= factor*e.Low {
			return e
		}
		left := q.budget(int(math.Sqrt(float64(e.Low)*float64(e.Groups)))) - spent
		pays := func(cost time.Duration) bool {
			return cost <= left || 2*float64(cost) <= e.loss(&s.frequencies[0], crossovers)
		}
		p := newPass(q.Key, q.Selected, e.Decisive, most)
		next := min(growth*share, largest)
		if larger := q.cost(next); next <= share || p.cost() <= larger {
			if !pays(p.cost()) {
				return e
			}
			passed := p.estimate(s)
			passed.Spent += spent
			return passed.withSampleOf(e)
		} else if !pays(larger) {
			next *= float64(left) / float64(larger)
			if next < leastGrowth*share {
				return e
			}
		}
		share, spent = next, spent+q.cost(next)
		e = q.sample(s, share, most, LargerSample)
	}
}

// budget returns the time that all samples of a pivot with a number of groups may take together.
func (q Request) budget(groups int) time.Duration {
	if q.Stakes.Time == nil {
		return 0
	}
	share := spendable
	if q.Stakes.Sized && q.Key.Rows < manyRows {
		share *= 2
	}
	return time.Duration(share * float64(q.Stakes.Time(groups, groups, groups)))
}

// isNear reports whether a number of groups is close to the slot limit of a device.
func (s *Stakes) isNear(groups int) bool {
	return s.Limit != nil && s.Limit(int(math.Ceil(float64(groups)/(1+nearLimit))), int(float64(groups)/(1-nearLimit)))
}

// sample draws a share of the rows and returns the estimate from them.
func (q Request) sample(s *scratch, share float64, most int, method string) Estimate {
	return q.estimateFrom(s, s.keysOf(q.Key, s.draw(q.Key.Rows, q.Selected, share)), most, method)
}

// estimateFrom returns the estimate from the keys of sampled rows.
func (q Request) estimateFrom(s *scratch, keys []uint64, most int, method string) Estimate {
	n := len(keys)
	keys, counts := s.tally(q.Key, keys)
	f := &s.frequencies[0]
	f.count(&s.lanes, n, q.Rows, counts)
	unseen, decides := q.unseenValues(s, keys)
	e := fromSample(f, f.D+unseen, most, method)
	if decides = decides && n-f.D >= leastAgreeing; decides || unseen > 0 && e.F1 <= fewSingletons {
		e.Groups = e.Low
	}
	if e.Decided() || decides {
		return e
	}
	if groups, fits := s.independent(q.Key, keys, counts, f); fits {
		e.Groups = min(max(e.Low, int(math.Ceil(groups-1e-9))), e.Decisive)
		e.Independent = true
	}
	return e
}

// leastAgreeing is the least number of sampled rows with a repeated key that can show that a column determines the
// group.
const leastAgreeing = 30

// unseenValues returns a lower bound of the number of groups that are missing in the sample: the number of values of a
// column that are missing in it. decides reports whether the value of the column determines the group, as a city
// determines its country. The sample then has as many values as keys. keys are the distinct keys of the sample.
func (q Request) unseenValues(s *scratch, keys []uint64) (most int, decides bool) {
	for i, n := range q.Values {
		if n <= most {
			continue
		}
		if q.Key.Wide { // keys are hashes
			most = max(most, n-len(keys))
			continue
		}
		seen, met := zeros(&s.seen, (q.Key.Cols[i].Card+63)/64), 0
		shift, mask := q.Key.Place(i)
		for _, key := range keys {
			code := key >> shift & mask
			met += int(^seen[code>>6] >> (code & 63) & 1)
			seen[code>>6] |= 1 << (code & 63)
		}
		if n-met >= most {
			most, decides = n-met, met == len(keys)
		}
	}
	return most, decides
}

// likelyRange returns the range of one standard deviation of the sample's frequencies to each side of the estimate. Low
// and Decisive are two deviations away.
func (e *Estimate) likelyRange(f *Frequencies) (low, high float64) {
	low, high = bounds(f, 1, f.triples())
	return max(low, float64(e.Low)), min(high, float64(e.Decisive))
}

// loss returns the expected regret, in nanoseconds. On either side of the estimate it is the greatest regret times
// the probability that the true number of groups lies beyond the crossover. The true number is assumed to lie on
// either side with probability 1/2. Its density falls linearly in its logarithm to 0 at the ends of the likely range.
func (e *Estimate) loss(f *Frequencies, crossovers []Crossover) float64 {
	if len(crossovers) == 0 {
		return 0
	}
	likelyLow, likelyHigh := e.likelyRange(f)
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
