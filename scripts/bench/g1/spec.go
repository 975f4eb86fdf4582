package g1

import (
	"fmt"
	"math"
	"strconv"
)

// Keys is the distribution of the values of the id columns.
type Keys string

// The distributions. Uniform is the published data; the others are variants.
const (
	Uniform Keys = ""
	Zipf    Keys = "zipf" // the i-th most frequent value of a column has a weight of i^-1.1
	Hot     Keys = "hot"  // half of the rows, on average, have the same value in each id column
)

// Spec describes a data set.
type Spec struct {
	Rows   int
	K      int // distinct values of id1, id2, id4 and id5; id3 and id6 have Rows/K
	Nulls  int // percent
	Sorted bool
	Keys   Keys
}

// Name returns db-benchmark's name of the data, followed by the distribution of a variant.
func (s Spec) Name() string {
	sorted := 0
	if s.Sorted {
		sorted = 1
	}
	name := fmt.Sprintf("G1_%s_%s_%d_%d", scientific(s.Rows), scientific(s.K), s.Nulls, sorted)
	if s.Keys != Uniform {
		name += "_" + string(s.Keys)
	}
	return name
}

// scientific writes 10000000 as 1e7 and 2 as 2e0.
func scientific(n int) string {
	if n <= 0 {
		return strconv.Itoa(n)
	}
	e := int(math.Log10(float64(n)))
	return strconv.FormatFloat(float64(n)/math.Pow10(e), 'f', -1, 64) + "e" + strconv.Itoa(e)
}

// check returns an error for a spec that the generator cannot make.
func (s Spec) check() error {
	switch {
	case s.Rows < 1 || s.Rows > math.MaxInt32 || s.K < 1 || s.Rows/s.K < 1:
		return fmt.Errorf("cannot make %d rows with K=%d: both are positive, K at most the rows", s.Rows, s.K)
	case s.Nulls < 0 || s.Nulls > 100:
		return fmt.Errorf("%d percent nulls are not between 0 and 100", s.Nulls)
	case s.Nulls > 0 && s.Rows > 1e7:
		return fmt.Errorf("nulls above 1e7 rows, which R draws in another way, are not ported: %d rows", s.Rows)
	}
	return nil
}
