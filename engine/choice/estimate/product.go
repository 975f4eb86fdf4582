package estimate

import (
	"math"
	"slices"

	"cardinal/engine/key"
)

// class is a number of keys that each have about the same share of the rows.
type class struct{ share, number float64 }

// independent returns the expected number of groups if the key columns are statistically independent, e.g. a day and a
// place. It is the sum, over all combinations of their values, of the probability 1 - e^(-N pa pb) that the combination
// occurs (Cardenas 1975, "Analysis and performance of inverted data base structures", who assumes that all values are
// equally frequent). It needs far fewer rows than an estimate from the combinations seen, since each value of a column
// is seen often.
//
// The sample decides whether the columns are independent: fits is false if the sample's number of distinct keys, or
// of keys seen once, contradicts independence.
//
// keys are the distinct packed keys of the sample, and counts says how often each occurs.
func (s *scratch) independent(k *key.Composite, keys []uint64, counts []uint32,
	f *Frequencies) (groups float64, fits bool) {
	if k.Wide || len(k.Cols) < 2 || f.F(1) == 0 || f.Rows-f.D < leastRepeats {
		return 0, false
	}
	s.classes[0] = append(s.classes[0][:0], class{1, 1})
	all := s.classes[0]
	for i, c := range k.Cols {
		if c.Card > mostValues*f.Rows {
			return 0, false
		}
		margin := zeros(&s.margin, c.Card)
		shift, mask := k.Place(i)
		for j, key := range keys {
			margin[key>>shift&mask] += counts[j]
		}
		values := &s.frequencies[1]
		values.count(&s.lanes, f.Rows, f.Of, margin)
		s.classes[1] = values.classes(s.classes[1][:0])
		s.classes[2] = s.cross(s.classes[2][:0], all, s.classes[1])
		s.classes[0], s.classes[2] = s.classes[2], all
		all = s.classes[0]
	}
	n, total := float64(f.Rows), float64(f.Of)
	met, once := 0.0, 0.0
	for _, c := range all {
		unseen := math.Exp(-n * c.share)
		met += c.number * (1 - unseen)
		once += c.number * n * c.share * unseen
		groups += c.number * (1 - math.Exp(-total*c.share))
	}
	off := func(expected, found, events float64) bool {
		return math.Abs(expected-found) > 3*math.Sqrt(events)+0.03*events
	}
	repeats, singles := float64(f.Rows-f.D), float64(f.F(1))
	return groups, !off(met, float64(f.D), repeats) && !off(once, singles, singles)
}

// mostValues is the greatest number of values of a column, per row of the sample, for which columns may count as
// independent. With more values, the sample would have too few rows of each.
const mostValues = 2

// leastRepeats is the least number of sampled rows with a repeated key for which a sample can contradict
// independence.
const leastRepeats = 100

// classes appends the keys to out, grouped so that the counts of a class lie within a factor of 1.5.
func (f *Frequencies) classes(out []class) []class {
	rows, number, upTo := 0.0, 0.0, 1.0
	flush := func() {
		if number > 0 {
			out = append(out, class{rows / number / float64(f.Rows), number})
		}
		rows, number = 0, 0
	}
	add := func(j, keys float64) {
		for j > upTo {
			flush()
			upTo = math.Floor(1.5*upTo) + 1
		}
		rows, number = rows+j*keys, number+keys
	}
	for j := range f.Seen {
		if n := f.Seen[j]; n > 0 {
			add(float64(j), float64(n))
		}
	}
	slices.Sort(f.Often)
	for _, j := range f.Often {
		add(float64(j), 1)
	}
	flush()
	return out
}

// cross combines every class of a with every class of b, and appends the combinations to out. Combinations with the
// same halfPowers of their shares become one class.
func (s *scratch) cross(out, a, b []class) []class {
	if len(a) == 1 && a[0].share == 1 {
		return append(out, b...)
	}
	rows, number := &s.sums[0], &s.sums[1]
	from, to := len(rows), 0
	for _, x := range a {
		for _, y := range b {
			share := x.share * y.share
			at := min(max(halfPowers(share), 0), len(rows)-1)
			from, to = min(from, at), max(to, at+1)
			rows[at] += share * x.number * y.number
			number[at] += x.number * y.number
		}
	}
	for at := from; at < to; at++ {
		if n := number[at]; n > 0 {
			out = append(out, class{rows[at] / n, n})
			rows[at], number[at] = 0, 0
		}
	}
	return out
}

// halfPowers returns the whole number n for which a share is about 2^(-n/2).
func halfPowers(share float64) int {
	m, e := math.Frexp(share)
	if m < math.Sqrt2/2 {
		return 1 - 2*e
	}
	return -2 * e
}
