package estimate

import (
	"math"

	"cardinal/profiler"
)

// Methods of an estimate. Up to FullOccupancy they are exact.
const (
	NoRows        = "no rows"
	OneSlot       = "one slot"
	Dictionary    = "dictionary"     // the one column's values are the groups
	FullCount     = "full count"     // every row's key was counted
	Bitmap        = "bitmap"         // every row's slot was marked in a bitmap
	Remembered    = "remembered"     // the same question was answered before
	FullOccupancy = "full occupancy" // the sample met every key that can be
	NoSingletons  = "no singletons"  // the sample met no key once only
	Sample        = "sample"
	LargerSample  = "larger sample"
	LinearCount   = "linear count" // every row's key was hashed into a bitmap
)

// Estimate is an expected number of groups with its range.
type Estimate struct {
	Groups, Low, High int
	Method            string
	SampleRows        int                 // of the sample that was used last; 0 where none was
	D, F1, F2         int                 // distinct keys in it; keys seen once; keys seen twice
	Estimators        profiler.Estimators // zero where no sample was drawn
	// Independent says that the sample agrees with key columns that have nothing to do with one another, and that Groups
	// is what follows from that.
	Independent bool

	likelyLow, likelyHigh float64 // one standard deviation to either side, where the range has two; of a sample
}

// Exact reports whether the number of groups is known and not estimated.
func (e *Estimate) Exact() bool {
	switch e.Method {
	case NoRows, OneSlot, Dictionary, FullCount, Bitmap, Remembered, FullOccupancy:
		return true
	}
	return false
}

func estimators(f *Frequencies) profiler.Estimators {
	up := func(v float64) int { return int(math.Ceil(v - 1e-9)) }
	return profiler.Estimators{
		Chao1: Chao1(f.D, f.F(1), f.F(2)), ChaoWOR: up(ChaoWOR(f)), GEE: up(GEE(f)), Shlosser: up(Shlosser(f)), Duj1: up(Duj1(f)),
	}
}

// disagree reports whether what the estimators for like sizes and the one for skewed sizes make of a sample is far apart.
func (e *Estimate) disagree() bool {
	if e.F1 == 0 {
		return false
	}
	low := min(e.Estimators.ChaoWOR, e.Estimators.Duj1, e.Estimators.Shlosser)
	return max(e.Estimators.ChaoWOR, e.Estimators.Duj1, e.Estimators.Shlosser) > farApart*low
}

func exactly(n int, method string) Estimate {
	return Estimate{Groups: n, Low: n, High: n, Method: method}
}

// FromHistory is the exact estimate of a query whose last answer had n groups.
func FromHistory(n int) Estimate { return exactly(n, Remembered) }

// rangeZ is how many standard deviations of f1, f2 and f3 the range allows for.
const rangeZ = 2

// fromSample estimates from a sample what lies between its distinct keys and most groups, the most that can be.
func fromSample(f *Frequencies, most int, method string) Estimate {
	e := Estimate{Method: method, SampleRows: f.Rows, D: f.D, F1: f.F(1), F2: f.F(2), Estimators: estimators(f)}
	if f.D >= most {
		e.Groups, e.Low, e.High, e.Method = f.D, f.D, f.D, FullOccupancy
		return e
	}
	if e.F1 == 0 && method == Sample {
		e.Method = NoSingletons
	}
	low, high := bounds(f, rangeZ, float64(f.F(3)))
	// Whatever is unseen has a row of its own among the rows not drawn.
	e.High = min(int(math.Ceil(high)), most, f.D+f.Of-f.Rows)
	e.Low = min(max(f.D, int(low)), e.High)
	low, high = bounds(f, 1, f.triples())
	e.likelyLow, e.likelyHigh = max(low, float64(e.Low)), min(high, float64(e.High))
	e.Groups = min(max(e.Low, int(math.Ceil(combined(f, float64(e.High))-1e-9))), e.High)
	return e
}
