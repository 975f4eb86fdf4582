package estimate

import (
	"math"
	"time"

	"cardinal/internal/each"
	"cardinal/profiler"
)

// Methods of an estimate. The methods up to FullOccupancy are exact.
const (
	NoRows        = "no rows"
	OneSlot       = "one slot"
	Dictionary    = "dictionary"     // the groups are the values of the only column
	Counted       = "counted"        // the values of the only column were counted while nothing else ran
	Ahead         = "ahead"          // every row's slot was marked in a bitmap while nothing else ran
	Mapped        = "mapped"         // a device had found the groups of the rows while nothing else ran
	FullCount     = "full count"     // every row's key was counted
	Bitmap        = "bitmap"         // every row's slot was marked in a bitmap
	Remembered    = "remembered"     // the history has an answer to the same query
	FullOccupancy = "full occupancy" // the sample has every possible key
	NoSingletons  = "no singletons"  // a sample of many rows has every key at least twice
	Sample        = "sample"
	LargerSample  = "larger sample"
	NearLimit     = "near the limit" // a second sample, since the first estimate was near the slot limit of a device
	LinearCount   = "linear count"   // every row's key was hashed into a bitmap
)

// Estimate is an expected number of groups and its range. The true number lies between Low and High, inclusively,
// with a probability of about 95%.
type Estimate struct {
	Groups, Low, High int
	Method            string
	SampleRows        int                 // rows of the last sample; 0: no sample
	D, F1, F2         int                 // distinct keys in the sample; keys seen once; keys seen twice
	Estimators        profiler.Estimators // zero without a sample
	// Independent reports that the sample agrees with statistically independent key columns. Groups then follows from
	// the values of each column.
	Independent bool
	// Decisive is the upper end of the range for decisions. It may be less than High: it leaves out keys of few rows
	// that a sample without singletons may have missed. Together such keys have so few rows that no plan depends on
	// them.
	Decisive int
	Spent    time.Duration // the expected time of the samples and passes that were made
}

// Exact reports whether the number of groups is known.
func (e *Estimate) Exact() bool { return e.Low == e.High }

// Decided reports whether no decision depends on more information.
func (e *Estimate) Decided() bool { return e.Low >= e.Decisive }

// estimators returns the five estimates of a sample, rounded up.
func estimators(f *Frequencies) profiler.Estimators {
	up := func(v float64) int { return int(math.Ceil(v - 1e-9)) }
	return profiler.Estimators{
		Chao1: Chao1(f.D, f.F(1), f.F(2)), ChaoWOR: up(ChaoWOR(f)), GEE: up(GEE(f)), Shlosser: up(Shlosser(f)),
		Duj1: up(Duj1(f)),
	}
}

func exactEstimate(n int, method string) Estimate {
	return Estimate{Groups: n, Low: n, High: n, Decisive: n, Method: method}
}

// FromHistory returns the exact estimate for a query whose last answer had n groups.
func FromHistory(n int) Estimate { return exactEstimate(n, Remembered) }

// FromColumn returns the exact estimate for groups by one column that has n values.
func FromColumn(n int) Estimate { return exactEstimate(n, Counted) }

// FromDevice returns the exact estimate for a query whose n groups a device has found.
func FromDevice(n int) Estimate { return exactEstimate(n, Mapped) }

// rangeZ is the number of standard deviations of f1, f2 and f3 between Groups and the bounds Low and High.
const rangeZ = 2

// A sample without singletons may have missed keys of few rows. A sample of n rows misses a key with 3/n of all rows
// with a probability of 5% (the rule of three). The same holds for several keys that together have 3/n of the rows.
// They may be as many keys as rows, and High includes them. If the sample has at least sureRows rows, decisions are
// based only on the keys that were seen.
const sureRows, ruleOfThree = 1000, 3

// fromSample returns the estimate from the frequencies of a sample. `least` and `most` are bounds of the number of
// groups that follow from the values of the columns.
func fromSample(f *Frequencies, least, most int, method string) Estimate {
	e := Estimate{Method: method, SampleRows: f.Rows, D: f.D, F1: f.F(1), F2: f.F(2), Estimators: estimators(f)}
	if least = max(least, f.D); least >= most {
		e.Groups, e.Low, e.High, e.Decisive, e.Method = most, most, most, most, FullOccupancy
		return e
	}
	if e.F1 == 0 && f.Rows >= sureRows && method == Sample {
		e.Method = NoSingletons
	}
	low, high := f.likelyBounds()
	e.High = min(max(int(math.Ceil(high)), least), most)
	e.Decisive = e.High
	if e.F1 == 0 {
		e.High = min(max(e.High, f.D+int(ruleOfThree/f.share()), least), most, f.D+f.Of-f.Rows)
		if f.Rows < sureRows {
			e.Decisive = e.High
		}
	}
	e.Low = min(max(least, int(low)), e.Decisive)
	e.Groups = min(max(e.Low, int(math.Ceil(weightedEstimate(f, float64(e.Decisive))-1e-9))), e.Decisive)
	return e
}

// OfCounts returns the estimate from a sample of a table of `of` rows, given how often each key is in the sample. A
// sample of all rows is a count.
func OfCounts(counts []uint32, of int) Estimate {
	rows := each.Sum(counts, func(n uint32) int { return int(n) })
	f := NewFrequencies(rows, max(of, rows), counts)
	switch {
	case of == 0:
		return exactEstimate(0, NoRows)
	case rows >= of:
		return exactEstimate(f.D, FullCount)
	}
	return fromSample(f, 0, of, Sample)
}
