package estimate

import (
	"math"
	"time"

	"cardinal/profiler"
)

// Methods of an estimate. Those up to FullOccupancy are exact.
const (
	NoRows        = "no rows"
	OneSlot       = "one slot"
	Dictionary    = "dictionary"     // the groups are the values of the only column
	Counted       = "counted"        // the values of the only column were counted while nothing else ran
	Mapped        = "mapped"         // a device had found the groups of the rows while nothing else ran
	FullCount     = "full count"     // every row's key was counted
	Bitmap        = "bitmap"         // every row's slot was marked in a bitmap
	Remembered    = "remembered"     // the history has an answer to the same query
	FullOccupancy = "full occupancy" // the sample has every key that is possible
	NoSingletons  = "no singletons"  // a sample of many rows has every key at least twice
	Sample        = "sample"
	LargerSample  = "larger sample"
	LinearCount   = "linear count" // every row's key was hashed into a bitmap
)

// Estimate is an expected number of groups and its range. Low and High bound the true number, inclusively.
type Estimate struct {
	Groups, Low, High int
	Method            string
	SampleRows        int                 // rows of the last sample; 0 where none was drawn
	D, F1, F2         int                 // distinct keys in it; keys seen once; keys seen twice
	Estimators        profiler.Estimators // zero where no sample was drawn
	// Independent says that the sample agrees with statistically independent key columns. Groups follows from that.
	Independent bool
	// Decisive is the upper end of the range that decisions go by. Below High it leaves out the keys of few rows
	// that a sample without singletons may have missed: together they have so few rows that no plan turns on them.
	Decisive int
	Spent    time.Duration // the expected time of the samples and passes that were made
}

// Exact reports whether the number of groups is known.
func (e *Estimate) Exact() bool { return e.Low == e.High }

// Decided reports whether nothing more can be learnt that a decision hangs on.
func (e *Estimate) Decided() bool { return e.Low >= e.Decisive }

// estimators is the five estimates of a sample, rounded up.
func estimators(f *Frequencies) profiler.Estimators {
	up := func(v float64) int { return int(math.Ceil(v - 1e-9)) }
	return profiler.Estimators{
		Chao1: Chao1(f.D, f.F(1), f.F(2)), ChaoWOR: up(ChaoWOR(f)), GEE: up(GEE(f)), Shlosser: up(Shlosser(f)), Duj1: up(Duj1(f)),
	}
}

func exactly(n int, method string) Estimate {
	return Estimate{Groups: n, Low: n, High: n, Decisive: n, Method: method}
}

// FromHistory is the exact estimate of a query whose last answer had n groups.
func FromHistory(n int) Estimate { return exactly(n, Remembered) }

// FromColumn is the exact estimate of the groups by one column, which has n values.
func FromColumn(n int) Estimate { return exactly(n, Counted) }

// FromDevice is the exact estimate of a query of which a device has found n groups.
func FromDevice(n int) Estimate { return exactly(n, Mapped) }

// rangeZ is the number of standard deviations of f1, f2 and f3 that Low and High allow for.
const rangeZ = 2

// A sample without singletons may have missed keys of few rows. A key of the share 3/n of the rows is missed by
// a sample of n with a probability of 5% (the rule of three), and so are all keys together whose rows are that
// share: at most as many keys as rows. The range of any such sample goes up to that, because no number of
// sampled rows excludes it. From sureRows on, decisions go by the keys that were seen.
const sureRows, ruleOfThree = 1000, 3

// fromSample is the estimate from the frequencies of a sample. most is the greatest possible number of groups.
func fromSample(f *Frequencies, most int, method string) Estimate {
	e := Estimate{Method: method, SampleRows: f.Rows, D: f.D, F1: f.F(1), F2: f.F(2), Estimators: estimators(f)}
	if f.D >= most {
		e.Groups, e.Low, e.High, e.Decisive, e.Method = f.D, f.D, f.D, f.D, FullOccupancy
		return e
	}
	if e.F1 == 0 && f.Rows >= sureRows && method == Sample {
		e.Method = NoSingletons
	}
	low, high := bounds(f, rangeZ, float64(f.F(3)))
	// Each unseen group has at least one of the rows that were not drawn.
	e.High = min(int(math.Ceil(high)), most, f.D+f.Of-f.Rows)
	e.Decisive = e.High
	if e.F1 == 0 {
		e.High = min(max(e.High, f.D+int(ruleOfThree/f.share())), most, f.D+f.Of-f.Rows)
		if f.Rows < sureRows {
			e.Decisive = e.High
		}
	}
	e.Low = min(max(f.D, int(low)), e.Decisive)
	e.Groups = min(max(e.Low, int(math.Ceil(combined(f, float64(e.Decisive))-1e-9))), e.Decisive)
	return e
}

// OfCounts is the estimate from a sample of so many rows, given how often each key is in the sample. A sample
// of all rows is a count.
func OfCounts(counts []uint32, of int) Estimate {
	rows := 0
	for _, n := range counts {
		rows += int(n)
	}
	f := newFrequencies(rows, max(of, rows), counts)
	switch {
	case of == 0:
		return exactly(0, NoRows)
	case rows >= of:
		return exactly(f.D, FullCount)
	}
	return fromSample(f, of, Sample)
}
