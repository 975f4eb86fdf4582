package filter

import (
	"math"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestWithin holds the ranges to the filters that they stand for. A range may be wider than what passes, and
// never narrower.
func TestWithin(t *testing.T) {
	n, d := &data.Column{Name: "n", Type: data.Decimal, Scale: 1}, &data.Column{Name: "d", Type: data.Date}
	for text, want := range map[string]struct {
		c           *data.Column
		least, most int64
		ok          bool
	}{
		"n > 3":                           {n, 31, math.MaxInt64, true},
		"n >= 3 and n < 4.25 and t = 'x'": {n, 30, 42, true},
		// which no value with one place is: any range may stand for it
		"n = 3.05":                             {n, math.MinInt64, math.MaxInt64, false},
		"n <> 3":                               {n, math.MinInt64, math.MaxInt64, false},
		"n > 3 or n < 1":                       {n, math.MinInt64, math.MaxInt64, false},
		"not n > 3":                            {n, math.MinInt64, math.MaxInt64, false},
		"n > 3 and not n > 5":                  {n, 31, math.MaxInt64, true},
		"n > 3 and (n > 5 or n < 4)":           {n, 31, math.MaxInt64, true},
		"n in (1, 2)":                          {n, math.MinInt64, math.MaxInt64, false},
		"n is null":                            {n, math.MinInt64, math.MaxInt64, false},
		"n > m":                                {n, math.MinInt64, math.MaxInt64, false},
		"n * 2 > 3":                            {n, math.MinInt64, math.MaxInt64, false},
		"d >= '1970-01-11' and d < 1970-02-01": {d, 10, 30, true},
		"month(d) = 2":                         {d, math.MinInt64, math.MaxInt64, false},
		"d > 'never'":                          {d, math.MinInt64, math.MaxInt64, false},
		"m > 3":                                {n, math.MinInt64, math.MaxInt64, false},
	} {
		e, err := query.ParseFilter(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		least, most, ok := Within(e)(want.c)
		if least != want.least || most != want.most || ok != want.ok {
			t.Errorf("%s: %d to %d, %v; not %d to %d, %v", text, least, most, ok, want.least, want.most, want.ok)
		}
	}
}

// The latest date of a column may stand in a row that another condition does not let pass.
func TestWithinOfLatest(t *testing.T) {
	for text, none := range map[string]bool{
		"n > 3 and d in last 30 days":               true,
		"n > 3 and (d in this month or n < 9)":      true,
		"n > 3 and not d in previous year":          true,
		"n > 3 and d in last 30 days of today":      false,
		"n > 3 and d in last 30 days of 2024-02-01": false,
	} {
		e, err := query.ParseFilter(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := Within(e) == nil; got != none {
			t.Errorf("%s: no ranges: %v", text, got)
		}
	}
}

// TestCompared checks the bounds of a column of floats. NaN passes what has no upper bound.
func TestCompared(t *testing.T) {
	inf := math.Inf(1)
	for text, want := range map[string]struct {
		least, most float64
		ok          bool
	}{
		"f < 3":                         {-inf, 3, true},
		"f >= 2.5 and f <= 3 and n > 1": {2.5, 3, true},
		"f = 0.1":                       {0.1, 0.1, true},
		"f = -0":                        {0, 0, true},
		"f > 3":                         {-inf, inf, true},
		"n > 3":                         {-inf, inf, true},
		"f <> 3 or n = 1":               {-inf, inf, true},
		"not f < 3 and F < 9":           {-inf, inf, true}, // another spelling is only more cautious
		"f < 0.30000000000000004":       {-inf, 0.30000000000000004, true},
		"f < 0.3000000000000000001":     {-inf, inf, false}, // as a float it is 0.3, as a decimal it is not
		"f < 'NaN'":                     {-inf, inf, false},
		"f < n":                         {-inf, inf, false},
		"f in (1, 2)":                   {-inf, inf, false},
		"f < 3 and f like '1%'":         {-inf, inf, false}, // 1.50 as a decimal is 1.5 as a float
		"f + 1 < 3":                     {-inf, inf, false},
		"f < 1e400":                     {-inf, inf, false},
	} {
		e, err := query.ParseFilter(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		least, most, ok := Compared(e)("f")
		if ok != want.ok || ok && (least != want.least || most != want.most) {
			t.Errorf("%s: %v to %v, %v; not %v to %v, %v", text, least, most, ok, want.least, want.most, want.ok)
		}
	}
}
